// SPDX-License-Identifier: MIT
/* Stage `faults`: bare land by random faults.
 *
 * in   frame        out   height (m)
 *
 * Every line has a place and a direction at random and raises the land on one of its sides by a
 * step. Steps shrink from line to line, s_k, and so may the rise across a line, as s_k ^ narrow:
 * the first lines make the land at large, the last its grain, and no pattern of cliffs stays. All
 * lines are bent by one noise, so that they cross as ruled ones do. Lines are spread such that each
 * place and direction is as likely as any other (Crofton's measure).
 *
 * Numbers belong to a line's index and lengths to the frame's extent: the same land at every size,
 * and more lines never move the earlier ones. No rise is narrower than a cell, as no raster can
 * show it.
 *
 * Cells are worked on in tiles and the tiles in blocks (field/faults.h).
 *
 * Based on: Zeleny. Rivers and lakes in artificial landscape. 2008; Mandelbrot. The fractal
 * geometry of nature. 1982 */
#include "stages/faults/faults.h"

#include "field/faults.h"
#include "field/noise.h"
#include "stages/shared/span.h"

#include <math.h>
#include <omp.h>

#define SIDE   16 /* of a block, points */
#define BLOCK  (SIDE * SIDE)
#define ACROSS 4 /* blocks across a tile */
#define TILE   (SIDE * ACROSS)

enum { DECREASE_LINEAR, DECREASE_EXPONENTIAL, DECREASE_POWER };
enum { EDGE_SHARP, EDGE_SMOOTH, EDGE_SINE };

typedef struct plan {
    fluv_span span;
    size_t count;
    fluv_fault *faults; /* positions count from the frame's centre */
    fluv_fault_edge edge;
    double bend; /* m */
    fluv_noise bend_x, bend_y;
} plan;

/* The points that get a value: of the raster, or of the lattice that measures. */
typedef struct points {
    double x, y, step_x, step_y; /* of the first, and to the next column and row, m */
    uint32_t cols, rows;
} points;

/* Positions of a tile, block by block, and the faults near the tile and one of its blocks. */
typedef struct tile {
    float x[ACROSS * ACROSS][BLOCK], y[ACROSS * ACROSS][BLOCK], value[BLOCK];
    uint32_t *near_tile, *near_block;
} tile;

/* ---- The lines ---------------------------------------------------------------------------------
 */

/* Step of the k-th line against the first. */
static double step_of(const fluv_faults_params *params, int64_t k)
{
    int64_t over = params->shrink > 0 ? params->shrink : params->lines;
    double part = over > 1 ? fmin((double)k / (double)(over - 1), 1.0) : 0.0;
    switch (params->decrease) {
    case DECREASE_LINEAR:
        return 1.0 + (params->last - 1.0) * part;
    case DECREASE_EXPONENTIAL:
        return pow(params->last, part);
    default: /* (k + 1) ^ -p, with p such that the last one is reached in the end */
        return pow(params->last, log1p(part * (double)(over - 1)) / log(fmax((double)over, 2.0)));
    }
}

static void make_faults(const fluv_faults_params *params, uint64_t seed, double finest, plan *p)
{
    fluv_key angles = fluv_key_make(seed, "faults", "angle");
    fluv_key places = fluv_key_make(seed, "faults", "place");
    double radius = hypot(p->span.half_x, p->span.half_y);
    double widest =
        params->width > 0.0 ? params->width : 0.25 * fmax(p->span.half_x, p->span.half_y);
    for (size_t k = 0; k < p->count; k++) {
        double angle = fluv_random_between(angles, k, 0.0, 2.0 * M_PI);
        double step = step_of(params, (int64_t)k);
        double width = params->edge == EDGE_SHARP ? 0.0 : widest * pow(step, params->narrow);
        p->faults[k] = (fluv_fault){
            .normal_x = (float)cos(angle),
            .normal_y = (float)sin(angle),
            .at = (float)fluv_random_between(places, k, -radius, radius),
            .step = (float)step,
            .width = (float)fmax(width, finest),
        };
    }
}

static fluv_noise bend_noise(const plan *p, uint64_t seed, const char *purpose)
{
    return (fluv_noise){.key = fluv_key_make(seed, "faults", purpose),
                        .wavelength = fmax(p->span.half_x, p->span.half_y),
                        .octaves = 5,
                        .gain = 0.5,
                        .lacunarity = 2.0};
}

/* ---- Values ------------------------------------------------------------------------------------
 */

/* Bent positions of a block's points; those beyond the last column or row repeat it. */
static void place_block(const plan *p, const points *at, uint32_t col, uint32_t row, float *x,
                        float *y)
{
    double east[BLOCK], north[BLOCK];
    for (uint32_t i = 0; i < BLOCK; i++) {
        uint32_t c = col + i % SIDE, r = row + i / SIDE;
        east[i] = at->x + at->step_x * (c < at->cols ? c : at->cols - 1);
        north[i] = at->y + at->step_y * (r < at->rows ? r : at->rows - 1);
    }
    float bent_x[BLOCK] = {0}, bent_y[BLOCK] = {0};
    if (p->bend > 0.0) {
        fluv_noise_points(&p->bend_x, east, north, BLOCK, bent_x);
        fluv_noise_points(&p->bend_y, east, north, BLOCK, bent_y);
    }
    for (uint32_t i = 0; i < BLOCK; i++) {
        x[i] = (float)(east[i] - p->span.centre_x + p->bend * bent_x[i]);
        y[i] = (float)(north[i] - p->span.centre_y + p->bend * bent_y[i]);
    }
}

static void store_block(const points *at, uint32_t col, uint32_t row, const float *value,
                        float *out)
{
    for (uint32_t r = 0; r < SIDE && row + r < at->rows; r++)
        for (uint32_t c = 0; c < SIDE && col + c < at->cols; c++)
            out[(size_t)(row + r) * at->cols + col + c] = value[r * SIDE + c];
}

static void make_tile(const plan *p, const points *at, uint32_t col, uint32_t row, tile *t,
                      float *out)
{
    for (uint32_t b = 0; b < ACROSS * ACROSS; b++)
        place_block(p, at, col + b % ACROSS * SIDE, row + b / ACROSS * SIDE, t->x[b], t->y[b]);
    double base = 0.0;
    fluv_fault_points all = {t->x[0], t->y[0], ACROSS * ACROSS * BLOCK};
    size_t near = fluv_faults_near(p->faults, NULL, p->count, all, t->near_tile, &base);
    for (uint32_t b = 0; b < ACROSS * ACROSS; b++) {
        uint32_t c = col + b % ACROSS * SIDE, r = row + b / ACROSS * SIDE;
        if (c >= at->cols || r >= at->rows)
            continue;
        double raised = base;
        fluv_fault_points block = {t->x[b], t->y[b], BLOCK};
        size_t left =
            fluv_faults_near(p->faults, t->near_tile, near, block, t->near_block, &raised);
        fluv_faults_sum(p->faults, t->near_block, left, p->edge, raised, block, t->value);
        store_block(at, c, r, t->value, out);
    }
}

/* Values of one row of tiles. */
static void make_tiles(fluv_ctx *ctx, const plan *p, const points *at, uint32_t row, tile *tiles,
                       float *out)
{
#pragma omp parallel for num_threads(ctx->threads) schedule(dynamic)
    for (uint32_t col = 0; col < at->cols; col += TILE)
        make_tile(p, at, col, row, &tiles[omp_get_thread_num()], out);
}

static tile *new_tiles(fluv_ctx *ctx, size_t count)
{
    size_t threads = (size_t)ctx->threads;
    tile *tiles = fluv_scratch(ctx, threads, sizeof *tiles);
    uint32_t *lists = fluv_scratch(ctx, threads, 2 * count * sizeof *lists);
    if (!tiles || !lists)
        return NULL;
    for (size_t i = 0; i < threads; i++) {
        tiles[i].near_tile = lists + 2 * i * count;
        tiles[i].near_block = tiles[i].near_tile + count;
    }
    return tiles;
}

/* ---- The stage ---------------------------------------------------------------------------------
 */

static fluv_status measure(fluv_ctx *ctx, plan *p, tile *tiles)
{
    float *values = fluv_scratch(ctx, FLUV_SPAN_POINTS, sizeof *values);
    if (!values)
        return FLUV_NO_MEMORY;
    points at = {.x = fluv_span_x(&p->span, 0),
                 .y = fluv_span_y(&p->span, 0),
                 .step_x = fluv_span_x(&p->span, 1) - fluv_span_x(&p->span, 0),
                 .step_y = fluv_span_y(&p->span, 1) - fluv_span_y(&p->span, 0),
                 .cols = FLUV_SPAN_SIDE,
                 .rows = FLUV_SPAN_SIDE};
    for (uint32_t row = 0; row < at.rows; row += TILE)
        make_tiles(ctx, p, &at, row, tiles, values);
    fluv_span_measure(&p->span, values);
    return FLUV_OK;
}

static fluv_status make_heights(fluv_ctx *ctx, const plan *p, const fluv_frame *frame, tile *tiles,
                                float *height)
{
    points at = {.x = frame->west + 0.5 * frame->cell,
                 .y = frame->north - 0.5 * frame->cell,
                 .step_x = frame->cell,
                 .step_y = -frame->cell,
                 .cols = frame->cols,
                 .rows = frame->rows};
    for (uint32_t row = 0; row < at.rows; row += TILE) {
        FLUV_TRY(fluv_advance(ctx, (double)row / at.rows));
        make_tiles(ctx, p, &at, row, tiles, height);
        uint32_t end = at.rows - row < TILE ? at.rows : row + TILE;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
        for (uint32_t r = row; r < end; r++)
            fluv_span_heights(&p->span, at.cols, height + (size_t)r * at.cols);
    }
    return fluv_advance(ctx, 1.0);
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    const fluv_faults_params *asked = params;
    fluv_span_wish wish = {asked->low, asked->high, asked->ocean, asked->lowland};
    plan p = {.count = (size_t)asked->lines, .edge = (fluv_fault_edge)asked->edge};
    FLUV_TRY(fluv_span_open(ctx, &land->frame, "faults", wish, &p.span));
    p.bend_x = bend_noise(&p, land->seed, "bend x");
    p.bend_y = bend_noise(&p, land->seed, "bend y");
    p.bend = asked->bend * p.bend_x.wavelength;
    p.faults = fluv_scratch(ctx, p.count, sizeof *p.faults);
    tile *tiles = new_tiles(ctx, p.count);
    if (!p.faults || !tiles)
        return FLUV_NO_MEMORY;
    double lattice = 2.0 * fmin(p.span.half_x, p.span.half_y) / FLUV_SPAN_SIDE;
    make_faults(asked, land->seed, 1e-3 * lattice, &p);
    FLUV_TRY(measure(ctx, &p, tiles));
    make_faults(asked, land->seed, land->frame.cell, &p);
    p.bend_x.finest = p.bend_y.finest = land->frame.cell;
    float *height = fluv_layer_edit(ctx, land, FLUV_LAYER_height);
    if (!height)
        return FLUV_NO_MEMORY;
    return make_heights(ctx, &p, &land->frame, tiles, height);
}

#define PARAMS fluv_faults_params
static const fluv_param table[] = {
#include "base/param_rows.h"
#include "stages/faults/faults.def"
};

const fluv_stage fluv_stage_faults = {
    .info = {.name = "faults",
             .summary = "Bare land by random faults: blocks, steps and slopes in all directions.",
             .params = table,
             .param_count = sizeof table / sizeof *table},
    .params_size = sizeof(fluv_faults_params),
    FLUV_NEEDS(),
    FLUV_MAKES(height),
    FLUV_AMENDS(),
    .bytes_per_cell = 4.0,
    .run = run,
};
