// SPDX-License-Identifier: MIT
/* Whether a recipe can run before anything of it runs: frame, order of stages, memory.
 *
 * The estimate follows the stages: at each, the layers that are there, the older layers that kept
 * results hold on to, and what the stage itself says it takes. */
#include "base/room.h"
#include "base/words.h"
#include "landscape/hydrology.h"
#include "mesh/mesh.h"
#include "recipe/recipe.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Mistakes of the plan stand where the stage or the frame stands in the recipe's text. */
static fluv_origin source_of(fluv_ctx *ctx, const fluv_recipe *recipe)
{
    return (fluv_origin){.ctx = ctx, .mistake = FLUV_BAD_RECIPE, .name = recipe->name};
}

/* Stages that can make layers without having them. */
static fluv_joined makers(fluv_layer_set layers, const fluv_stage *asking)
{
    fluv_joined names = {0};
    for (size_t i = 0; i < fluv_stages_count; i++) {
        const fluv_stage *stage = fluv_stages[i];
        fluv_layer_set can = stage->makes | stage->amends;
        if (stage != asking && !(layers & ~can) && !(layers & stage->needs))
            fluv_joined_add(&names, stage->info.name);
    }
    return names;
}

/* The layers as the plan goes through the stages. */
typedef struct forecast {
    fluv_layer_set present;
    const fluv_stage *loader; /* the stage that brought what files hold; NULL: none */
    const fluv_stage *dropped_by[FLUV_LAYER_COUNT]; /* the last stage that made it untrue */
} forecast;

static fluv_status pass_stage(fluv_ctx *ctx, forecast *f, const fluv_recipe_stage *at)
{
    fluv_layer_turn turn;
    FLUV_TRY(fluv_stage_turn(ctx, at->stage, at->params, f->present, &turn));
    for (int layer = 0; layer < FLUV_LAYER_COUNT; layer++)
        if (turn.stale & f->present & FLUV_HAS(layer))
            f->dropped_by[layer] = at->stage;
    f->present = turn.after;
    if (at->stage->makes_with && !at->stage->makes)
        f->loader = at->stage;
    return FLUV_OK;
}

typedef struct why {
    char text[96];
} why;

/* Why a layer that was there is no longer, or never came. */
static why why_missing(const forecast *f, fluv_layer layer)
{
    why out = {""};
    if (f->dropped_by[layer])
        snprintf(out.text, sizeof out.text, ", which no longer holds after `%s`",
                 f->dropped_by[layer]->info.name);
    else if (f->loader)
        snprintf(out.text, sizeof out.text, ", which the files of `%s` do not hold",
                 f->loader->info.name);
    return out;
}

/* Names the first layer that is missing, and stages that make all of what is missing; where there
 * are none, those that make the first. */
static fluv_status fail_needs(fluv_ctx *ctx, const fluv_recipe *recipe, size_t index,
                              const forecast *f)
{
    const fluv_recipe_stage *at = &recipe->stages[index];
    fluv_origin source = source_of(ctx, recipe);
    fluv_layer_set missing = at->stage->needs & ~f->present;
    fluv_layer first = (fluv_layer)__builtin_ctzll(missing);
    fluv_joined names = makers(missing, at->stage);
    if (names.count == 0)
        names = makers(FLUV_HAS(first), at->stage);
    if (names.count == 0)
        return fluv_fail_at(&source, at->place, "`%s` needs `%s`, which no stage makes",
                            at->stage->info.name, fluv_layer_name(first));
    return fluv_fail_at(&source, at->place, "`%s` needs `%s`%s: put %s%s before it",
                        at->stage->info.name, fluv_layer_name(first), why_missing(f, first).text,
                        names.count > 1 ? "one of " : "", names.text);
}

fluv_status fluv_recipe_check_order(fluv_ctx *ctx, const fluv_recipe *recipe, fluv_layer_set given,
                                    size_t first, size_t end)
{
    forecast f = {.present = given};
    for (size_t i = first; i < end; i++) {
        const fluv_recipe_stage *at = &recipe->stages[i];
        fluv_origin source = source_of(ctx, recipe);
        if (at->stage->sets_frame && i > 0)
            return fluv_at_stage(ctx, recipe, i,
                                 fluv_fail_at(&source, at->place,
                                              "`%s` brings its own frame: put it first",
                                              at->stage->info.name));
        if (at->stage->needs & ~f.present)
            return fluv_at_stage(ctx, recipe, i, fail_needs(ctx, recipe, i, &f));
        FLUV_TRY(fluv_at_stage(ctx, recipe, i, pass_stage(ctx, &f, at)));
    }
    return FLUV_OK;
}

static fluv_status check_wish(const fluv_origin *source, const fluv_recipe *recipe)
{
    fluv_place place = recipe->frame_place;
    const char *first = recipe->stages[0].stage->info.name;
    if (recipe->frame.rows)
        return fluv_fail_at(source, place,
                            "frame.size: `%s` brings the frame's shape: give one number, the cells "
                            "along its longer side",
                            first);
    return FLUV_OK;
}

static fluv_status check_frame(fluv_ctx *ctx, const fluv_recipe *recipe)
{
    const fluv_frame_params *frame = &recipe->frame;
    const fluv_origin source = source_of(ctx, recipe);
    fluv_place place = recipe->frame_place;
    if (frame->low > frame->high || (frame->low == frame->high && frame->low != 0.0))
        return fluv_fail_at(&source, place,
                            "frame.height: %g m to %g m is no range: put the "
                            "lower end first",
                            frame->low, frame->high);
    if (recipe->stages[0].stage->sets_frame)
        return check_wish(&source, recipe);
    if (!recipe->has_frame)
        return fluv_fail_at(&source, place,
                            "the recipe has no frame: add `frame: {size: 512, width: 20 km}`");
    int64_t rows = frame->rows ? frame->rows : frame->size;
    if (frame->size * rows >= (int64_t)UINT32_MAX)
        return fluv_fail_at(&source, place,
                            "frame.size: %lld x %lld cells are too many: at most 4294967294",
                            (long long)frame->size, (long long)rows);
    return FLUV_OK;
}

/* A landscape to begin with brings the frame; the recipe says nothing else of it. */
static fluv_status check_start(fluv_ctx *ctx, const fluv_recipe *recipe, const fluv_frame *start)
{
    const fluv_origin source = source_of(ctx, recipe);
    fluv_frame asked;
    if (recipe->stages[0].stage->sets_frame)
        return fluv_fail_at(&source, recipe->stages[0].place,
                            "`%s` brings its own frame, and so does the landscape to begin with",
                            recipe->stages[0].stage->info.name);
    fluv_recipe_frame(recipe, &asked);
    if (recipe->has_frame && (asked.cols != start->cols || asked.rows != start->rows))
        return fluv_fail_at(&source, recipe->frame_place,
                            "frame.size: the landscape to begin with has %u x %u cells: leave "
                            "`frame` out, or give the same",
                            start->cols, start->rows);
    return FLUV_OK;
}

fluv_status fluv_recipe_plan(fluv_ctx *ctx, const fluv_recipe *recipe, const char *until,
                             const fluv_landscape *start, size_t *stages)
{
    const fluv_origin text = source_of(ctx, recipe);
    if (recipe->stage_count == 0)
        return fluv_fail_at(&text, (fluv_place){1, 1}, "no stages: list them under `stages:`");
    *stages = recipe->stage_count;
    if (until) {
        size_t last = fluv_recipe_index(recipe, until, strlen(until));
        const fluv_origin source = {.ctx = ctx, .mistake = FLUV_BAD_USE};
        if (last == recipe->stage_count)
            return fluv_fail_reference(&source, recipe, "cannot stop after", until);
        *stages = last + 1;
    }
    FLUV_TRY(start ? check_start(ctx, recipe, &start->frame) : check_frame(ctx, recipe));
    return fluv_recipe_check_order(ctx, recipe, start ? fluv_layers_present(start) : 0, 0, *stages);
}

fluv_status fluv_recipe_check(fluv_ctx *ctx, const fluv_recipe *recipe, const char *until)
{
    size_t stages;
    return fluv_recipe_plan(ctx, recipe, until, NULL, &stages);
}

/* What cells and what vertices of the mesh come to, bytes, and how many there are. */
typedef struct footprint {
    double cells, vertices;
    double on_cells, on_vertices;
    const char *mesher; /* the stage that makes the mesh; NULL: it is there, or there is none */
} footprint;

static footprint footprint_of(const fluv_landscape *land, double vertices, fluv_layer_set layers)
{
    footprint f = {.cells = (double)fluv_cell_count(land), .vertices = vertices};
    for (int layer = 0; layer < FLUV_LAYER_COUNT; layer++)
        if (layers & FLUV_HAS(layer)) {
            const fluv_layer_row *row = &fluv_layer_rows[layer];
            f.on_cells +=
                fluv_layer_is_grid((fluv_layer)layer) ? f.cells * (double)row->bytes : 0.0;
            f.on_vertices += vertices * (double)row->vertex_bytes;
        }
    return f;
}

static double bytes_of(const footprint *f)
{
    return f->on_cells + f->on_vertices;
}

static double bytes_per_vertex(const fluv_recipe_stage *at)
{
    const fluv_stage *stage = at->stage;
    double more = stage->more_bytes_per_vertex ? stage->more_bytes_per_vertex(at->params) : 0.0;
    return stage->bytes_per_vertex + more;
}

/* At the stage that takes most. */
static fluv_status find_peak(fluv_ctx *ctx, const fluv_recipe *recipe, const fluv_landscape *land,
                             size_t first, size_t end, bool keep, footprint *out)
{
    const fluv_mesh *mesh = fluv_layer_read(land, FLUV_LAYER_mesh);
    double vertices = mesh ? (double)mesh->count : 0.0;
    fluv_layer_set present = fluv_layers_present(land);
    footprint peak = {0}, kept = {0};
    const char *mesher = NULL;
    for (size_t i = first; i < end; i++) {
        const fluv_recipe_stage *at = &recipe->stages[i];
        if (at->stage->vertices) {
            vertices = at->stage->vertices(at->params, land);
            mesher = at->stage->info.name;
        }
        footprint now = footprint_of(land, vertices, present);
        now.on_cells += kept.on_cells + now.cells * at->stage->bytes_per_cell;
        now.on_vertices += kept.on_vertices + vertices * bytes_per_vertex(at);
        now.mesher = mesher;
        if (bytes_of(&now) >= bytes_of(&peak))
            peak = now;
        fluv_layer_turn turn;
        FLUV_TRY(fluv_stage_turn(ctx, at->stage, at->params, present, &turn));
        if (keep) { /* the stage wrote a copy, or dropped what is kept */
            fluv_layer_set doubled = present & (turn.written | turn.stale);
            footprint copy = footprint_of(land, vertices, doubled);
            kept.on_cells += copy.on_cells;
            kept.on_vertices += copy.on_vertices;
        }
        present = turn.after;
    }
    *out = peak;
    return FLUV_OK;
}

static double cells_that_fit(const fluv_frame *frame, const footprint *peak, double room)
{
    double longer = (double)(frame->cols > frame->rows ? frame->cols : frame->rows);
    double size = floor(longer * sqrt(fmax(room - peak->on_vertices, 0.0) / peak->on_cells));
    return size > 64.0 ? size - fmod(size, 16.0) : size;
}

typedef struct advice {
    char text[64];
} advice;

/* What to make smaller: the mesh where it takes more than the cells do. */
static advice advise(const fluv_landscape *land, const footprint *peak, double room)
{
    advice out = {""};
    const fluv_frame *frame = &land->frame;
    if (peak->mesher && peak->on_vertices > peak->on_cells) {
        double fit = peak->vertices * (room - peak->on_cells) / peak->on_vertices;
        double area = frame->cell * frame->cols * frame->cell * frame->rows;
        if (fit >= 9.0)
            snprintf(out.text, sizeof out.text, ": try %s.spacing=%.3g", peak->mesher,
                     1.02 * sqrt(area / fit));
        return out;
    }
    double size = cells_that_fit(frame, peak, room);
    if (size >= 1.0)
        snprintf(out.text, sizeof out.text, ": try frame.size=%.0f", size);
    return out;
}

fluv_status fluv_recipe_fits(fluv_ctx *ctx, const fluv_recipe *recipe, const fluv_landscape *land,
                             size_t first, size_t end, bool keep)
{
    double room = (double)fluv_room(ctx);
    footprint peak;
    FLUV_TRY(find_peak(ctx, recipe, land, first, end, keep, &peak));
    if (bytes_of(&peak) <= room)
        return FLUV_OK;
    char vertices[64] = "";
    if (peak.on_vertices > 0.0)
        snprintf(vertices, sizeof vertices, " and about %.3g vertices of the mesh", peak.vertices);
    return fluv_fail(ctx, FLUV_NO_MEMORY, "%u x %u cells%s need about %s, %s are free%s",
                     land->frame.cols, land->frame.rows, vertices,
                     fluv_bytes_show(bytes_of(&peak)).text, fluv_bytes_show(room).text,
                     advise(land, &peak, room).text);
}

/* ---- Work --------------------------------------------------------------------------------------
 */

#define FOLLOWS_CELLS 1.0  /* visits a cell where the work follows from the frame */
#define SECONDS_VISIT 1e-6 /* of one core */
#define MOST_WORK     (3e5 / SECONDS_VISIT) /* visits: beyond days of one core it is a mistake */
#define SECONDS_A_DAY 86400.0

static double visits_of(const fluv_recipe_stage *at, const fluv_landscape *land, fluv_extent extent)
{
    if (at->stage->visits)
        return at->stage->visits(at->params, land, extent);
    return FOLLOWS_CELLS * (double)fluv_cell_count(land);
}

/* Of the stages from `first` on, whose frame is known. */
static fluv_work work_of(const fluv_recipe *recipe, const fluv_landscape *land, size_t first,
                         size_t end)
{
    const fluv_mesh *mesh = fluv_layer_read(land, FLUV_LAYER_mesh);
    const fluv_streams *streams = fluv_layer_read(land, FLUV_LAYER_network);
    fluv_extent extent = {mesh ? (double)mesh->count : 0.0, streams ? streams->edge : 0.0};
    fluv_work out = {.stage = "", .stage_index = -1};
    for (size_t i = first; i < end; i++) {
        const fluv_recipe_stage *at = &recipe->stages[i];
        if (at->stage->vertices)
            extent.vertices = at->stage->vertices(at->params, land);
        if (at->stage->edge)
            extent.edge = at->stage->edge(at->params, land);
        double seconds = SECONDS_VISIT * visits_of(at, land, extent);
        out.seconds += seconds;
        if (out.stage_index < 0 || seconds > out.stage_seconds) {
            out.stage_seconds = seconds;
            out.stage = at->stage->info.name;
            out.stage_index = (int)i;
        }
    }
    return out;
}

fluv_status fluv_recipe_work(fluv_ctx *ctx, const fluv_recipe *recipe, fluv_work *out)
{
    fluv_landscape land = {0};
    *out = (fluv_work){.stage = "", .stage_index = -1};
    FLUV_TRY(fluv_recipe_check(ctx, recipe, NULL));
    if (recipe->stages[0].stage->sets_frame)
        return FLUV_OK;
    fluv_recipe_frame(recipe, &land.frame);
    *out = work_of(recipe, &land, 0, recipe->stage_count);
    return FLUV_OK;
}

fluv_status fluv_recipe_work_fits(fluv_ctx *ctx, const fluv_recipe *recipe,
                                  const fluv_landscape *land, size_t first, size_t end)
{
    fluv_work work = work_of(recipe, land, first, end);
    if (work.seconds <= SECONDS_VISIT * MOST_WORK)
        return FLUV_OK;
    const fluv_origin source = source_of(ctx, recipe);
    return fluv_at_stage(
        ctx, recipe, (size_t)work.stage_index,
        fluv_fail_at(
            &source, recipe->stages[work.stage_index].place,
            "`%s` would take about %.3g days of one core: fewer steps, a coarser mesh, longer "
            "edges or fewer cells will do",
            work.stage, work.stage_seconds / SECONDS_A_DAY));
}
