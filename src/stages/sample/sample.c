// SPDX-License-Identifier: MIT
/* Stage `sample`: a construction tree on the frame's cells, with water that keeps its rules.
 *
 * in   tree; contour, courses, cells        out   height, water, cover, receivers, area, rivers,
 *                                                 watersheds
 *
 * Heights come from the tree, noise finer than a cell left out. Courses are drawn into the cells as
 * paths whose surface never rises downstream; all other cells drain into paths or the sea, hollows
 * cut open. From there on rivers are made as those of any map. A tree that came from a file alone
 * gives the ground and the sea: its rivers are left to other stages.  O(cells). */
#include "stages/sample/sample.h"

#include "field/grid.h"
#include "landscape/tree.h"
#include "placed/placed.h"
#include "stages/rivers/rivers.h"
#include "stages/sample/lakes.h"
#include "stages/shared/mouths.h"
#include "stages/shared/sea.h"
#include "stages/shared/ways.h"
#include "water/accumulate.h"

#include <assert.h>
#include <math.h>

/* The surface is the ground, or the water over it. */
static void take_surface(const fluv_tree_square *square, void *to)
{
    float *surface = to;
    for (uint32_t i = 0; i < square->count; i++) {
        float height = square->height[i], water = square->water[i];
        bool land = water != 0.0f;
        float ground = land && water > height ? water : height;
        surface[square->cell[i]] = land ? fmaxf(ground, FLUV_LEAST_UP) : fminf(ground, 0.0f);
    }
}

static fluv_status fill_heights(fluv_ctx *ctx, const fluv_landscape *land, float *height)
{
    fluv_tree_index *tree;
    FLUV_TRY(fluv_tree_open(ctx, fluv_layer_read(land, FLUV_LAYER_tree), &tree));
    fluv_status status =
        fluv_tree_evaluate_frame(ctx, tree, &land->frame, 0.4, take_surface, height);
    fluv_tree_close(tree);
    return status;
}

typedef struct router {
    fluv_topology topology;
    uint8_t *kind;
    fluv_paths paths;
    uint32_t *receiver; /* layer */
    fluv_list lost;     /* uint32_t, see fluv_paths */
    fluv_list arms;     /* fluv_arm */
    fluv_list lengths;  /* uint32_t: cells of an arm */
    fluv_laying laying; /* ways of placed rivers, and lakes */
    fluv_standing lakes;
    bool lakes_fit; /* all of them have their cells */
    bool kept;      /* rivers of an earlier result are laid, and all else that was placed */
} router;

static fluv_standing_job standing_job(const fluv_landscape *land, const router *r)
{
    return (fluv_standing_job){.topology = &r->topology,
                               .paths = &r->paths,
                               .placed = fluv_layer_read(land, FLUV_LAYER_placed),
                               .laying = &r->laying};
}

/* Rivers and lakes of an earlier result come before all other paths, and with them all that is
 * placed; so do lakes that the tree does not hold as the cells need them. */
static fluv_status draw_kept(fluv_ctx *ctx, fluv_landscape *land, router *r, fluv_pond_set *ponds)
{
    const fluv_placed *placed = fluv_layer_read(land, FLUV_LAYER_placed);
    if (!placed)
        return FLUV_OK;
    r->kept = fluv_kept_any(placed);
    if (!r->kept) { /* the tree has peaks at their places, which lie beside the cells' */
        FLUV_TRY(fluv_placed_raise(ctx, land, &r->topology, r->kind));
        r->paths.height = fluv_layer_edit(ctx, land, FLUV_LAYER_height);
        if (!r->paths.height)
            return FLUV_NO_MEMORY;
    }
    if (placed->lake_count && !r->kept) {
        FLUV_TRY(fluv_ponds_fit(ctx, land, &r->paths, ponds));
        r->kept = !ponds->fit;
    }
    return r->kept ? fluv_kept_draw(ctx, land, &r->topology, &r->paths, &r->laying) : FLUV_OK;
}

/* Where lakes let their water out; paths end at them from then on. */
static fluv_status lead_lakes(fluv_ctx *ctx, fluv_landscape *land, router *r,
                              const fluv_pond_set *ponds)
{
    const fluv_ways_job job = {&r->paths, r->paths.down, &r->laying};
    if (ponds->fit)
        FLUV_TRY(fluv_ponds_lay(ctx, land, &job, ponds));
    fluv_standing_job standing = standing_job(land, r);
    if (!standing.placed)
        return FLUV_OK;
    FLUV_TRY(fluv_standing_open(ctx, &r->laying, r->topology.count, &r->lakes));
    if (!r->lakes.count)
        return FLUV_OK;
    fluv_laying ways = {0}; /* as paths lead so far */
    fluv_status status = FLUV_OK;
    if (!r->kept) {
        status = fluv_ways_lay(ctx, land, &(fluv_ways_job){&r->paths, r->paths.down, &ways});
        standing.laying = &ways;
    }
    if (status == FLUV_OK)
        status = fluv_standing_lead(ctx, &standing, &r->lakes);
    fluv_laying_free(&ways);
    r->paths.lake = r->lakes.of;
    return status;
}

static fluv_status open_paths(fluv_ctx *ctx, const fluv_landscape *land,
                              const fluv_sample_params *p, router *r)
{
    size_t cells = r->topology.count;
    r->paths.frame = &land->frame;
    r->paths.kind = r->kind;
    r->paths.lost = &r->lost;
    r->paths.wide = p->width;
    r->paths.path = fluv_scratch_zero(ctx, cells, 1);
    r->paths.rosgen = fluv_scratch_zero(ctx, cells, 1);
    r->paths.half = fluv_scratch_zero(ctx, cells, 1);
    r->paths.aside = fluv_scratch_zero(ctx, cells, 2);
    r->paths.down = fluv_scratch(ctx, cells, sizeof *r->paths.down);
    if (!r->paths.path || !r->paths.rosgen || !r->paths.half || !r->paths.aside || !r->paths.down)
        return FLUV_NO_MEMORY;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (size_t c = 0; c < cells; c++)
        r->paths.down[c] = FLUV_NONE;
    return FLUV_OK;
}

static fluv_status draw_paths(fluv_ctx *ctx, fluv_landscape *land, const fluv_sample_params *p,
                              router *r)
{
    fluv_pond_set ponds = {0};
    FLUV_TRY(open_paths(ctx, land, p, r));
    if (p->rivers)
        FLUV_TRY(draw_kept(ctx, land, r, &ponds));
    const fluv_courses *courses = fluv_layer_read(land, FLUV_LAYER_courses);
    FLUV_TRY(fluv_paths_draw(ctx, courses, p->least_flow, &r->paths));
    if (p->rivers)
        FLUV_TRY(lead_lakes(ctx, land, r, &ponds));
    FLUV_TRY(fluv_arms_draw(ctx, courses, &r->paths, &r->arms, &r->lengths));
    return p->rivers ? fluv_sides_mark(ctx, &r->paths) : FLUV_OK;
}

/* While hollows are looked for, paths and lakes are as good as the sea: water that reaches one is
 * gone. */
static fluv_status drain_to_paths(fluv_ctx *ctx, fluv_landscape *land, router *r)
{
    uint32_t cells = r->topology.count;
    const uint8_t *path = r->paths.path;
    uint8_t *kind = fluv_scratch(ctx, cells, 1);
    r->receiver = fluv_layer_renew(ctx, land, FLUV_LAYER_receiver);
    if (!kind || !r->receiver)
        return FLUV_NO_MEMORY;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t c = 0; c < cells; c++)
        kind[c] =
            (uint8_t)(r->kind[c] | (path[c] || fluv_paths_lake(&r->paths, c) ? FLUV_CELL_SEA : 0));
    fluv_drainage_job job = {.topology = r->topology,
                             .height = r->paths.height,
                             .kind = kind,
                             .descent = FLUV_STEEPEST,
                             .receiver = r->receiver};
    fluv_drainage drainage;
    FLUV_TRY(fluv_drainage_find(ctx, &job, &drainage));
    fluv_ways_connect(&drainage.hierarchy, r->receiver);
    FLUV_TRY(fluv_ways_carve(ctx, &drainage, r->paths.height, &land->change));
    fluv_drainage_forget(ctx, &drainage);
    fluv_scratch_drop(ctx, kind);
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t c = 0; c < cells; c++)
        r->receiver[c] = path[c] ? r->paths.down[c] : r->receiver[c];
    fluv_sides_forget(&r->paths);
    return FLUV_OK;
}

/* A way that was cut below a path takes the path down with it. */
static void lower_below(const router *r)
{
    float *height = r->paths.height;
    for (uint32_t c = 0; c < r->topology.count; c++)
        for (uint32_t at = c, to; (to = r->receiver[at]) != FLUV_NONE &&
                                  !(r->kind[to] & FLUV_CELL_SEA) && height[to] > height[at];
             at = to) {
            assert(to < r->topology.count);
            height[to] = height[at]; /* so that this step is not taken again */
        }
}

/* A diagonal step of a path that another cell's step crosses stays; the other joins the path. */
static void join_crossed(const router *r)
{
    uint32_t cols = r->topology.cols, cells = r->topology.count;
    uint32_t *to = r->receiver;
    for (uint32_t c = 0; (c = fluv_next_marked(r->paths.path, c, cells)) < cells; c++) {
        if (to[c] == FLUV_NONE)
            continue;
        uint32_t beside = c / cols * cols + to[c] % cols, below = to[c] / cols * cols + c % cols;
        if (beside == c || beside == to[c] || (to[beside] != below && to[below] != beside))
            continue;
        assert(beside < cells && below < cells);
        uint32_t other = to[beside] == below ? beside : below;
        if (!r->paths.path[other] && !fluv_paths_lake(&r->paths, other))
            to[other] = to[c];
    }
}

/* A course that found no way down goes on as the land drains, which leads to a path or the sea. */
static void go_on(const router *r)
{
    const uint32_t *lost = r->lost.items;
    for (size_t i = 0; i < r->lost.count; i++)
        for (uint32_t at = lost[i];
             at != FLUV_NONE && !r->paths.path[at] && !fluv_paths_lake(&r->paths, at) &&
             !(r->kind[at] & FLUV_CELL_SEA);
             at = r->receiver[at]) { /* never twice: it is a path now */
            r->paths.path[at] = FLUV_PATH_RIVER;
            r->paths.rosgen[at] = r->paths.rosgen[lost[i]];
            r->paths.down[at] = r->receiver[at];
        }
}

static fluv_status sum_areas(fluv_ctx *ctx, fluv_landscape *land, const router *r)
{
    uint32_t cells = r->topology.count;
    double *area = fluv_layer_renew(ctx, land, FLUV_LAYER_area);
    uint8_t *donors = fluv_scratch(ctx, cells, sizeof *donors);
    if (!area || !donors)
        return FLUV_NO_MEMORY;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t c = 0; c < cells; c++) {
        bool land_cell = !(r->kind[c] & (FLUV_CELL_VOID | FLUV_CELL_SEA));
        area[c] = land_cell ? fluv_cell_area(&r->topology, c) : 0.0;
    }
    fluv_accumulate(&r->topology, ctx->threads, r->receiver, NULL, donors, area, NULL);
    fluv_scratch_drop(ctx, donors);
    return FLUV_OK;
}

/* Flow by the law of the method; it is not rain that is summed up. */
static fluv_status set_flow(fluv_ctx *ctx, fluv_landscape *land, router *r)
{
    const fluv_territories *law = fluv_layer_read(land, FLUV_LAYER_territories);
    const double *area = fluv_layer_read(land, FLUV_LAYER_area);
    float *discharge = fluv_layer_renew(ctx, land, FLUV_LAYER_discharge);
    if (!discharge)
        return FLUV_NO_MEMORY;
    double own = fluv_cell_area(&r->topology, 0);
    float head = (float)fluv_flow_law(law, own); /* where rivers begin */
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t c = 0; c < r->topology.count; c++)
        discharge[c] = area[c] == 0.0   ? 0.0f
                       : area[c] == own ? head
                                        : (float)fluv_flow_law(law, area[c]);
    assert(law->flow >= 0.0 && own > 0.0);
    fluv_arm_flow flow = {&r->paths, law, r->receiver, area, discharge};
    fluv_arms_settle(&flow, &r->arms, &r->lengths);
    fluv_ways_spring(fluv_layer_read(land, FLUV_LAYER_placed),
                     &(fluv_ways_job){&r->paths, r->receiver, &r->laying}, discharge);
    fluv_arms_share(r->arms.items, r->arms.count, r->receiver,
                    fluv_layer_read(land, FLUV_LAYER_cover), discharge);
    return FLUV_OK;
}

static fluv_status make_rivers(fluv_ctx *ctx, const fluv_sample_params *p, fluv_landscape *land,
                               const router *r)
{
    fluv_river_cells channels;
    fluv_channel_shape shape;
    const uint8_t *cover = fluv_layer_read(land, FLUV_LAYER_cover);
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t c = 0; c < r->topology.count; c++)
        r->paths.path[c] = r->paths.path[c] && cover[c] == FLUV_LAND;
    fluv_river_cells_given given = {r->paths.path, r->arms.items, r->arms.count};
    FLUV_TRY(fluv_river_cells_take(ctx, land, &given, &channels));
    FLUV_TRY(fluv_rivers_usual_shape(ctx, &shape));
    shape.width =
        p->width * ((const fluv_courses *)fluv_layer_read(land, FLUV_LAYER_courses))->width;
    channels.rosgen = r->paths.rosgen;
    channels.aside = r->paths.aside;
    return fluv_rivers_build(ctx, &shape, &channels, land);
}

static fluv_status settle_lagoons(fluv_ctx *ctx, fluv_landscape *land, const router *r)
{
    fluv_lagoon_cells cells = {.frame = &land->frame,
                               .kind = r->kind,
                               .height = r->paths.height,
                               .water = fluv_layer_edit(ctx, land, FLUV_LAYER_water),
                               .cover = fluv_layer_edit(ctx, land, FLUV_LAYER_cover)};
    if (!cells.water || !cells.cover)
        return FLUV_NO_MEMORY;
    return fluv_lagoons_settle(ctx, &cells, land);
}

/* Where placed rivers run and lakes lie, for all who make rivers of the cells. */
static fluv_status lay_placed(fluv_ctx *ctx, fluv_landscape *land, const uint32_t *down, bool lakes,
                              router *r)
{
    if (!land->layers[FLUV_LAYER_placed] || r->kept)
        return FLUV_OK;
    const fluv_ways_job job = {&r->paths, down, &r->laying};
    fluv_pond_set ponds;
    if (lakes) {
        FLUV_TRY(fluv_ponds_fit(ctx, land, &r->paths, &ponds));
        FLUV_TRY(fluv_ponds_lay(ctx, land, &job, &ponds));
        r->lakes_fit = ponds.fit;
    }
    FLUV_TRY(fluv_ways_lay(ctx, land, &job));
    fluv_shared *laid = fluv_laid_seal(ctx, &r->laying);
    if (!laid)
        return FLUV_NO_MEMORY;
    fluv_layer_put(land, FLUV_LAYER_laid, laid);
    return FLUV_OK;
}

/* What is left to do on the cells is done by stages that come later, all of it together. */
static void leave_rest(fluv_landscape *land, bool drained, const router *r)
{
    const fluv_placed *placed = fluv_layer_read(land, FLUV_LAYER_placed);
    bool laid =
        drained || !placed || (fluv_ways_are_all(placed) && (r->lakes_fit || !placed->lake_count));
    if (!laid)
        fluv_layer_put(land, FLUV_LAYER_laid, NULL);
}

/* Heights that fall along the water, and lakes that the ground holds. */
static fluv_status settle_heights(fluv_ctx *ctx, const fluv_landscape *land, const router *r)
{
    fluv_standing_job job = standing_job(land, r);
    if (r->lakes.count)
        FLUV_TRY(fluv_standing_hold(ctx, &job, &r->lakes, r->receiver));
    lower_below(r);
    fluv_receivers_uncross(&r->topology, r->paths.height, r->paths.lake, r->receiver);
    return r->lakes.count ? fluv_standing_expect(ctx, &job, &r->lakes) : FLUV_OK;
}

/* What a tree was made from, without which it is ground alone. */
#define PLAN FLUV_SET(contour, courses, territories)

static bool has_plan(fluv_layer_set present)
{
    return !(PLAN & ~present);
}

static fluv_status fill_layers(fluv_ctx *ctx, const fluv_sample_params *p, fluv_landscape *land,
                               router *r)
{
    FLUV_TRY(fill_heights(ctx, land, r->paths.height));
    FLUV_TRY(fluv_sea_find(ctx, land, &r->topology, &r->kind));
    if (!has_plan(fluv_layers_present(land))) {
        fluv_note_add(land, "sample",
                      "the tree came without its courses: rivers are left to the stages `drain`, "
                      "`lakes` and `rivers`");
        return FLUV_OK;
    }
    FLUV_TRY(settle_lagoons(ctx, land, r));
    FLUV_TRY(draw_paths(ctx, land, p, r));
    if (!p->rivers)
        return lay_placed(ctx, land, r->paths.down, true, r);
    FLUV_TRY(fluv_advance(ctx, 0.5));
    FLUV_TRY(drain_to_paths(ctx, land, r));
    fluv_standing_job standing = standing_job(land, r);
    if (r->lakes.count)
        FLUV_TRY(fluv_standing_route(ctx, &standing, &r->lakes, r->receiver));
    join_crossed(r);
    go_on(r);
    FLUV_TRY(fluv_advance(ctx, 0.6));
    FLUV_TRY(settle_heights(ctx, land, r));
    fluv_paths_part(&r->paths, ctx->threads, r->receiver);
    FLUV_TRY(fluv_advance(ctx, 0.65));
    FLUV_TRY(lay_placed(ctx, land, r->receiver, false, r));
    FLUV_TRY(sum_areas(ctx, land, r));
    FLUV_TRY(set_flow(ctx, land, r));
    FLUV_TRY(fluv_advance(ctx, 0.7));
    if (standing.placed)
        FLUV_TRY(fluv_standing_publish(ctx, &standing, &r->lakes, land));
    FLUV_TRY(make_rivers(ctx, p, land, r));
    FLUV_TRY(fluv_mouths_name(ctx, land));
    return FLUV_OK;
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    router r = {0};
    fluv_layers_drop(land, fluv_stage_sample.makes);
    r.paths.height = fluv_layer_renew(ctx, land, FLUV_LAYER_height);
    if (!r.paths.height)
        return FLUV_NO_MEMORY;
    fluv_status status = fill_layers(ctx, params, land, &r);
    fluv_list_free(&r.lost);
    fluv_list_free(&r.arms);
    fluv_list_free(&r.lengths);
    fluv_laying_free(&r.laying);
    FLUV_TRY(status);
    leave_rest(land, ((const fluv_sample_params *)params)->rivers, &r);
    return fluv_advance(ctx, 1.0);
}

static fluv_status makes_with(fluv_ctx *ctx, const void *params, fluv_layer_set present,
                              fluv_layer_set *makes)
{
    const fluv_sample_params *p = params;
    (void)ctx;
    if (!p->rivers || !has_plan(present))
        *makes = FLUV_SET(height, water, cover, coast);
    if (present & FLUV_SET(placed))
        *makes |= FLUV_SET(laid);
    else
        *makes &= ~FLUV_SET(lakes);
    return FLUV_OK;
}

#define PARAMS fluv_sample_params
static const fluv_param table[] = {
#include "base/param_rows.h"
#include "stages/sample/sample.def"
};

const fluv_stage fluv_stage_sample = {
    .info = {.name = "sample",
             .summary = "The construction tree on the frame's cells, with its rivers.",
             .params = table,
             .param_count = sizeof table / sizeof *table},
    .params_size = sizeof(fluv_sample_params),
    FLUV_NEEDS(tree),
    FLUV_MAKES(height, water, cover, coast, receiver, area, discharge, rivers, lakes, watersheds),
    FLUV_AMENDS(),
    .makes_with = makes_with,
    .bytes_per_cell = 64.0,
    .run = run,
};
