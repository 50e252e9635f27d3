// SPDX-License-Identifier: MIT
/* The land of a delta.
 *
 * in   its arms, the shore        out   a window of the shore's lattice with the new land
 *
 * Along every arm lies a strip of land, wider towards its end and ragged by noise. What a ball
 * cannot reach that is rolled along the coast from the sea is filled: corners with the old coast,
 * and what lies between arms, near the head more than at the front. A small ball leaves deep bays,
 * a bird's foot; a large one an even bow with a tip for each arm. Around other rivers' ends and
 * before other land the sea stays open; a bay that would be shut off is filled where it is small,
 * else there is no delta.  O(window + arms' points * their surroundings). */
#include "stages/channels/delta.h"

#include "field/distance.h"
#include "field/noise.h"

#include <assert.h>
#include <string.h>

#define AROUND 1.5   /* of the reach: half the window */
#define SHOAL  0.3   /* of the reach: how far from arms the sea is known to be shallow */
#define FILLED 0.9   /* of the ball's radius: how far from an arm's land it fills */
#define BASE   1.6   /* how much wider it is at the old mouth, */
#define NECK   0.42  /* of the reach: and where that ends */
#define SWELLS 0.55  /* how much wider land is before an arm's end */
#define END    3.0   /* of the half width: how far from the end it swells */
#define TIP    0.8   /* of the half width: how far before the end it ends */
#define UNEVEN 0.6   /* how much noise changes the width */
#define RAGGED 0.035 /* of the reach: how far finer noise moves the coast, but on arms */
#define FINE   0.13  /* of the reach: its wavelength */
#define CORE   0.25  /* of the half width: how much of it at most */
#define STRAIT 0.08  /* of the reach: sea before other land that stays open */
#define COVE   0.03  /* of the reach: half the width of the narrowest way into a cove */
#define CLOSED 0.75F /* spacings of the lattice: narrower water may close on the cells */
#define POCKET 0.04  /* of the reach squared: the largest bay that may be filled */
#define RIM    3     /* spacings of shallow water beside open sea that belong to it */
#define FILL   1.5F  /* spacings of the lattice: how far inside new land it lies then */
#define LEAST  0.10  /* of the reach squared: the least new land */
#define ROW    256   /* places whose noise is made together */
#define SURELY 1.001 /* what a square is compared with, so that rounding decides nothing */

typedef struct window {
    const fluv_delta_site *d;
    fluv_lattice lattice;
    uint32_t col, row;
    size_t count;
    float *coast;   /* the shore as it was, m */
    float *arms;    /* how far inside the land along arms a place lies, m */
    float *depth;   /* the new land */
    uint8_t *open;  /* sea that was reached from the window's edge, */
    uint8_t *still; /* and with the new land */
    uint32_t *queue;
} window;

static fluv_status open_window(fluv_ctx *ctx, const fluv_delta_site *d, window *w)
{
    const fluv_lattice *all = &d->shore->lattice;
    fluv_lattice_box box = fluv_lattice_around(all, d->x, d->y, AROUND * d->reach);
    w->d = d;
    w->col = box.left;
    w->row = box.top;
    w->lattice = (fluv_lattice){.cols = box.right - box.left + 1,
                                .rows = box.bottom - box.top + 1,
                                .spacing = all->spacing,
                                .west = all->west + all->spacing * w->col,
                                .north = all->north - all->spacing * w->row};
    w->count = fluv_lattice_count(&w->lattice);
    w->coast = fluv_scratch(ctx, w->count, sizeof *w->coast);
    w->arms = fluv_scratch(ctx, w->count, sizeof *w->arms);
    w->open = fluv_scratch(ctx, w->count, 1);
    w->still = fluv_scratch(ctx, w->count, 1);
    w->queue = fluv_scratch(ctx, w->count, sizeof *w->queue);
    w->depth = fluv_scratch(ctx, w->count, sizeof *w->depth);
    if (!w->coast || !w->arms || !w->depth || !w->open || !w->still || !w->queue)
        return FLUV_NO_MEMORY;
    for (size_t row = 0; row < w->lattice.rows; row++)
        memcpy(w->coast + row * w->lattice.cols,
               d->shore->distance + (w->row + row) * all->cols + w->col,
               w->lattice.cols * sizeof *w->coast);
    return FLUV_OK;
}

/* ---- Land along arms ---- */

/* Raises `arms` around a place that has land of a half width around it. */
static void put_disc(const window *w, double x, double y, double half, double around)
{
    const fluv_lattice *l = &w->lattice;
    fluv_lattice_box box = fluv_lattice_around(l, x, y, half + around);
    assert(half > 0.0 && box.right < l->cols && box.bottom < l->rows);
    for (size_t row = box.top; row <= box.bottom; row++) {
        double south = fluv_lattice_y(l, row) - y;
        for (size_t col = box.left; col <= box.right; col++) {
            float *at = &w->arms[row * l->cols + col];
            double east = fluv_lattice_x(l, col) - x, within = half - (double)*at;
            if (within > 0.0 && east * east + south * south <= SURELY * within * within)
                *at = fmaxf(*at, (float)(half - fluv_length(east, south)));
        }
    }
}

static double half_at(const fluv_delta_site *d, const fluv_noise *noise, const fluv_fan_point *p,
                      double left)
{
    float value;
    fluv_noise_points(noise, &p->x, &p->y, 1, &value);
    double swell = fmax(0.0, 1.0 - fabs(left / (END * d->half) - 0.5) * 2.0);
    double half = d->half * (0.7 + 0.3 * sqrt((double)p->carried)) * (1.0 + SWELLS * swell);
    half *= 1.0 + BASE * fmax(0.0, 1.0 - fluv_length(p->x - d->x, p->y - d->y) / (NECK * d->reach));
    half *= 1.0 + UNEVEN * fmax(-0.45, fmin(1.0, 2.0 * (double)value));
    return fmax(half, 2.0 * d->shore->lattice.spacing);
}

/* The land along all arms. Points that carry nothing lie beyond it; before them, `left` is the way
 * to the arm's end. */
static fluv_status spread_arms(fluv_ctx *ctx, const window *w, const fluv_fan_point *points,
                               size_t count)
{
    const fluv_delta_site *d = w->d;
    fluv_noise noise = {.key = fluv_key_make(d->job->landscape->seed, "channels", "levees"),
                        .wavelength = 0.16 * d->reach,
                        .octaves = 3,
                        .gain = 0.5,
                        .lacunarity = 2.0};
    double *x = fluv_scratch(ctx, count, sizeof *x), *y = fluv_scratch(ctx, count, sizeof *y);
    float *east = fluv_scratch(ctx, count, sizeof *east);
    float *north = fluv_scratch(ctx, count, sizeof *north);
    if (!x || !y || !east || !north)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        x[i] = points[i].x;
        y[i] = points[i].y;
    }
    fluv_channels_sway(d->job, x, y, count, east, north);
    double left = 0.0, last = INFINITY,
           around = fmax(d->round, SHOAL * d->reach) + 4.0 * w->lattice.spacing;
    for (size_t i = 0; i < w->count; i++)
        w->arms[i] = -(float)(AROUND * d->reach);
    for (size_t i = count; i-- > 0;) {
        bool land = points[i].carried > 0.0F;
        bool goes_on = land && i + 1 < count && points[i + 1].carried > 0.0F;
        left = goes_on ? left + fluv_length(x[i + 1] - x[i], y[i + 1] - y[i]) : 0.0;
        last = goes_on ? last : INFINITY;
        if (!land || left < TIP * d->half || (isfinite(last) && left < last + 0.25 * d->half))
            continue;
        put_disc(w, x[i] + (double)east[i], y[i] + (double)north[i],
                 half_at(d, &noise, &points[i], left), around);
        last = left;
    }
    fluv_scratch_drop(ctx, north);
    fluv_scratch_drop(ctx, east);
    fluv_scratch_drop(ctx, y);
    fluv_scratch_drop(ctx, x);
    return FLUV_OK;
}

/* ---- The ball ---- */

/* Marks places lower than -least that are reached over such places from the window's edge. */
static void flood(const window *w, const float *field, float least, uint8_t *mark)
{
    uint32_t cols = w->lattice.cols, rows = w->lattice.rows;
    size_t head = 0, tail = 0;
    memset(mark, 0, w->count);
    for (uint32_t row = 0; row < rows; row++)
        for (uint32_t col = 0, step = row && row + 1 < rows && cols > 1 ? cols - 1 : 1; col < cols;
             col += step) {
            uint32_t c = row * cols + col;
            mark[c] = field[c] < -least;
            if (mark[c])
                w->queue[tail++] = c;
        }
    while (head < tail) {
        uint32_t c = w->queue[head++], col = c % cols, row = c / cols;
        uint32_t next[4] = {col ? c - 1 : c, col + 1 < cols ? c + 1 : c, row ? c - cols : c,
                            row + 1 < rows ? c + cols : c};
        for (int k = 0; k < 4; k++)
            if (!mark[next[k]] && field[next[k]] < -least) {
                mark[next[k]] = 1;
                w->queue[tail++] = next[k];
            }
    }
    assert(tail <= w->count);
}

/* Marks in `still` all sea beside what is marked as well: shallow water at its shores. */
static void flood_rim(const window *w)
{
    uint32_t cols = w->lattice.cols, rows = w->lattice.rows;
    size_t tail = 0;
    for (uint32_t c = 0; c < w->count; c++)
        if (w->still[c])
            w->queue[tail++] = c;
    for (size_t head = 0, steps = 0, end = tail; steps < RIM && head < tail; head++) {
        uint32_t c = w->queue[head], col = c % cols, row = c / cols;
        uint32_t next[4] = {col ? c - 1 : c, col + 1 < cols ? c + 1 : c, row ? c - cols : c,
                            row + 1 < rows ? c + cols : c};
        for (int k = 0; k < 4; k++)
            if (!w->still[next[k]] && w->arms[next[k]] < 0.0F) {
                w->still[next[k]] = 1;
                w->queue[tail++] = next[k];
            }
        if (head + 1 == end) {
            steps++;
            end = tail;
        }
    }
}

/* `depth` becomes how far a place lies inside what the ball does not reach. Where the ball's middle
 * can lie is known to a part of a spacing: by how much lower than need be it lies there. */
static fluv_status roll(fluv_ctx *ctx, const window *w)
{
    float *distance = fluv_scratch(ctx, w->count, sizeof *distance);
    uint32_t *nearest = fluv_scratch(ctx, w->count, sizeof *nearest);
    if (!distance || !nearest)
        return FLUV_NO_MEMORY;
    float ball = (float)w->d->round, edge = (float)(AROUND * w->d->reach);
    flood(w, w->coast, ball, w->open);
    for (size_t i = 0; i < w->count; i++)
        w->depth[i] = fmaxf(w->coast[i], w->arms[i]);
    flood(w, w->depth, ball, w->still);
    for (size_t i = 0; i < w->count; i++) /* seas that were shut off before */
        w->still[i] |= w->depth[i] < -ball && !w->open[i];
    fluv_distance_job job = {w->lattice.cols, w->lattice.rows, w->lattice.spacing, w->still};
    FLUV_TRY(fluv_distance(ctx, &job, distance, nearest));
    for (size_t i = 0; i < w->count; i++) {
        if (w->still[i])
            continue;
        bool reached = nearest[i] != FLUV_NONE;
        float lower = reached ? -ball - w->depth[nearest[i]] : 0.0F;
        distance[i] = reached ? distance[i] - lower - ball : edge;
    }
    for (size_t i = 0; i < w->count; i++)
        if (!w->still[i])
            w->depth[i] = distance[i];
    fluv_scratch_drop(ctx, nearest);
    fluv_scratch_drop(ctx, distance);
    return FLUV_OK;
}

/* ---- What stays open ---- */

/* New land, nowhere deeper than `most`, ends before this place. */
static void keep_away(const window *w, double x, double y, double guard, double most)
{
    const fluv_lattice *l = &w->lattice;
    fluv_lattice_box box = fluv_lattice_around(l, x, y, guard + most);
    for (size_t row = box.top; row <= box.bottom; row++)
        for (size_t col = box.left; col <= box.right; col++) {
            float *at = &w->depth[row * l->cols + col];
            double far = fluv_length(fluv_lattice_x(l, col) - x, fluv_lattice_y(l, row) - y);
            *at = fminf(*at, (float)(far - guard));
        }
}

/* Whether the coast of new land may move over a place. */
static bool is_near_coast(float depth, float ragged)
{
    return fabsf(depth) < 2.0F * ragged;
}

/* New land is near arms, ragged, and ends before other rivers' ends. */
static void trim(const window *w)
{
    const fluv_delta_site *d = w->d;
    const fluv_basins *b = d->job->basins;
    fluv_noise noise = {.key = fluv_key_make(d->job->landscape->seed, "channels", "delta coasts"),
                        .wavelength = FINE * d->reach,
                        .octaves = 3,
                        .gain = 0.55,
                        .lacunarity = 2.0};
    float core = (float)(CORE * d->half), filled = (float)(FILLED * d->round), most = 0.0F;
    float ragged = (float)(2.0 * RAGGED * d->reach), value[ROW];
    double x[ROW], y[ROW];
    uint32_t cols = w->lattice.cols;
    for (size_t from = 0; from < w->count; from += ROW) {
        size_t end = w->count - from < ROW ? w->count : from + ROW, near = 0;
        for (size_t c = from; c < end; c++) {
            w->depth[c] = fminf(w->depth[c], w->arms[c] + filled);
            x[near] = fluv_lattice_x(&w->lattice, c % cols);
            y[near] = fluv_lattice_y(&w->lattice, c / cols);
            near += is_near_coast(w->depth[c], ragged);
        }
        fluv_noise_points(&noise, x, y, near, value);
        near = 0;
        for (size_t c = from; c < end; c++) {
            float moved = is_near_coast(w->depth[c], ragged) ? value[near++] : 0.0F;
            w->depth[c] = fmaxf(w->depth[c] + ragged * moved, w->arms[c] - core);
            most = fmaxf(most, w->depth[c]);
        }
    }
    double guard = fmax(0.05 * d->reach, 2.5 * b->spacing);
    for (uint32_t i = 0; i < d->sea_end_count; i++)
        if (d->sea_ends[i] != b->receiver[d->mouth])
            keep_away(w, b->x[d->sea_ends[i]], b->y[d->sea_ends[i]], guard, (double)most);
}

/* Land of the window that is not tied to the river's own: the sea before it stays open. */
static fluv_status keep_straits(fluv_ctx *ctx, const window *w)
{
    const fluv_delta_site *d = w->d;
    uint32_t cols = w->lattice.cols, rows = w->lattice.rows;
    size_t head = 0, tail = 0;
    float *distance = fluv_scratch(ctx, w->count, sizeof *distance);
    if (!distance)
        return FLUV_NO_MEMORY;
    for (size_t c = 0; c < w->count; c++)
        w->still[c] = w->coast[c] > 0.0F;
    double near = 2.0 * d->job->basins->spacing;
    for (uint32_t c = 0; c < w->count; c++) /* from the land around the old mouth */
        if (w->still[c] &&
            fluv_length(fluv_lattice_x(&w->lattice, c % cols) - d->trunk[0][0],
                        fluv_lattice_y(&w->lattice, c / cols) - d->trunk[0][1]) < near) {
            w->still[c] = 0;
            w->queue[tail++] = c;
        }
    while (head < tail) {
        uint32_t c = w->queue[head++], col = c % cols, row = c / cols;
        uint32_t next[4] = {col ? c - 1 : c, col + 1 < cols ? c + 1 : c, row ? c - cols : c,
                            row + 1 < rows ? c + cols : c};
        for (int k = 0; k < 4; k++)
            if (w->still[next[k]]) {
                w->still[next[k]] = 0;
                w->queue[tail++] = next[k];
            }
    }
    fluv_distance_job job = {cols, rows, w->lattice.spacing, w->still};
    FLUV_TRY(fluv_distance(ctx, &job, distance, NULL));
    float strait = (float)(STRAIT * d->reach);
    for (size_t c = 0; c < w->count; c++)
        w->depth[c] = fminf(w->depth[c], distance[c] - strait);
    fluv_scratch_drop(ctx, distance);
    return FLUV_OK;
}

/* Whether a river that ran into open sea would no longer. */
static bool dams_up(const window *w)
{
    const fluv_delta_site *d = w->d;
    const fluv_basins *b = d->job->basins;
    const fluv_lattice *l = &w->lattice;
    for (uint32_t i = 0; i < d->sea_end_count; i++) {
        uint32_t v = d->sea_ends[i];
        double east = b->x[v] - l->west, south = l->north - b->y[v];
        bool inside = east > 0.0 && south > 0.0 && east < l->spacing * l->cols &&
                      south < l->spacing * l->rows;
        size_t c = inside ? fluv_lattice_cell(l, b->x[v], b->y[v]) : 0;
        if (inside && v != b->receiver[d->mouth] && w->open[c] && !w->still[c])
            return true;
    }
    return false;
}

/* Marks in `open` the sea that is no longer reached over water less than twice `narrow` wide, and
 * fills it; how many places. */
static fluv_status fill_pockets(fluv_ctx *ctx, const window *w, float narrow, size_t *shut)
{
    float *joined = w->arms; /* no longer needed */
    float *distance = fluv_scratch(ctx, w->count, sizeof *distance);
    if (!distance)
        return FLUV_NO_MEMORY;
    flood(w, w->coast, narrow, w->open);
    for (size_t c = 0; c < w->count; c++)
        joined[c] = fmaxf(w->coast[c], w->depth[c]);
    flood(w, joined, narrow, w->still);
    *shut = 0;
    for (size_t c = 0; c < w->count; c++) {
        w->open[c] = w->open[c] && !w->still[c] && joined[c] < -narrow;
        *shut += w->open[c];
    }
    fluv_distance_job job = {w->lattice.cols, w->lattice.rows, w->lattice.spacing, w->open};
    if (*shut > 0)
        FLUV_TRY(fluv_distance(ctx, &job, distance, NULL));
    float all = narrow + FILL * (float)w->lattice.spacing;
    for (size_t c = 0; *shut > 0 && c < w->count; c++)
        w->depth[c] = fmaxf(w->depth[c], all - distance[c]);
    fluv_scratch_drop(ctx, distance);
    return FLUV_OK;
}

/* Whether the new land may be: it dams up no river and shuts off no large bay. Coves that it nearly
 * shuts off are filled. */
static fluv_status settle(fluv_ctx *ctx, const window *w, bool *good)
{
    const fluv_delta_site *d = w->d;
    float spacing = (float)w->lattice.spacing;
    size_t coves, pockets, won = 0;
    FLUV_TRY(fill_pockets(ctx, w, fmaxf((float)(COVE * d->reach), CLOSED * spacing), &coves));
    FLUV_TRY(fill_pockets(ctx, w, CLOSED * spacing, &pockets));
    for (size_t c = 0; c < w->count; c++) {
        w->arms[c] = fmaxf(w->coast[c], w->depth[c]);
        won += w->depth[c] > 0.0F && w->coast[c] < 0.0F;
    }
    flood(w, w->coast, 0.0F, w->open);
    flood(w, w->arms, CLOSED * spacing, w->still);
    flood_rim(w);
    double unit = w->lattice.spacing * w->lattice.spacing / (d->reach * d->reach);
    *good =
        (double)(coves + pockets) * unit <= POCKET && (double)won * unit >= LEAST && !dams_up(w);
    return FLUV_OK;
}

fluv_status fluv_delta_land(fluv_ctx *ctx, const fluv_delta_site *delta, const fluv_list *fan,
                            size_t first_point, fluv_layout_lobe *lobe)
{
    assert(first_point < fan->count && delta->round > 0.0);
    window w;
    *lobe =
        (fluv_layout_lobe){.x = delta->trunk[0][0], .y = delta->trunk[0][1], .reach = delta->reach};
    FLUV_TRY(open_window(ctx, delta, &w));
    FLUV_TRY(spread_arms(ctx, &w, (const fluv_fan_point *)fan->items + first_point,
                         fan->count - first_point));
    FLUV_TRY(roll(ctx, &w));
    trim(&w);
    FLUV_TRY(keep_straits(ctx, &w));
    bool good;
    FLUV_TRY(settle(ctx, &w, &good));
    lobe->col = w.col;
    lobe->row = w.row;
    lobe->window = w.lattice;
    lobe->depth = good ? w.depth : NULL;
    if (!good)
        fluv_scratch_drop(ctx, w.depth);
    fluv_scratch_drop(ctx, w.queue);
    fluv_scratch_drop(ctx, w.still);
    fluv_scratch_drop(ctx, w.open);
    fluv_scratch_drop(ctx, w.arms);
    fluv_scratch_drop(ctx, w.coast);
    return FLUV_OK;
}
