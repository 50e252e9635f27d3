// SPDX-License-Identifier: MIT
/* The sea: found, marked in cover and water, and outlined. */
#include "stages/sea.h"

#include "field/outline.h"
#include "landscape/vectors.h"

static void mark_sea(const fluv_topology *topology, int threads, const uint8_t *kind,
                     uint8_t *cover, float *water)
{
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t c = 0; c < topology->count; c++) {
        bool sea = kind[c] & FLUV_CELL_SEA;
        cover[c] = sea ? FLUV_OCEAN : FLUV_LAND;
        water[c] = sea ? 0.0f : NAN;
    }
}

static fluv_status make_outline(fluv_ctx *ctx, fluv_landscape *land, fluv_rings *rings)
{
    size_t cells = fluv_cell_count(land);
    const uint8_t *cover = fluv_layer_read(land, FLUV_LAYER_COVER);
    uint32_t *label = fluv_scratch(ctx, cells, sizeof *label);
    if (!label)
        return FLUV_NO_MEMORY;
    for (size_t c = 0; c < cells; c++)
        label[c] = cover[c] == FLUV_OCEAN ? 0 : FLUV_NONE;
    float level = 0.0f;
    uint32_t first_ring[2];
    const fluv_frame *frame = &land->frame;
    fluv_outline_job job = {.cols = frame->cols,
                            .rows = frame->rows,
                            .label = label,
                            .label_count = 1,
                            .west = frame->west,
                            .north = frame->north,
                            .cell = frame->cell,
                            .corners_join = true,
                            .ground = fluv_layer_read(land, FLUV_LAYER_HEIGHT),
                            .level = &level};
    fluv_outline_rings out = {&rings->first_point, &rings->xy, first_ring};
    FLUV_TRY(fluv_outline_smooth(ctx, &job, out));
    fluv_scratch_drop(ctx, label);
    fluv_shared *coast = fluv_outline_seal(ctx, rings);
    if (!coast)
        return FLUV_NO_MEMORY;
    fluv_layer_put(land, FLUV_LAYER_COAST, coast);
    return FLUV_OK;
}

fluv_status fluv_sea_outline(fluv_ctx *ctx, fluv_landscape *land)
{
    fluv_rings rings = {0};
    fluv_status status = make_outline(ctx, land, &rings);
    fluv_rings_free(&rings);
    return status;
}

/* What is no height is nodata. */
static void forget_infinities(fluv_ctx *ctx, const fluv_topology *topology, float *height)
{
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t c = 0; c < topology->count; c++)
        height[c] = isfinite(height[c]) ? height[c] : NAN;
}

/* The ocean of an earlier stage. */
static bool take_sea(const fluv_landscape *land, int threads, uint8_t *kind)
{
    const uint8_t *cover = fluv_layer_read(land, FLUV_LAYER_COVER);
    size_t cells = cover ? fluv_cell_count(land) : 0;
    bool any = false;
#pragma omp parallel for num_threads(threads) schedule(static) reduction(|| : any)
    for (size_t c = 0; c < cells; c++)
        if (cover[c] == FLUV_OCEAN && !(kind[c] & FLUV_CELL_VOID)) {
            kind[c] |= FLUV_CELL_SEA;
            any = true;
        }
    return any;
}

fluv_status fluv_sea_find(fluv_ctx *ctx, fluv_landscape *land, fluv_topology *topology,
                          uint8_t **kind)
{
    float *height = fluv_layer_edit(ctx, land, FLUV_LAYER_HEIGHT);
    const fluv_frame *frame = &land->frame;
    if (!height)
        return FLUV_NO_MEMORY;
    *topology = fluv_topology_grid(frame->cols, frame->rows, frame->cell);
    *kind = fluv_scratch(ctx, topology->count, sizeof **kind);
    uint8_t *cover = fluv_layer_edit(ctx, land, FLUV_LAYER_COVER);
    float *water = fluv_layer_renew(ctx, land, FLUV_LAYER_WATER);
    if (!*kind || !cover || !water)
        return FLUV_NO_MEMORY;
    forget_infinities(ctx, topology, height);
    fluv_cells_classify(topology, ctx->threads, height, *kind);
    bool any = take_sea(land, ctx->threads, *kind);
    if (!any) {
        uint32_t *queue = fluv_scratch(ctx, topology->count, sizeof *queue);
        if (!queue)
            return FLUV_NO_MEMORY;
        any = fluv_cells_find_sea(topology, height, *kind, queue) > 0;
        fluv_scratch_drop(ctx, queue);
    }
    mark_sea(topology, ctx->threads, *kind, cover, water);
    if (!any || land->layers[FLUV_LAYER_COAST])
        return FLUV_OK;
    return fluv_sea_outline(ctx, land);
}
