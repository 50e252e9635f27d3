// SPDX-License-Identifier: MIT
/* Islands that are too small for a mesh: nothing is left of them, so the user is told.
 *
 * in   cover, the kinds of a mesh's vertices; later the height        out   a note
 *
 * Where no vertex lies on an island, the mesh has only sea there. Land touches at corners too.
 * O(vertices + cells). */
#include "stages/erode/islets.h"

#include "field/grid.h"
#include "stages/erode/raster.h"

#include <assert.h>
#include <string.h>

typedef struct flood {
    const fluv_frame *frame;
    uint8_t *open;   /* a cell: land that no island has yet */
    uint32_t *queue; /* the island's cells */
    uint32_t count;
} flood;

static void add_cell(flood *f, uint32_t cell)
{
    f->open[cell] = 0;
    f->queue[f->count++] = cell;
}

/* The island of a cell. */
static void fill(flood *f, uint32_t start)
{
    uint32_t cols = f->frame->cols, rows = f->frame->rows;
    assert(f->open[start]);
    f->count = 0;
    add_cell(f, start);
    for (uint32_t i = 0; i < f->count; i++)
        for (int k = 0; k < 8; k++) {
            int64_t col = (int64_t)(f->queue[i] % cols) + fluv_dx[k];
            int64_t row = (int64_t)(f->queue[i] / cols) + fluv_dy[k];
            if (fluv_in_grid(cols, rows, col, row) && f->open[row * cols + col])
                add_cell(f, (uint32_t)(row * cols + col));
        }
}

static fluv_status keep(fluv_ctx *ctx, const flood *f, fluv_islets *out)
{
    uint32_t *first = fluv_list_append(ctx, &out->first, 1, sizeof *first);
    if (!first)
        return FLUV_NO_MEMORY;
    *first = (uint32_t)out->cells.count;
    uint32_t *cells = fluv_list_append(ctx, &out->cells, f->count, sizeof *cells);
    if (!cells)
        return FLUV_NO_MEMORY;
    memcpy(cells, f->queue, f->count * sizeof *cells);
    return FLUV_OK;
}

/* Islands that the mesh has are taken first; those that are left are too small for it. */
static fluv_status find(fluv_ctx *ctx, const fluv_erosion_tier *level, flood *f, fluv_islets *out)
{
    const fluv_mesh *mesh = level->mesh;
    const fluv_erosion_raster r = {f->frame->cols, f->frame->rows, f->frame->cell, NULL};
    for (uint32_t v = 0; v < mesh->count; v++) {
        uint32_t cell = fluv_raster_cell(&r, mesh->x[v], mesh->y[v]);
        if (!(level->kind[v] & FLUV_CELL_SEA) && f->open[cell])
            fill(f, cell);
    }
    for (uint32_t cell = 0; cell < r.cols * r.rows; cell++) {
        if (!f->open[cell])
            continue;
        fill(f, cell);
        FLUV_TRY(keep(ctx, f, out));
    }
    return FLUV_OK;
}

fluv_status fluv_islets_find(fluv_ctx *ctx, const fluv_landscape *land,
                             const fluv_erosion_tier *level, fluv_islets *out)
{
    const uint8_t *cover = fluv_layer_read(land, FLUV_LAYER_cover);
    size_t cells = fluv_cell_count(land);
    if (!cover)
        return FLUV_OK;
    flood f = {.frame = &land->frame,
               .open = fluv_scratch(ctx, cells, sizeof *f.open),
               .queue = fluv_scratch(ctx, cells, sizeof *f.queue)};
    if (!f.open || !f.queue)
        return FLUV_NO_MEMORY;
    for (size_t c = 0; c < cells; c++)
        f.open[c] = cover[c] != FLUV_OCEAN;
    FLUV_TRY(find(ctx, level, &f, out));
    fluv_scratch_drop(ctx, f.queue);
    fluv_scratch_drop(ctx, f.open);
    return FLUV_OK;
}

void fluv_islets_tell(const fluv_islets *islets, fluv_landscape *land)
{
    const float *height = fluv_layer_read(land, FLUV_LAYER_height);
    const uint32_t *cells = islets->cells.items, *first = islets->first.items;
    size_t lost = 0;
    for (size_t i = 0; i < islets->first.count; i++) {
        size_t end = i + 1 < islets->first.count ? first[i + 1] : islets->cells.count;
        bool there = false;
        for (size_t k = first[i]; k < end; k++)
            there = there || height[cells[k]] > 0.0f;
        lost += !there;
    }
    if (lost)
        fluv_note_add(land, "erode",
                      "%zu island%s of the coast %s smaller than the mesh shows, and left out: a "
                      "lower `mesh.spacing` or `erode.coarse` may keep %s",
                      lost, lost > 1 ? "s" : "", lost > 1 ? "are" : "is", lost > 1 ? "them" : "it");
}

void fluv_islets_free(fluv_islets *islets)
{
    fluv_list_free(&islets->cells);
    fluv_list_free(&islets->first);
}
