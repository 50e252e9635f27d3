// SPDX-License-Identifier: MIT
/* Lakes on the way of rivers.
 *
 * in   lines        out   lakes: middle, radius
 *
 * At each step of a river there is a chance of a lake, at most one a line, larger on stronger
 * rivers. It must have room: no other lake, no ocean, no edge near, and every river in its reach
 * runs into its own.  O(steps + lakes * vertices in reach). */
#include "stages/channels/parts.h"

#include "landscape/shore.h"

#define APART    2.0 /* least distance from the middle to what it must keep off, in radii */
#define FEW_ENDS 3   /* steps from a line's head and end where no lake lies */

typedef struct search {
    uint32_t *queue;
    uint32_t *seen; /* number of the last search that came by */
    uint32_t number;
    const fluv_shore *shore;
    double smallest, largest; /* radii, m */
    double strongest;         /* largest drainage area, m2 */
    uint32_t left[FLUV_REGION_TYPES];
} search;

/* The lake at a point of a line: larger on stronger rivers, longer along the valley. */
static fluv_layout_lake lake_at(const fluv_channels_job *job, const search *s,
                                const fluv_layout_point *at, uint32_t line)
{
    fluv_key key = fluv_key_make(job->landscape->seed, "channels", "lake size");
    uint32_t v = at->vertex;
    const fluv_layout_point *up = at - 2 * FLUV_PLAN_STEPS, *down = at + 2 * FLUV_PLAN_STEPS;
    double dx = down->x - up->x, dy = down->y - up->y, length = fmax(fluv_length(dx, dy), 1e-9);
    double part = pow(job->basins->area[v] / s->strongest, 0.35);
    double radius = s->smallest + (s->largest - s->smallest) * part;
    return (fluv_layout_lake){.x = at->x,
                              .y = at->y,
                              .radius = radius * fluv_random_between(key, v, 0.6, 1.15),
                              .along_x = dx / length,
                              .along_y = dy / length,
                              .stretch = fluv_random_between(key, (uint64_t)v << 32, 1.0, 2.6),
                              .line = line};
}

static bool has_room(const fluv_channels_job *job, const search *s, const fluv_layout_lake *lake)
{
    const fluv_frame *frame = &job->landscape->frame;
    double reach = APART * lake->radius;
    double east = lake->x - frame->west, south = frame->north - lake->y;
    if (east < reach || south < reach || frame->cell * frame->cols - east < reach ||
        frame->cell * frame->rows - south < reach)
        return false;
    float shore;
    fluv_shore_points(s->shore, job->basins->spacing, &lake->x, &lake->y, 1, &shore);
    if ((double)shore < reach + job->basins->spacing)
        return false;
    for (uint32_t i = 0; i < job->lake_count; i++) {
        const fluv_layout_lake *other = &job->lakes[i];
        if (fluv_length(lake->x - other->x, lake->y - other->y) < reach + APART * other->radius)
            return false;
    }
    return true;
}

/* Whether the river through u comes to the lake's own line inside its reach. */
static bool runs_in(const fluv_channels_job *job, const fluv_layout_lake *lake, double reach,
                    const uint32_t *line_of, uint32_t u)
{
    const fluv_basins *b = job->basins;
    while (!fluv_channels_ends(b, u) &&
           fluv_length(b->x[u] - lake->x, b->y[u] - lake->y) <= reach) {
        if (line_of[u] == lake->line)
            return true;
        u = b->receiver[u];
    }
    return false;
}

static bool rivers_fit(const fluv_channels_job *job, search *s, const fluv_layout_lake *lake,
                       const uint32_t *line_of, uint32_t middle)
{
    const fluv_basins *b = job->basins;
    double reach = APART * lake->radius + b->spacing;
    uint32_t head = 0, tail = 0;
    s->queue[tail++] = middle;
    s->seen[middle] = ++s->number;
    while (head < tail) {
        uint32_t v = s->queue[head++];
        if (b->ocean[v] || job->regions->types[b->type[v]].dry ||
            (job->river[v] && !runs_in(job, lake, reach, line_of, v)))
            return false;
        for (uint32_t i = b->first[v]; i < b->first[v + 1]; i++) {
            uint32_t u = b->neighbour[i];
            if (s->seen[u] != s->number &&
                fluv_length(b->x[u] - lake->x, b->y[u] - lake->y) <= reach) {
                s->seen[u] = s->number;
                s->queue[tail++] = u;
            }
        }
    }
    return true;
}

/* The lake of a line, if it gets one. */
static void try_line(fluv_channels_job *job, search *s, uint32_t line, const uint32_t *line_of)
{
    const fluv_basins *b = job->basins;
    const fluv_layout_point *points = job->points.items;
    fluv_key chance = fluv_key_make(job->landscape->seed, "channels", "lakes");
    uint32_t steps = job->lines[line].point_count / FLUV_PLAN_STEPS;
    uint32_t v = job->line_head[line];
    for (uint32_t k = 0; k + FEW_ENDS < steps && !fluv_channels_ends(b, v);
         k++, v = b->receiver[v]) {
        if (k < FEW_ENDS || !job->wet[v] || !s->left[b->type[v]] ||
            fluv_random(chance, v) >= job->params->lake_chance)
            continue;
        const fluv_layout_point *at = &points[job->point_of[v]];
        fluv_layout_lake lake = lake_at(job, s, at, line);
        if (!has_room(job, s, &lake) || !rivers_fit(job, s, &lake, line_of, v))
            continue;
        s->left[b->type[v]]--;
        job->lakes[job->lake_count++] = lake;
        return;
    }
}

static fluv_status begin(fluv_ctx *ctx, fluv_channels_job *job, search *s)
{
    const fluv_basins *b = job->basins;
    for (uint32_t type = 0; type < job->regions->type_count; type++)
        s->left[type] = job->regions->types[type].lakes;
    fluv_counts_job counts = {.regions = job->regions,
                              .where = "channels.lakes",
                              .rows = job->params->lakes.rows,
                              .row_count = job->params->lakes.count};
    FLUV_TRY(fluv_counts_read(ctx, &counts, s->left));
    s->shore = fluv_shore_of(job->landscape);
    s->smallest =
        job->params->smallest_lake > 0.0 ? job->params->smallest_lake : job->longer / 200.0;
    s->largest = job->params->largest_lake > 0.0 ? job->params->largest_lake : job->longer / 40.0;
    for (uint32_t v = 0; v < b->count; v++)
        s->strongest = fmax(s->strongest, job->river[v] ? b->area[v] : 0.0);
    s->queue = fluv_scratch(ctx, b->count, sizeof *s->queue);
    s->seen = fluv_scratch_zero(ctx, b->count, sizeof *s->seen);
    job->lakes = fluv_scratch(ctx, job->line_count, sizeof *job->lakes);
    return s->queue && s->seen && job->lakes ? FLUV_OK : FLUV_NO_MEMORY;
}

fluv_status fluv_channels_standing(fluv_ctx *ctx, fluv_channels_job *job)
{
    const fluv_basins *b = job->basins;
    search *s = fluv_scratch_zero(ctx, 1, sizeof *s);
    uint32_t *line_of = fluv_scratch(ctx, b->count, sizeof *line_of);
    if (!s || !line_of)
        return FLUV_NO_MEMORY;
    FLUV_TRY(begin(ctx, job, s));
    for (uint32_t v = 0; v < b->count; v++)
        line_of[v] = FLUV_NONE;
    for (uint32_t line = 0; line < job->line_count; line++) {
        uint32_t v = job->line_head[line];
        while (!fluv_channels_ends(b, v) && line_of[v] == FLUV_NONE) {
            line_of[v] = line;
            v = b->receiver[v];
        }
    }
    for (uint32_t line = 0; line < job->line_count; line++)
        try_line(job, s, line, line_of);
    return FLUV_OK;
}
