// SPDX-License-Identifier: MIT
/* Wear by running water, on a tier.
 *
 * in   the ground, the drawing     out   the ground after a step
 *
 * A step is that of the stream power law, with the uplift that lift.c finds,
 *
 *     h' = h + u - pace sqrt(A + A0) S
 *
 * Slopes at rest are u / (pace sqrt(A + A0)). A0 stands for slopes where water has not gathered:
 *
 *     A0 = a max(1, (g / u)^2) + (u / (pace talus))^2
 *
 * The first part is the area at which valleys begin. Where the ground hardly rises it is larger, as
 * channel heads are found where area times the square of the slope passes a threshold. The second
 * makes the slope of steep ground go over into its talus without an edge, so that ravines run up to
 * the crests.
 *
 * Ground that comes to the ceiling, which hangs above the drawing's highest ground around, rises no
 * more: peaks end at about the height they were drawn with.  O(n).
 *
 * Based on: Braun, Willett. A very efficient O(n), implicit and parallel method to solve the stream
 *           power equation. 2013
 *           Montgomery, Dietrich. Where do channels begin? 1988 */
#include "stages/amplify/wear.h"

#include "field/noise.h"
#include "stages/amplify/floors.h"
#include "stages/shared/routing.h"
#include "water/forest.h"
#include "water/receivers.h"
#include "water/stream_power.h"

#include <math.h>

#define FASTEST 8.0  /* pace of the oldest land, */
#define AGES    1e-3 /* and of the youngest against it */
#define SOURCE  0.05 /* of a valley's square is the area at which it begins */
#define GENTLE  0.3  /* slopes where channels begin, below which they do so later, */
#define LATEST  30.0 /* in an area so many times larger */
#define CHANNEL 0.25 /* of a valley's square: what drains more is no slope */
#define CREEP   0.5  /* of its way to the mean around it a slope goes in a round, */
#define ROUNDS  2    /* of which a step has so many on the frame's own cells, and one on meshes */
#define STEEPER 2.0  /* times the drawing's own slope holds */
#define WIDEST                                                                                     \
    0.1 /* of the frame's longer side: land that falls as steeply as can be over it                \
         * limits the lift */
#define LEAST       1e-3 /* m at a pace of 1: slowest uplift */
#define TENT        0.12 /* slope with which the ceiling falls away from peaks */
#define ROOM        0.02 /* of the relief between the drawing's highest ground and the ceiling, */
#define MORE_ROOM   0.08 /* and more where the drawing is hardly kept; */
#define RELIEF      6    /* relief within so many squares */
#define TO_CEILING  0.5  /* steps */
#define HILLS       1.4  /* squares to the largest hill, */
#define HILL_SLOPE  0.3  /* as steep as this against the drawing */
#define BUMPS       8.0  /* spacings to a bump, */
#define BUMP_SLOPE  0.15
#define FLAT        0.03 /* slope of drawings that are flatter, for bumps */
#define ROCK_GRAINS 4.0  /* width of the largest bodies of rock */
#define ROCK_POWERS 3.0  /* powers of two between mean and hardest rock, at most */
#define CRESTS      0.5  /* of the spread of heights, where the drawing is hardly kept */
#define HOLD        0.5 /* of its distance to the drawing the ground of an open end goes in a step */
#define FAR         1e12 /* m */

fluv_amplify_law fluv_amplify_law_of(const fluv_amplify_params *params, const fluv_landscape *land,
                                     const fluv_drawing *drawing)
{
    fluv_drainage_job job = {0};
    fluv_routing_set(land, &job);
    return (fluv_amplify_law){.params = params,
                              .drawing = drawing,
                              .pace = FASTEST * pow(AGES, 1.0 - params->age),
                              .source = SOURCE * drawing->valley * drawing->valley,
                              .wander = job.wander};
}

/* ---- Made ready ---- */

static void noise_at(fluv_ctx *ctx, const fluv_drawing *d, const fluv_noise *noise,
                     const fluv_amplify_tier *t, float *out)
{
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t from = 0; from < t->topology.count; from += FLUV_AMPLIFY_BLOCK) {
        fluv_amplify_spots spots;
        fluv_amplify_spots_take(t, from, &spots);
        for (uint32_t i = 0; i < spots.count; i++) {
            spots.x[i] = d->frame.west + spots.x[i];
            spots.y[i] = d->frame.north - spots.y[i];
        }
        fluv_noise_points(noise, spots.x, spots.y, spots.count, out + from);
    }
}

static fluv_noise noise_of(const fluv_drawing *d, const fluv_amplify_tier *t, const char *what,
                           double wavelength, double gain)
{
    return (fluv_noise){.key = fluv_key_make(d->seed, "amplify", what),
                        .wavelength = wavelength,
                        .octaves = 8,
                        .gain = gain,
                        .lacunarity = 2.0,
                        .finest = t->spacing};
}

/* The drawing's slope at a vertex: slopes to all neighbours in the square mean, which of a plane is
 * 1 / sqrt(2) of its slope. */
static float slope_at(const fluv_amplify_tier *t, uint32_t v)
{
    fluv_around around = fluv_around_cell(&t->topology, v);
    double sum = 0.0, count = 0.0;
    for (uint32_t k = 0; k < around.count; k++) {
        double rise = (double)t->drawn[around.cell[k]] - (double)t->drawn[v];
        double slope = rise / fluv_cell_distance(&t->topology, v, around.cell[k]);
        sum += isnan(slope) ? 0.0 : slope * slope;
        count += isnan(slope) ? 0.0 : 1.0;
    }
    return count > 0.0 ? (float)sqrt(2.0 * sum / count) : 0.0f;
}

/* Slopes of the drawing, smooth, in `talus`, and in the lift's first work. */
static void find_slopes(fluv_ctx *ctx, const fluv_amplify_law *law, fluv_amplify_tier *t)
{
    float *mean = law->lift.work[0];
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t v = 0; v < t->topology.count; v++)
        t->talus[v] = slope_at(t, v);
    fluv_lift_mean(ctx, &law->lift, t, t->talus, mean);
    fluv_lift_spread(ctx, &law->lift, t, mean, t->talus);
}

/* Bumps for streams to find their ways between, higher where the drawing is steep. */
static void add_bumps(fluv_ctx *ctx, const fluv_amplify_law *law, bool first, fluv_amplify_tier *t)
{
    const fluv_drawing *d = law->drawing;
    double wave = first ? HILLS * d->side : BUMPS * t->spacing;
    fluv_noise noise = noise_of(d, t, first ? "hills" : "bumps", wave, first ? 0.55 : 0.6);
    double high = law->params->roughness * (first ? HILL_SLOPE : BUMP_SLOPE) * wave;
    noise_at(ctx, d, &noise, t, t->after);
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t v = 0; v < t->topology.count; v++) {
        if (!fluv_amplify_is_land(t, v))
            continue;
        double slope = fmax((double)t->talus[v], FLAT);
        float bumpy = t->height[v] + (float)(high * slope) * t->after[v];
        t->height[v] = fmaxf(bumpy, fminf(t->drawn[v], (float)d->base));
    }
}

static void find_talus(fluv_ctx *ctx, const fluv_amplify_law *law, fluv_amplify_tier *t)
{
    const fluv_lift *lift = &law->lift;
    float talus = (float)law->params->talus;
    for (size_t s = 0; s < fluv_lattice_count(&lift->lattice); s++)
        lift->most[s] = (float)(WIDEST * law->pace * law->drawing->longer) *
                        fmaxf(talus, (float)STEEPER * lift->work[0][s]);
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t v = 0; v < t->topology.count; v++)
        t->talus[v] = fmaxf(talus, (float)STEEPER * t->talus[v]);
}

static void hang_ceiling(fluv_ctx *ctx, const fluv_amplify_law *law, fluv_amplify_tier *t)
{
    const fluv_lift *lift = &law->lift;
    float *values = lift->work[0];
    float share = (float)(ROOM + MORE_ROOM * (1.0 - law->params->closeness));
    fluv_lift_tent(lift, t, TENT, values);
    fluv_lift_spread(ctx, lift, t, values, t->ceiling);
    fluv_lift_relief(lift, t, RELIEF, values);
    fluv_lift_spread(ctx, lift, t, values, t->rock);
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t v = 0; v < t->topology.count; v++)
        t->ceiling[v] += share * t->rock[v];
}

static void lay_rock(fluv_ctx *ctx, const fluv_amplify_law *law, fluv_amplify_tier *t)
{
    fluv_noise noise = noise_of(law->drawing, t, "rock", ROCK_GRAINS * law->drawing->grain, 0.7);
    float powers = (float)(ROCK_POWERS * law->params->rock);
    noise_at(ctx, law->drawing, &noise, t, t->rock);
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t v = 0; v < t->topology.count; v++) {
        t->rock[v] = exp2f(powers * t->rock[v]);
        t->talus[v] *= t->rock[v];
    }
}

fluv_status fluv_amplify_prepare(fluv_ctx *ctx, fluv_amplify_law *law, bool first,
                                 fluv_amplify_tier *t)
{
    FLUV_TRY(fluv_lift_fit(ctx, law->drawing, t, &law->lift));
    find_slopes(ctx, law, t);
    if (t->mesh)
        add_bumps(ctx, law, first, t);
    find_talus(ctx, law, t);
    hang_ceiling(ctx, law, t);
    lay_rock(ctx, law, t);
    return FLUV_OK;
}

/* ---- A step ---- */

/* Area at which valleys begin, m2. */
static double source_of(const fluv_amplify_law *law, double uplift)
{
    double later = GENTLE * law->pace * sqrt(law->source) / uplift;
    return law->source * fmin(fmax(later * later, 1.0), LATEST);
}

static void find_uplift(fluv_ctx *ctx, const fluv_amplify_law *law, fluv_amplify_tier *t)
{
    float least = (float)(LEAST * law->pace);
    fluv_lift_spread(ctx, &law->lift, t, law->lift.rate, t->uplift);
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t v = 0; v < t->topology.count; v++) {
        float most = (t->ceiling[v] - t->height[v]) / (float)TO_CEILING;
        t->uplift[v] = fmaxf(least, fminf(t->uplift[v] * t->rock[v], most));
    }
}

/* Slopes creep: crests and noses grow round, and furrows narrower than a valley fade. */
static float creep_to(const fluv_amplify_tier *t, uint32_t v)
{
    fluv_around around = fluv_around_cell(&t->topology, v);
    float own = t->height[v], sum = 0.0f;
    for (uint32_t k = 0; k < around.count; k++) {
        uint32_t other = around.cell[k];
        sum += t->kind[other] & FLUV_CELL_VOID ? 0.0f : t->height[other] - own;
    }
    return own + (float)CREEP / (float)around.count * sum;
}

static void creep(fluv_ctx *ctx, fluv_amplify_tier *t)
{
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t v = 0; v < t->topology.count; v++)
        t->after[v] = fluv_amplify_is_land(t, v) && !t->donors[v] ? creep_to(t, v) : t->height[v];
    fluv_amplify_tier_turn(t);
}

static void add_areas(fluv_ctx *ctx, const fluv_amplify_law *law, fluv_amplify_tier *t)
{
    double per_unit = 1.0 / t->unit;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t v = 0; v < t->topology.count; v++)
        t->area[v] = (uint64_t)(fluv_cell_area(&t->topology, v) * per_unit);
    fluv_forest_sum(t->topology.count, ctx->threads, t->receiver, t->donors, t->area);
    uint64_t least = (uint64_t)(CHANNEL * law->drawing->valley * law->drawing->valley * per_unit);
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t v = 0; v < t->topology.count; v++) {
        t->donors[v] = t->area[v] > least; /* until the next step: whether it is a channel */
        double steep = (double)t->uplift[v] / (law->pace * (double)t->talus[v]);
        double more = source_of(law, (double)t->uplift[v]) + steep * steep;
        t->area[v] += (uint64_t)(more * per_unit);
    }
}

static void send_down(fluv_ctx *ctx, const fluv_amplify_law *law, fluv_amplify_tier *t)
{
    if (t->mesh)
        fluv_receivers(&t->topology, ctx->threads, FLUV_STEEPEST, t->height, t->kind, t->receiver);
    else
        fluv_receivers_follow(&t->topology, ctx->threads, &law->wander, t->height, t->kind,
                              t->receiver);
}

/* Where water leaves the frame the law knows no lower ground: it stays near the drawing. */
static void hold_ends(fluv_ctx *ctx, fluv_amplify_tier *t)
{
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t v = 0; v < t->topology.count; v++)
        if (t->receiver[v] == FLUV_NONE && fluv_amplify_is_land(t, v))
            t->uplift[v] = (float)HOLD * (t->drawn[v] - t->height[v]);
}

static void wear(fluv_ctx *ctx, const fluv_amplify_law *law, fluv_amplify_tier *t)
{
    const fluv_stratum rock = {.rock = {.erodibility = (float)law->pace}};
    fluv_stream_power power = {.topology = &t->topology,
                               .kind = t->kind,
                               .receiver = t->receiver,
                               .area = t->area,
                               .unit = t->unit,
                               .uplift = t->uplift,
                               .strata = {.count = 1, .strata = &rock},
                               .talus = t->talus,
                               .m = 0.5,
                               .n = 1.0,
                               .years = 1.0,
                               .border_distance = FAR};
    fluv_stream_power_step(&power, ctx->threads, t->height, t->after);
}

fluv_status fluv_amplify_step(fluv_ctx *ctx, fluv_amplify_law *law, bool correct, double progress,
                              fluv_amplify_tier *t)
{
    find_uplift(ctx, law, t);
    send_down(ctx, law, t);
    FLUV_TRY(
        fluv_hollows_connect(ctx, &t->topology, t->height, t->kind, t->receiver, &t->connection));
    FLUV_TRY(fluv_advance(ctx, progress));
    add_areas(ctx, law, t);
    hold_ends(ctx, t);
    FLUV_TRY(fluv_advance(ctx, progress));
    wear(ctx, law, t);
    if (correct)
        fluv_lift_correct(ctx, t, CRESTS * (1.0 - law->params->closeness), LEAST * law->pace,
                          &law->lift);
    fluv_amplify_tier_turn(t);
    if (!t->mesh)
        fluv_amplify_widen(law->params, t);
    for (int round = t->mesh ? ROUNDS - 1 : 0; round < ROUNDS; round++)
        creep(ctx, t);
    return FLUV_OK;
}
