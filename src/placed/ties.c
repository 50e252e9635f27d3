// SPDX-License-Identifier: MIT
/* One river in a valley: lines of a survey that run beside it take its water.
 *
 * in   ground, the ways of mapped rivers        out   more ways, each some cells long
 *
 * A survey and a height map rarely agree to the cell. Where a line runs beside its valley, the
 * valley's water would keep to the old bed, and there would be two rivers. So the water of the bare
 * ground is followed down from its sources: what would be a river, comes near to a line and does
 * not reach it soon by itself, is led over to it, and only what gathers from there on goes on in
 * the valley. The line's own bed is cut down to what joins it (beds.c), so that no more is cut
 * than lets the valley's water in.  O(n), and O(n log n) for ground with hollows.
 *
 *      line    ───────┬─────────┬────▶
 *                    ╱         ╱          ties
 *      valley  ═════╯ · · · ══╯ · · ·                                                          */
#include "placed/shaper.h"

#include "field/grid.h"
#include "water/connect.h"
#include "water/follow.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define REACH         4    /* cells: a line that lies so near is the valley's */
#define SOON          3    /* steps after which water may reach a line by itself */
#define RIVERS_ACROSS 80.0 /* of a square that gives a river, to the frame's longer side, */
#define FEWEST        25.0 /* and so many cells at least */

enum { DONE = UINT8_MAX };

/* Where water would go on the ground as it is, and how much of it, in cells. */
typedef struct valleys {
    const uint32_t *receiver;
    uint8_t *donors;
    float *area;
    float least; /* of a river, in cells */
} valleys;

/* ---- The water of the bare ground ---- */

/* Found once: the ground changes only when all ways are laid. */
static fluv_status find_receivers(fluv_ctx *ctx, fluv_shaper *s)
{
    const fluv_earth *earth = &s->earth;
    const fluv_wander straight = fluv_wander_not(&earth->topology);
    fluv_connection connection = {0};
    s->downhill = fluv_scratch(ctx, earth->topology.count, sizeof *s->downhill);
    if (!s->downhill)
        return FLUV_NO_MEMORY;
    fluv_receivers_follow(&earth->topology, ctx->threads, &straight, earth->height, earth->kind,
                          s->downhill);
    fluv_status status = fluv_hollows_connect(ctx, &earth->topology, earth->height, earth->kind,
                                              s->downhill, &connection);
    fluv_connection_free(&connection);
    return status;
}

static fluv_status begin(fluv_ctx *ctx, fluv_shaper *s, valleys *v)
{
    uint32_t count = s->earth.topology.count;
    if (!s->downhill)
        FLUV_TRY(find_receivers(ctx, s));
    double side = s->earth.longer / s->earth.frame.cell / RIVERS_ACROSS;
    *v = (valleys){.receiver = s->downhill,
                   .donors = fluv_scratch_zero(ctx, count, sizeof *v->donors),
                   .area = fluv_scratch(ctx, count, sizeof *v->area),
                   .least = (float)fmax(side * side, FEWEST)};
    if (!v->donors || !v->area)
        return FLUV_NO_MEMORY;
    for (uint32_t c = 0; c < count; c++) {
        v->area[c] = 1.0f;
        if (v->receiver[c] != FLUV_NONE)
            v->donors[v->receiver[c]]++;
    }
    return FLUV_OK;
}

/* ---- Ties ---- */

/* The mapped river that a way is the line of, FLUV_NONE: another way. */
static uint32_t line_of(const fluv_shaper *s, uint32_t cell)
{
    uint32_t number = s->earth.way[cell];
    if (number == FLUV_NONE)
        return FLUV_NONE;
    const fluv_laid_way *way = (const fluv_laid_way *)s->laying.ways.items + number;
    bool line = way->river != FLUV_NONE && way->drawn && s->placed->rivers[way->river].mapped;
    return line && !s->untied[way->river] ? way->river : FLUV_NONE;
}

/* The nearest cell of a line, of several the lowest; FLUV_NONE: there is none. */
static uint32_t nearest_line(const fluv_shaper *s, uint32_t cell)
{
    const fluv_frame *f = &s->earth.frame;
    int64_t col = cell % f->cols, row = cell / f->cols;
    uint32_t found = FLUV_NONE;
    int64_t best = REACH * REACH + 1;
    for (int64_t dy = -REACH; dy <= REACH; dy++)
        for (int64_t dx = -REACH; dx <= REACH; dx++) {
            int64_t far = dx * dx + dy * dy;
            if (far > best || !fluv_in_grid(f->cols, f->rows, col + dx, row + dy))
                continue;
            uint32_t at = fluv_cell_at(f->cols, (uint32_t)(col + dx), (uint32_t)(row + dy));
            bool lower =
                found == FLUV_NONE || far < best || s->earth.height[at] < s->earth.height[found];
            if (far > REACH * REACH || !lower || line_of(s, at) == FLUV_NONE)
                continue;
            found = at;
            best = far;
        }
    return found;
}

/* Whether water comes to a way, or to a lake or the sea, within some steps. */
static bool is_soon_there(const fluv_shaper *s, const valleys *v, uint32_t cell)
{
    for (int i = 0; i < SOON; i++) {
        cell = v->receiver[cell];
        if (cell == FLUV_NONE || !fluv_earth_is_land(&s->earth, cell) || s->earth.held[cell] ||
            s->earth.way[cell] != FLUV_NONE)
            return true;
    }
    return false;
}

/* Leaves the cells of a tie as far as it runs over free ground; FLUV_NONE: it does not come to a
 * way. */
static uint32_t end_of_tie(const fluv_earth *earth, const uint32_t *row, size_t *count)
{
    for (size_t i = 1; i < *count; i++) {
        uint32_t into = fluv_way_crossed(earth, row[i - 1], row[i]);
        if (into == FLUV_NONE && earth->way[row[i]] != FLUV_NONE)
            into = row[i];
        if (into != FLUV_NONE) {
            *count = i;
            return into;
        }
        if (earth->held[row[i]] || !fluv_earth_is_land(earth, row[i]))
            return FLUV_NONE;
    }
    return FLUV_NONE;
}

/* Leads the water of a cell over to a line, if there is one; says whether it did. */
static fluv_status tie(fluv_ctx *ctx, fluv_shaper *s, uint32_t cell, bool *tied)
{
    const fluv_earth *earth = &s->earth;
    uint32_t line = nearest_line(s, cell), first = (uint32_t)s->laying.cells.count;
    *tied = false;
    if (line == FLUV_NONE)
        return FLUV_OK;
    uint32_t river = line_of(s, line);
    if ((double)(earth->height[line] - earth->height[cell]) > s->placed->rivers[river].mend)
        return FLUV_OK;
    const double xy[] = {fluv_cell_x(&earth->frame, cell), fluv_cell_y(&earth->frame, cell),
                         fluv_cell_x(&earth->frame, line), fluv_cell_y(&earth->frame, line)};
    FLUV_TRY(fluv_path_draw(ctx, earth, xy, 2, &s->laying.cells));
    size_t count = s->laying.cells.count - first;
    uint32_t into = end_of_tie(earth, (const uint32_t *)s->laying.cells.items + first, &count);
    s->laying.cells.count = into == FLUV_NONE ? first : first + count;
    *tied = into != FLUV_NONE;
    return *tied ? fluv_way_add(ctx, s, first, river, 0, into) : FLUV_OK;
}

/* Water arrives at a cell, all that can; what is led away does not go on. */
static fluv_status arrive(fluv_ctx *ctx, fluv_shaper *s, const valleys *v, uint32_t cell)
{
    const fluv_earth *earth = &s->earth;
    bool gone = earth->way[cell] != FLUV_NONE;
    bool river = v->area[cell] >= v->least && fluv_earth_is_land(earth, cell) && !earth->held[cell];
    if (!gone && river && !is_soon_there(s, v, cell))
        FLUV_TRY(tie(ctx, s, cell, &gone));
    if (gone)
        v->area[cell] = 0.0f;
    return FLUV_OK;
}

/* From a source down, to where other water is missing yet. */
static fluv_status walk(fluv_ctx *ctx, fluv_shaper *s, const valleys *v, uint32_t cell)
{
    for (;;) {
        uint32_t to = v->receiver[cell];
        v->donors[cell] = DONE;
        FLUV_TRY(arrive(ctx, s, v, cell));
        if (to == FLUV_NONE)
            return FLUV_OK;
        assert(v->donors[to] > 0 && v->donors[to] < DONE);
        v->area[to] += v->area[cell];
        if (--v->donors[to])
            return FLUV_OK;
        cell = to;
    }
}

static bool has_lines(const fluv_shaper *s)
{
    for (size_t i = 0; i < s->placed->river_count; i++)
        if (s->placed->rivers[i].mapped && !s->left_out[i] && !s->untied[i])
            return true;
    return false;
}

fluv_status fluv_lay_ties(fluv_ctx *ctx, fluv_shaper *s)
{
    valleys v;
    if (!has_lines(s))
        return FLUV_OK;
    FLUV_TRY(begin(ctx, s, &v));
    for (uint32_t c = 0; c < s->earth.topology.count; c++)
        if (!v.donors[c])
            FLUV_TRY(walk(ctx, s, &v, c));
    fluv_scratch_drop(ctx, v.donors);
    fluv_scratch_drop(ctx, v.area);
    return fluv_advance(ctx, 0.4);
}
