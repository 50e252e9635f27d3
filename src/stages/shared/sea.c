// SPDX-License-Identifier: MIT
/* The sea: found, marked in cover and water; and the land that it leaves, outlined. */
#include "stages/shared/sea.h"

#include "field/outline.h"
#include "hydrography/rivers.h"
#include "landscape/vectors.h"

#include <assert.h>

static void mark_sea(const fluv_topology *topology, int threads, const uint8_t *kind,
                     uint8_t *cover, float *water)
{
    assert(threads > 0 && kind && cover && water);
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t c = 0; c < topology->count; c++) {
        bool sea = kind[c] & FLUV_CELL_SEA;
        cover[c] = sea ? FLUV_OCEAN : FLUV_LAND;
        water[c] = sea ? 0.0f : NAN;
    }
}

/* Ocean joins at corners, so land does not. */
static fluv_status make_outline(fluv_ctx *ctx, fluv_landscape *land, const uint32_t *label,
                                const float *height, fluv_rings *rings)
{
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
                            .corners_join = false,
                            .ground = height,
                            .level = &level};
    fluv_outline_rings out = {&rings->first_point, &rings->xy, first_ring};
    FLUV_TRY(fluv_outline_smooth(ctx, &job, out));
    fluv_shared *coast = fluv_outline_seal(ctx, rings);
    if (!coast)
        return FLUV_NO_MEMORY;
    fluv_layer_put(land, FLUV_LAYER_coast, coast);
    return FLUV_OK;
}

fluv_status fluv_coast_outline(fluv_ctx *ctx, fluv_landscape *land, const uint32_t *label,
                               const float *height)
{
    fluv_rings rings = {0};
    fluv_status status = make_outline(ctx, land, label, height, &rings);
    fluv_rings_free(&rings);
    return status;
}

fluv_status fluv_sea_outline(fluv_ctx *ctx, fluv_landscape *land)
{
    size_t cells = fluv_cell_count(land);
    const uint8_t *cover = fluv_layer_read(land, FLUV_LAYER_cover);
    const float *height = fluv_layer_read(land, FLUV_LAYER_height);
    assert(cover && height);
    uint32_t *label = fluv_scratch(ctx, cells, sizeof *label);
    if (!label)
        return FLUV_NO_MEMORY;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (size_t c = 0; c < cells; c++)
        label[c] = cover[c] != FLUV_OCEAN && isfinite(height[c]) ? 0 : FLUV_NONE;
    fluv_status status = fluv_coast_outline(ctx, land, label, height);
    fluv_scratch_drop(ctx, label);
    return status;
}

/* What is no height is nodata. */
static void forget_infinities(fluv_ctx *ctx, const fluv_topology *topology, float *height)
{
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t c = 0; c < topology->count; c++)
        height[c] = isfinite(height[c]) ? height[c] : NAN;
}

/* The ocean of an earlier stage, as far as it lies no higher than `highest`. */
static bool take_sea(const fluv_landscape *land, int threads, float highest, uint8_t *kind)
{
    assert(threads > 0 && kind);
    const uint8_t *cover = fluv_layer_read(land, FLUV_LAYER_cover);
    const float *height = fluv_layer_read(land, FLUV_LAYER_height);
    size_t cells = cover ? fluv_cell_count(land) : 0;
    bool any = false;
#pragma omp parallel for num_threads(threads) schedule(static) reduction(|| : any)
    for (size_t c = 0; c < cells; c++)
        if (cover[c] == FLUV_OCEAN && !(kind[c] & FLUV_CELL_VOID) && height[c] <= highest) {
            kind[c] |= FLUV_CELL_SEA;
            any = true;
        }
    return any;
}

/* What lies at or below 0 and reaches the edge or sea that is known already. */
static fluv_status spread_sea(fluv_ctx *ctx, const fluv_topology *topology, const float *height,
                              uint8_t *kind, bool *any)
{
    uint32_t *queue = fluv_scratch(ctx, topology->count, sizeof *queue);
    if (!queue)
        return FLUV_NO_MEMORY;
    *any = fluv_cells_find_sea(topology, height, kind, queue) > 0;
    fluv_scratch_drop(ctx, queue);
    return FLUV_OK;
}

/* The frame as a topology, `kind` for its cells, and the layers that say what is sea. */
typedef struct shallows {
    fluv_topology topology;
    float *height, *water;
    uint8_t *kind, *cover;
} shallows;

static fluv_status begin(fluv_ctx *ctx, fluv_landscape *land, shallows *s)
{
    const fluv_frame *frame = &land->frame;
    s->topology = fluv_topology_grid(frame->cols, frame->rows, frame->cell);
    s->height = fluv_layer_edit(ctx, land, FLUV_LAYER_height);
    s->kind = fluv_scratch(ctx, s->topology.count, sizeof *s->kind);
    s->cover = fluv_layer_edit(ctx, land, FLUV_LAYER_cover);
    s->water = fluv_layer_renew(ctx, land, FLUV_LAYER_water);
    if (!s->height || !s->kind || !s->cover || !s->water)
        return FLUV_NO_MEMORY;
    forget_infinities(ctx, &s->topology, s->height);
    fluv_cells_classify(&s->topology, ctx->threads, s->height, s->kind);
    return FLUV_OK;
}

fluv_status fluv_sea_fill_beds(fluv_ctx *ctx, fluv_landscape *land)
{
    const uint8_t *cover = fluv_layer_read(land, FLUV_LAYER_cover);
    const float *water = fluv_layer_read(land, FLUV_LAYER_water);
    if (!cover || !water)
        return FLUV_OK;
    float *height = fluv_layer_edit(ctx, land, FLUV_LAYER_height);
    if (!height)
        return FLUV_NO_MEMORY;
    fluv_beds_fill(cover, water, (uint32_t)fluv_cell_count(land), ctx->threads, height);
    return FLUV_OK;
}

fluv_status fluv_sea_find(fluv_ctx *ctx, fluv_landscape *land, fluv_topology *topology,
                          uint8_t **kind)
{
    shallows s;
    FLUV_TRY(fluv_sea_fill_beds(ctx, land));
    FLUV_TRY(begin(ctx, land, &s));
    FLUV_TRY(fluv_look(ctx));
    bool any = take_sea(land, ctx->threads, INFINITY, s.kind);
    if (!any)
        FLUV_TRY(spread_sea(ctx, &s.topology, s.height, s.kind, &any));
    FLUV_TRY(fluv_look(ctx));
    mark_sea(&s.topology, ctx->threads, s.kind, s.cover, s.water);
    *topology = s.topology;
    *kind = s.kind;
    if (!any || land->layers[FLUV_LAYER_coast])
        return FLUV_OK;
    return fluv_sea_outline(ctx, land);
}

fluv_status fluv_sea_follow(fluv_ctx *ctx, fluv_landscape *land)
{
    shallows s;
    bool any = false;
    if (!land->layers[FLUV_LAYER_cover])
        return FLUV_OK;
    FLUV_TRY(begin(ctx, land, &s));
    (void)take_sea(land, ctx->threads, 0.0F, s.kind);
    FLUV_TRY(fluv_look(ctx));
    FLUV_TRY(spread_sea(ctx, &s.topology, s.height, s.kind, &any));
    FLUV_TRY(fluv_look(ctx));
    mark_sea(&s.topology, ctx->threads, s.kind, s.cover, s.water);
    fluv_layer_put(land, FLUV_LAYER_coast, NULL);
    return any ? fluv_sea_outline(ctx, land) : FLUV_OK;
}
