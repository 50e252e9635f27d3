// SPDX-License-Identifier: MIT
/* Stage `glacier`: ice gathers above the snow line, flows down and shapes its valleys.
 *
 * in   height        out   height, wear and deposit (m)
 *
 * Ice flows (ice.c) while the ground below it is worn by what slides over it, walls that became too
 * steep crumble, and what was worn off is laid down where the ice melts (moraine.c). Ice answers to
 * the climate in centuries, the ground in many thousand years: every step of the ice stands for a
 * longer time of wear. In the end all ice is gone, and hollows remain that later become lakes.
 *
 *     wear = scour * sliding speed
 *
 * Coarse to fine (tiers.h): the coarsest lattice has most of the years and finer ones few, so that
 * valleys are the same for every size and walls and lips become sharper.  O(cells * steps).
 *
 * Based on: Humphrey, Raymond. Hydrology, erosion and sediment production in a surging glacier.
 * 1994; and see ice.c */
#include "stages/glacier/glacier.h"

#include "field/talus.h"
#include "stages/glacier/moraine.h"

#include <assert.h>
#include <math.h>

#define VISITS_A_STEP 0.2   /* a cell: most steps are those of coarse lattices */
#define ICE_YEARS     4.0   /* a step, for the ice itself */
#define MOST_WEAR     2.0F  /* m in a step: more would be ahead of the ice */
#define FLOATS        1.12F /* thickness over the depth of the sea at which ice floats */
#define CALVES        3.0F  /* m/y of ice that breaks off for each metre of depth */
#define NEARLY        50.0F /* m thicker than what floats: so near to it cracks open */
#define CRUMBLES      0.5F  /* rate of talus (field/talus.h) in a step */

#define CYCLES 3  /* of cold and warm at each level; it ends warm */
#define REST   12 /* times at each level that moraines are laid */

#define COARSE 0.8 /* of all years, at the coarsest level */

enum { ICE, AMOUNTS };

typedef struct job {
    const fluv_glacier_params *params;
    const fluv_landscape *land;
    const float *snow_line, *talus; /* over the frame; NULL: one number */
    double worn, laid;              /* m3, so far */
} job;

/* The grids of a level. */
typedef struct glacier_level {
    fluv_ice ice;
    const float *ground;
    float *change, *next;     /* of the ground; where it is worked out */
    float *gain, *load;       /* m/y; m worn off at this level */
    float *snow_line, *talus; /* NULL: one number */
} glacier_level;

static fluv_status take_map(fluv_ctx *ctx, const job *j, const fluv_tier *level, const float *map,
                            float **out)
{
    *out = NULL;
    if (!map)
        return FLUV_OK;
    if (!(*out = fluv_scratch(ctx, fluv_tier_room(level), sizeof **out)))
        return FLUV_NO_MEMORY;
    return fluv_tier_take(ctx, j->land, level, map, *out);
}

static fluv_status open_level(fluv_ctx *ctx, const job *j, fluv_tier_state *state, glacier_level *g)
{
    const fluv_tier *level = &state->level;
    size_t room = fluv_tier_room(level);
    *g = (glacier_level){.ground = state->ground, .change = state->change};
    FLUV_TRY(fluv_ice_make(ctx, level, &g->ice));
    g->ice.thick = state->amounts[ICE];
    g->next = fluv_scratch_zero(ctx, room, sizeof *g->next);
    g->gain = fluv_scratch_zero(ctx, room, sizeof *g->gain);
    g->load = fluv_scratch_zero(ctx, room, sizeof *g->load);
    if (!g->next || !g->gain || !g->load)
        return FLUV_NO_MEMORY;
    g->ice.gain = g->gain;
    FLUV_TRY(take_map(ctx, j, level, j->snow_line, &g->snow_line));
    return take_map(ctx, j, level, j->talus, &g->talus);
}

static void close_level(fluv_ctx *ctx, glacier_level *g)
{
    float *const grids[] = {g->next, g->gain, g->load, g->snow_line, g->talus};
    for (size_t i = 0; i < sizeof grids / sizeof *grids; i++)
        if (grids[i])
            fluv_scratch_drop(ctx, grids[i]);
    fluv_ice_drop(ctx, &g->ice);
}

/* Bed and gain of a row: snow above the snow line, melt below, and at sea what breaks off. */
static void weather_row(const job *j, const glacier_level *g, uint32_t row, float higher)
{
    const fluv_glacier_params *p = j->params;
    const fluv_tier *level = &g->ice.level;
    float balance = (float)p->balance, most = (float)p->snow, same = (float)p->snow_line.number;
    for (uint32_t col = 1; col <= level->cols; col++) {
        size_t i = row * level->stride + col;
        float bed = g->ground[i] + g->change[i], thick = g->ice.thick[i];
        float line = (g->snow_line ? g->snow_line[i] : same) + higher;
        float gain = balance * (bed + thick - line);
        gain = gain < most ? gain : most;
        if (bed < 0.0F && thick < NEARLY - FLOATS * bed)
            gain += CALVES * bed;
        g->ice.bed[i] = bed;
        g->gain[i] = gain;
    }
}

/* The rim has no ground. */
static void empty_rim(const glacier_level *g)
{
    const fluv_tier *level = &g->ice.level;
    for (size_t i = 0; i < fluv_tier_room(level); i++)
        g->ice.bed[i] = g->ground[i];
}

static void wear_row(const job *j, const glacier_level *g, uint32_t row, double years)
{
    const fluv_tier *level = &g->ice.level;
    float scour = (float)(j->params->scour * years);
    for (uint32_t col = 1; col <= level->cols; col++) {
        size_t i = row * level->stride + col;
        float depth = scour * g->ice.slides[i];
        depth = depth < MOST_WEAR ? depth : MOST_WEAR;
        g->change[i] -= depth;
        g->load[i] += depth;
    }
}

static void crumble(int threads, const job *j, glacier_level *g)
{
    const fluv_tier *level = &g->ice.level;
    fluv_talus talus = {.cols = level->cols,
                        .rows = level->rows,
                        .ground = g->ground,
                        .slope = g->talus,
                        .steepest = (float)j->params->talus.number,
                        .cell = (float)level->cell,
                        .rate = CRUMBLES};
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t row = 0; row < level->rows; row++)
        fluv_talus_row(&talus, row, g->change, g->next);
    float *old = g->change;
    g->change = g->next;
    g->next = old;
}

/* One step of ice and ground. `years`: of wear; `higher`: of the snow line, m. */
static void step(int threads, const job *j, glacier_level *g, double years, double higher)
{
    uint32_t rows = g->ice.level.rows;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t row = 1; row <= rows; row++)
        weather_row(j, g, row, (float)higher);
    fluv_ice_flow(&g->ice, threads, ICE_YEARS);
    fluv_ice_slide(&g->ice, threads);
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t row = 1; row <= rows; row++)
        wear_row(j, g, row, years);
    crumble(threads, j, g);
}

static double sum_of(const fluv_tier *level, float *grid)
{
    fluv_values values = fluv_tier_values(level, grid);
    return fluv_values_sum(&values) * level->cell * level->cell;
}

/* What was worn off at this level comes to rest. */
static fluv_status lay_moraines(fluv_ctx *ctx, job *j, glacier_level *g)
{
    const fluv_tier *level = &g->ice.level;
    double gone = 0.0, worn = sum_of(level, g->load);
    float share = (float)j->params->moraine;
    float *laid = g->next; /* free between steps */
    for (size_t i = 0; i < fluv_tier_room(level); i++)
        laid[i] = 0.0F;
    FLUV_TRY(fluv_moraine_lay(ctx, &g->ice, g->load, laid, &gone));
    for (size_t i = 0; i < fluv_tier_room(level); i++) {
        laid[i] *= share;
        g->change[i] += laid[i];
    }
    j->worn += worn;
    j->laid += sum_of(level, laid);
    return FLUV_OK;
}

/* Years of wear at a level, however many there are. */
static double years_at(const fluv_tier *level, double years)
{
    return level->index == 0 ? COARSE * years : (1.0 - COARSE) * years * pow(0.5, level->index);
}

static fluv_status work(fluv_ctx *ctx, void *user, fluv_tier_state *state)
{
    job *j = user;
    const fluv_tier *level = &state->level;
    glacier_level g;
    FLUV_TRY(open_level(ctx, j, state, &g));
    empty_rim(&g);
    int64_t steps = fluv_tier_steps(level, j->params->steps);
    double years = years_at(level, j->params->years) / (double)(steps > 0 ? steps : 1);
    for (int64_t i = 0; i < steps; i++) {
        FLUV_TRY(fluv_advance(ctx, level->from + level->share * (double)i / (double)steps));
        double when = ((double)i + 0.5) / (double)steps;
        step(ctx->threads, j, &g, years, j->params->swing * cos(2.0 * M_PI * CYCLES * when));
        if ((i + 1) * REST / steps > i * REST / steps)
            FLUV_TRY(lay_moraines(ctx, j, &g));
    }
    for (int i = 0; i < 4; i++) /* so that moraines are no steps either */
        crumble(ctx->threads, j, &g);
    state->change = g.change;
    state->amounts[ICE] = g.ice.thick;
    close_level(ctx, &g);
    return FLUV_OK;
}

static fluv_status fill_map(fluv_ctx *ctx, const fluv_landscape *land, const fluv_field *field,
                            const char *name, const float **out)
{
    if (field->kind == FLUV_FIELD_NUMBER)
        return FLUV_OK;
    float *map = fluv_scratch(ctx, fluv_cell_count(land), sizeof *map);
    if (!map)
        return FLUV_NO_MEMORY;
    *out = map;
    return fluv_field_fill(ctx, land, field, "glacier", name, map);
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    job j = {.params = params, .land = land};
    fluv_tier_state end;
    FLUV_TRY(fill_map(ctx, land, &j.params->snow_line, "snow_line", &j.snow_line));
    FLUV_TRY(fill_map(ctx, land, &j.params->talus, "talus", &j.talus));
    FLUV_TRY(fluv_tiers_walk(ctx, land, AMOUNTS, work, &j, &end));
    FLUV_TRY(fluv_tier_publish(ctx, &end, true, land));
    land->erosion.known = true;
    land->erosion.eroded += j.worn;
    land->erosion.deposited += j.laid;
    land->erosion.left += j.worn - j.laid;
    return fluv_advance(ctx, 1.0);
}

static double visits(const void *params, const fluv_landscape *land, fluv_extent extent)
{
    const fluv_glacier_params *p = params;
    (void)extent;
    return VISITS_A_STEP * (double)p->steps * (double)fluv_cell_count(land);
}

#define PARAMS fluv_glacier_params
static const fluv_param table[] = {
#include "base/param_rows.h"
#include "stages/glacier/glacier.def"
};

const fluv_stage fluv_stage_glacier = {
    .info = {.name = "glacier",
             .summary = "Ice gathers above the snow line, flows down and shapes its valleys.",
             .params = table,
             .param_count = sizeof table / sizeof *table},
    .params_size = sizeof(fluv_glacier_params),
    FLUV_NEEDS(height),
    FLUV_MAKES(height, wear, deposit, erosion),
    FLUV_AMENDS(),
    .keeps = FLUV_SET(laid),
    .moves_sea = true,
    .visits = visits,
    .bytes_per_cell = 64.0,
    .run = run,
};
