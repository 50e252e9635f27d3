// SPDX-License-Identifier: MIT
/* Where rivers begin, now that the land is there.
 *
 * in   heights on the mesh, plan        out   the plan with later heads
 *
 * The plan lets a river begin where enough land drains through a place, before anyone knows how
 * high the neighbours are. Where one came to lie above the land beside it, on a spur between deeper
 * valleys, nature has no river: water would long have found the way down the side, and the deeper
 * valley would have taken what lies above. So short headwaters end above the lowest such place, and
 * the river begins below it. What has lakes, what the author drew and what comes in over the edge
 * stays.  O(rivers' vertices).
 *
 * Based on: Bishop. Drainage rearrangement by river capture, beheading and diversion. 1995 */
#include "stages/relief/parts.h"

#include <assert.h>
#include <string.h>

#define MOST   20   /* vertices that headwaters are long, at the most */
#define SHARE  3    /* one in so many of their vertices lies on a spur, at least */
#define NEARBY 5    /* steps within which water beside a river comes to it: no other valley */
#define LOWER  0.1F /* spacings of rise that other land is lower by */
#define SHORT  4    /* vertices that are no river worth drawing */

typedef struct heads {
    const fluv_relief_job *job;
    fluv_layout_line *lines;
    uint8_t *stays;             /* of vertices: it, or what runs into it, is not to go */
    uint8_t *spur;              /* of vertices: a river on a spur */
    uint8_t *cut;               /* of vertices: no river any more */
    uint8_t *joined;            /* of points: another line joins or leaves here */
    uint16_t *length;           /* of headwaters down to a vertex, in vertices, MOST + 1 at most, */
    uint16_t *vertices, *spurs; /* how many they have in all, and on spurs */
} heads;

/* Whether water from `w` comes within a few steps to one of the vertices `below`. */
static bool comes_to(const fluv_basins *b, uint32_t w, const uint32_t *below, int count)
{
    for (int k = 0; k < NEARBY && w != FLUV_NONE; k++, w = b->receiver[w])
        for (int i = 0; i < count; i++)
            if (below[i] == w)
                return true;
    return false;
}

/* Whether land two steps off is lower than the river at v, and is another valley. */
static bool on_spur(const fluv_relief_job *job, uint32_t v)
{
    const fluv_basins *b = job->basins;
    assert(v < b->count && !b->ocean[v]);
    float most = job->high[v] - LOWER * (float)b->spacing * job->steep[v];
    uint32_t below[NEARBY];
    int count = 0;
    for (uint32_t at = v; count < NEARBY && at != FLUV_NONE; at = b->receiver[at])
        below[count++] = at;
    for (uint32_t i = b->first[v]; i < b->first[v + 1]; i++) {
        uint32_t u = b->neighbour[i];
        for (uint32_t k = b->first[u]; k < b->first[u + 1]; k++) {
            uint32_t w = b->neighbour[k];
            if (job->high[w] < most && !comes_to(b, w, below, count))
                return true;
        }
    }
    return false;
}

static bool is_natural(const fluv_relief_job *job, uint32_t v)
{
    return job->river[v] == FLUV_VERTEX_RIVER;
}

static bool at_edge(const fluv_relief_job *job, const fluv_layout_point *p)
{
    const fluv_frame *frame = &job->frame;
    double x = p->x - frame->west, y = frame->north - p->y, near = job->basins->spacing;
    double across = fmin(x, frame->cell * frame->cols - x);
    return fmin(across, fmin(y, frame->cell * frame->rows - y)) < near;
}

/* What the author fixed, rivers that come from beyond the edge, and lakes, too small for the mesh
 * as they may be. */
static void find_stays(const heads *h)
{
    const fluv_relief_job *job = h->job;
    const fluv_layout *plan = job->plan;
    const fluv_basins *b = job->basins;
    for (uint32_t i = 0; i < plan->line_count; i++) {
        const fluv_layout_line *line = &plan->lines[i];
        const fluv_layout_point *p = plan->points + line->first_point;
        for (uint32_t k = 0; k < line->point_count; k++)
            h->stays[p[k].vertex] |= p[k].river || p[k].fixed || line->from != FLUV_NONE;
        if (line->point_count)
            h->stays[p->vertex] |= at_edge(job, p);
    }
    for (uint32_t i = 0; i < plan->lake_count; i++) {
        const fluv_layout_lake *lake = &plan->lakes[i];
        const fluv_layout_line *line = &plan->lines[lake->line];
        double reach = fluv_layout_lake_reach(plan, lake) + b->spacing;
        for (uint32_t k = line->first_point; k < line->first_point + line->point_count; k++)
            if (fluv_length(plan->points[k].x - lake->x, plan->points[k].y - lake->y) < reach)
                h->stays[plan->points[k].vertex] = 1;
    }
}

static uint16_t at_most(uint32_t value)
{
    return (uint16_t)(value < UINT16_MAX ? value : UINT16_MAX);
}

/* What joins a drawn river, or runs beside it, was grown around it. */
static bool beside_drawn(const fluv_relief_job *job, uint32_t v)
{
    const fluv_basins *b = job->basins;
    for (uint32_t i = b->first[v]; i < b->first[v + 1]; i++)
        if (job->river[b->neighbour[i]] & FLUV_VERTEX_DRAWN)
            return true;
    return false;
}

/* From the heads down. */
static void sum_up(const heads *h)
{
    const fluv_relief_job *job = h->job;
    const fluv_basins *b = job->basins;
    for (uint32_t k = b->land_count; k-- > 0;) {
        uint32_t v = b->order[k], to = b->receiver[v];
        if (!job->river[v])
            continue;
        h->stays[v] |= !is_natural(job, v) || beside_drawn(job, v);
        h->length[v]++;
        h->vertices[v] = at_most(h->vertices[v] + 1U);
        if (!h->stays[v] && h->length[v] <= MOST && on_spur(job, v))
            h->spur[v] = 1;
        h->spurs[v] = at_most((uint32_t)h->spurs[v] + h->spur[v]);
        if (to == FLUV_NONE || b->ocean[to])
            continue;
        h->stays[to] |= h->stays[v];
        h->length[to] = h->length[v] > h->length[to] ? h->length[v] : h->length[to];
        h->length[to] = h->length[to] < MOST ? h->length[to] : MOST;
        h->vertices[to] = at_most((uint32_t)h->vertices[to] + h->vertices[v]);
        h->spurs[to] = at_most((uint32_t)h->spurs[to] + h->spurs[v]);
    }
}

/* From the ends up. */
static void cut_spurs(const heads *h)
{
    const fluv_basins *b = h->job->basins;
    for (uint32_t k = 0; k < b->land_count; k++) {
        uint32_t v = b->order[k], to = b->receiver[v];
        bool below = to != FLUV_NONE && h->cut[to];
        h->cut[v] = below || (h->spur[v] && !h->stays[v] && SHARE * h->spurs[v] >= h->vertices[v]);
    }
}

/* Of a line what is left; its end: nothing. */
static uint32_t begins_at(const heads *h, const fluv_layout_line *line)
{
    const fluv_layout_point *points = h->job->plan->points;
    uint32_t begin = line->first_point, end = begin + line->point_count, left = 0;
    while (begin < end && h->cut[points[begin].vertex])
        begin++;
    if (begin == line->first_point)
        return begin;
    bool held = false;
    for (uint32_t i = begin; i < end; i++) {
        left += i == begin || points[i].vertex != points[i - 1].vertex;
        held |= h->joined[i] || h->stays[points[i].vertex];
    }
    return left < SHORT && !held ? end : begin;
}

/* Weakest first: a line after all that join it. */
static void move_heads(const heads *h)
{
    for (uint32_t i = h->job->plan->line_count; i-- > 0;) {
        fluv_layout_line *line = &h->lines[i];
        uint32_t end = line->first_point + line->point_count;
        if (line->from == FLUV_NONE)
            line->first_point = begins_at(h, line);
        line->point_count = end - line->first_point;
        if (line->point_count && line->into != FLUV_NONE)
            h->joined[line->into] = 1;
        if (line->from != FLUV_NONE)
            h->joined[line->from] = 1;
    }
}

fluv_status fluv_relief_heads(fluv_ctx *ctx, fluv_relief_job *job)
{
    const fluv_layout *plan = job->plan;
    size_t n = job->basins->count;
    heads h = {.job = job,
               .lines = fluv_scratch(ctx, plan->line_count, sizeof *h.lines),
               .stays = fluv_scratch_zero(ctx, n, 1),
               .spur = fluv_scratch_zero(ctx, n, 1),
               .cut = fluv_scratch_zero(ctx, n, 1),
               .joined = fluv_scratch_zero(ctx, plan->point_count, 1),
               .length = fluv_scratch_zero(ctx, n, sizeof *h.length),
               .vertices = fluv_scratch_zero(ctx, n, sizeof *h.vertices),
               .spurs = fluv_scratch_zero(ctx, n, sizeof *h.spurs)};
    fluv_layout *own = fluv_scratch(ctx, 1, sizeof *own);
    if (!h.lines || !h.stays || !h.spur || !h.cut || !h.joined || !h.length || !h.vertices ||
        !h.spurs || !own)
        return FLUV_NO_MEMORY;
    memcpy(h.lines, plan->lines, plan->line_count * sizeof *h.lines);
    find_stays(&h);
    sum_up(&h);
    cut_spurs(&h);
    move_heads(&h);
    *own = *plan;
    own->lines = h.lines;
    job->plan = own;
    fluv_scratch_drop(ctx, h.stays);
    fluv_scratch_drop(ctx, h.spur);
    fluv_scratch_drop(ctx, h.cut);
    fluv_scratch_drop(ctx, h.joined);
    fluv_scratch_drop(ctx, h.length);
    fluv_scratch_drop(ctx, h.vertices);
    fluv_scratch_drop(ctx, h.spurs);
    return FLUV_OK;
}
