// SPDX-License-Identifier: MIT
/* Heights on the mesh: the land rises away from water.
 *
 * in   basins, plan, regions        out   a height and a hilliness for every vertex
 *
 * Growth from ocean, rivers and lakes in the order of height, so that every vertex takes the lowest
 * height it can be given:
 *
 *     h' = h + step * (s_t * b_d + s_r * (1 - b_d)) * (1 + |n_t * k_t|)
 *
 * with s_t the growth of the region, faded between regions, s_r that beside water, b_d the part of
 * the way from the one to the other, n_t and k_t the region's noise and its strength. On the way
 * up a side valley s_t falls as the root of its drainage area, as in valleys that water has cut:
 * crests and spurs follow from the tree of basins. Then all heights are scaled by one rising
 * function, so that what is lower stays lower.  O(n log n).
 *
 * Based on: Report and thesis on rivers first: Heightmap. 2022, 2021, equation 1 */
#include "stages/relief/courses.h"

#include "base/queue.h"
#include "field/noise.h"

#include <assert.h>

/* What the steepest type of region usually grows to, in longer sides and growths. */
#define RISE    0.0275
#define LOWERED 8 /* steps of a river that water beyond its divide may lower */

/* Land around placed lakes that lie below the level they were given. */
#define ROUNDS       5    /* of growth at the most */
#define REACHED      0.99 /* of the level */
#define STEEPER      1.3  /* than what is missing, */
#define MOST_STEEPER 12.0 /* at the most, in a round */
#define AROUND       6.0  /* spacings around the lake at least, */
#define GENTLE       0.03 /* and as far as this slope takes to make up for it */

typedef struct growth {
    const fluv_relief_job *job;
    float *slope;   /* of the land at a vertex, rise over run */
    float *away;    /* distance from water, m */
    uint8_t *river; /* 1: a river runs through; 2: one that the author drew */
    uint32_t *from; /* the outlet of the catchment whose water gave the height */
    double plain;   /* floodplain, m */
} growth;

/* How much of a type there is at a vertex. */
static float share_of(const fluv_basins *b, uint8_t type, uint32_t v)
{
    assert(v < b->count && b->own[v] >= 0.5F && b->own[v] <= 1.0F);
    float share = b->type[v] == type ? b->own[v] : 0.0F;
    return share + (b->other[v] == type ? 1.0F - b->own[v] : 0.0F);
}

static float noise_strength(const fluv_relief_job *job, uint32_t v)
{
    const fluv_basins *b = job->basins;
    return b->own[v] * job->regions->types[b->type[v]].noise +
           (1.0F - b->own[v]) * job->regions->types[b->other[v]].noise;
}

/* Noise of a type where it lies, fading out across its borders. */
static void add_noise(const fluv_relief_job *job, uint8_t type, float *more)
{
    assert(type < job->regions->type_count);
    const fluv_basins *b = job->basins;
    const fluv_region_type *region = &job->regions->types[type];
    fluv_key key = fluv_key_make(job->landscape->seed, "relief", "growth");
    fluv_noise noise = {.key = fluv_key_split(key, type),
                        .wavelength =
                            region->wavelength > 0.0 ? region->wavelength : job->longer / 12.0,
                        .octaves = region->octaves,
                        .gain = 0.5,
                        .lacunarity = 2.0,
                        .finest = b->spacing};
    for (uint32_t v = 0; v < b->count; v++) {
        float value, share = share_of(b, type, v);
        if (!(share > 0.0F) || b->ocean[v])
            continue;
        fluv_noise_points(&noise, &b->x[v], &b->y[v], 1, &value);
        more[v] += share * 2.5F * fabsf(value) * region->noise;
    }
}

static void set_slopes(const growth *g)
{
    const fluv_basins *b = g->job->basins;
    double valleys = g->job->params->valleys;
    for (uint32_t v = 0; v < b->count; v++)
        g->slope[v] = 1.0F;
    for (uint32_t type = 0; type < g->job->regions->type_count; type++)
        if (g->job->regions->types[type].noise > 0.0F)
            add_noise(g->job, (uint8_t)type, g->slope);
    for (uint32_t v = 0; v < b->count; v++) {
        double share = b->ocean[v] ? 1.0 : fmax(1.0, b->area[v] / b->mean_cell);
        g->slope[v] *= b->growth[v] * (float)(1.0 - valleys + valleys / sqrt(share));
        if (g->job->steeper)
            g->slope[v] *= g->job->steeper[v];
    }
}

static float bed_of(const fluv_relief_job *job, float planned)
{
    return planned * (float)job->params->river;
}

static void lower(const fluv_relief_job *job, uint32_t v, float to)
{
    assert(v < job->basins->count && !isnan(to));
    job->high[v] = fminf(job->high[v], to);
}

/* A lake's vertices stand at the bed where its river leaves it. */
static void place_lake(const fluv_relief_job *job, const fluv_layout_lake *lake)
{
    const fluv_layout *plan = job->plan;
    const fluv_layout_line *line = &plan->lines[lake->line];
    double reach = fluv_layout_lake_reach(plan, lake);
    float level = INFINITY;
    for (uint32_t i = line->first_point; i < line->first_point + line->point_count; i++) {
        const fluv_layout_point *p = &plan->points[i];
        if (fluv_length(p->x - lake->x, p->y - lake->y) < reach &&
            fluv_layout_lake_at(plan, lake, p->x, p->y) < 1.0)
            level = p->bed;
    }
    const fluv_basins *b = job->basins;
    for (uint32_t v = 0; v < b->count; v++)
        if (fluv_length(b->x[v] - lake->x, b->y[v] - lake->y) < reach &&
            fluv_layout_lake_at(plan, lake, b->x[v], b->y[v]) < 1.0)
            lower(job, v, bed_of(job, level));
}

static void place_water(const growth *g)
{
    const fluv_relief_job *job = g->job;
    const fluv_basins *b = job->basins;
    const fluv_layout *plan = job->plan;
    for (uint32_t v = 0; v < b->count; v++) {
        bool leaves = !b->ocean[v] && b->receiver[v] == FLUV_NONE; /* over the frame's edge */
        job->high[v] = b->ocean[v] ? 0.0F : leaves ? bed_of(job, b->bed[v]) : INFINITY;
    }
    for (uint32_t line = 0; line < plan->line_count; line++) {
        const fluv_layout_line *here = &plan->lines[line];
        uint32_t first = here->first_point, count = here->point_count;
        for (uint32_t i = first; i + 1 < first + count; i++) {
            uint32_t v = plan->points[i].vertex;
            if (i > first && v == plan->points[i - 1].vertex)
                continue;
            lower(job, v, bed_of(job, plan->points[i].bed));
            g->river[v] = here->from == FLUV_NONE;
            if (plan->points[i].river)
                g->river[v] = 2;
        }
    }
    for (uint32_t i = 0; i < plan->lake_count; i++)
        place_lake(job, &plan->lakes[i]);
}

/* A river that comes lower than its bed, beside lower water, stays so low on its way down: no bed
 * lies above the land beside it. */
static void carry_down(const growth *g, fluv_queue *queue, uint32_t v)
{
    const fluv_relief_job *job = g->job;
    uint32_t to = job->basins->receiver[v];
    if (!g->river[v] || to == FLUV_NONE || !(job->high[v] < job->high[to]))
        return;
    job->high[to] = job->high[v];
    fluv_queue_push(queue, job->high[to], to);
}

/* Land beside other catchments' water may be low; a river there is lowered no farther than its own
 * bed some steps down, so that nothing beyond the divide changes its way from there on. One that
 * the author drew may run anywhere, and lies as low as the land around it. */
static float least_of(const growth *g, uint32_t from, uint32_t u)
{
    const fluv_basins *b = g->job->basins;
    if (g->river[u] != 1 || from == FLUV_NONE || from == b->outlet[u])
        return 0.0F;
    for (int k = 0; k < LOWERED && b->receiver[u] != FLUV_NONE; k++)
        u = b->receiver[u];
    return bed_of(g->job, b->bed[u]);
}

static fluv_status grow(fluv_ctx *ctx, const growth *g)
{
    const fluv_relief_job *job = g->job;
    const fluv_basins *b = job->basins;
    fluv_queue queue;
    FLUV_TRY(fluv_queue_init(ctx, &queue, (size_t)b->first[b->count] + 2 * (size_t)b->count));
    for (uint32_t v = 0; v < b->count; v++) {
        g->away[v] = 0.0F;
        g->from[v] = b->outlet[v];
        if (isfinite(job->high[v]))
            fluv_queue_push(&queue, job->high[v], v);
    }
    float at, banks = (float)job->params->banks;
    for (uint32_t v; (v = fluv_queue_pop(&queue, &at)) != FLUV_NONE;) {
        if (at > job->high[v])
            continue;
        carry_down(g, &queue, v);
        for (uint32_t i = b->first[v]; i < b->first[v + 1]; i++) {
            uint32_t u = b->neighbour[i];
            if (b->ocean[u])
                continue;
            float step = (float)fluv_length(b->x[u] - b->x[v], b->y[u] - b->y[v]);
            float away = g->away[v] + step, part = fminf(1.0F, away / (float)g->plain);
            float high = at + step * g->slope[u] * (banks + part * (1.0F - banks));
            high = fmaxf(high, least_of(g, g->from[v], u));
            if (high < job->high[u]) {
                job->high[u] = high;
                g->away[u] = away;
                g->from[u] = g->from[v];
                fluv_queue_push(&queue, high, u);
            }
        }
    }
    fluv_queue_drop(ctx, &queue);
    return FLUV_OK;
}

/* Around a lake that was given a level, and lies lower, the land is made steeper; false: around
 * none. */
static bool steepen(const growth *g)
{
    const fluv_relief_job *job = g->job;
    const fluv_basins *b = job->basins;
    bool any = false;
    for (uint32_t i = 0; job->placed && i < job->plan->lake_count; i++) {
        const fluv_layout_lake *lake = &job->plan->lakes[i];
        const fluv_placed_lake *asked = lake->placed ? &job->placed->lakes[lake->placed - 1] : NULL;
        if (!asked || !isfinite(asked->level) || asked->follows)
            continue;
        uint32_t exit = b->lake_exit[lake->placed - 1];
        double level = (double)bed_of(job, b->bed[exit]), high = (double)job->high[exit];
        if (!(high < REACHED * level))
            continue;
        double more = fmin(MOST_STEEPER, STEEPER * level / fmax(high, 1e-6 * level)) - 1.0;
        double rise = (level - high) * (double)(job->peak / job->unit);
        double around = fmax(AROUND * b->spacing, rise / GENTLE);
        for (uint32_t v = 0; v < b->count; v++) {
            double far = fluv_length(b->x[v] - lake->x, b->y[v] - lake->y) - lake->radius;
            double part = 1.0 - fmax(0.0, far) / around;
            if (part > 0.0)
                g->slope[v] *= (float)(1.0 + more * part * (2.0 - part));
        }
        any = true;
    }
    return any;
}

/* The vertex of its river nearest to the lake's middle stands for the land around. */
float fluv_relief_slope(const fluv_relief_job *job, const fluv_layout_lake *lake)
{
    assert(lake->line < job->plan->line_count);
    const fluv_layout_line *line = &job->plan->lines[lake->line];
    const fluv_layout_point *points = job->plan->points + line->first_point, *best = points;
    for (uint32_t i = 0; i < line->point_count; i++)
        if (fluv_length(points[i].x - lake->x, points[i].y - lake->y) <
            fluv_length(best->x - lake->x, best->y - lake->y))
            best = &points[i];
    return job->basins->growth[best->vertex] * job->peak / job->unit;
}

static double steepest_growth(const fluv_relief_job *job)
{
    float most = 0.0F;
    for (uint32_t type = 0; type < job->regions->type_count; type++)
        most = fmaxf(most, job->regions->types[type].growth);
    return (double)most;
}

void fluv_relief_range(fluv_relief_job *job)
{
    const fluv_frame *frame = &job->frame;
    bool asked = frame->low != 0.0 || frame->high != 0.0;
    double peak = job->params->height > 0.0 ? job->params->height : job->longer / 25.0;
    job->peak = (float)(asked ? frame->high : peak);
    job->unit = (float)fmax(1e-6, RISE * steepest_growth(job) * job->longer);
    assert(job->peak > 0.0F && job->unit > 0.0F);
}

/* Small hills are as strong as a spacing's rise, in the noise of their region. */
static void scale(fluv_relief_job *job)
{
    const fluv_basins *b = job->basins;
    float rise = job->peak / job->unit * (float)(b->spacing * job->params->roughness);
    for (uint32_t v = 0; v < b->count; v++) {
        job->hills[v] = b->ocean[v] ? 0.0F : rise * b->growth[v] * noise_strength(job, v);
        job->high[v] = fluv_relief_scaled(job, job->high[v]);
    }
}

fluv_status fluv_relief_heights(fluv_ctx *ctx, fluv_relief_job *job)
{
    size_t n = job->basins->count;
    double plain = job->params->floodplain;
    growth g = {.job = job,
                .slope = fluv_scratch(ctx, n, sizeof *g.slope),
                .away = fluv_scratch(ctx, n, sizeof *g.away),
                .river = fluv_scratch_zero(ctx, n, 1),
                .from = fluv_scratch(ctx, n, sizeof *g.from),
                .plain = plain > 0.0 ? plain : job->longer / 100.0};
    job->high = fluv_scratch(ctx, n, sizeof *job->high);
    job->hills = fluv_scratch(ctx, n, sizeof *job->hills);
    if (!g.slope || !g.away || !g.river || !g.from || !job->high || !job->hills)
        return FLUV_NO_MEMORY;
    set_slopes(&g);
    for (int round = 0; round == 0 || (round < ROUNDS && steepen(&g)); round++) {
        place_water(&g);
        FLUV_TRY(grow(ctx, &g));
    }
    scale(job);
    fluv_scratch_drop(ctx, g.slope);
    fluv_scratch_drop(ctx, g.away);
    fluv_scratch_drop(ctx, g.river);
    fluv_scratch_drop(ctx, g.from);
    return FLUV_OK;
}
