// SPDX-License-Identifier: MIT
/* Surveyed lakes.
 *
 * in   heights of a real map     out   lakes at the level the map shows; shores closed, outlets cut
 *
 * A map made from the air shows a lake as a flat. Regions of cells within an eighth of a metre of a
 * first cell are gathered. A large one is a lake if it does not touch the sea and hardly any of its
 * shore drains off lower; a terrace, or a plain in a map of whole metres, does along half of its
 * border. Errors of the map along the shore, lower than the lake but shut in with it, are part of
 * it. O(n). */
#include "water/survey.h"

#include "water/filled.h"

#define FLAT_WITHIN      0.125f /* m */
#define MOST_DISHED      0.03   /* m by which its rim may stand above the mean of a flat */
#define MOST_LOWER_SHORE 0.1    /* share of the shore that may lie lower */
#define MOST_BELOW       5.0    /* m below the lake in the mean: more is no error but land */
#define FAR_BELOW        7.5    /* m: this is seen before all of it has been looked at, */
#define FIRST_LOOK       64     /* from this many cells on */
#define SHORE_ABOVE      0.05f  /* m by which shores stand above the lake at least */
#define NOT_YET          (FLUV_NONE - 1)
#define REFUSED          (FLUV_NONE - 2)
#define LOOKED_AT        (FLUV_NONE - 3)

typedef struct finder {
    const fluv_topology *topology;
    const uint8_t *kind;
    float *height;
    float *filled; /* heights with every hollow filled; NULL: not known yet */
    bool again;    /* all regions were gathered once before */
    uint32_t *lake_of, *queue;
} finder;

static fluv_status fill_hollows(fluv_ctx *ctx, finder *f, const fluv_drainage *drainage)
{
    f->filled = fluv_scratch(ctx, f->topology->count, sizeof *f->filled);
    if (!f->filled)
        return FLUV_NO_MEMORY;
    return fluv_filled_find(ctx, drainage, f->height, f->filled);
}

static bool is_ground(const finder *f, uint32_t cell)
{
    return !(f->kind[cell] & (FLUV_CELL_VOID | FLUV_CELL_SEA));
}

/* Whether all around a cell is as flat as it: only such cells begin a region. */
static bool is_seed(const finder *f, uint32_t cell)
{
    if (f->lake_of[cell] != NOT_YET || !is_ground(f, cell))
        return false;
    fluv_around around = fluv_around_known(f->topology, f->kind, cell);
    for (uint32_t i = 0; i < around.count; i++)
        if (!(fabsf(f->height[around.cell[i]] - f->height[cell]) <= FLAT_WITHIN))
            return false;
    return true;
}

/* What is known of a region when it has been gathered. */
typedef struct region {
    uint32_t cells; /* in the queue */
    double height;  /* sum over its cells, m */
    double area;    /* m2 */
    uint32_t rim_cells;
    double rim_height;     /* sum over its rim, m */
    uint32_t steps, lower; /* over its shore, and those that surely lead to lower ground */
    bool may_grow; /* beside it is ground that was taken before, or that may be shut in with it */
} region;

/* One neighbour outside of the region of a first cell's height. */
static void look_beside(const finder *f, uint32_t other, float level, region *r)
{
    if (f->kind[other] & FLUV_CELL_VOID)
        return;
    r->steps++;
    bool within = f->height[other] <= level + FLAT_WITHIN;
    bool is_lower = f->filled[other] < level - FLAT_WITHIN;
    r->lower += is_lower;
    r->may_grow |= within && !is_lower;
}

/* Cells within an eighth of a metre of the seed, joined to it and taken by no lake. */
static region gather(const finder *f, uint32_t seed, uint32_t mark)
{
    bool again = f->again;
    region r = {0};
    float level = f->height[seed];
    f->queue[r.cells++] = seed;
    f->lake_of[seed] = mark;
    for (uint32_t head = 0; head < r.cells; head++) {
        uint32_t cell = f->queue[head];
        fluv_around around = fluv_around_known(f->topology, f->kind, cell);
        bool is_rim = false;
        for (uint32_t i = 0; i < around.count; i++) {
            uint32_t other = around.cell[i], taken = f->lake_of[other];
            if (taken == mark)
                continue;
            bool free = taken == NOT_YET || (again && taken == REFUSED);
            if (free && is_ground(f, other) && fabsf(f->height[other] - level) <= FLAT_WITHIN) {
                f->lake_of[other] = mark;
                f->queue[r.cells++] = other;
                continue;
            }
            is_rim = true;
            if (f->filled)
                look_beside(f, other, level, &r);
        }
        r.height += (double)f->height[cell];
        r.area += fluv_cell_area(f->topology, cell);
        r.rim_cells += is_rim;
        r.rim_height += is_rim ? (double)f->height[cell] : 0.0;
    }
    return r;
}

/* Adds what lies lower than the lake, beside it, and cannot drain off below it. Returns how far
 * that lies below the lake in the mean; a region that is far deeper already is not looked at to its
 * end. */
static double add_shut_in(const finder *f, uint32_t *count, uint32_t mark, float level)
{
    uint32_t flat = *count, tail = flat, next_look = FIRST_LOOK;
    double below = 0.0;
    for (uint32_t head = 0; head < tail; head++) {
        fluv_around around = fluv_around_known(f->topology, f->kind, f->queue[head]);
        for (uint32_t i = 0; i < around.count; i++) {
            uint32_t other = around.cell[i];
            if (f->lake_of[other] == mark || f->lake_of[other] < REFUSED ||
                !(f->height[other] <= level) || !(f->filled[other] >= level) ||
                !is_ground(f, other))
                continue;
            f->lake_of[other] = mark;
            f->queue[tail++] = other;
            below += (double)(level - f->height[other]);
        }
        if (tail - flat >= next_look) {
            if (below > FAR_BELOW * (tail - flat))
                break;
            next_look *= 2;
        }
    }
    *count = tail;
    return tail > flat ? below / (tail - flat) : 0.0;
}

/* Whether the shore is a lake's: no sea and no other lake beside it, and few steps over it lead to
 * ground that drains off lower. */
static bool is_lake_shore(const finder *f, uint32_t count, uint32_t mark, float level)
{
    uint32_t steps = 0, lower = 0;
    for (uint32_t i = 0; i < count; i++) {
        fluv_around around = fluv_around_known(f->topology, f->kind, f->queue[i]);
        for (uint32_t k = 0; k < around.count; k++) {
            uint32_t other = around.cell[k];
            if (f->lake_of[other] == mark || (f->kind[other] & FLUV_CELL_VOID))
                continue;
            if ((f->kind[other] & FLUV_CELL_SEA) || f->lake_of[other] < REFUSED)
                return false;
            steps++;
            if (f->filled[other] < level)
                lower++;
        }
    }
    return steps > 0 && (double)lower <= MOST_LOWER_SHORE * (double)steps;
}

/* Levels the lake and raises its low shore cells. A lake at the edge has its outlet there. */
static void close_shore(const finder *f, uint32_t count, uint32_t mark, fluv_surveyed_lake *lake,
                        double *raised)
{
    lake->root = FLUV_NONE;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t cell = f->queue[i];
        f->height[cell] = lake->level;
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
            *raised += (double)(least - f->height[other]) * fluv_cell_area(f->topology, other);
            f->height[other] = least;
        }
    }
}

static void refuse(const finder *f, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        f->lake_of[f->queue[i]] = REFUSED;
}

/* Whether the region is the bottom of a smooth hollow: such a bottom rises towards its rim, a
 * lake's surface does not, however rough the survey. */
static bool is_dished(const region *r)
{
    return r->rim_cells > 0 &&
           r->rim_height / r->rim_cells - (double)(float)(r->height / r->cells) > MOST_DISHED;
}

/* Whether a look at its shore is enough to know that a region is no lake: a terrace, mostly. */
static bool is_no_lake(const region *r)
{
    return !r->may_grow && (double)r->lower > MOST_LOWER_SHORE * (double)r->steps;
}

/* The first cells of regions that are large enough, flat to the rim, and may be lakes. Heights with
 * every hollow filled are needed from the first on. */
static fluv_status find_flats(fluv_ctx *ctx, finder *f, const fluv_drainage *drainage,
                              double min_area, fluv_list *seeds)
{
    for (uint32_t c = 0; c + 1 < f->topology->count; c++) {
        if (!(fabsf(f->height[c + 1] - f->height[c]) <= FLAT_WITHIN) || !is_seed(f, c))
            continue; /* the first test alone passes over nearly all land */
        region r = gather(f, c, LOOKED_AT);
        refuse(f, r.cells);
        if (r.area < min_area || is_dished(&r) || (f->filled && is_no_lake(&r)))
            continue;
        uint32_t *seed = fluv_list_append(ctx, seeds, 1, sizeof *seed);
        if (!seed)
            return FLUV_NO_MEMORY;
        *seed = c;
        if (!f->filled)
            FLUV_TRY(fill_hollows(ctx, f, drainage));
    }
    return FLUV_OK;
}

static fluv_status judge_flat(fluv_ctx *ctx, const finder *f, uint32_t seed, fluv_survey *survey)
{
    if (f->lake_of[seed] < REFUSED)
        return FLUV_OK; /* shut in with a lake found before */
    uint32_t mark = (uint32_t)survey->lakes.count;
    region r = gather(f, seed, mark);
    uint32_t count = r.cells;
    fluv_surveyed_lake lake = {.level = (float)(r.height / r.cells)};
    if (is_no_lake(&r) || add_shut_in(f, &count, mark, lake.level) > MOST_BELOW ||
        !is_lake_shore(f, count, mark, lake.level)) {
        refuse(f, count);
        return FLUV_OK;
    }
    fluv_surveyed_lake *added = fluv_list_append(ctx, &survey->lakes, 1, sizeof *added);
    if (!added)
        return FLUV_NO_MEMORY;
    lake.cell_count = count;
    close_shore(f, count, mark, &lake, &survey->volume_raised);
    *added = lake;
    return FLUV_OK;
}

static fluv_status find_lakes(fluv_ctx *ctx, finder *f, const fluv_drainage *drainage,
                              const fluv_survey_rules *rules, fluv_list *seeds, fluv_survey *survey)
{
    FLUV_TRY(find_flats(ctx, f, drainage, rules->min_area, seeds));
    if (!seeds->count)
        return FLUV_OK;
    f->again = true;
    for (size_t i = 0; i < seeds->count; i++)
        FLUV_TRY(judge_flat(ctx, f, ((const uint32_t *)seeds->items)[i], survey));
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t c = 0; c < f->topology->count; c++)
        f->lake_of[c] = f->lake_of[c] >= REFUSED ? FLUV_NONE : f->lake_of[c];
    survey->lake_of = survey->lakes.count ? f->lake_of : NULL;
    FLUV_TRY(
        fluv_survey_open(ctx, f->topology, f->kind, f->filled, rules->max_sill, f->height, survey));
    fluv_scratch_drop(ctx, f->filled);
    return FLUV_OK;
}

fluv_status fluv_survey_find(fluv_ctx *ctx, const fluv_drainage *drainage,
                             const fluv_survey_rules *rules, float *height, fluv_survey *survey)
{
    const fluv_topology *topology = &drainage->topology;
    finder f = {.topology = topology,
                .kind = drainage->kind,
                .height = height,
                .lake_of = fluv_scratch(ctx, topology->count, sizeof *f.lake_of),
                .queue = fluv_scratch(ctx, topology->count, sizeof *f.queue)};
    if (!f.lake_of || !f.queue)
        return FLUV_NO_MEMORY;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t c = 0; c < topology->count; c++)
        f.lake_of[c] = NOT_YET;
    fluv_list seeds = {0};
    fluv_status status = find_lakes(ctx, &f, drainage, rules, &seeds, survey);
    fluv_list_free(&seeds);
    fluv_scratch_drop(ctx, f.queue);
    if (!survey->lake_of)
        fluv_scratch_drop(ctx, f.lake_of);
    return status;
}

/* Breadth-first from the root through the lake. */
static void route_lake(const fluv_topology *topology, const uint32_t *lake_of, uint32_t root,
                       uint32_t *queue, uint32_t *receiver)
{
    uint32_t tail = 0, lake = lake_of[root];
    queue[tail++] = root;
    receiver[root] = FLUV_NONE;
    for (uint32_t head = 0; head < tail; head++) {
        fluv_around around = fluv_around_cell(topology, queue[head]);
        for (uint32_t i = 0; i < around.count; i++) {
            uint32_t other = around.cell[i];
            if (lake_of[other] == lake && other != root && receiver[other] == other) {
                receiver[other] = queue[head];
                queue[tail++] = other;
            }
        }
    }
}

void fluv_survey_route(const fluv_topology *topology, const fluv_survey *survey, uint32_t *queue,
                       uint32_t *receiver)
{
    fluv_surveyed_lake *lakes = survey->lakes.items;
    for (uint32_t c = 0; c < topology->count; c++) {
        uint32_t lake = survey->lake_of[c];
        if (lake == FLUV_NONE)
            continue;
        receiver[c] = c; /* not reached yet */
        if (lakes[lake].root == FLUV_NONE)
            lakes[lake].root = c;
    }
    for (size_t i = 0; i < survey->lakes.count; i++)
        route_lake(topology, survey->lake_of, lakes[i].root, queue, receiver);
}
