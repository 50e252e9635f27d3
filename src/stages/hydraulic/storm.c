// SPDX-License-Identifier: MIT
/* A storm over one level.
 *
 * in   ground, and change, water and load of the level before        out   the same after the storm
 *
 * A step lasts as long as water at the speed PACE takes to cross a cell, on every level. Banks
 * steeper than the talus slide every few steps. The rim of the ground says where water falls to at
 * the frame's edge: as deep below as the slope at the edge goes on, as the storm begins, so that
 * rivers cannot dig without end there.
 *
 * Water in full flood carries a large part of all it has worn off, and would drop it in its beds if
 * the rain just ended. So a level's storm has two or three parts: rain wears the land; rain wears
 * no more, and brings the load on to where slopes end, to lakes, to the sea or over the edge (here
 * it goes faster than the water, for want of time); and at the last level, the rain over, the water
 * can carry less and less until all is laid down. Load that finds no room then creeps on as mud,
 * which makes the floors of valleys even. */
#include "stages/hydraulic/storm.h"

#include "field/talus.h"

#include <assert.h>
#include <math.h>

#define PACE     10.0  /* m/s */
#define GRAVITY  9.81  /* m/s2 */
#define EDGE     0.457 /* width of a pipe to an edge in cells; all pipes carry as much as one cell */
#define DIAGONAL 1.4142136
#define WAVES    0.25 /* push times depth at which waves are still followed safely */
#define FAN                                                                                        \
    0.04 /* steepest slope of what is laid down while water runs, on land and under water          \
          */
#define GATHERED 10.0 /* m3/s: flow that carries as much whether it gathers or not */
#define UNDERCUT 1e-4 /* of a bank comes down in a step, per m3/s */
#define HOUR     3600.0
#define CAPACITY 3e4 /* m of load a m of flow and slope: storms of ages in one */
#define BANKS    4   /* steps from one slide of the banks to the next */

/* The end of a storm. */
#define FLUSHED     0.05 /* of the load is left when the rain ends */
#define HASTE       50.0F /* the load's, while no more comes: to go in some steps as far as in many */
#define AT_REST     1e-3  /* of the ground worn off may stay in the water */
#define EBB_FALLS   16    /* steps in which what the water can carry goes to nothing */
#define EBB_MOST    240   /* steps after that */
#define EBB_FANS    25.0F /* mud comes to rest on slopes so much steeper than fans */
#define EBB_PARTS   0.5F  /* of a cell's load goes with the water in a step */
#define EBB_MUD     0.06F /* and to each lower neighbour as mud */
#define EBB_SETTLES 0.15F /* of it comes to rest, if there is room */
#define LOOK        8     /* steps from one look at the load to the next */

fluv_pipe_rules fluv_storm_rules(const fluv_hydraulic_params *params, double cell, int64_t steps)
{
    assert(cell > 0.0 && steps > 0 && params->roughness > 0.0);
    double seconds = cell / PACE, push = EDGE * GRAVITY / (PACE * PACE);
    double drag = GRAVITY * params->roughness * params->roughness * cell / EDGE;
    double loss = (params->evaporation + params->soak) * 1e-3 / HOUR * seconds;
    double per_unit = 1e-3 / HOUR * seconds;  /* m a step for a mm/h */
    double discharge = cell * cell / seconds; /* m3/s of a m a step */
    double widens = params->creep / cell;
    bool number = params->rain.kind == FLUV_FIELD_NUMBER;
    return (fluv_pipe_rules){.push = {(float)push, (float)(push / 2.0)},
                             .drag = {(float)drag, (float)(drag * DIAGONAL)},
                             .deepest = (float)(WAVES / push),
                             .slope = {(float)(1.0 / cell), (float)(1.0 / (cell * DIAGONAL))},
                             .rain = (float)(number ? params->rain.number * per_unit : per_unit),
                             .loss = (float)loss,
                             .fan = (float)(FAN * cell),
                             .alone = (float)(1.0 - params->gather),
                             .gather = (float)(params->gather * sqrt(discharge / GATHERED)),
                             .creep = (float)(0.25 * widens * widens / (double)steps),
                             .undercut = (float)(params->undercut * UNDERCUT * discharge),
                             .capacity = (float)(CAPACITY * params->capacity),
                             .dissolve = (float)params->dissolve,
                             .haste = 1.0F,
                             .parts = 0.9F,
                             .settle = (float)params->settle};
}

/* The ground or still water of a cell; NaN where there is neither. */
static float bed_at(const fluv_tier_state *state, const float *still, size_t cell)
{
    float ground = state->ground[cell] + state->change[cell];
    return ground < still[cell] ? still[cell] : ground;
}

/* Where water falls to beyond the cell `edge`, `in` being the offset of the cell further in. */
static void go_on_beyond(const fluv_tier_state *state, float *still, size_t rim, size_t edge,
                         ptrdiff_t in)
{
    float here = bed_at(state, still, edge), inner = bed_at(state, still, edge + (size_t)in);
    state->ground[rim] = inner > here ? here - (inner - here) : here;
    still[rim] = still[edge] == FLUV_STILL_SEA ? FLUV_STILL_SEA : FLUV_STILL_NONE;
}

/* Lets the rim of the ground be where water falls to. */
static void open_rim(const fluv_tier_state *state, float *still)
{
    const fluv_tier *level = &state->level;
    size_t up = level->stride, last = (size_t)level->rows * up;
    ptrdiff_t down = level->rows > 1 ? (ptrdiff_t)up : 0, right = level->cols > 1;
    for (size_t x = 0; x < up; x++) {
        size_t inside = x < 1 ? 1 : x > level->cols ? level->cols : x;
        ptrdiff_t in = x < 1 ? right : x > level->cols ? -right : 0;
        go_on_beyond(state, still, x, up + inside, down + in);
        go_on_beyond(state, still, last + up + x, last + inside, in - down);
    }
    for (size_t row = 1; row <= level->rows; row++) {
        size_t west = row * up;
        go_on_beyond(state, still, west, west + 1, right);
        go_on_beyond(state, still, west + up - 1, west + level->cols, -right);
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
    assert(rim && state->level.stride == (size_t)state->level.cols + 2);
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
    assert(state->amounts[FLUV_STORM_WATER] && state->amounts[FLUV_STORM_LOAD]);
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

static void slide_banks(int threads, const fluv_talus *talus, fluv_pipe_grids *g)
{
    assert(threads > 0 && talus->rows == g->rows && g->change != g->change_next);
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t row = 0; row < talus->rows; row++)
        fluv_talus_row(talus, row, g->change, g->change_next);
    float *slid = g->change_next;
    g->change_next = g->change;
    g->change = slid;
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
    assert(flow && steps >= 0);
    float scale = (float)(level->cell * PACE / (double)(steps > 0 ? steps : 1));
    for (size_t i = 0; i < fluv_tier_room(level); i++)
        flow[i] *= scale;
}

/* Where a level's storm stands. */
typedef struct course {
    fluv_storm *storm;
    const fluv_tier_state *state;
    fluv_pipe_grids *g;
    fluv_talus banks;
    fluv_pipe_rim gone;
    float *work, *walls;
    int64_t done, steps; /* of all phases; no more than */
    int64_t rained;      /* steps */
    double worn;         /* m in all cells, when the rain had done its work */
} course;

static fluv_status one_step(fluv_ctx *ctx, course *c, const fluv_pipe_rules *rules)
{
    assert(c->done < c->steps);
    const fluv_tier *level = &c->state->level;
    double share = (double)c->done / (double)c->steps;
    FLUV_TRY(fluv_advance(ctx, level->from + level->share * share));
    fluv_pipe_rim gone = fluv_pipes_step(rules, ctx->threads, c->g, c->work);
    c->gone.water += gone.water;
    c->gone.load += gone.load;
    if (c->done++ % BANKS < BANKS - 1)
        return FLUV_OK;
    exchange_rim(c->state, c->walls);
    slide_banks(ctx->threads, &c->banks, c->g);
    exchange_rim(c->state, c->walls);
    return FLUV_OK;
}

/* m of ground worn off in all cells. */
static double worn_by(const fluv_tier_state *state, const fluv_pipe_grids *g)
{
    fluv_values change = fluv_tier_values(&state->level, g->change);
    double worn = 0.0;
    for (uint32_t row = 0; row < change.rows; row++)
        for (uint32_t col = 0; col < change.cols; col++)
            worn += fmax(-(double)change.at[row * change.stride + col], 0.0);
    return worn;
}

/* m of load in all cells but the sea's, which has arrived. */
static double load_in(const course *c)
{
    const float *load = c->g->load, *still = c->g->still;
    double sum = 0.0;
    for (size_t i = 0; i < fluv_tier_room(&c->state->level); i++)
        sum += still[i] == FLUV_STILL_SEA ? 0.0 : (double)load[i];
    return sum;
}

/* Goes on until no more than `enough` m of load are left, or for `most` steps; says how many. */
static fluv_status carry_on(fluv_ctx *ctx, course *c, const fluv_pipe_rules *rules, double enough,
                            int64_t most, int64_t *steps)
{
    assert(most >= 0);
    for (*steps = 0; *steps < most; ++*steps) {
        if (*steps % LOOK == 0 && load_in(c) <= enough)
            break;
        FLUV_TRY(one_step(ctx, c, rules));
    }
    return FLUV_OK;
}

/* No more is worn off, and the rain brings most of what the water has to where it will lie. */
static fluv_status flush(fluv_ctx *ctx, course *c, fluv_pipe_rules rules, int64_t most)
{
    int64_t steps;
    rules.dissolve = rules.creep = rules.undercut = 0.0F;
    rules.haste = HASTE;
    FLUV_TRY(carry_on(ctx, c, &rules, FLUSHED * load_in(c), most, &steps));
    c->rained += steps;
    return FLUV_OK;
}

/* The rain has ended: the water can carry less and less, and what it drops where there is no room
 * goes on as mud. */
static fluv_status ebb(fluv_ctx *ctx, course *c, fluv_pipe_rules rules)
{
    assert(c->state->level.last && !(c->worn < 0.0));
    int64_t steps;
    float capacity = rules.capacity;
    rules.dissolve = rules.rain = rules.creep = rules.undercut = 0.0F;
    rules.haste = HASTE;
    rules.parts = EBB_PARTS;
    rules.mud = EBB_MUD;
    rules.settle = EBB_SETTLES;
    for (int i = 1; i <= EBB_FALLS; i++) {
        rules.capacity = capacity * (1.0F - (float)i / (float)EBB_FALLS);
        FLUV_TRY(one_step(ctx, c, &rules));
    }
    rules.fan *= EBB_FANS;
    return carry_on(ctx, c, &rules, AT_REST * c->worn, EBB_MOST, &steps);
}

static fluv_status rain_on(fluv_ctx *ctx, fluv_storm *storm, const fluv_tier_state *state,
                           fluv_pipe_grids *g, float *still)
{
    const fluv_tier *level = &state->level;
    int64_t steps = fluv_tier_steps(level, storm->params->steps);
    const fluv_pipe_rules rules =
        fluv_storm_rules(storm->params, level->cell, steps > 0 ? steps : 1);
    int64_t most = steps / 2, after = steps > 0 && level->last ? EBB_FALLS + EBB_MOST : 0;
    assert(steps >= 0 && g->still == still);
    size_t around = 2 * (level->stride + level->rows);
    course c = {
        .storm = storm,
        .state = state,
        .g = g,
        .steps = steps + most + after,
        .banks = {.cols = level->cols,
                  .rows = level->rows,
                  .ground = state->ground,
                  .still = still,
                  .steepest = (float)storm->params->talus,
                  .cell = (float)level->cell,
                  .rate = 1.0F},
        .work = fluv_scratch(ctx, fluv_pipes_room(g->cols) * (size_t)ctx->threads, sizeof(float)),
        .walls = fluv_scratch(ctx, around, sizeof(float))};
    if (!c.work || !c.walls)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < around; i++)
        c.walls[i] = NAN;
    if (storm->params->border == FLUV_HYDRAULIC_BORDER_free)
        open_rim(state, still);
    for (int64_t i = 0; i < steps; i++)
        FLUV_TRY(one_step(ctx, &c, &rules));
    double square = level->cell * level->cell;
    float *flow = g->flow;
    g->flow = NULL; /* that of the rain at its height */
    c.rained = steps;
    c.worn = worn_by(state, g);
    FLUV_TRY(flush(ctx, &c, rules, most));
    if (after > 0)
        FLUV_TRY(ebb(ctx, &c, rules));
    storm->sums.rain += square * (double)c.rained * rain_of(&rules, g);
    add_up(storm, g, square, c.gone);
    if (flow)
        finish_flow(level, steps, flow);
    return FLUV_OK;
}

/* Dry ground beside still water does not creep: the water would run out. */
static void make_shores_firm(const fluv_tier *level, float *still)
{
    for (size_t row = 1; row <= level->rows; row++)
        for (size_t col = 1; col <= level->cols; col++) {
            float *here = still + row * level->stride + col;
            if (*here == FLUV_STILL_NONE &&
                fluv_still_is_water(fluv_still_beside(here, level->stride)))
                *here = FLUV_PIPES_FIRM;
        }
}

static fluv_status take_maps(fluv_ctx *ctx, fluv_storm *storm, fluv_tier_state *state,
                             fluv_pipe_grids *g, float **still)
{
    size_t room = fluv_tier_room(&state->level);
    *still = fluv_scratch(ctx, room, sizeof **still);
    if (!*still)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_still_take(ctx, storm->land, storm->still, state, *still));
    make_shores_firm(&state->level, *still);
    g->still = *still;
    if (!storm->rain)
        return FLUV_OK;
    float *rain = fluv_scratch(ctx, room, sizeof *rain);
    if (!rain)
        return FLUV_NO_MEMORY;
    g->rain = rain;
    return fluv_tier_take(ctx, storm->land, &state->level, storm->rain, rain);
}

fluv_status fluv_storm_level(fluv_ctx *ctx, void *user, fluv_tier_state *state)
{
    fluv_storm *storm = user;
    fluv_pipe_grids g;
    float *still = NULL;
    assert(storm && state->ground && state->change);
    if (!make_grids(ctx, state, &g))
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_look(ctx));
    FLUV_TRY(take_maps(ctx, storm, state, &g, &still));
    FLUV_TRY(fluv_look(ctx));
    fluv_floors_begin(storm, state, still);
    FLUV_TRY(fluv_look(ctx));
    if (state->level.last) {
        g.flow = storm->flow =
            fluv_scratch_zero(ctx, fluv_tier_room(&state->level), sizeof *g.flow);
        if (!g.flow)
            return FLUV_NO_MEMORY;
    }
    FLUV_TRY(rain_on(ctx, storm, state, &g, still));
    drop_grids(ctx, &g, state);
    fluv_floors_end(storm, state, still);
    fluv_scratch_drop(ctx, still);
    fluv_scratch_drop(ctx, (void *)(uintptr_t)g.rain);
    return FLUV_OK;
}
