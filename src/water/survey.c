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
    const float *filled; /* heights with every hollow filled; NULL: not known yet */
    uint32_t *lake_of, *queue;
} finder;

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

/* Cells within an eighth of a metre of the seed, joined to it and taken by no lake. */
static uint32_t gather(const finder *f, uint32_t seed, uint32_t mark)
{
    bool again = f->filled != NULL; /* all regions were gathered once before */
    uint32_t tail = 0;
    float level = f->height[seed];
    f->queue[tail++] = seed;
    f->lake_of[seed] = mark;
    for (uint32_t head = 0; head < tail; head++) {
        fluv_around around = fluv_around_known(f->topology, f->kind, f->queue[head]);
        for (uint32_t i = 0; i < around.count; i++) {
            uint32_t other = around.cell[i];
            bool free = f->lake_of[other] == NOT_YET || (again && f->lake_of[other] == REFUSED);
            if (free && is_ground(f, other) && fabsf(f->height[other] - level) <= FLAT_WITHIN) {
                f->lake_of[other] = mark;
                f->queue[tail++] = other;
            }
        }
    }
    return tail;
}

static float mean_height(const finder *f, uint32_t count)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < count; i++)
        sum += (double)f->height[f->queue[i]];
    return (float)(sum / count);
}

static double area_of(const finder *f, uint32_t count)
{
    double area = 0.0;
    for (uint32_t i = 0; i < count; i++)
        area += fluv_cell_area(f->topology, f->queue[i]);
    return area;
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

static bool is_rim(const finder *f, uint32_t cell, uint32_t mark)
{
    fluv_around around = fluv_around_known(f->topology, f->kind, cell);
    for (uint32_t i = 0; i < around.count; i++)
        if (f->lake_of[around.cell[i]] != mark)
            return true;
    return false;
}

/* Whether the region is the bottom of a smooth hollow: such a bottom rises towards its rim, a
 * lake's surface does not, however rough the survey. */
static bool is_dished(const finder *f, uint32_t count, uint32_t mark)
{
    double sum = 0.0;
    uint32_t rim = 0;
    for (uint32_t i = 0; i < count; i++)
        if (is_rim(f, f->queue[i], mark)) {
            sum += (double)f->height[f->queue[i]];
            rim++;
        }
    return rim > 0 && sum / rim - (double)mean_height(f, count) > MOST_DISHED;
}

/* The first cells of regions that are large enough, and flat to the rim. */
static fluv_status find_flats(fluv_ctx *ctx, const finder *f, double min_area, fluv_list *seeds)
{
    for (uint32_t c = 0; c + 1 < f->topology->count; c++) {
        if (!(fabsf(f->height[c + 1] - f->height[c]) <= FLAT_WITHIN) || !is_seed(f, c))
            continue; /* the first test alone passes over nearly all land */
        uint32_t count = gather(f, c, LOOKED_AT);
        bool flat = area_of(f, count) >= min_area && !is_dished(f, count, LOOKED_AT);
        refuse(f, count);
        if (!flat)
            continue;
        uint32_t *seed = fluv_list_append(ctx, seeds, 1, sizeof *seed);
        if (!seed)
            return FLUV_NO_MEMORY;
        *seed = c;
    }
    return FLUV_OK;
}

static fluv_status judge_flat(fluv_ctx *ctx, const finder *f, uint32_t seed, fluv_survey *survey)
{
    if (f->lake_of[seed] < REFUSED)
        return FLUV_OK; /* shut in with a lake found before */
    uint32_t mark = (uint32_t)survey->lakes.count;
    uint32_t count = gather(f, seed, mark);
    fluv_surveyed_lake lake = {.level = mean_height(f, count)};
    if (add_shut_in(f, &count, mark, lake.level) > MOST_BELOW ||
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
    FLUV_TRY(find_flats(ctx, f, rules->min_area, seeds));
    if (!seeds->count)
        return FLUV_OK;
    float *filled = fluv_scratch(ctx, f->topology->count, sizeof *filled);
    if (!filled)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_filled_find(ctx, drainage, f->height, filled));
    f->filled = filled;
    for (size_t i = 0; i < seeds->count; i++)
        FLUV_TRY(judge_flat(ctx, f, ((const uint32_t *)seeds->items)[i], survey));
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t c = 0; c < f->topology->count; c++)
        f->lake_of[c] = f->lake_of[c] >= REFUSED ? FLUV_NONE : f->lake_of[c];
    survey->lake_of = survey->lakes.count ? f->lake_of : NULL;
    FLUV_TRY(
        fluv_survey_open(ctx, f->topology, f->kind, filled, rules->max_sill, f->height, survey));
    fluv_scratch_drop(ctx, filled);
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
