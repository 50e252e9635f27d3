// SPDX-License-Identifier: MIT
/* Lakes of a map on the cells, each with its level.
 *
 * in   which cells lie in which shape, heights        out   lakes and their levels
 *
 * Most maps show a lake's surface, more or less flat: the middle of the heights along its shore is
 * its level, and they must not lie far apart. Others show its floor; then the file must give the
 * level. Either way no ground inside may stand much higher, and none around it much lower. A shape
 * may fall into parts on the cells, and parts of one level that touch are one lake.
 * O(n log n) in the cells of lakes. */
#include "stages/import/lake_cells.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#define OUTLIERS 0.2  /* shares of the shore that may lie lower, and higher, than the rest */
#define FLOOR    1.0F /* m below the level that half of a lake must lie: then the map shows it */

/* What hangs together of one shape. */
typedef struct part {
    float level;
    uint32_t shape;
    bool floor; /* the map shows what is under the water */
} part;

typedef struct gathering {
    fluv_ctx *ctx;
    const fluv_lake_cells_job *job;
    float *height;
    uint32_t *lake_of;          /* for each cell its shape, or NONE */
    uint32_t *part_of;          /* for each cell its part, NONE: not yet, or no lake's */
    uint32_t *queue;            /* cells of the part at hand */
    float *inner, *outer, *all; /* heights inside and outside of its shore, and in it */
    fluv_list parts;            /* of part */
} gathering;

typedef struct counts {
    uint32_t all, inner, outer;
} counts;

static int by_height(const void *a, const void *b)
{
    float left = *(const float *)a, right = *(const float *)b;
    return left < right ? -1 : left > right;
}

/* One height of `count` sorted ones. */
static float quantile(const float *sorted, uint32_t count, double share)
{
    assert(count > 0 && share >= 0.0 && share <= 1.0);
    return sorted[(uint32_t)(share * (count - 1))];
}

/* Whether the cell lies at the shore, with the heights of what is outside of it. */
static bool look_around(const gathering *g, uint32_t cell, counts *n)
{
    fluv_around around = fluv_around_cell(&g->job->topology, cell);
    bool at_shore = false;
    for (uint32_t k = 0; k < around.count; k++) {
        uint32_t other = around.cell[k];
        if (g->lake_of[other] == g->lake_of[cell])
            continue;
        at_shore = true;
        bool ground = !(g->job->kind[other] & (FLUV_CELL_VOID | FLUV_CELL_SEA));
        if (ground && g->lake_of[other] == FLUV_NONE && n->outer < g->job->topology.count)
            g->outer[n->outer++] = g->height[other];
    }
    return at_shore;
}

/* Gathers what hangs together with a cell, and the heights along its shore. */
static counts gather(const gathering *g, uint32_t seed, uint32_t number)
{
    assert(g->lake_of[seed] != FLUV_NONE && g->part_of[seed] == FLUV_NONE);
    counts n = {0};
    g->queue[n.all++] = seed;
    g->part_of[seed] = number;
    for (uint32_t head = 0; head < n.all; head++) {
        uint32_t cell = g->queue[head];
        fluv_around around = fluv_around_cell(&g->job->topology, cell);
        for (uint32_t k = 0; k < around.count; k++) {
            uint32_t other = around.cell[k];
            if (g->lake_of[other] != g->lake_of[cell] || g->part_of[other] != FLUV_NONE)
                continue;
            g->part_of[other] = number;
            g->queue[n.all++] = other;
        }
        g->all[head] = g->height[cell];
        if (look_around(g, cell, &n))
            g->inner[n.inner++] = g->height[cell];
    }
    for (uint32_t i = 0; !n.inner && i < n.all; i++) /* as large as the frame: it has no shore */
        g->inner[i] = g->all[i];
    n.inner = n.inner ? n.inner : n.all;
    qsort(g->all, n.all, sizeof *g->all, by_height);
    qsort(g->inner, n.inner, sizeof *g->inner, by_height);
    qsort(g->outer, n.outer, sizeof *g->outer, by_height);
    return n;
}

static fluv_status refuse(const gathering *g, int64_t feature, const char *what, float low,
                          float high)
{
    uint32_t at = g->queue[0], cols = g->job->topology.cols;
    return fluv_fail(g->ctx, FLUV_BAD_INPUT,
                     "import.lakes: %s: feature %" PRId64
                     " at column %u, row %u: %s %.5g m to %.5g "
                     "m (import.shore allows %g m)",
                     g->job->file, feature, at % cols, at / cols, what, (double)low, (double)high,
                     g->job->spread);
}

static fluv_status find_level(const gathering *g, const fluv_lake_shape *shape, counts n,
                              part *found)
{
    float low = quantile(g->inner, n.inner, OUTLIERS);
    float high = quantile(g->inner, n.inner, 1.0 - OUTLIERS), room = (float)g->job->spread;
    bool said = !isnan(shape->level);
    found->level = said ? (float)shape->level : quantile(g->inner, n.inner, 0.5);
    if (!isfinite(found->level))
        return refuse(g, shape->feature, "its level is no number, its shore lies from", low, high);
    if (!said && high - low > room)
        return refuse(g, shape->feature,
                      "its level is not given (as level_m) and its shore lies from", low, high);
    if (high > found->level + room)
        return refuse(g, shape->feature, "it stands below its own ground,", found->level, high);
    float shore = n.outer ? quantile(g->outer, n.outer, OUTLIERS) : found->level;
    if (shore < found->level - room)
        return refuse(g, shape->feature, "it stands above the ground around it,", found->level,
                      shore);
    found->floor = quantile(g->all, n.all, 0.5) < found->level - FLOOR;
    return FLUV_OK;
}

static bool is_free(const gathering *g, uint32_t cell)
{
    return g->lake_of[cell] != FLUV_NONE && g->part_of[cell] == FLUV_NONE;
}

/* Each part at its level; where the map shows the surface it is made flat. */
static fluv_status find_parts(gathering *g)
{
    const fluv_lake_shape *shapes = g->job->shapes->items;
    for (uint32_t c = 0; c < g->job->topology.count; c++) {
        if (!is_free(g, c))
            continue;
        counts n = gather(g, c, (uint32_t)g->parts.count);
        part *added = fluv_list_append(g->ctx, &g->parts, 1, sizeof *added);
        if (!added)
            return FLUV_NO_MEMORY;
        *added = (part){.shape = g->lake_of[c]};
        FLUV_TRY(find_level(g, &shapes[g->lake_of[c]], n, added));
        for (uint32_t i = 0; i < n.all; i++) {
            float *height = &g->height[g->queue[i]];
            *height = added->floor ? fminf(*height, added->level) : added->level;
        }
    }
    return FLUV_OK;
}

static const part *part_at(const gathering *g, uint32_t cell)
{
    assert(g->part_of[cell] < g->parts.count);
    return (const part *)g->parts.items + g->part_of[cell];
}

/* What hangs together at one level is a lake, whatever the shapes; returns its cells. */
static uint32_t gather_lake(const gathering *g, uint32_t seed, uint32_t number, uint32_t *lake_of)
{
    assert(lake_of[seed] == FLUV_NONE);
    uint32_t tail = 0;
    g->queue[tail++] = seed;
    lake_of[seed] = number;
    for (uint32_t head = 0; head < tail; head++) {
        fluv_around around = fluv_around_cell(&g->job->topology, g->queue[head]);
        for (uint32_t k = 0; k < around.count; k++) {
            uint32_t other = around.cell[k];
            if (lake_of[other] != FLUV_NONE || g->part_of[other] == FLUV_NONE ||
                part_at(g, other)->level != part_at(g, seed)->level)
                continue;
            lake_of[other] = number;
            g->queue[tail++] = other;
        }
    }
    return tail;
}

static fluv_status number_lakes(const gathering *g, fluv_list *lakes)
{
    const fluv_lake_shape *shapes = g->job->shapes->items;
    uint32_t count = g->job->topology.count;
    for (uint32_t c = 0; c < count; c++)
        g->lake_of[c] = FLUV_NONE;
    for (uint32_t c = 0; c < count; c++) {
        if (g->part_of[c] == FLUV_NONE || g->lake_of[c] != FLUV_NONE)
            continue;
        const part *from = part_at(g, c);
        uint32_t cells = gather_lake(g, c, (uint32_t)lakes->count, g->lake_of);
        fluv_mapped_lake *lake = fluv_list_append(g->ctx, lakes, 1, sizeof *lake);
        if (!lake)
            return FLUV_NO_MEMORY;
        *lake = (fluv_mapped_lake){.level = from->level,
                                   .cell_count = cells,
                                   .feature = shapes[from->shape].feature,
                                   .floor = from->floor};
    }
    return FLUV_OK;
}

static fluv_status level_lakes(gathering *g, fluv_list *lakes)
{
    const fluv_lake_cells_job *job = g->job;
    for (uint32_t c = 0; c < job->topology.count; c++) {
        g->part_of[c] = FLUV_NONE;
        if (job->kind[c] & (FLUV_CELL_VOID | FLUV_CELL_SEA))
            g->lake_of[c] = FLUV_NONE;
    }
    FLUV_TRY(find_parts(g));
    return number_lakes(g, lakes);
}

fluv_status fluv_lake_cells_level(fluv_ctx *ctx, const fluv_lake_cells_job *job, float *height,
                                  uint32_t *lake_of, fluv_list *lakes)
{
    assert(height && lake_of && lakes);
    uint32_t count = job->topology.count;
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    gathering g = {.ctx = ctx,
                   .job = job,
                   .height = height,
                   .lake_of = lake_of,
                   .part_of = fluv_scratch(ctx, count, sizeof *g.part_of),
                   .queue = fluv_scratch(ctx, count, sizeof *g.queue),
                   .inner = fluv_scratch(ctx, count, sizeof *g.inner),
                   .outer = fluv_scratch(ctx, count, sizeof *g.outer),
                   .all = fluv_scratch(ctx, count, sizeof *g.all)};
    fluv_status status = FLUV_NO_MEMORY;
    if (g.part_of && g.queue && g.inner && g.outer && g.all)
        status = level_lakes(&g, lakes);
    fluv_list_free(&g.parts);
    fluv_scratch_release(ctx, mark);
    return status;
}
