// SPDX-License-Identifier: MIT
/* A storm over one level.
 *
 * in   ground, and change, water and load of the level before        out   the same after the storm
 *
 * A step lasts as long as water at the speed PACE takes to cross a cell, on every level. Banks
 * steeper than the talus slide every few steps. The rim of the ground says where water falls to at
 * the frame's edge: as deep below as the slope at the edge goes on, as the storm begins, so that
 * rivers cannot dig without end there. */
#include "stages/hydraulic/storm.h"

#include "field/talus.h"

#include <math.h>

#define PACE     10.0  /* m/s */
#define GRAVITY  9.81  /* m/s2 */
#define EDGE     0.457 /* width of a pipe to an edge in cells; all pipes carry as much as one cell */
#define DIAGONAL 1.4142136
#define WAVES    0.25 /* push times depth at which waves are still followed safely */
#define SHELF    0.01 /* slope of what is laid down in the sea */
#define HOUR     3600.0
#define CAPACITY 3e4 /* m of load a m of flow and slope: storms of ages in one */
#define BANKS    4   /* steps from one slide of the banks to the next */

fluv_pipe_rules fluv_storm_rules(const fluv_hydraulic_params *params, double cell)
{
    double seconds = cell / PACE, push = EDGE * GRAVITY / (PACE * PACE);
    double drag = GRAVITY * params->roughness * params->roughness * cell / EDGE;
    double loss = (params->evaporation + params->soak) * 1e-3 / HOUR * seconds;
    double per_unit = 1e-3 / HOUR * seconds; /* m a step for a mm/h */
    bool number = params->rain.kind == FLUV_FIELD_NUMBER;
    return (fluv_pipe_rules){.push = {(float)push, (float)(push / 2.0)},
                             .drag = {(float)drag, (float)(drag * DIAGONAL)},
                             .deepest = (float)(WAVES / push),
                             .slope = {(float)(1.0 / cell), (float)(1.0 / (cell * DIAGONAL))},
                             .rain = (float)(number ? params->rain.number * per_unit : per_unit),
                             .loss = (float)loss,
                             .shelf = (float)(SHELF * cell),
                             .capacity = (float)(CAPACITY * params->capacity),
                             .dissolve = (float)params->dissolve,
                             .settle = (float)params->settle};
}

/* Where water falls to beyond the cell `edge`, `in` being the offset of the cell further in. */
static float beyond(const fluv_tier_state *state, size_t edge, ptrdiff_t in)
{
    float here = state->ground[edge] + state->change[edge];
    float inner = state->ground[edge + (size_t)in] + state->change[edge + (size_t)in];
    return inner > here ? here - (inner - here) : here;
}

/* Lets the rim of the ground be where water falls to. */
static void open_rim(const fluv_tier_state *state)
{
    const fluv_tier *level = &state->level;
    size_t up = level->stride, last = (size_t)level->rows * up;
    ptrdiff_t down = level->rows > 1 ? (ptrdiff_t)up : 0, right = level->cols > 1;
    for (size_t x = 0; x < up; x++) {
        size_t inside = x < 1 ? 1 : x > level->cols ? level->cols : x;
        ptrdiff_t in = x < 1 ? right : x > level->cols ? -right : 0;
        state->ground[x] = beyond(state, up + inside, down + in);
        state->ground[last + up + x] = beyond(state, last + inside, in - down);
    }
    for (size_t row = 1; row <= level->rows; row++) {
        size_t west = row * up;
        state->ground[west] = beyond(state, west + 1, right);
        state->ground[west + up - 1] = beyond(state, west + level->cols, -right);
    }
}

static void exchange(float *a, float *b)
{
    float old = *a;
    *a = *b;
    *b = old;
}

/* Exchanges the rim of the ground for the values kept in `rim`, 2 * stride + 2 * rows of them. */
static void exchange_rim(const fluv_tier_state *state, float *rim)
{
    const fluv_tier *level = &state->level;
    size_t up = level->stride, end = ((size_t)level->rows + 1) * up;
    for (size_t x = 0; x < up; x++) {
        exchange(&state->ground[x], rim++);
        exchange(&state->ground[end + x], rim++);
    }
    for (size_t at = up; at < end; at += up) {
        exchange(&state->ground[at], rim++);
        exchange(&state->ground[at + up - 1], rim++);
    }
}

static bool make_grids(fluv_ctx *ctx, const fluv_tier_state *state, fluv_pipe_grids *g)
{
    const fluv_tier *level = &state->level;
    size_t room = fluv_tier_room(level);
    *g = (fluv_pipe_grids){.cols = level->cols,
                           .rows = level->rows,
                           .stride = level->stride,
                           .ground = state->ground,
                           .change = state->change,
                           .water = state->amounts[FLUV_STORM_WATER],
                           .load = state->amounts[FLUV_STORM_LOAD]};
    float **grids[] = {&g->change_next, &g->water_next, &g->load_next, &g->share,
                       &g->pipe[0],     &g->pipe[1],    &g->pipe[2],   &g->pipe[3]};
    for (size_t i = 0; i < sizeof grids / sizeof *grids; i++)
        if (!(*grids[i] = fluv_scratch_zero(ctx, room, sizeof(float))))
            return false;
    g->lost = fluv_scratch_zero(ctx, level->rows, sizeof *g->lost);
    g->taken = fluv_scratch_zero(ctx, level->rows, sizeof *g->taken);
    return g->lost && g->taken;
}

static void drop_grids(fluv_ctx *ctx, fluv_pipe_grids *g, fluv_tier_state *state)
{
    state->change = g->change;
    state->amounts[FLUV_STORM_WATER] = g->water;
    state->amounts[FLUV_STORM_LOAD] = g->load;
    fluv_scratch_drop(ctx, g->change_next);
    fluv_scratch_drop(ctx, g->water_next);
    fluv_scratch_drop(ctx, g->load_next);
    fluv_scratch_drop(ctx, g->share);
    for (int k = 0; k < FLUV_PIPES; k++)
        fluv_scratch_drop(ctx, g->pipe[k]);
    fluv_scratch_drop(ctx, g->lost);
    fluv_scratch_drop(ctx, g->taken);
}

static void swap(float **a, float **b)
{
    float *old = *a;
    *a = *b;
    *b = old;
}

static void slide_banks(int threads, const fluv_talus *talus, fluv_pipe_grids *g)
{
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t row = 0; row < talus->rows; row++)
        fluv_talus_row(talus, row, g->change, g->change_next);
    swap(&g->change, &g->change_next);
}

static fluv_pipe_rim step(int threads, const fluv_pipe_rules *rules, fluv_pipe_grids *g,
                          float *work)
{
    size_t room = fluv_pipes_room(g->cols);
#pragma omp parallel num_threads(threads)
    {
#pragma omp for schedule(static)
        for (uint32_t row = 0; row <= g->rows; row++)
            fluv_pipes_flow_row(rules, g, row);
#pragma omp for schedule(static)
        for (int band = 0; band < threads; band++)
            fluv_pipes_balance_rows(
                rules, g, (uint32_t)((uint64_t)g->rows * (uint64_t)band / (uint64_t)threads),
                (uint32_t)((uint64_t)g->rows * (uint64_t)(band + 1) / (uint64_t)threads),
                work + room * (size_t)band);
    }
    fluv_pipe_rim rim = fluv_pipes_rim(g);
    swap(&g->change, &g->change_next);
    swap(&g->water, &g->water_next);
    swap(&g->load, &g->load_next);
    return rim;
}

static double rain_of(const fluv_pipe_rules *rules, const fluv_pipe_grids *g)
{
    double sum = 0.0;
    for (size_t row = 1; row <= g->rows; row++)
        for (size_t at = row * g->stride + 1; at <= row * g->stride + g->cols; at++)
            if (!isnan(g->ground[at]))
                sum += (double)(g->rain ? rules->rain * g->rain[at] : rules->rain);
    return sum;
}

/* Adds what the storm over this level did, in m of a cell, to the sums in m3. */
static void add_up(fluv_storm *storm, const fluv_pipe_grids *g, double square, fluv_pipe_rim rim)
{
    fluv_erosion *sums = &storm->sums;
    const fluv_hydraulic_params *params = storm->params;
    double lost = 0.0, taken = 0.0, both = params->evaporation + params->soak;
    for (uint32_t row = 0; row < g->rows; row++) {
        lost += g->lost[row];
        taken += g->taken[row];
    }
    sums->evaporated += square * lost * (both > 0.0 ? params->evaporation / both : 0.0);
    sums->soaked += square * lost * (both > 0.0 ? params->soak / both : 0.0);
    sums->water_left += square * (taken + rim.water);
    sums->left += square * rim.load;
}

/* The mean over the steps, as m3/s. */
static void finish_flow(const fluv_tier *level, int64_t steps, float *flow)
{
    float scale = (float)(level->cell * PACE / (double)(steps > 0 ? steps : 1));
    for (size_t i = 0; i < fluv_tier_room(level); i++)
        flow[i] *= scale;
}

static fluv_status rain_on(fluv_ctx *ctx, fluv_storm *storm, const fluv_tier_state *state,
                           fluv_pipe_grids *g)
{
    const fluv_tier *level = &state->level;
    const fluv_pipe_rules rules = fluv_storm_rules(storm->params, level->cell);
    fluv_talus banks = {.cols = level->cols,
                        .rows = level->rows,
                        .ground = state->ground,
                        .steepest = (float)storm->params->talus,
                        .cell = (float)level->cell,
                        .rate = 1.0F};
    int64_t steps = fluv_tier_steps(level, storm->params->steps);
    fluv_pipe_rim rim = {0};
    float *work = fluv_scratch(ctx, fluv_pipes_room(g->cols) * (size_t)ctx->threads, sizeof *work);
    size_t around = 2 * (level->stride + level->rows);
    float *walls = fluv_scratch(ctx, around, sizeof *walls);
    if (!work || !walls)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < around; i++)
        walls[i] = NAN;
    if (storm->params->border == FLUV_HYDRAULIC_BORDER_free)
        open_rim(state);
    for (int64_t i = 0; i < steps; i++) {
        FLUV_TRY(fluv_advance(ctx, level->from + level->share * (double)i / (double)steps));
        fluv_pipe_rim gone = step(ctx->threads, &rules, g, work);
        rim.water += gone.water;
        rim.load += gone.load;
        if (i % BANKS < BANKS - 1)
            continue;
        exchange_rim(state, walls);
        slide_banks(ctx->threads, &banks, g);
        exchange_rim(state, walls);
    }
    double square = level->cell * level->cell;
    storm->sums.rain += square * (double)steps * rain_of(&rules, g);
    add_up(storm, g, square, rim);
    if (g->flow)
        finish_flow(level, steps, g->flow);
    return FLUV_OK;
}

fluv_status fluv_storm_level(fluv_ctx *ctx, void *user, fluv_tier_state *state)
{
    fluv_storm *storm = user;
    fluv_pipe_grids g;
    size_t room = fluv_tier_room(&state->level);
    float *rain = NULL;
    if (!make_grids(ctx, state, &g))
        return FLUV_NO_MEMORY;
    if (storm->rain) {
        rain = fluv_scratch(ctx, room, sizeof *rain);
        if (!rain)
            return FLUV_NO_MEMORY;
        FLUV_TRY(fluv_tier_take(ctx, storm->land, &state->level, storm->rain, rain));
        g.rain = rain;
    }
    if (state->level.last) {
        g.flow = storm->flow = fluv_scratch_zero(ctx, room, sizeof *g.flow);
        if (!g.flow)
            return FLUV_NO_MEMORY;
    }
    FLUV_TRY(rain_on(ctx, storm, state, &g));
    drop_grids(ctx, &g, state);
    fluv_scratch_drop(ctx, rain);
    return FLUV_OK;
}
