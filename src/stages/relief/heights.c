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
 * crests and spurs follow from the tree of basins. Each catchment grows from its own water first,
 * which wear.c begins with; then lower water beyond divides lowers the land. All heights are
 * scaled by one rising function, so that what is lower stays lower.  O(n log n).
 *
 * Based on: Report and thesis on rivers first: Heightmap. 2022, 2021, equation 1 */
#include "stages/relief/courses.h"
#include "stages/relief/dunes.h"

#include "base/queue.h"
#include "field/noise.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* What the steepest type of region usually grows to, in longer sides and growths. */
#define RISE       0.024
#define DIFFERENCE 1e-3F /* of that: over which the scaling's slope is taken */
#define STEEPEST   0.75F /* slope that hillsides have, after scaling in proportion */
#define HILLS      0.24F
#define BLOCK      256  /* vertices whose noise is asked for at a time */
#define LOWERED    0.03 /* of the longer side: how far down water beyond its divide lowers a river */

/* Land around placed lakes that lie below the level they were given. */
#define ROUNDS       5    /* of growth at the most */
#define REACHED      0.99 /* of the level */
#define STEEPER      1.3  /* than what is missing, */
#define MOST_STEEPER 12.0 /* at the most, in a round */
#define AROUND       6.0  /* spacings around the lake at least, and around peaks, */
#define PEAK_SLOPE   0.05 /* of rivers up to a peak, at least */
#define GENTLE       0.03 /* and as far as this slope takes to make up for it */

typedef struct growth {
    const fluv_relief_job *job;
    float *slope;   /* of the land at a vertex, rise over run */
    float *away;    /* distance from water, m */
    uint32_t *from; /* the outlet of the catchment whose water gave the height */
    uint32_t *team; /* by outlet: which of the teams its catchment is in */
    double plain;   /* floodplain, m */
} growth;

/* Catchments that one thread grows. */
typedef struct team {
    uint32_t number; /* ALL: every one, over divides too */
    size_t count;    /* vertices, */
    size_t edges;    /* and edges that lead to them */
    fluv_queue queue;
} team;

#define ALL FLUV_NONE

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
static void add_noise(const fluv_ctx *ctx, const fluv_relief_job *job, uint8_t type, float *more)
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
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t from = 0; from < b->count; from += BLOCK) {
        double x[BLOCK], y[BLOCK];
        float value[BLOCK];
        uint32_t vertex[BLOCK], count = 0, to = b->count - from < BLOCK ? b->count : from + BLOCK;
        for (uint32_t v = from; v < to; v++) {
            if (b->ocean[v] || !(share_of(b, type, v) > 0.0F))
                continue;
            x[count] = b->x[v];
            y[count] = b->y[v];
            vertex[count++] = v;
        }
        fluv_noise_points(&noise, x, y, count, value);
        for (uint32_t i = 0; i < count; i++)
            more[vertex[i]] +=
                share_of(b, type, vertex[i]) * 2.5F * fabsf(value[i]) * region->noise;
    }
}

static void set_slopes(const fluv_ctx *ctx, const growth *g)
{
    const fluv_basins *b = g->job->basins;
    double valleys = g->job->params->valleys;
    float steepest = STEEPEST * g->job->unit / g->job->peak;
    for (uint32_t v = 0; v < b->count; v++)
        g->job->steep[v] = 1.0F;
    for (uint32_t type = 0; type < g->job->regions->type_count; type++)
        if (g->job->regions->types[type].noise > 0.0F)
            add_noise(ctx, g->job, (uint8_t)type, g->job->steep);
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t v = 0; v < b->count; v++) {
        double share = b->ocean[v] ? 1.0 : fmax(1.0, b->area[v] / fluv_basins_head(b));
        g->job->steep[v] = fminf(g->job->steep[v] * b->growth[v], steepest);
        g->job->steep[v] *= g->job->steeper ? g->job->steeper[v] : 1.0F;
        g->slope[v] = g->job->steep[v] * (float)(1.0 - valleys + valleys / sqrt(share));
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
static void place_lake(const fluv_ctx *ctx, const fluv_relief_job *job,
                       const fluv_layout_lake *lake)
{
    const fluv_layout *plan = job->plan;
    const fluv_layout_line *line = &plan->lines[lake->line];
    double reach = fluv_layout_lake_reach(plan, lake);
    float level = INFINITY;
    fluv_layout_piece near = {0};
    for (uint32_t i = line->first_point; i < line->first_point + line->point_count; i++) {
        const fluv_layout_point *p = &plan->points[i];
        if (fluv_length(p->x - lake->x, p->y - lake->y) < reach &&
            fluv_layout_lake_holds(plan, lake, p->x, p->y, 1.0, &near))
            level = p->bed;
    }
    const fluv_basins *b = job->basins;
#pragma omp parallel for num_threads(ctx->threads) schedule(static) firstprivate(near)
    for (uint32_t v = 0; v < b->count; v++) {
        double dx = b->x[v] - lake->x, dy = b->y[v] - lake->y;
        if (!(fabs(dx) < reach && fabs(dy) < reach) || !(fluv_length(dx, dy) < reach) ||
            !fluv_layout_lake_holds(plan, lake, b->x[v], b->y[v], 1.0, &near))
            continue;
        lower(job, v, bed_of(job, level));
        job->river[v] |= FLUV_VERTEX_LAKE;
    }
}

/* Rivers that come near a placed peak lie lower than it. */
static void place_peaks(const fluv_relief_job *job)
{
    const fluv_basins *b = job->basins;
    for (size_t i = 0; job->placed && i < job->placed->spot_count; i++) {
        const fluv_placed_spot *spot = &job->placed->spots[i];
        if (spot->kind != FLUV_SPOT_PEAK)
            continue;
        for (uint32_t v = 0; v < b->count; v++) {
            double far = fluv_length(b->x[v] - spot->x, b->y[v] - spot->y);
            double most = fluv_relief_grown(job, spot->height - PEAK_SLOPE * far);
            if (job->river[v] && !b->ocean[v] && far < AROUND * b->spacing)
                lower(job, v, (float)fmax(most, 0.0));
        }
    }
}

static void place_water(const fluv_ctx *ctx, const growth *g)
{
    const fluv_relief_job *job = g->job;
    const fluv_basins *b = job->basins;
    const fluv_layout *plan = job->plan;
    memset(job->river, 0, b->count);
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
            job->river[v] = here->from == FLUV_NONE ? FLUV_VERTEX_RIVER : 0;
            if (plan->points[i].river)
                job->river[v] = FLUV_VERTEX_DRAWN;
        }
    }
    for (uint32_t i = 0; i < plan->lake_count; i++)
        place_lake(ctx, job, &plan->lakes[i]);
    place_peaks(job);
}

/* A river that comes lower than its bed, beside lower water, stays so low on its way down: no bed
 * lies above the land beside it. */
static void carry_down(const growth *g, fluv_queue *queue, uint32_t v)
{
    const fluv_relief_job *job = g->job;
    uint32_t to = job->basins->receiver[v];
    if (!(job->river[v] & FLUV_VERTEX_FLOWS) || to == FLUV_NONE || job->basins->ocean[to] ||
        !(job->high[v] < job->high[to]))
        return;
    job->high[to] = job->high[v];
    fluv_queue_push(queue, job->high[to], to);
}

/* Land beside other catchments' water may be low; a river there is lowered no farther than its own
 * bed some steps down, so that nothing beyond the divide changes its way from there on. One that
 * the author drew may run anywhere, and lies as low as the land around it. */
float fluv_relief_least(const fluv_relief_job *job, uint32_t v)
{
    const fluv_basins *b = job->basins;
    if ((job->river[v] & FLUV_VERTEX_FLOWS) != FLUV_VERTEX_RIVER)
        return 0.0F;
    double left = LOWERED * job->longer;
    for (uint32_t to; left > 0.0 && (to = b->receiver[v]) != FLUV_NONE; v = to)
        left -= fluv_length(b->x[to] - b->x[v], b->y[to] - b->y[v]);
    return bed_of(job, b->bed[v]);
}

/* Whether something may grow from a vertex: most of the sea lies beside no land. */
static bool is_beside_land(const fluv_basins *b, uint32_t v)
{
    for (uint32_t i = b->first[v]; i < b->first[v + 1]; i++)
        if (!b->ocean[b->neighbour[i]])
            return true;
    return false;
}

static bool is_at_divide(const fluv_basins *b, uint32_t v)
{
    for (uint32_t i = b->first[v]; i < b->first[v + 1]; i++)
        if (!b->ocean[b->neighbour[i]] && b->outlet[b->neighbour[i]] != b->outlet[v])
            return true;
    return false;
}

/* Whether a team's land goes on from v to u. Rivers and their catchments end at the sea. */
static bool goes_on(const growth *g, const team *by, uint32_t v, uint32_t u)
{
    const fluv_basins *b = g->job->basins;
    if (b->ocean[u] || by->number == ALL)
        return !b->ocean[u];
    return b->ocean[v] ? g->team[b->outlet[u]] == by->number : b->outlet[v] == b->outlet[u];
}

/* From what the queue holds outwards. */
static void spread(const growth *g, team *by)
{
    const fluv_relief_job *job = g->job;
    const fluv_basins *b = job->basins;
    float at, banks = (float)job->params->banks;
    for (uint32_t v; (v = fluv_queue_pop(&by->queue, &at)) != FLUV_NONE;) {
        if (at > job->high[v])
            continue;
        carry_down(g, &by->queue, v);
        for (uint32_t i = b->first[v]; i < b->first[v + 1]; i++) {
            uint32_t u = b->neighbour[i];
            if (!goes_on(g, by, v, u))
                continue;
            float step = (float)fluv_length(b->x[u] - b->x[v], b->y[u] - b->y[v]);
            float away = g->away[v] + step, part = fminf(1.0F, away / (float)g->plain);
            float steep = g->slope[u] * (banks + part * (1.0F - banks));
            float high = at + step * (g->from[v] == b->outlet[u] ? steep : job->steep[u]);
            if (!(high < job->high[u]))
                continue;
            if (g->from[v] != FLUV_NONE && g->from[v] != b->outlet[u])
                high = fmaxf(high, fluv_relief_least(job, u));
            if (high < job->high[u]) {
                job->high[u] = high;
                g->away[u] = away;
                g->from[u] = g->from[v];
                fluv_queue_push(&by->queue, high, u);
            }
        }
    }
}

typedef struct catchment {
    uint32_t outlet;
    size_t count, edges;
} catchment;

static int larger_first(const void *a, const void *b)
{
    const catchment *left = a, *right = b;
    if (left->count != right->count)
        return left->count > right->count ? -1 : 1;
    return left->outlet < right->outlet ? -1 : left->outlet > right->outlet;
}

/* Every catchment, the largest first, goes to the team that has the least. */
static fluv_status form_teams(fluv_ctx *ctx, const growth *g, team *teams, uint32_t count)
{
    const fluv_basins *b = g->job->basins;
    catchment *all = fluv_scratch_zero(ctx, b->count, sizeof *all);
    if (!all)
        return FLUV_NO_MEMORY;
    for (uint32_t v = 0; v < b->count; v++) {
        if (b->ocean[v])
            continue;
        assert(b->outlet[v] < b->count);
        all[b->outlet[v]].count++;
        all[b->outlet[v]].edges += b->first[v + 1] - b->first[v];
    }
    uint32_t catchments = 0;
    for (uint32_t v = 0; v < b->count; v++)
        if (all[v].count > 0)
            all[catchments++] = (catchment){v, all[v].count, all[v].edges};
    qsort(all, catchments, sizeof *all, larger_first);
    for (uint32_t i = 0; i < catchments; i++) {
        team *least = &teams[0];
        for (uint32_t t = 1; t < count; t++)
            least = teams[t].count < least->count ? &teams[t] : least;
        least->count += all[i].count;
        least->edges += all[i].edges;
        g->team[all[i].outlet] = least->number;
    }
    fluv_scratch_drop(ctx, all);
    return FLUV_OK;
}

/* A team's own water, and the sea. */
static void grow_team(const growth *g, team *by)
{
    const fluv_relief_job *job = g->job;
    const fluv_basins *b = job->basins;
    for (uint32_t v = 0; v < b->count; v++)
        if ((b->ocean[v] ? is_beside_land(b, v) : g->team[b->outlet[v]] == by->number) &&
            isfinite(job->high[v]))
            fluv_queue_push(&by->queue, job->high[v], v);
    spread(g, by);
}

/* Each catchment from its own water and the sea alone, so that threads can share them out: none
 * reads or writes what another's land is like. */
static fluv_status grow_alone(fluv_ctx *ctx, const growth *g)
{
    const fluv_basins *b = g->job->basins;
    uint32_t count = (uint32_t)ctx->threads;
    team *teams = fluv_scratch_zero(ctx, count, sizeof *teams);
    if (!teams)
        return FLUV_NO_MEMORY;
    size_t coast = 0;
    for (uint32_t v = 0; v < b->count; v++) {
        g->away[v] = 0.0F;
        g->from[v] = b->outlet[v];
        coast += b->ocean[v] && is_beside_land(b, v);
    }
    for (uint32_t t = 0; t < count; t++)
        teams[t].number = t;
    FLUV_TRY(form_teams(ctx, g, teams, count));
    for (uint32_t t = 0; t < count; t++)
        FLUV_TRY(
            fluv_queue_init(ctx, &teams[t].queue, teams[t].edges + 2 * teams[t].count + coast));
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t t = 0; t < count; t++)
        grow_team(g, &teams[t]);
    for (uint32_t t = count; t-- > 0;)
        fluv_queue_drop(ctx, &teams[t].queue);
    fluv_scratch_drop(ctx, teams);
    return FLUV_OK;
}

/* From there over the divides, where water beyond them lies lower. */
static fluv_status grow_across(fluv_ctx *ctx, const growth *g)
{
    const fluv_relief_job *job = g->job;
    const fluv_basins *b = job->basins;
    team all = {.number = ALL, .count = b->count, .edges = b->first[b->count]};
    FLUV_TRY(fluv_queue_init(ctx, &all.queue, all.edges + 2 * all.count));
    for (uint32_t v = 0; v < b->count; v++)
        if (!b->ocean[v] && isfinite(job->high[v]) && is_at_divide(b, v))
            fluv_queue_push(&all.queue, job->high[v], v);
    spread(g, &all);
    fluv_queue_drop(ctx, &all.queue);
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
            if (!(part > 0.0))
                continue;
            g->slope[v] *= (float)(1.0 + more * part * (2.0 - part));
            job->steep[v] *= (float)(1.0 + more * part * (2.0 - part));
        }
        any = true;
    }
    return any;
}

static fluv_status reach_levels(fluv_ctx *ctx, const growth *g)
{
    for (int round = 0; round == 0 || (round < ROUNDS && steepen(g)); round++) {
        place_water(ctx, g);
        FLUV_TRY(grow_alone(ctx, g));
        FLUV_TRY(grow_across(ctx, g));
    }
    return FLUV_OK;
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

/* How much of a vertex's land is dry. */
static float dry_share(const fluv_relief_job *job, uint32_t v)
{
    const fluv_basins *b = job->basins;
    return b->own[v] * (float)job->regions->types[b->type[v]].dry +
           (1.0F - b->own[v]) * (float)job->regions->types[b->other[v]].dry;
}

/* Small hills are as strong as a spacing's rise, in the noise of their region; in dry land dunes
 * take their place. */
static void scale(const fluv_ctx *ctx, fluv_relief_job *job)
{
    const fluv_basins *b = job->basins;
    float rise = HILLS * job->peak / job->unit * (float)(b->spacing * job->params->roughness);
    float dune = (float)fluv_relief_dunes(job);
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t v = 0; v < b->count; v++) {
        float alone = job->alone[v], more = DIFFERENCE * job->unit;
        float dry = dry_share(job, v), hill = rise * b->growth[v] * noise_strength(job, v);
        job->hills[v] = b->ocean[v] ? 0.0F : (1.0F - dry) * hill - dry * dune;
        job->high[v] = fluv_relief_scaled(job, job->high[v]);
        job->alone[v] = fluv_relief_scaled(job, alone);
        job->steep[v] *= (fluv_relief_scaled(job, alone + more) - job->alone[v]) / more;
    }
}

fluv_status fluv_relief_heights(fluv_ctx *ctx, fluv_relief_job *job)
{
    size_t n = job->basins->count;
    double plain = job->params->floodplain;
    growth g = {.job = job,
                .slope = fluv_scratch(ctx, n, sizeof *g.slope),
                .away = fluv_scratch(ctx, n, sizeof *g.away),
                .from = fluv_scratch(ctx, n, sizeof *g.from),
                .team = fluv_scratch(ctx, n, sizeof *g.team),
                .plain = plain > 0.0 ? plain : job->longer / 100.0};
    job->high = fluv_scratch(ctx, n, sizeof *job->high);
    job->alone = fluv_scratch(ctx, n, sizeof *job->alone);
    job->hills = fluv_scratch(ctx, n, sizeof *job->hills);
    job->steep = fluv_scratch(ctx, n, sizeof *job->steep);
    job->river = fluv_scratch(ctx, n, 1);
    if (!g.slope || !g.away || !g.from || !g.team || !job->high || !job->alone || !job->hills ||
        !job->steep || !job->river)
        return FLUV_NO_MEMORY;
    set_slopes(ctx, &g);
    if (job->steeper)
        FLUV_TRY(reach_levels(ctx, &g));
    place_water(ctx, &g);
    FLUV_TRY(grow_alone(ctx, &g));
    if (!ctx->draft) { /* whose cells are too coarse for spurs */
        FLUV_TRY(grow_across(ctx, &g));
        FLUV_TRY(fluv_relief_heads(ctx, job));
        place_water(ctx, &g);
        FLUV_TRY(grow_alone(ctx, &g));
    }
    memcpy(job->alone, job->high, n * sizeof *job->alone);
    FLUV_TRY(grow_across(ctx, &g));
    scale(ctx, job);
    fluv_scratch_drop(ctx, g.slope);
    fluv_scratch_drop(ctx, g.away);
    fluv_scratch_drop(ctx, g.from);
    fluv_scratch_drop(ctx, g.team);
    return FLUV_OK;
}
