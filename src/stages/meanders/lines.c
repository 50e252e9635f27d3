// SPDX-License-Identifier: MIT
/* The rivers that may wander, as lines.
 *
 * in   receivers and areas on a lattice     out   lines from source to mouth, the largest first
 *
 * From every mouth a river is followed upstream to the donor with the largest area, as long as it
 * is wide enough; what joins it on the way is a river of its own. Steps of the lattice are smoothed
 * away. Where a river falls steeply, runs through a hollow that will be a lake, or is near the sea
 * or the frame's edge it is not free.  O(n). */
#include "stages/meanders/lines.h"

#include "field/noise.h"

#include <assert.h>
#include <math.h>

#define ROUNDS_FOR                                                                                 \
    0.1 /* of smoothing, for the square of a bend's cells: a quarter of it is lost                 \
         */
#define MOST_ROUNDS 400
#define OFF         0.4  /* widths from the smooth line: what first bends grow from */
#define SLOPE_OVER  12   /* places up and down */
#define RIM         3    /* cells from the sea and the frame's edge */
#define DEEP        1.0f /* m of water in a hollow that will be a lake */

typedef struct tracer {
    const fluv_meander_land *land;
    const fluv_meander_rules *rules;
    fluv_list *rivers;
    fluv_list open; /* mouths to be followed: start */
} tracer;

typedef struct start {
    uint32_t cell, parent;
} start;

static double width_at(const tracer *t, uint32_t cell)
{
    return t->rules->width * sqrt(t->land->area[cell]);
}

static bool is_river(const tracer *t, uint32_t cell)
{
    const fluv_meander_land *land = t->land;
    return !(land->kind[cell] & (FLUV_CELL_VOID | FLUV_CELL_SEA)) &&
           width_at(t, cell) >= t->rules->least;
}

static fluv_status begin_at(fluv_ctx *ctx, tracer *t, uint32_t cell, uint32_t parent)
{
    start *added = fluv_list_append(ctx, &t->open, 1, sizeof *added);
    if (!added)
        return FLUV_NO_MEMORY;
    *added = (start){cell, parent};
    return FLUV_OK;
}

/* Where rivers end: their water goes to no river. */
static fluv_status find_mouths(fluv_ctx *ctx, tracer *t)
{
    for (uint32_t c = 0; c < t->land->topology.count; c++) {
        uint32_t to = t->land->receiver[c];
        if (is_river(t, c) && (to == FLUV_NONE || !is_river(t, to)))
            FLUV_TRY(begin_at(ctx, t, c, FLUV_NONE));
    }
    return FLUV_OK;
}

static bool near_rim(const tracer *t, uint32_t cell)
{
    const fluv_topology *grid = &t->land->topology;
    uint32_t col = cell % grid->cols, row = cell / grid->cols;
    if (col < RIM || row < RIM || col + RIM >= grid->cols || row + RIM >= grid->rows)
        return true;
    for (uint32_t r = row - RIM; r <= row + RIM; r++)
        for (uint32_t c = col - RIM; c <= col + RIM; c++)
            if (t->land->kind[r * grid->cols + c] & (FLUV_CELL_VOID | FLUV_CELL_SEA))
                return true;
    return false;
}

static fluv_bend bend_at(const tracer *t, uint32_t cell)
{
    const fluv_meander_land *land = t->land;
    const fluv_topology *grid = &land->topology;
    bool free = !near_rim(t, cell) && land->filled[cell] - land->height[cell] < DEEP;
    return (fluv_bend){
        .at = {grid->cell * (cell % grid->cols + 0.5), grid->cell * (cell / grid->cols + 0.5)},
        .width = (float)width_at(t, cell),
        .level = land->filled[cell],
        .free = free ? 1.0f : 0.0f};
}

/* The donor that drains most, the first of those that do; NONE: no river comes in. */
static uint32_t main_donor(const tracer *t, uint32_t cell)
{
    uint32_t best = FLUV_NONE;
    fluv_around around = fluv_around_cell(&t->land->topology, cell);
    for (uint32_t i = 0; i < around.count; i++) {
        uint32_t from = around.cell[i];
        if (t->land->receiver[from] == cell && is_river(t, from) &&
            (best == FLUV_NONE || t->land->area[from] > t->land->area[best]))
            best = from;
    }
    return best;
}

/* From the mouth up to the source; others that come in are begun. */
static fluv_status climb(fluv_ctx *ctx, tracer *t, start from, fluv_list *line)
{
    uint32_t number = (uint32_t)t->rivers->count - 1;
    for (uint32_t cell = from.cell; cell != FLUV_NONE;) {
        fluv_bend *bend = fluv_list_append(ctx, line, 1, sizeof *bend);
        if (!bend)
            return FLUV_NO_MEMORY;
        *bend = bend_at(t, cell);
        uint32_t best = main_donor(t, cell);
        fluv_around around = fluv_around_cell(&t->land->topology, cell);
        for (uint32_t i = 0; i < around.count; i++) {
            uint32_t other = around.cell[i];
            if (other != best && t->land->receiver[other] == cell && is_river(t, other))
                FLUV_TRY(begin_at(ctx, t, other, number));
        }
        cell = best;
    }
    return FLUV_OK;
}

static void turn_round(fluv_bend *bends, size_t count)
{
    for (size_t i = 0; i < count / 2; i++) {
        fluv_bend swap = bends[i];
        bends[i] = bends[count - 1 - i];
        bends[count - 1 - i] = swap;
    }
}

/* Whether the river could be at a place, and no side of its valley is there. */
static bool fits(const tracer *t, const fluv_bend *bend, fluv_vec at)
{
    const fluv_topology *grid = &t->land->topology;
    fluv_wander_ground ground = {grid->cols, grid->rows, grid->cell, t->land->height};
    float above = fluv_wander_height(&ground, at) - bend->level;
    return isfinite(above) && (double)above < 0.5 * t->rules->bank;
}

/* The steps of the lattice go, and with them what is smaller than a bend: bends shall grow from
 * what is the same on every lattice. */
static void smooth(const tracer *t, fluv_bend *bends, size_t count)
{
    double cell = t->land->topology.cell;
    for (int round = 0; round < MOST_ROUNDS; round++) {
        fluv_vec before = bends[0].at;
        for (size_t i = 1; i + 1 < count; i++) {
            double cells = t->rules->wavelength * (double)bends[i].width / cell;
            fluv_vec here = bends[i].at, ends = fluv_plus(before, bends[i + 1].at);
            fluv_vec to = fluv_plus(fluv_times(here, 0.5), fluv_times(ends, 0.25));
            before = here;
            if (bends[i].free > 0.0f && round < ROUNDS_FOR * cells * cells &&
                fits(t, &bends[i], to))
                bends[i].at = to;
        }
    }
}

/* A little off the smooth line, as the place has it for rivers of about this width. */
static void push_off(const tracer *t, fluv_bend *bends, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        double size = round(log2((double)bends[i].width));
        float off[2];
        for (int k = 0; k < 2; k++) {
            fluv_noise noise = {
                .key = fluv_key_split(t->rules->key, (uint64_t)(2.0 * (size + 64.0) + k)),
                .form = FLUV_NOISE_FRACTAL,
                .wavelength = t->rules->wavelength * exp2(size),
                .octaves = 2,
                .gain = 0.5,
                .lacunarity = 2.0};
            fluv_noise_points(&noise, &bends[i].at.x, &bends[i].at.y, 1, &off[k]);
        }
        double far = OFF * (double)(bends[i].width * bends[i].free);
        fluv_vec to = {bends[i].at.x + far * (double)off[0], bends[i].at.y + far * (double)off[1]};
        if (fits(t, &bends[i], to))
            bends[i].at = to;
    }
}

/* Rivers that fall more than half as steeply as the steepest that wander are the less free. */
static bool hold_steep(const tracer *t, fluv_bend *bends, size_t count)
{
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        const fluv_bend *up = &bends[i > SLOPE_OVER ? i - SLOPE_OVER : 0];
        const fluv_bend *down = &bends[i + SLOPE_OVER < count ? i + SLOPE_OVER : count - 1];
        double far = fluv_vec_distance(up->at, down->at);
        double slope = far > 0.0 ? (double)(up->level - down->level) / far : 0.0;
        double part = t->rules->steepest > 0.0 ? 2.0 - 2.0 * slope / t->rules->steepest : 0.0;
        bends[i].free *= (float)fmin(1.0, fmax(0.0, part));
        any = any || bends[i].free > 0.0f;
    }
    return any;
}

static fluv_status trace(fluv_ctx *ctx, tracer *t, start from)
{
    fluv_meander *river = fluv_list_append(ctx, t->rivers, 1, sizeof *river);
    if (!river)
        return FLUV_NO_MEMORY;
    *river = (fluv_meander){.parent = from.parent};
    FLUV_TRY(climb(ctx, t, from, &river->line));
    turn_round(river->line.items, river->line.count);
    river->free = hold_steep(t, river->line.items, river->line.count);
    smooth(t, river->line.items, river->line.count);
    FLUV_TRY(fluv_bends_space(ctx, t->rules->spacing, &river->line));
    push_off(t, river->line.items, river->line.count);
    return FLUV_OK;
}

fluv_status fluv_meanders_trace(fluv_ctx *ctx, const fluv_meander_land *land,
                                const fluv_meander_rules *rules, fluv_list *rivers)
{
    assert(land->receiver && land->area && land->filled && rules->least > 0.0);
    tracer t = {.land = land, .rules = rules, .rivers = rivers};
    fluv_status status = find_mouths(ctx, &t);
    for (size_t i = 0; i < t.open.count && status == FLUV_OK; i++)
        status = trace(ctx, &t, ((const start *)t.open.items)[i]);
    fluv_list_free(&t.open);
    return status;
}
