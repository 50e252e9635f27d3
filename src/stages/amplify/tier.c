// SPDX-License-Identifier: MIT
/* Tiers: made, and handed on from the coarse to the fine.
 *
 * in   the drawing     out   its ground at the vertices; what a coarser tier made of it, added
 *
 * What goes over is the difference to the drawing as the coarser tier saw it: what that tier was
 * too coarse to see comes from the drawing itself.  O(n). */
#include "stages/amplify/tier.h"

#include "base/random.h"
#include "mesh/surface.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define AREA_BITS 60
#define NOWHERE   1e9f /* m: the height of voids */

enum { MAPS = 7 };

void fluv_amplify_spots_take(const fluv_amplify_tier *t, uint32_t from, fluv_amplify_spots *spots)
{
    uint32_t left = t->topology.count - from, cols = t->topology.cols;
    assert(from < t->topology.count);
    spots->count = left < FLUV_AMPLIFY_BLOCK ? left : FLUV_AMPLIFY_BLOCK;
    for (uint32_t i = 0; i < spots->count; i++) {
        uint32_t v = from + i;
        spots->x[i] = t->mesh ? t->mesh->x[v] : (v % cols + 0.5) * t->spacing;
        spots->y[i] = t->mesh ? t->mesh->y[v] : (v / cols + 0.5) * t->spacing;
    }
}

static fluv_status make_mesh(fluv_ctx *ctx, const fluv_drawing *d, double spacing, int index,
                             fluv_amplify_tier *t)
{
    fluv_key key = fluv_key_make(d->seed, "amplify", "mesh");
    fluv_mesh_job job = {.width = d->width,
                         .height = d->height,
                         .spacing = spacing,
                         .key = fluv_key_split(key, (uint64_t)index)};
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    ctx->quiet++;
    fluv_status status = fluv_mesh_make(ctx, &job, &t->block);
    ctx->quiet--;
    FLUV_TRY(status);
    fluv_scratch_release(ctx, mark);
    t->mesh = fluv_mesh_of(t->block);
    t->topology = fluv_topology_mesh(t->mesh);
    t->spacing = fluv_mesh_spacing(t->mesh);
    return FLUV_OK;
}

static fluv_status make_room(fluv_ctx *ctx, fluv_amplify_tier *t)
{
    size_t n = t->topology.count;
    t->maps = fluv_scratch(ctx, MAPS * n, sizeof *t->maps);
    t->kind = fluv_scratch(ctx, 2 * n, sizeof *t->kind);
    t->receiver = fluv_scratch(ctx, n, sizeof *t->receiver);
    t->area = fluv_scratch(ctx, n, sizeof *t->area);
    if (!t->maps || !t->kind || !t->receiver || !t->area)
        return FLUV_NO_MEMORY;
    float **map[MAPS] = {&t->drawn, &t->height, &t->after,  &t->uplift,
                         &t->rock,  &t->talus,  &t->ceiling};
    for (size_t i = 0; i < MAPS; i++)
        *map[i] = t->maps + i * n;
    t->donors = t->kind + n;
    return FLUV_OK;
}

/* `donors` holds what the vertices are in the drawing. */
static void begin(const fluv_drawing *d, int threads, fluv_amplify_tier *t)
{
    for (uint32_t v = 0; v < t->topology.count; v++)
        t->height[v] = t->donors[v] == FLUV_DRAWN_VOID  ? NAN
                       : t->donors[v] == FLUV_DRAWN_SEA ? (float)d->base
                                                        : t->drawn[v];
    fluv_cells_classify(&t->topology, threads, t->height, t->kind);
    for (uint32_t v = 0; v < t->topology.count; v++) {
        if (!fluv_drawn_is_land(t->donors[v]))
            t->kind[v] |= FLUV_CELL_SEA;
        if (t->donors[v] == FLUV_DRAWN_VOID)
            t->height[v] = NOWHERE;
    }
}

/* How the ground of a tier differs from the drawing, at the vertices of a finer one. */
static fluv_status carry(fluv_ctx *ctx, const fluv_amplify_tier *coarser, const float *change,
                         const fluv_amplify_tier *t, float *out)
{
    fluv_surface surface;
    fluv_surface_form form = t->mesh ? FLUV_SURFACE_LINEAR : FLUV_SURFACE_SMOOTH;
    FLUV_TRY(fluv_surface_init(ctx, coarser->mesh, change, form, &surface));
    if (t->mesh)
        FLUV_TRY(fluv_surface_at(ctx, &surface, t->mesh->x, t->mesh->y, t->mesh->count, out));
    else
        FLUV_TRY(fluv_surface_fill(ctx, &surface, t->topology.cols, t->topology.rows, out));
    fluv_surface_drop(ctx, &surface);
    return FLUV_OK;
}

/* The coarser tier goes before the finer one takes its room. */
static fluv_status take_over(fluv_ctx *ctx, fluv_amplify_tier *coarser, const fluv_amplify_tier *t,
                             float **change)
{
    *change = fluv_scratch(ctx, t->topology.count, sizeof **change);
    if (!*change)
        return FLUV_NO_MEMORY;
    FLUV_TRY(carry(ctx, coarser, coarser->change, t, *change));
    fluv_amplify_tier_free(ctx, coarser);
    return FLUV_OK;
}

static fluv_status look_at_drawing(fluv_ctx *ctx, const fluv_drawing *d, fluv_amplify_tier *t)
{
    if (t->mesh)
        return fluv_drawing_at(ctx, d, t->mesh, t->drawn, t->donors);
    memcpy(t->drawn, d->ground, t->topology.count * sizeof *t->drawn);
    memcpy(t->donors, d->is, t->topology.count);
    return FLUV_OK;
}

fluv_status fluv_amplify_tier_make(fluv_ctx *ctx, const fluv_drawing *d, double spacing, int index,
                                   fluv_amplify_tier *coarser, fluv_amplify_tier *t)
{
    const fluv_frame *f = &d->frame;
    float *change = NULL;
    *t = (fluv_amplify_tier){.unit = ldexp(d->width * d->height, -AREA_BITS), .spacing = f->cell};
    if (spacing > 0.0)
        FLUV_TRY(make_mesh(ctx, d, spacing, index, t));
    else
        t->topology = fluv_topology_grid(f->cols, f->rows, f->cell);
    if (coarser->mesh)
        FLUV_TRY(take_over(ctx, coarser, t, &change));
    FLUV_TRY(make_room(ctx, t));
    FLUV_TRY(look_at_drawing(ctx, d, t));
    begin(d, ctx->threads, t);
    for (uint32_t v = 0; change && v < t->topology.count; v++)
        if (fluv_amplify_is_land(t, v))
            t->height[v] = fmaxf(t->height[v] + change[v], fminf(t->drawn[v], (float)d->base));
    fluv_scratch_drop(ctx, change);
    return FLUV_OK;
}

fluv_status fluv_amplify_tier_rest(fluv_ctx *ctx, fluv_amplify_tier *t)
{
    assert(t->mesh);
    fluv_amplify_tier rest = {.block = t->block, .mesh = t->mesh};
    rest.change = fluv_scratch(ctx, t->topology.count, sizeof *rest.change);
    if (!rest.change)
        return FLUV_NO_MEMORY;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t v = 0; v < t->topology.count; v++)
        rest.change[v] = fluv_amplify_is_land(t, v) ? t->height[v] - t->drawn[v] : 0.0f;
    t->block = NULL;
    fluv_amplify_tier_free(ctx, t);
    *t = rest;
    return FLUV_OK;
}

void fluv_amplify_tier_free(fluv_ctx *ctx, fluv_amplify_tier *t)
{
    fluv_scratch_drop(ctx, t->change);
    fluv_scratch_drop(ctx, t->maps);
    fluv_scratch_drop(ctx, t->kind);
    fluv_scratch_drop(ctx, t->receiver);
    fluv_scratch_drop(ctx, t->area);
    fluv_connection_free(&t->connection);
    fluv_shared_drop(t->block);
    *t = (fluv_amplify_tier){0};
}
