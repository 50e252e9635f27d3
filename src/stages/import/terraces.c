// SPDX-License-Identifier: MIT
/* Heights in coarse steps become slopes again.
 *
 * in   heights that stand on terraces, NaN: no height     out   heights within half a step of them
 *
 * A map rounded to steps shows where the ground crosses the heights between two steps: along the
 * borders of its terraces. Within a terrace the ground rises from the border with lower ground to
 * the border with higher ground, in proportion to the distances to both:
 *
 *      ----.                     height = v - step / 2 + step * low / (low + high)
 *          |  . ' high           low:  distance to the contour below
 *      . ' v ----.               high: distance to the contour above
 *        low     |  .
 *
 * A terrace that has only one of the two is a top or a bottom: a dome or a bowl of half a step,
 * unless it is much wider than the terrace beside it. Then it is flat ground: a lake, a plateau; as
 * is a bottom at or below 0, the sea. A few rounds of relaxing, each height kept within its half
 * step, take the creases off the contours.
 *
 * Distances are carried from cell to cell within a terrace, as offsets to the nearest cell beyond
 * it, in sweeps over the map.  O(n).
 *
 * Based on: Danielsson. Euclidean distance mapping. 1980 */
#include "stages/import/terraces.h"

#include "field/grid.h"
#include "interfluve.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#define FAR           INT16_MAX
#define SWEEPS        2
#define ROUNDS        24
#define RATE          0.4f
#define WIDE          4.0f /* times the next terrace: flat ground */
#define FEW           40   /* one border cell in so many is an outlet, not a slope */
#define CELLS_TO_STEP 64   /* at least, in the mean */
#define FEWEST_STEPS  8

/* ---- How many heights ---- */

static uint32_t bits_of(float height)
{
    uint32_t bits;
    height += 0.0f; /* one zero */
    memcpy(&bits, &height, sizeof bits);
    return bits;
}

static int by_height(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* The usual difference between heights that follow one another; `heights` is reordered. */
static float usual_step(float *heights, uint32_t count)
{
    assert(count >= 2);
    qsort(heights, count, sizeof *heights, by_height);
    for (uint32_t i = 0; i + 1 < count; i++)
        heights[i] = heights[i + 1] - heights[i];
    qsort(heights, count - 1, sizeof *heights, by_height);
    return heights[(count - 1) / 2];
}

fluv_status fluv_heights_list(fluv_ctx *ctx, const float *height, size_t count, uint32_t most,
                              float *found, uint32_t *found_count)
{
    assert(most <= FLUV_MOST_STEPS);
    const uint32_t room = 4 * FLUV_MOST_STEPS; /* a power of 2, mostly empty */
    float *table = fluv_scratch(ctx, room, sizeof *table);
    if (!table)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < room; i++)
        table[i] = NAN;
    *found_count = 0;
    for (size_t i = 0; i < count && *found_count <= most; i++) {
        if (isnan(height[i]))
            continue;
        uint32_t at = (bits_of(height[i]) * 2654435769u) % room;
        while (!isnan(table[at]) && table[at] != height[i])
            at = (at + 1) % room;
        if (isnan(table[at]))
            found[(*found_count)++] = table[at] = height[i];
    }
    fluv_scratch_drop(ctx, table);
    return FLUV_OK;
}

fluv_status fluv_terraces_look(fluv_ctx *ctx, const float *height, size_t count, uint32_t most,
                               fluv_height_steps *out)
{
    float *found = fluv_scratch(ctx, (size_t)most + 1, sizeof *found);
    if (!found)
        return FLUV_NO_MEMORY;
    *out = (fluv_height_steps){0};
    FLUV_TRY(fluv_heights_list(ctx, height, count, most, found, &out->count));
    if (out->count >= 2 && out->count <= most)
        out->step = usual_step(found, out->count);
    fluv_scratch_drop(ctx, found);
    return FLUV_OK;
}

bool fluv_terraces_are_there(const fluv_height_steps *steps, size_t count)
{
    return steps->step > 0.0f && steps->count >= FEWEST_STEPS &&
           steps->count <= FLUV_COARSE_STEPS && count / CELLS_TO_STEP >= steps->count;
}

/* ---- Terraces ---- */

typedef struct offset {
    int16_t dx, dy;
} offset;

enum { SLOPE, BOTTOM, TOP, FLAT };

typedef struct terrace {
    uint32_t higher, lower; /* cells of it beside higher and beside lower ground */
    float deepest;          /* cells from its border to what is farthest inside */
    float beside;           /* sum of the widths of the next terrace, where the two meet */
    uint32_t meetings;
    uint8_t kind;
} terrace;

typedef struct steps {
    uint32_t cols, rows;
    float step;
    const float *height; /* as it was */
    uint32_t *label;     /* terrace of each cell; NONE without a height */
    offset *up, *down;   /* to the nearest cell of higher and of lower ground; FAR: there is none */
    terrace *terraces;
    uint32_t count;
} steps;

static uint32_t neighbour_of(const steps *s, uint32_t cell, int k)
{
    assert(k >= 0 && k < 8);
    int64_t col = (int64_t)(cell % s->cols) + fluv_dx[k];
    int64_t row = (int64_t)(cell / s->cols) + fluv_dy[k];
    return fluv_in_grid(s->cols, s->rows, col, row) ? (uint32_t)(row * s->cols + col) : FLUV_NONE;
}

static uint32_t root_of(uint32_t *label, uint32_t cell)
{
    while (label[cell] != cell)
        cell = label[cell] = label[label[cell]];
    return cell;
}

/* Cells of one height that touch; first every cell points at a lower one of its terrace. */
static void label_terraces(steps *s)
{
    static const int before[4] = {4, 5, 6, 7}; /* neighbours of a lower index */
    size_t cells = (size_t)s->cols * s->rows;
    for (uint32_t c = 0; c < cells; c++) {
        s->label[c] = isnan(s->height[c]) ? FLUV_NONE : c;
        for (int i = 0; i < 4 && s->label[c] != FLUV_NONE; i++) {
            uint32_t other = neighbour_of(s, c, before[i]);
            if (other == FLUV_NONE || s->height[other] != s->height[c])
                continue;
            uint32_t a = root_of(s->label, c), b = root_of(s->label, other);
            s->label[a > b ? a : b] = a > b ? b : a;
        }
    }
    s->count = 0;
    for (uint32_t c = 0; c < cells; c++) /* a root comes before all that lead to it */
        if (s->label[c] != FLUV_NONE)
            s->label[c] = s->label[c] == c ? s->count++ : s->label[s->label[c]];
}

/* ---- Distances ---- */

static int32_t square_of(offset o)
{
    return o.dx == FAR ? INT32_MAX : (int32_t)o.dx * o.dx + (int32_t)o.dy * o.dy;
}

/* From a cell's centre to the contour before the cell that is offset so, where the ground has
 * changed by half a step of all that it changes between the two terraces. */
static float distance_of(const steps *s, uint32_t cell, offset o)
{
    assert(o.dx == FAR || s->label[cell] != FLUV_NONE);
    if (o.dx == FAR)
        return INFINITY;
    int64_t other = (int64_t)cell + (int64_t)o.dy * s->cols + o.dx;
    float change = fabsf(s->height[other] - s->height[cell]);
    float share = change > s->step ? 0.5f * s->step / change : 0.5f;
    return sqrtf((float)square_of(o)) - 1.0f + share;
}

static void see_neighbours(steps *s, uint32_t cell)
{
    s->up[cell] = s->down[cell] = (offset){FAR, FAR};
    if (s->label[cell] == FLUV_NONE)
        return;
    for (int pass = 0; pass < 2; pass++) /* corners first: edges are nearer and come last */
        for (int k = 1 - pass; k < 8; k += 2) {
            uint32_t other = neighbour_of(s, cell, k);
            offset o = {(int16_t)fluv_dx[k], (int16_t)fluv_dy[k]};
            if (other != FLUV_NONE && s->height[other] > s->height[cell])
                s->up[cell] = o;
            if (other != FLUV_NONE && s->height[other] < s->height[cell])
                s->down[cell] = o;
        }
}

static void carry(const steps *s, offset *to, uint32_t cell, int k)
{
    uint32_t other = neighbour_of(s, cell, k);
    if (other == FLUV_NONE || s->label[other] != s->label[cell] || to[other].dx == FAR)
        return;
    int32_t dx = to[other].dx + fluv_dx[k], dy = to[other].dy + fluv_dy[k];
    if (abs(dx) >= FAR || abs(dy) >= FAR || dx * dx + dy * dy >= square_of(to[cell]))
        return;
    to[cell] = (offset){(int16_t)dx, (int16_t)dy};
}

/* Rows down and then up, each forth and back. */
static void sweep(const steps *s, offset *to)
{
    for (int back = 0; back < 2; back++)
        for (uint32_t i = 0; i < s->rows; i++) {
            uint32_t row = (back ? s->rows - 1 - i : i) * s->cols;
            for (uint32_t col = 0; col < s->cols; col++)
                for (int k = 4; k < 8; k++) /* W and the row before; turned over on the way back */
                    carry(s, to, row + col, back && k > 4 ? 8 - k : k);
            for (uint32_t col = s->cols; col-- > 0;)
                carry(s, to, row + col, 0);
        }
}

/* ---- What each terrace is ---- */

static float width_at(const steps *s, uint32_t cell)
{
    float up = distance_of(s, cell, s->up[cell]), down = distance_of(s, cell, s->down[cell]);
    return isinf(up) ? 2.0f * down : isinf(down) ? 2.0f * up : up + down;
}

static void count_borders(const steps *s)
{
    for (uint32_t c = 0; c < s->cols * s->rows; c++) {
        if (s->label[c] == FLUV_NONE)
            continue;
        terrace *t = &s->terraces[s->label[c]];
        t->higher += square_of(s->up[c]) <= 2;
        t->lower += square_of(s->down[c]) <= 2;
    }
}

static void name_tops_and_bottoms(const steps *s)
{
    for (uint32_t i = 0; i < s->count; i++) {
        terrace *t = &s->terraces[i];
        if (t->higher && t->lower <= t->higher / FEW)
            t->kind = BOTTOM;
        else if (t->lower && t->higher <= t->lower / FEW)
            t->kind = TOP;
        else if (!t->higher && !t->lower)
            t->kind = FLAT;
    }
}

/* How wide tops and bottoms are, and the terraces next to them. */
static void measure_terraces(const steps *s)
{
    for (uint32_t c = 0; c < s->cols * s->rows; c++) {
        if (s->label[c] == FLUV_NONE)
            continue;
        terrace *t = &s->terraces[s->label[c]];
        if (t->kind != BOTTOM && t->kind != TOP)
            continue;
        const offset *to = t->kind == BOTTOM ? &s->up[c] : &s->down[c];
        t->deepest = fmaxf(t->deepest, distance_of(s, c, *to));
        if (square_of(*to) > 2)
            continue;
        int64_t other = (int64_t)c + (int64_t)to->dy * s->cols + to->dx;
        t->beside += width_at(s, (uint32_t)other);
        t->meetings++;
    }
}

static void find_flat_ground(const steps *s)
{
    for (uint32_t c = 0; c < s->cols * s->rows; c++) {
        terrace *t = s->label[c] == FLUV_NONE ? NULL : &s->terraces[s->label[c]];
        if (t && t->kind == BOTTOM && s->height[c] <= 0.0f)
            t->kind = FLAT; /* the sea, or what lies below it */
    }
    for (uint32_t i = 0; i < s->count; i++) {
        terrace *t = &s->terraces[i];
        if (t->meetings && t->deepest * (float)t->meetings > WIDE * t->beside)
            t->kind = FLAT;
    }
}

/* ---- Heights ---- */

static float height_between(const steps *s, uint32_t cell)
{
    const terrace *t = &s->terraces[s->label[cell]];
    float own = s->height[cell], half = 0.5f * s->step;
    float low = distance_of(s, cell, s->down[cell]), high = distance_of(s, cell, s->up[cell]);
    float inward = t->deepest > 0.0f ? 1.0f - (t->kind == TOP ? low : high) / t->deepest : 0.0f;
    switch (t->kind) {
    case BOTTOM:
        return own + half * inward * inward;
    case TOP:
        return own - half * inward * inward;
    case FLAT:
        return own;
    default:
        return own - half + s->step * low / (low + high);
    }
}

static bool may_move(const steps *s, uint32_t cell)
{
    return s->label[cell] != FLUV_NONE && s->terraces[s->label[cell]].kind != FLAT;
}

static bool has_all_neighbours(const steps *s, uint32_t cell)
{
    uint32_t col = cell % s->cols, row = cell / s->cols;
    if (col == 0 || row == 0 || col + 1 == s->cols || row + 1 == s->rows)
        return false;
    for (int k = 0; k < 8; k++)
        if (s->label[neighbour_of(s, cell, k)] == FLUV_NONE)
            return false;
    return true;
}

/* The mean of the eight neighbours against the cell's own value. */
static float bend_at(const steps *s, const float *value, uint32_t cell)
{
    const float *at = value + cell;
    ptrdiff_t cols = s->cols;
    float around = at[-cols - 1] + at[-cols] + at[-cols + 1] + at[-1] + at[1] + at[cols - 1] +
                   at[cols] + at[cols + 1];
    return 0.125f * around - *at;
}

/* Towards ground that bends as its neighbours do, within half a step of what the map says: creases
 * go, while slopes, domes and bowls stay. */
static fluv_status relax(fluv_ctx *ctx, const steps *s, double progress, float *bend, float *height)
{
    uint32_t cells = s->cols * s->rows;
    float half = 0.5f * s->step;
    for (int round = 0; round < ROUNDS; round++) {
        for (uint32_t c = 0; c < cells; c++)
            bend[c] = has_all_neighbours(s, c) ? bend_at(s, height, c) : 0.0f;
        for (uint32_t c = 0; c < cells; c++) {
            if (!may_move(s, c) || !has_all_neighbours(s, c))
                continue;
            float moved = height[c] - RATE * bend_at(s, bend, c), own = s->height[c];
            height[c] = fminf(fmaxf(moved, own - half), own + half);
        }
        FLUV_TRY(fluv_advance(ctx, progress));
    }
    return FLUV_OK;
}

static fluv_status judge_terraces(fluv_ctx *ctx, steps *s)
{
    s->terraces = fluv_scratch_zero(ctx, s->count, sizeof *s->terraces);
    if (!s->terraces)
        return FLUV_NO_MEMORY;
    count_borders(s);
    name_tops_and_bottoms(s);
    measure_terraces(s);
    find_flat_ground(s);
    return FLUV_OK;
}

fluv_status fluv_terraces_remove(fluv_ctx *ctx, uint32_t cols, uint32_t rows, float step,
                                 double progress, float *height)
{
    size_t cells = (size_t)cols * rows;
    float *before = fluv_scratch(ctx, cells, sizeof *before);
    float *bend = fluv_scratch(ctx, cells, sizeof *bend);
    steps s = {.cols = cols,
               .rows = rows,
               .step = step,
               .height = before,
               .label = fluv_scratch(ctx, cells, sizeof *s.label),
               .up = fluv_scratch(ctx, cells, sizeof *s.up),
               .down = fluv_scratch(ctx, cells, sizeof *s.down)};
    if (!before || !bend || !s.label || !s.up || !s.down)
        return FLUV_NO_MEMORY;
    assert(step > 0.0f && cells < FLUV_NONE);
    memcpy(before, height, cells * sizeof *before);
    label_terraces(&s);
    for (uint32_t c = 0; c < cells; c++)
        see_neighbours(&s, c);
    for (int i = 0; i < SWEEPS; i++) {
        sweep(&s, s.up);
        FLUV_TRY(fluv_advance(ctx, progress));
        sweep(&s, s.down);
        FLUV_TRY(fluv_advance(ctx, progress));
    }
    FLUV_TRY(judge_terraces(ctx, &s));
    for (uint32_t c = 0; c < cells; c++)
        if (may_move(&s, c))
            height[c] = height_between(&s, c);
    FLUV_TRY(relax(ctx, &s, progress, bend, height));
    fluv_scratch_drop(ctx, bend);
    fluv_scratch_drop(ctx, s.terraces);
    fluv_scratch_drop(ctx, s.label);
    fluv_scratch_drop(ctx, s.up);
    fluv_scratch_drop(ctx, s.down);
    fluv_scratch_drop(ctx, before);
    return FLUV_OK;
}
