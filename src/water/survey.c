// SPDX-License-Identifier: MIT
/* Surveyed lakes.
 *
 * in   heights of a real map     out   lakes at the level the map shows; shores closed, outlets cut
 *
 * A map made from the air shows a lake as a flat. Regions of cells within an eighth of a metre of a
 * first cell are gathered. A large one is a lake if it is broad, does not touch the sea and hardly
 * any of its shore drains off lower; a terrace, or a plain in a map of whole metres, does along
 * half of its border. Errors of the map along the shore, lower than the lake but shut in with it,
 * are part of it; a flat that would have to be mostly such errors is no lake, but stands above one,
 * or above a valley behind a bridge. O(n). */
#include "water/survey.h"

#include "water/filled.h"
#include "water/sums.h"
#include "water/survey_calm.h"
#include "water/undo.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define FLAT_WITHIN      0.125f /* m */
#define MOST_DISHED      0.03   /* m by which its rim may stand above the mean of a flat */
#define LEAST_EVEN       0.5    /* share of a lake that is flat or calm; the rest are errors */
#define MOST_OFF         6.0f /* m by which calm water of one lake may seem to differ from its flat */
#define LEAST_EXACT      0.05 /* share of a lake with calm water that has nothing but flat around */
#define RIM_ABOVE        1.0f /* m by which cells at the rim of calm water may stand above it, */
#define RIM_BELOW        5.0f /* m, or below: and there as far as */
#define MOAT             3    /* more cells, where the survey led water down under its shore */
#define CERTAIN_INNER    64   /* such cells: chance on a plain in whole metres makes no such flat */
#define FEW_CELLS        16   /* the least of which a quarter can have flat all around: 4 x 4 */
#define LEAST_INNER      0.25 /* share of a flat's cells with nothing but flat around them */
#define MOST_LOWER_SHORE 0.1  /* share of the shore that may lie lower */
#define MOST_BELOW       5.0  /* m below the lake in the mean: more is no error but land, */
#define FEW_BELOW        0.05 /* of the lake may lie lower before this counts */
#define FAR_BELOW        7.5  /* m: this is seen before all of it has been looked at, */
#define FIRST_LOOK       64   /* from this many cells on */
#define SHORE_ABOVE      0.05f /* m by which shores stand above the lake at least */
#define NOT_YET          FLUV_NONE
#define REFUSED          (FLUV_NONE - 2)
#define LOOKED_AT        (FLUV_NONE - 3)

typedef struct finder {
    const fluv_topology *topology;
    const uint8_t *kind;
    float *height;
    uint32_t *lake_of, *queue;
    fluv_calm calm;
    /* When all regions were gathered once: */
    const fluv_survey_filled *filled; /* NULL: not yet */
    const uint8_t *ways;              /* see fluv_survey_rules */
    uint8_t *changed;
    fluv_list shore; /* uint32_t: for every step out of the region at hand the cell it leads to */
} finder;

static bool is_ground(const finder *f, uint32_t cell)
{
    return !(f->kind[cell] & (FLUV_CELL_VOID | FLUV_CELL_SEA));
}

/* Whether all around a cell is as flat as it. */
static bool is_even(const finder *f, uint32_t cell)
{
    fluv_around around = fluv_around_known(f->topology, f->kind, cell);
    for (uint32_t i = 0; i < around.count; i++)
        if (!(fabsf(f->height[around.cell[i]] - f->height[cell]) <= FLAT_WITHIN))
            return false;
    return true;
}

/* Only such cells begin a region. */
static bool is_seed(const finder *f, uint32_t cell)
{
    return f->lake_of[cell] == NOT_YET && is_ground(f, cell) && is_even(f, cell);
}

/* What is known of a region when it has been gathered. */
typedef struct region {
    uint32_t cells; /* of the flat, first in the queue */
    uint32_t even;  /* these, and calm ones around them */
    double area;    /* m2 */
    uint32_t rim_cells;
    fluv_steps height, rim_height; /* sums over its cells, and over its rim */
} region;

/* What cells of a lake look like. */
typedef struct surface {
    float lowest, highest; /* m */
    bool calm;
} surface;

/* The mean of its flat. */
static float level_of(const region *r)
{
    return (float)(fluv_from_steps(r->height) / r->cells);
}

static fluv_status add_to_shore(fluv_ctx *ctx, finder *f, const uint32_t *cells, uint32_t count)
{
    uint32_t *to = fluv_list_append(ctx, &f->shore, count, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    memcpy(to, cells, count * sizeof *to);
    return FLUV_OK;
}

/* Cells within an eighth of a metre of the seed, joined to it and taken by no lake. */
static fluv_status gather(fluv_ctx *ctx, finder *f, uint32_t seed, uint32_t mark, region *r)
{
    bool again = f->filled != NULL;
    assert(seed < f->topology->count && is_ground(f, seed));
    float level = f->height[seed];
    *r = (region){0};
    f->shore.count = 0;
    f->queue[r->cells++] = seed;
    f->lake_of[seed] = mark;
    for (uint32_t head = 0; head < r->cells; head++) {
        uint32_t cell = f->queue[head], outside[FLUV_DEGREE], steps = 0;
        fluv_around around = fluv_around_known(f->topology, f->kind, cell);
        for (uint32_t i = 0; i < around.count; i++) {
            uint32_t other = around.cell[i], taken = f->lake_of[other];
            if (taken == mark)
                continue;
            if (taken == NOT_YET && is_ground(f, other) &&
                fabsf(f->height[other] - level) <= FLAT_WITHIN) {
                f->lake_of[other] = mark;
                f->queue[r->cells++] = other;
            } else {
                outside[steps++] = other;
            }
        }
        r->height += fluv_in_steps((double)f->height[cell]);
        r->area += fluv_cell_area(f->topology, cell);
        r->rim_cells += steps > 0;
        r->rim_height += steps > 0 ? fluv_in_steps((double)f->height[cell]) : 0;
        if (steps && again)
            FLUV_TRY(add_to_shore(ctx, f, outside, steps));
    }
    r->even = r->cells;
    return FLUV_OK;
}

/* Adds the cells around some of the queue that are in no lake, are no more than so far off a level,
 * and calm if they must be. */
static void add_around(const finder *f, uint32_t first, uint32_t end, uint32_t mark,
                       const surface *like, uint32_t *tail)
{
    assert(first <= end && end <= *tail && *tail <= f->topology->count);
    for (uint32_t head = first; head < (like->calm ? *tail : end); head++) {
        fluv_around around = fluv_around_known(f->topology, f->kind, f->queue[head]);
        for (uint32_t i = 0; i < around.count; i++) {
            uint32_t cell = around.cell[i];
            if (f->lake_of[cell] < REFUSED || f->lake_of[cell] == mark || !is_ground(f, cell) ||
                f->height[cell] < like->lowest || f->height[cell] > like->highest ||
                (like->calm && !fluv_calm_at(&f->calm, cell)))
                continue;
            f->lake_of[cell] = mark;
            f->queue[(*tail)++] = cell;
        }
    }
}

/* Adds the calm water around a flat, and the cells along its rim, which are not seen to be calm
 * because the shore is too near. */
static fluv_status spread_calm(fluv_ctx *ctx, finder *f, uint32_t mark, region *r)
{
    float level = level_of(r);
    const surface water = {level - MOST_OFF, level + MOST_OFF, true};
    surface rim = {level - RIM_BELOW, level + RIM_ABOVE, false};
    uint32_t from = r->cells, tail = r->cells;
    add_around(f, 0, tail, mark, &water, &tail);
    for (int i = 0; i < FLUV_CALM_REACH + MOAT; i++) {
        uint32_t end = tail;
        rim.highest = i < FLUV_CALM_REACH ? level + RIM_ABOVE : level;
        add_around(f, from, end, mark, &rim, &tail);
        from = end;
    }
    r->even = tail;
    if (r->even == r->cells)
        return FLUV_OK;
    f->shore.count = 0;
    for (uint32_t i = 0; i < r->even; i++) {
        fluv_around around = fluv_around_known(f->topology, f->kind, f->queue[i]);
        uint32_t steps = 0;
        for (uint32_t k = 0; k < around.count; k++)
            if (f->lake_of[around.cell[k]] != mark)
                around.cell[steps++] = around.cell[k];
        if (steps)
            FLUV_TRY(add_to_shore(ctx, f, around.cell, steps));
    }
    return FLUV_OK;
}

/* Whether enough of a region is flat, and not calm alone, for it to be water. */
static bool shows_flats(const finder *f, const region *r)
{
    uint32_t even = 0;
    if (r->even == r->cells)
        return true;
    for (uint32_t i = 0; i < r->even; i++)
        even += is_even(f, f->queue[i]);
    return even >= LEAST_EXACT * r->even;
}

/* What lies lower than the lake, beside it, and cannot drain off below it. */
static bool is_shut_in(const finder *f, uint32_t cell, uint32_t mark, float level)
{
    return f->lake_of[cell] != mark && f->lake_of[cell] >= REFUSED && f->height[cell] <= level &&
           fluv_survey_filled_at(f->filled, cell) >= level && is_ground(f, cell);
}

/* Adds those of some cells that are shut in with the lake to the queue; returns how far below the
 * lake they are in all. */
static double add_shut_in(const finder *f, const uint32_t *cells, size_t count, uint32_t mark,
                          float level, uint32_t *tail)
{
    double below = 0.0;
    assert(f->filled && *tail <= f->topology->count);
    for (size_t i = 0; i < count; i++) {
        if (!is_shut_in(f, cells[i], mark, level))
            continue;
        f->lake_of[cells[i]] = mark;
        f->queue[(*tail)++] = cells[i];
        below += (double)(level - f->height[cells[i]]);
    }
    return below;
}

/* Adds all that is shut in with the lake. Returns whether it is near enough to the lake's level to
 * be errors; what is far deeper already is not looked at to its end. */
static bool spread_shut_in(const finder *f, uint32_t *count, uint32_t mark, float level)
{
    uint32_t flat = *count, tail = flat, next_look = FIRST_LOOK;
    double few = FEW_BELOW * flat;
    double below = add_shut_in(f, f->shore.items, f->shore.count, mark, level, &tail);
    for (uint32_t head = flat; head < tail; head++) {
        fluv_around around = fluv_around_known(f->topology, f->kind, f->queue[head]);
        below += add_shut_in(f, around.cell, around.count, mark, level, &tail);
        if (tail - flat >= next_look) {
            if (below > FAR_BELOW * (tail - flat + few))
                break;
            next_look *= 2;
        }
    }
    *count = tail;
    return below <= MOST_BELOW * (tail - flat + few);
}

typedef struct shore_steps {
    uint32_t all, lower; /* and those to ground that drains off lower */
    bool to_water;       /* some lead to the sea or another lake */
} shore_steps;

static void count_steps(const finder *f, const uint32_t *cells, size_t count, uint32_t mark,
                        float level, shore_steps *steps)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t other = cells[i];
        if (f->lake_of[other] == mark || (f->kind[other] & FLUV_CELL_VOID))
            continue;
        steps->to_water |= (f->kind[other] & FLUV_CELL_SEA) || f->lake_of[other] < REFUSED;
        steps->all++;
        steps->lower += fluv_survey_filled_at(f->filled, other) < level;
    }
}

/* Whether the shore is a lake's: no sea and no other lake beside it, and few steps over it lead to
 * ground that drains off lower. The first `flat` cells of the queue have their steps in `shore`. */
static bool is_lake_shore(const finder *f, uint32_t flat, uint32_t count, uint32_t mark,
                          float level)
{
    shore_steps steps = {0};
    count_steps(f, f->shore.items, f->shore.count, mark, level, &steps);
    for (uint32_t i = flat; i < count; i++) {
        fluv_around around = fluv_around_known(f->topology, f->kind, f->queue[i]);
        count_steps(f, around.cell, around.count, mark, level, &steps);
    }
    return !steps.to_water && steps.all > 0 &&
           (double)steps.lower <= MOST_LOWER_SHORE * (double)steps.all;
}

static fluv_status set_height(fluv_ctx *ctx, const finder *f, uint32_t cell, float height,
                              fluv_list *undo)
{
    FLUV_TRY(fluv_undo_note(ctx, undo, cell, f->height[cell]));
    f->height[cell] = height;
    f->changed[cell] = 1;
    return FLUV_OK;
}

static int by_number(const void *a, const void *b)
{
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return left < right ? -1 : left > right;
}

static fluv_status list_cells(fluv_ctx *ctx, const finder *f, uint32_t count, fluv_survey *survey)
{
    uint32_t *own = fluv_list_append(ctx, &survey->cells, count, sizeof *own);
    if (!own)
        return FLUV_NO_MEMORY;
    memcpy(own, f->queue, count * sizeof *own);
    qsort(own, count, sizeof *own, by_number);
    return FLUV_OK;
}

/* Levels the lake and raises its low shore cells. A lake at the edge has its outlet there. */
static fluv_status close_shore(fluv_ctx *ctx, const finder *f, uint32_t count, uint32_t mark,
                               fluv_surveyed_lake *lake, fluv_survey *survey)
{
    assert(count > 0 && isfinite(lake->level));
    FLUV_TRY(list_cells(ctx, f, count, survey));
    lake->root = FLUV_NONE;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t cell = f->queue[i];
        FLUV_TRY(set_height(ctx, f, cell, lake->level, &survey->undo));
        if ((f->kind[cell] & FLUV_CELL_OPEN) && cell < lake->root) {
            lake->root = cell;
            lake->at_edge = true;
        }
    }
    float least = lake->level + SHORE_ABOVE;
    for (uint32_t i = 0; i < count; i++) {
        fluv_around around = fluv_around_known(f->topology, f->kind, f->queue[i]);
        for (uint32_t k = 0; k < around.count; k++) {
            uint32_t other = around.cell[k];
            if (f->lake_of[other] == mark || !is_ground(f, other) || f->height[other] >= least)
                continue;
            double rise = (double)(least - f->height[other]);
            survey->volume_raised += rise * fluv_cell_area(f->topology, other);
            FLUV_TRY(set_height(ctx, f, other, least, &survey->undo));
        }
    }
    return FLUV_OK;
}

/* In the first round a region is looked at once; later its cells may be part of another lake. */
static void refuse(const finder *f, uint32_t count)
{
    assert(count <= f->topology->count);
    for (uint32_t i = 0; i < count; i++)
        f->lake_of[f->queue[i]] = f->filled ? NOT_YET : REFUSED;
}

/* Whether the region is the bottom of a smooth hollow: such a bottom rises towards its rim, a
 * lake's surface does not, however rough the survey. */
static bool is_dished(const region *r)
{
    return r->rim_cells > 0 &&
           fluv_from_steps(r->rim_height) / r->rim_cells - (double)level_of(r) > MOST_DISHED;
}

/* Whether the region is ragged: the few heights that are alike by chance on a plain in whole
 * metres, or under trees, are chains and lace. Water has breadth. */
static bool is_ragged(const region *r)
{
    return r->cells >= FEW_CELLS &&
           (double)(r->cells - r->rim_cells) < LEAST_INNER * (double)r->cells;
}

/* A flat that may be a lake. */
typedef struct flat {
    uint32_t seed, cells;
} flat;

/* The largest first: what lies beside it may be part of it. */
static int by_size(const void *a, const void *b)
{
    const flat *first = a, *second = b;
    if (first->cells != second->cells)
        return first->cells > second->cells ? -1 : 1;
    return (first->seed > second->seed) - (first->seed < second->seed);
}

/* Regions that are large enough, flat to the rim, and broad. */
static fluv_status find_flats(fluv_ctx *ctx, finder *f, double min_area, fluv_list *flats)
{
    uint32_t cols = f->topology->cols, last = cols - 1; /* of the row; of some cells: no test */
    for (uint32_t c = 0; c < f->topology->count; c++) {
        bool east = cols && c != last;
        last += cols && c == last ? cols : 0;
        if ((east && !(fabsf(f->height[c + 1] - f->height[c]) <= FLAT_WITHIN)) || !is_seed(f, c))
            continue; /* the first test alone passes over nearly all land */
        region r;
        FLUV_TRY(gather(ctx, f, c, LOOKED_AT, &r));
        refuse(f, r.cells);
        if (r.area < min_area || is_dished(&r) || is_ragged(&r))
            continue;
        flat *found = fluv_list_append(ctx, flats, 1, sizeof *found);
        if (!found)
            return FLUV_NO_MEMORY;
        *found = (flat){c, r.cells};
    }
    return FLUV_OK;
}

/* Whether a region with what is shut in with it is a lake. Adds that to the queue. */
static bool is_lake(const finder *f, const region *r, uint32_t mark, uint32_t *count)
{
    float level = level_of(r);
    *count = r->even;
    return shows_flats(f, r) && spread_shut_in(f, count, mark, level) &&
           (double)r->even >= LEAST_EVEN * (double)*count &&
           is_lake_shore(f, r->even, *count, mark, level);
}

/* A flat with the calm water around it may be a lake, or the flat alone. */
static fluv_status judge_flat(fluv_ctx *ctx, finder *f, uint32_t seed, fluv_survey *survey)
{
    if (f->lake_of[seed] < REFUSED)
        return FLUV_OK; /* part of a lake found before */
    uint32_t mark = (uint32_t)survey->lakes.count, count;
    region r;
    FLUV_TRY(gather(ctx, f, seed, mark, &r));
    FLUV_TRY(spread_calm(ctx, f, mark, &r));
    bool lies = is_lake(f, &r, mark, &count);
    if (!lies && r.even > r.cells) {
        refuse(f, count);
        FLUV_TRY(gather(ctx, f, seed, mark, &r));
        lies = is_lake(f, &r, mark, &count);
    }
    if (!lies) {
        refuse(f, count);
        return FLUV_OK;
    }
    fluv_surveyed_lake lake = {.level = level_of(&r),
                               .cell_count = count,
                               .given = FLUV_NONE,
                               .way = f->ways ? f->ways[mark] : FLUV_WAY_NONE};
    fluv_surveyed_lake *added = fluv_list_append(ctx, &survey->lakes, 1, sizeof *added);
    if (!added)
        return FLUV_NO_MEMORY;
    survey->certain = survey->certain || r.cells - r.rim_cells >= CERTAIN_INNER;
    FLUV_TRY(close_shore(ctx, f, count, mark, &lake, survey));
    *added = lake;
    return FLUV_OK;
}

/* A lake that is known needs no judge. */
static fluv_status take_given(fluv_ctx *ctx, finder *f, const fluv_given_lakes *given,
                              fluv_survey *survey)
{
    for (size_t i = 0; i < given->count; i++) {
        const fluv_given_lake *from = &given->lakes[i];
        uint32_t mark = (uint32_t)survey->lakes.count;
        if (!from->count)
            continue;
        fluv_surveyed_lake *lake = fluv_list_append(ctx, &survey->lakes, 1, sizeof *lake);
        if (!lake)
            return FLUV_NO_MEMORY;
        *lake = (fluv_surveyed_lake){.level = from->level,
                                     .cell_count = from->count,
                                     .way = from->open ? FLUV_WAY_CUT
                                            : f->ways  ? f->ways[mark]
                                                       : FLUV_WAY_NONE,
                                     .depth = from->depth,
                                     .given = (uint32_t)i};
        for (uint32_t k = 0; k < from->count; k++) {
            assert(from->cells[k] < f->topology->count);
            f->lake_of[from->cells[k]] = mark;
            f->queue[k] = from->cells[k];
        }
        FLUV_TRY(close_shore(ctx, f, from->count, mark, lake, survey));
    }
    return FLUV_OK;
}

fluv_status fluv_survey_judge(fluv_ctx *ctx, const fluv_survey_ground *ground,
                              const fluv_survey_rules *rules, const fluv_list *seeds, float *height,
                              fluv_survey *survey)
{
    assert(survey->lake_of && survey->changed && (ground->filled || !seeds->count));
    finder f = {.topology = ground->topology,
                .kind = ground->kind,
                .height = height,
                .lake_of = survey->lake_of,
                .queue = ground->queue,
                .filled = ground->filled,
                .ways = rules->ways,
                .changed = survey->changed};
    if (seeds->count)
        f.calm = fluv_calm_learn(f.topology, f.kind, height);
    fluv_status status = take_given(ctx, &f, &rules->given, survey);
    for (size_t i = 0; status == FLUV_OK && i < seeds->count; i++)
        status = judge_flat(ctx, &f, ((const uint32_t *)seeds->items)[i], survey);
    fluv_list_free(&f.shore);
    return status;
}

static fluv_status list_seeds(fluv_ctx *ctx, const fluv_list *flats, fluv_list *seeds)
{
    assert(flats->count > 0);
    qsort(flats->items, flats->count, sizeof(flat), by_size);
    uint32_t *to = fluv_list_append(ctx, seeds, flats->count, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < flats->count; i++)
        to[i] = ((const flat *)flats->items)[i].seed;
    return FLUV_OK;
}

fluv_status fluv_survey_list_flats(fluv_ctx *ctx, const fluv_topology *topology,
                                   const uint8_t *kind, float *height, double min_area,
                                   fluv_list *seeds)
{
    finder f = {.topology = topology,
                .kind = kind,
                .height = height,
                .lake_of = fluv_scratch(ctx, topology->count, sizeof *f.lake_of),
                .queue = fluv_scratch(ctx, topology->count, sizeof *f.queue)};
    if (!f.lake_of || !f.queue)
        return FLUV_NO_MEMORY;
    memset(f.lake_of, 0xff, topology->count * sizeof *f.lake_of);
    fluv_list flats = {0};
    fluv_status status = find_flats(ctx, &f, min_area, &flats);
    if (status == FLUV_OK && flats.count)
        status = list_seeds(ctx, &flats, seeds);
    fluv_list_free(&flats);
    fluv_scratch_drop(ctx, f.queue);
    fluv_scratch_drop(ctx, f.lake_of);
    return status;
}

/* Where flats or given lakes are. */
static fluv_status find_lakes(fluv_ctx *ctx, const fluv_drainage *drainage,
                              const fluv_survey_rules *rules, const fluv_list *seeds, float *height,
                              fluv_survey *survey)
{
    size_t cells = drainage->topology.count;
    survey->lake_of = fluv_scratch(ctx, cells, sizeof *survey->lake_of);
    survey->changed = fluv_scratch_zero(ctx, cells, sizeof *survey->changed);
    uint32_t *queue = fluv_scratch(ctx, cells, sizeof *queue);
    float *level = seeds->count ? fluv_scratch(ctx, cells, sizeof *level) : NULL;
    if (!survey->lake_of || !survey->changed || !queue || (seeds->count && !level))
        return FLUV_NO_MEMORY;
    memset(survey->lake_of, 0xff, cells * sizeof *survey->lake_of);
    assert(!level || drainage->label);
    if (level)
        FLUV_TRY(fluv_filled_find(ctx, drainage, height, level));
    const fluv_survey_filled filled = {.level = level};
    const fluv_survey_ground ground = {.topology = &drainage->topology,
                                       .kind = drainage->kind,
                                       .filled = level ? &filled : NULL,
                                       .queue = queue};
    FLUV_TRY(fluv_survey_judge(ctx, &ground, rules, seeds, height, survey));
    if (survey->lakes.count)
        FLUV_TRY(fluv_survey_open(ctx, &ground, rules->max_sill, height, survey));
    fluv_scratch_drop(ctx, level);
    fluv_scratch_drop(ctx, queue);
    if (survey->lakes.count)
        return FLUV_OK;
    fluv_scratch_drop(ctx, survey->lake_of);
    fluv_scratch_drop(ctx, survey->changed);
    survey->lake_of = NULL;
    survey->changed = NULL;
    return FLUV_OK;
}

fluv_status fluv_survey_find(fluv_ctx *ctx, const fluv_drainage *drainage,
                             const fluv_survey_rules *rules, float *height, fluv_survey *survey)
{
    assert(height && drainage->kind && !survey->lake_of && !(rules->min_area < 0.0));
    fluv_list seeds = {0};
    fluv_status status = FLUV_OK;
    if (isfinite(rules->min_area))
        status = fluv_survey_list_flats(ctx, &drainage->topology, drainage->kind, height,
                                        rules->min_area, &seeds);
    if (status == FLUV_OK && (seeds.count || rules->given.count))
        status = find_lakes(ctx, drainage, rules, &seeds, height, survey);
    fluv_list_free(&seeds);
    return status;
}

void fluv_survey_free(fluv_survey *survey)
{
    fluv_list_free(&survey->lakes);
    fluv_list_free(&survey->cells);
    fluv_list_free(&survey->undo);
}
