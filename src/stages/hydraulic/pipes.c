// SPDX-License-Identifier: MIT
/* The step of the water: flows in pipes, then balances in cells.
 *
 * in   ground, water, load, flows of the step before        out   the same a step later
 *
 * Every cell is joined to its eight neighbours by pipes. Those to corners are narrower by sqrt(2):
 * for flows that grow with the root of the slope, the sum over all pipes is then alike for every
 * direction of the slope, and goes the same way. With water surface e, depth h in the pipe and
 * distance l,
 *
 *     flow' = flow + push * h * (e_i - e_j) - drag * |flow'| * flow' / h^2
 *
 * which is the momentum of shallow water without advection, and with Chezy's friction taken at the
 * end of the step: it neither reverses a flow nor makes it swing. A cell gives at most KEEP of its
 * water away: its flows are cut down by one share, kept for the next step. The load goes with the
 * water from the cell the water comes from, so that what one cell loses the next one gains.
 *
 * The load that the water can carry is capacity * sum(flow * slope) over the pipes out of a cell:
 * discharge times slope, the power of the stream. What is missing is taken from the ground, but not
 * below the lowest neighbour; what is too much is laid down, but not above the highest neighbour or
 * through the water's surface, and not steeper than a fan. So no step digs a pit or raises a spike,
 * and on slopes that are steeper the load goes on to their foot. Water that gathers carries more
 * than its share, by the root of its flow: wash on hillsides takes all alike, what runs together
 * cuts. Else streams and their brooks have the same slope, and meet at narrow angles.
 *
 * Soil creeps down the ground by a share of each drop, and more where it falls to a stream: banks
 * that are undercut come down, the stream carries them off, and valleys get floors.
 *
 * Still water (field/still.h) stays what it is: it flows over its surface, and load sinks to the
 * floor and builds it up, as gently as fans are, to FLUV_PIPES_SHALLOW below the surface; the
 * ground beside it is not worn down below it. The sea takes all water that comes, and load spreads
 * in it. NaN ground is a wall: every comparison with it fails, and selects no flow.
 *
 * O(cells) a step; some thirty values are read and written a cell.
 *
 * Based on: Mei, Decaudin, Hu. Fast hydraulic erosion simulation and visualization on GPU. 2007;
 * Stava, Benes, Brisbin, Krivanek. Interactive terrain modeling using hydraulic erosion. 2008;
 * Bates, Horritt, Fewtrell. A simple inertial formulation of the shallow water equations. 2010 */
#include "stages/hydraulic/pipes.h"

#include "base/clones.h"
#include "field/still.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#define KEEP    0.9F  /* of a cell's water can flow out in a step */
#define REACH   0.25F /* of the way to the neighbour that limits it, a cell's ground moves */
#define SINKS   0.2F  /* of the load in still water comes to rest in a step */
#define SPREADS 0.06F /* of the difference in load goes to each neighbour in the sea */
#define SOFTEST 0.03F /* of a drop creeps in a step at most: no order is reversed */
#define DRY     1e-6F /* m; shallower water does not flow */
#define DUST    1e-7F /* m; so little load is laid down whole */
#define NOTHING 1e-30F
#define WATER   (0.5F * FLUV_STILL_HELD) /* what is higher is the surface of still water */

FLUV_INLINE float larger(float a, float b)
{
    return a > b ? a : b;
}

FLUV_INLINE float smaller(float a, float b)
{
    return a < b ? a : b;
}

/* The surface that water runs on: the ground, or still water. */
FLUV_INLINE float bed_of(float ground, float still)
{
    return ground < still ? still : ground;
}

typedef struct side {
    float bed, surface, share;
} side;

FLUV_INLINE side side_at(const fluv_pipe_grids *g, size_t at)
{
    float bed = bed_of(g->ground[at] + g->change[at], g->still[at]);
    return (side){bed, bed + g->water[at], g->share[at]};
}

FLUV_INLINE float new_flow(const fluv_pipe_rules *rules, side from, side to, float flow, int kind)
{
    flow *= flow > 0.0F ? from.share : to.share;
    float depth = larger(from.surface, to.surface) - larger(from.bed, to.bed);
    float drop = from.surface - to.surface;
    depth = smaller(larger(depth, 0.0F), rules->deepest);
    flow += rules->push[kind] * depth * drop;
    float slowed = rules->drag[kind] * (flow < 0.0F ? -flow : flow);
    flow *= 2.0F * depth / (depth + sqrtf(depth * depth + 4.0F * slowed) + NOTHING);
    return depth > DRY && drop == drop ? flow : 0.0F;
}

FLUV_CLONES void fluv_pipes_flow_row(const fluv_pipe_rules *rules, const fluv_pipe_grids *g,
                                     uint32_t row)
{
    assert(row <= g->rows && g->stride == (size_t)g->cols + 2);
    const fluv_pipe_rules r = *rules;
    const fluv_pipe_grids grids = *g;
    size_t begin = row * grids.stride, end = begin + grids.stride;
    float *restrict east = grids.pipe[0], *restrict south_east = grids.pipe[1];
    float *restrict south = grids.pipe[2], *restrict south_west = grids.pipe[3];
#pragma omp simd
    for (size_t i = begin; i < end; i++) {
        side here = side_at(&grids, i);
        size_t below = i + grids.stride;
        east[i] = new_flow(&r, here, side_at(&grids, i + 1), east[i], 0);
        south_east[i] = new_flow(&r, here, side_at(&grids, below + 1), south_east[i], 1);
        south[i] = new_flow(&r, here, side_at(&grids, below), south[i], 0);
        south_west[i] = new_flow(&r, here, side_at(&grids, below - 1), south_west[i], 1);
    }
}

/* What a row's neighbours need to know of it, before any of it changes. */
typedef struct old_row {
    float *ground, *surface; /* m */
    float *still;            /* as in the grid */
    float *share;            /* of the wanted flow that is there */
    float *load;             /* that goes with a unit of wanted flow; none from the sea */
    float *mud, *pile;       /* all the load, and how high it stands, m */
    float *soft;             /* share of a drop in the ground to here that creeps down in a step */
} old_row;

enum { OLD_ROWS = 3, OLD_VALUES = 8, NEW_VALUES = 3 };

size_t fluv_pipes_room(uint32_t cols)
{
    return ((size_t)cols + 2) * (OLD_ROWS * OLD_VALUES + NEW_VALUES);
}

FLUV_INLINE void look_at_row(const fluv_pipe_rules *r, const fluv_pipe_grids *g, uint32_t row,
                             old_row out)
{
    assert(row <= g->rows + 1);
    size_t begin = row * g->stride, width = g->stride, up = g->stride;
    const float *restrict ground = g->ground + begin, *restrict change = g->change + begin;
    const float *restrict water = g->water + begin, *restrict load = g->load + begin;
    const float *restrict level = g->still + begin;
    float *restrict bare = out.ground, *restrict surface = out.surface;
    float *restrict still = out.still, *restrict mud = out.mud, *restrict pile = out.pile;
    float *restrict share = out.share, *restrict carried = out.load, *restrict soft = out.soft;
#pragma omp simd
    for (size_t x = 0; x < width; x++) {
        bare[x] = ground[x] + change[x];
        still[x] = level[x];
        mud[x] = load[x];
        pile[x] = bed_of(bare[x], still[x]) + load[x];
        surface[x] = bed_of(bare[x], still[x]) + water[x];
    }
    float haste = r->haste, parts = r->parts;
    if (row == 0 || row == g->rows + 1) {
        memset(share, 0, width * sizeof *share);
        memset(carried, 0, width * sizeof *carried);
        memset(soft, 0, width * sizeof *soft);
        return;
    }
    const float *restrict p0 = g->pipe[0] + begin, *restrict p1 = g->pipe[1] + begin;
    const float *restrict p2 = g->pipe[2] + begin, *restrict p3 = g->pipe[3] + begin;
    share[0] = share[width - 1] = carried[0] = carried[width - 1] = 0.0F;
    soft[0] = soft[width - 1] = 0.0F;
    float creep = r->creep, undercut = r->undercut;
#pragma omp simd
    for (size_t x = 1; x < width - 1; x++) {
        float out_flow =
            larger(p0[x], 0.0F) + larger(p1[x], 0.0F) + larger(p2[x], 0.0F) + larger(p3[x], 0.0F);
        out_flow += larger(-p0[x - 1], 0.0F) + larger(-p1[x - 1 - up], 0.0F) +
                    larger(-p2[x - up], 0.0F) + larger(-p3[x + 1 - up], 0.0F);
        float there = smaller(KEEP * water[x] / (out_flow + NOTHING), 1.0F);
        float most = parts / (out_flow + NOTHING);
        float with_flow = load[x] * smaller(haste * there / (water[x] + NOTHING), most);
        share[x] = still[x] == FLUV_STILL_SEA ? 0.0F : there;
        carried[x] = still[x] == FLUV_STILL_SEA ? 0.0F : with_flow;
        float creeps = smaller(creep + undercut * out_flow * there, SOFTEST);
        soft[x] = still[x] > FLUV_STILL_NONE ? 0.0F : creeps;
    }
}

/* The sums over the eight pipes of a cell. */
typedef struct round_sums {
    float out;       /* wanted flow */
    float power;     /* wanted flow times slope */
    float in, load;  /* what comes */
    float sent;      /* load that goes with the flow, as the neighbours see it come */
    float spread;    /* load that comes as mud less what goes so */
    float low, high; /* ground of the neighbours */
    float hold;      /* the highest surface of still water among them */
    float crept;     /* ground that creeps here, less what creeps away */
} round_sums;

/* The cell whose sums are formed. */
typedef struct centre {
    float surface, mud, pile, ground;
    float soft;       /* as in the row */
    float load;       /* that goes with a unit of flow */
    float spreads[2]; /* share of a pile's height that goes to a neighbour: on land, in the sea */
} centre;

FLUV_INLINE void add_pipe(round_sums *sums, old_row there, ptrdiff_t at, float away,
                          const centre *mine, float per_metre, float wide)
{
    float out = larger(away, 0.0F), in = larger(-away, 0.0F);
    float drop = mine->surface - there.surface[at];
    sums->out += out;
    sums->power += out * per_metre * larger(drop, 0.0F);
    sums->in += in * there.share[at];
    sums->load += in * there.load[at];
    sums->sent += out * mine->load;
    float higher = there.pile[at] - mine->pile;
    float comes = smaller(larger(higher, 0.0F), there.mud[at]);
    float goes = smaller(larger(-higher, 0.0F), mine->mud);
    bool sea = there.still[at] == FLUV_STILL_SEA;
    sums->spread += (sea ? mine->spreads[1] : mine->spreads[0]) * (comes - goes);
    float rise = there.ground[at] - mine->ground;
    float creeps = wide * rise * (rise > 0.0F ? mine->soft : there.soft[at]);
    bool both = mine->soft > 0.0F && there.soft[at] > 0.0F; /* neither held nor in the rim */
    sums->crept += both && rise == rise ? creeps : 0.0F;
    sums->low = smaller(there.ground[at], sums->low);
    sums->high = larger(there.ground[at], sums->high);
    sums->hold = larger(there.still[at], sums->hold);
}

/* What a cell itself is. */
typedef struct spot {
    float first, ground; /* m, as the storm began and now */
    float water, load, share, still;
} spot;

/* How the ground moves under still water: load sinks, and what slid in from the banks and stands
 * too high becomes load. */
FLUV_INLINE float floor_moves(const fluv_pipe_rules *r, const round_sums *sums, const spot *at)
{
    float top = fluv_pipes_top(at->still, at->first);
    float full = smaller(top, sums->low + r->fan) - at->ground;
    float sunk = smaller(SINKS * at->load, REACH * larger(full, 0.0F));
    return at->ground > top ? top - at->ground : sunk;
}

/* How the ground of a cell moves: up, or, negative, down. */
FLUV_INLINE float ground_moves(const fluv_pipe_rules *r, const round_sums *sums, const spot *at)
{
    float gathered = r->alone + r->gather * sqrtf(sums->out * at->share);
    float missing = r->capacity * sums->power * at->share * gathered - at->load;
    float least = larger(sums->low, smaller(sums->hold + FLUV_PIPES_SHORE, at->first));
    float worn = smaller(r->dissolve * missing, REACH * larger(at->ground - least, 0.0F));
    float below = larger(sums->low, sums->hold) + r->fan - at->ground;
    float room = smaller(larger(sums->high - at->ground, at->water), below);
    float laid = smaller(-r->settle * missing, REACH * larger(room, 0.0F));
    float moves = missing > 0.0F ? -worn : laid, under = floor_moves(r, sums, at);
    moves = at->still >= FLUV_STILL_HELD ? 0.0F : moves;
    moves = at->still > WATER ? under : moves;
    return at->load < DUST && moves >= 0.0F ? at->load : moves;
}

FLUV_INLINE void balance_row(const fluv_pipe_rules *rules, const fluv_pipe_grids *g, uint32_t row,
                             const old_row old[OLD_ROWS], float *restrict lost,
                             float *restrict taken, float *restrict ran)
{
    const fluv_pipe_rules r = *rules;
    size_t begin = row * g->stride;
    ptrdiff_t up = (ptrdiff_t)g->stride;
    const float *restrict p0 = g->pipe[0] + begin, *restrict p1 = g->pipe[1] + begin;
    const float *restrict p2 = g->pipe[2] + begin, *restrict p3 = g->pipe[3] + begin;
    const float *restrict change = g->change + begin, *restrict water = g->water + begin;
    const float *restrict load = g->load + begin;
    const float *restrict rain = (g->rain ? g->rain : g->water) + begin;
    float *restrict change_next = g->change_next + begin;
    float *restrict water_next = g->water_next + begin, *restrict load_next = g->load_next + begin;
    float *restrict share_out = g->share + begin;
    old_row above = old[0], here = old[1], below = old[2];
    float always = g->rain ? 0.0F : r.rain, by_map = g->rain ? r.rain : 0.0F;
    float edge = r.slope[0], corner = r.slope[1];
#pragma omp simd
    for (ptrdiff_t x = 1; x <= (ptrdiff_t)g->cols; x++) {
        float ground = here.ground[x], share = here.share[x], still = here.still[x];
        bool sea = still == FLUV_STILL_SEA;
        centre mine = {here.surface[x],
                       load[x],
                       here.pile[x],
                       ground,
                       here.soft[x],
                       here.load[x],
                       {r.mud, sea ? SPREADS : r.mud}};
        round_sums sums = {.low = ground, .high = ground, .hold = FLUV_STILL_NONE};
        add_pipe(&sums, here, x + 1, p0[x], &mine, edge, 1.0F);
        add_pipe(&sums, below, x + 1, p1[x], &mine, corner, 0.5F);
        add_pipe(&sums, below, x, p2[x], &mine, edge, 1.0F);
        add_pipe(&sums, below, x - 1, p3[x], &mine, corner, 0.5F);
        add_pipe(&sums, here, x - 1, -p0[x - 1], &mine, edge, 1.0F);
        add_pipe(&sums, above, x - 1, -p1[x - 1 - up], &mine, corner, 0.5F);
        add_pipe(&sums, above, x, -p2[x - up], &mine, edge, 1.0F);
        add_pipe(&sums, above, x + 1, -p3[x + 1 - up], &mine, corner, 0.5F);
        spot at = {ground - change[x], ground, water[x], load[x], share, still};
        float left = load[x] - sums.sent + smaller(sums.spread, 0.0F);
        float moves = smaller(ground_moves(&r, &sums, &at), larger(left, 0.0F));
        float falls = ground == ground ? always + by_map * rain[x] : 0.0F;
        float wet = water[x] + (sums.in - sums.out * share + falls);
        float loss = smaller(wet, r.loss);
        float stays = wet - loss;
        lost[x] = sea ? 0.0F : wet - stays;
        taken[x] = sea ? wet : 0.0F;
        water_next[x] = sea ? 0.0F : stays;
        float grown = change[x] + (moves + sums.crept), took = grown - change[x] - sums.crept;
        load_next[x] = larger(load[x] + (sums.load - sums.sent + sums.spread - took), 0.0F);
        change_next[x] = grown;
        share_out[x] = share;
        ran[x] = sums.out * share;
    }
}

FLUV_INLINE double sum_of(const float *values, size_t count)
{
    enum { LANES = 8 };
    double lanes[LANES] = {0}, sum = 0.0;
    size_t i = 0;
    for (; i + LANES <= count; i += LANES)
        for (size_t k = 0; k < LANES; k++)
            lanes[k] += (double)values[i + k];
    for (; i < count; i++)
        sum += (double)values[i];
    for (size_t k = 0; k < LANES; k++)
        sum += lanes[k];
    return sum;
}

static old_row row_in(float *work, size_t width, uint32_t row)
{
    float *at = work + (row % OLD_ROWS) * OLD_VALUES * width;
    return (old_row){at,
                     at + width,
                     at + 2 * width,
                     at + 3 * width,
                     at + 4 * width,
                     at + 5 * width,
                     at + 6 * width,
                     at + 7 * width};
}

FLUV_CLONES void fluv_pipes_balance_rows(const fluv_pipe_rules *rules, const fluv_pipe_grids *g,
                                         uint32_t begin, uint32_t end, float *work)
{
    assert(begin <= end && end <= g->rows && g->stride == (size_t)g->cols + 2);
    assert(work && g->lost && g->taken);
    size_t width = g->stride;
    float *lost = work + OLD_ROWS * OLD_VALUES * width, *taken = lost + width, *ran = taken + width;
    look_at_row(rules, g, begin, row_in(work, width, begin));
    look_at_row(rules, g, begin + 1, row_in(work, width, begin + 1));
    for (uint32_t row = begin + 1; row <= end; row++) {
        look_at_row(rules, g, row + 1, row_in(work, width, row + 1));
        old_row old[OLD_ROWS] = {row_in(work, width, row - 1), row_in(work, width, row),
                                 row_in(work, width, row + 1)};
        balance_row(rules, g, row, old, lost, taken, ran);
        g->lost[row - 1] += sum_of(lost + 1, g->cols);
        g->taken[row - 1] += sum_of(taken + 1, g->cols);
        for (size_t x = 1; g->flow && x <= g->cols; x++)
            g->flow[row * width + x] += ran[x];
    }
}

static bool is_sea(const fluv_pipe_grids *g, size_t at)
{
    return g->still[at] == FLUV_STILL_SEA;
}

/* All flow wanted out of a cell, summed up as look_at_row does. */
static float flow_out_of(const fluv_pipe_grids *g, size_t at)
{
    size_t up = g->stride;
    float out = larger(g->pipe[0][at], 0.0F) + larger(g->pipe[1][at], 0.0F) +
                larger(g->pipe[2][at], 0.0F) + larger(g->pipe[3][at], 0.0F);
    return out + (larger(-g->pipe[0][at - 1], 0.0F) + larger(-g->pipe[1][at - 1 - up], 0.0F) +
                  larger(-g->pipe[2][at - up], 0.0F) + larger(-g->pipe[3][at + 1 - up], 0.0F));
}

/* Adds what goes from a cell to one of the rim, through a pipe with the flow `away` or from sea to
 * sea. */
static void add_rim(const fluv_pipe_rules *r, const fluv_pipe_grids *g, size_t from, size_t to,
                    float away, fluv_pipe_rim *rim)
{
    float wanted = larger(away, 0.0F), share = g->share[from], load = g->load[from];
    float most = r->parts / (flow_out_of(g, from) + NOTHING);
    rim->water += wanted * share;
    if (share > 0.0F)
        rim->load += wanted * load * smaller(r->haste * share / (g->water[from] + NOTHING), most);
    float bed = bed_of(g->ground[from] + g->change[from], g->still[from]);
    float higher = bed + load - bed_of(g->ground[to] + g->change[to], g->still[to]);
    bool sea = is_sea(g, from) && is_sea(g, to);
    rim->load += (sea ? SPREADS : r->mud) * smaller(larger(higher, 0.0F), load);
}

fluv_pipe_rim fluv_pipes_rim(const fluv_pipe_rules *rules, const fluv_pipe_grids *g)
{
    assert(g->cols > 0 && g->rows > 0 && g->stride == (size_t)g->cols + 2);
    fluv_pipe_rim rim = {0};
    size_t up = g->stride, last = (size_t)g->rows * up;
    for (size_t x = 1; x <= g->cols; x++) {
        add_rim(rules, g, up + x, x - 1, -g->pipe[1][x - 1], &rim);
        add_rim(rules, g, up + x, x, -g->pipe[2][x], &rim);
        add_rim(rules, g, up + x, x + 1, -g->pipe[3][x + 1], &rim);
        add_rim(rules, g, last + x, last + up + x + 1, g->pipe[1][last + x], &rim);
        add_rim(rules, g, last + x, last + up + x, g->pipe[2][last + x], &rim);
        add_rim(rules, g, last + x, last + up + x - 1, g->pipe[3][last + x], &rim);
    }
    for (size_t row = 1; row <= g->rows; row++) {
        size_t west = row * up + 1, east = row * up + g->cols;
        add_rim(rules, g, east, east + 1, g->pipe[0][east], &rim);
        add_rim(rules, g, west, west - 1, -g->pipe[0][west - 1], &rim);
        if (row > 1) {
            add_rim(rules, g, west, west - 1 - up, -g->pipe[1][west - 1 - up], &rim);
            add_rim(rules, g, east, east + 1 - up, -g->pipe[3][east + 1 - up], &rim);
        }
        if (row < g->rows) {
            add_rim(rules, g, east, east + 1 + up, g->pipe[1][east], &rim);
            add_rim(rules, g, west, west - 1 + up, g->pipe[3][west], &rim);
        }
    }
    return rim;
}

static void swap(float **a, float **b)
{
    float *old = *a;
    *a = *b;
    *b = old;
}

fluv_pipe_rim fluv_pipes_step(const fluv_pipe_rules *rules, int threads, fluv_pipe_grids *g,
                              float *work)
{
    assert(threads > 0 && work && g->cols > 0 && g->rows > 0);
    assert(g->change != g->change_next && g->water != g->water_next && g->load != g->load_next);
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
    fluv_pipe_rim rim = fluv_pipes_rim(rules, g);
    swap(&g->change, &g->change_next);
    swap(&g->water, &g->water_next);
    swap(&g->load, &g->load_next);
    return rim;
}
