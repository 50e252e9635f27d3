// SPDX-License-Identifier: MIT
/* Surveyed lakes.
 *
 * in   heights of a real map     out   lakes at the level the map shows; their shores closed
 *
 * A map made from the air shows a lake as a flat. Regions of cells within an eighth of a metre of a
 * first cell are gathered; one that is large, has higher ground nearly all around and does not touch
 * the sea is a lake. A terrace or a plain in a map of whole metres is not: half of its border is
 * lower.  O(n). */
#include "water/survey.h"

#include <assert.h>

#define FLAT_WITHIN 0.125f   /* m */
#define MOST_LOWER_SHORE 0.1 /* share of the shore that may lie lower */
#define NOT_YET (FLUV_NONE - 1)
#define REFUSED (FLUV_NONE - 2)

typedef struct finder {
    const fluv_topology *topology;
    const uint8_t *kind;
    float *height;
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
    fluv_around around = fluv_around_cell(f->topology, cell);
    for (uint32_t i = 0; i < around.count; i++)
        if (!(fabsf(f->height[around.cell[i]] - f->height[cell]) <= FLAT_WITHIN))
            return false;
    return true;
}

static uint32_t gather(const finder *f, uint32_t seed, uint32_t mark)
{
    uint32_t tail = 0;
    float level = f->height[seed];
    f->queue[tail++] = seed;
    f->lake_of[seed] = mark;
    for (uint32_t head = 0; head < tail; head++) {
        fluv_around around = fluv_around_cell(f->topology, f->queue[head]);
        for (uint32_t i = 0; i < around.count; i++) {
            uint32_t other = around.cell[i];
            if (f->lake_of[other] == NOT_YET && is_ground(f, other) &&
                fabsf(f->height[other] - level) <= FLAT_WITHIN) {
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

/* The shore: cells beside the region. Finds the lowest below the level, or NONE. */
typedef struct shore {
    uint32_t higher, lower; /* steps over the shore line, not cells */
    uint32_t lowest;
    bool sea;
} shore;

static shore walk_shore(const finder *f, uint32_t count, uint32_t mark, float level)
{
    shore s = {.lowest = FLUV_NONE};
    for (uint32_t i = 0; i < count; i++) {
        fluv_around around = fluv_around_cell(f->topology, f->queue[i]);
        for (uint32_t k = 0; k < around.count; k++) {
            uint32_t other = around.cell[k];
            if (f->lake_of[other] == mark || (f->kind[other] & FLUV_CELL_VOID))
                continue;
            s.sea |= (f->kind[other] & FLUV_CELL_SEA) != 0;
            bool is_lower = f->height[other] < level;
            s.lower += is_lower;
            s.higher += !is_lower;
            if (is_lower && (s.lowest == FLUV_NONE || f->height[other] < f->height[s.lowest] ||
                             (f->height[other] == f->height[s.lowest] && other < s.lowest)))
                s.lowest = other;
        }
    }
    return s;
}

static bool is_lake(const finder *f, const shore *s, uint32_t count, double min_area)
{
    double area = 0.0;
    for (uint32_t i = 0; i < count; i++)
        area += fluv_cell_area(f->topology, f->queue[i]);
    return area >= min_area && !s->sea && s->higher > 0 &&
           (double)s->lower <= MOST_LOWER_SHORE * (double)(s->lower + s->higher);
}

/* Levels the lake and raises its low shore cells. At the edge the lake has its outlet there. */
static void close_shore(const finder *f, uint32_t count, uint32_t mark, const shore *s,
                        fluv_surveyed_lake *lake, double *moved)
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
    for (uint32_t i = 0; i < count; i++) {
        fluv_around around = fluv_around_cell(f->topology, f->queue[i]);
        for (uint32_t k = 0; k < around.count; k++) {
            uint32_t other = around.cell[k];
            if (f->lake_of[other] == mark || !is_ground(f, other) ||
                f->height[other] >= lake->level || (other == s->lowest && !lake->at_edge))
                continue;
            *moved += (double)(lake->level - f->height[other]) *
                      fluv_cell_area(f->topology, other);
            f->height[other] = lake->level;
        }
    }
}

static fluv_status find_lakes(fluv_ctx *ctx, const finder *f, double min_area,
                              fluv_survey *survey)
{
    for (uint32_t c = 0; c < f->topology->count; c++) {
        if (!is_seed(f, c))
            continue;
        uint32_t mark = (uint32_t)survey->lakes.count;
        uint32_t count = gather(f, c, mark);
        fluv_surveyed_lake lake = {.level = mean_height(f, count), .cell_count = count};
        shore s = walk_shore(f, count, mark, lake.level);
        if (!is_lake(f, &s, count, min_area)) {
            for (uint32_t i = 0; i < count; i++)
                f->lake_of[f->queue[i]] = REFUSED;
            continue;
        }
        close_shore(f, count, mark, &s, &lake, &survey->volume_moved);
        fluv_surveyed_lake *added = fluv_list_append(ctx, &survey->lakes, 1, sizeof *added);
        if (!added)
            return FLUV_NO_MEMORY;
        *added = lake;
    }
    return FLUV_OK;
}

fluv_status fluv_survey_find(fluv_ctx *ctx, const fluv_topology *topology, const uint8_t *kind,
                             double min_area, float *height, fluv_survey *survey)
{
    uint32_t *lake_of = fluv_scratch(ctx, topology->count, sizeof *lake_of);
    uint32_t *queue = fluv_scratch(ctx, topology->count, sizeof *queue);
    if (!lake_of || !queue)
        return FLUV_NO_MEMORY;
    for (uint32_t c = 0; c < topology->count; c++)
        lake_of[c] = NOT_YET;
    finder f = {topology, kind, height, lake_of, queue};
    FLUV_TRY(find_lakes(ctx, &f, min_area, survey));
    for (uint32_t c = 0; c < topology->count; c++)
        if (lake_of[c] >= REFUSED)
            lake_of[c] = FLUV_NONE;
    survey->lake_of = survey->lakes.count ? lake_of : NULL;
    fluv_scratch_drop(ctx, queue);
    if (!survey->lake_of)
        fluv_scratch_drop(ctx, lake_of);
    return FLUV_OK;
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
