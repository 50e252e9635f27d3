// SPDX-License-Identifier: MIT
/* The ground between the waters.
 *
 * in   the smooth sheet of heights, river and lake cells        out   height, receiver
 *
 * A cell's height is the sheet's, with hills too small for the mesh, moved up or down with the
 * nearest river or lake, drawn to its surface beside it and towards 0 at the coast; floors lie
 * along rivers. Then, in the order of height from all
 * waters outwards, every cell is raised above the one it was reached from: no hollow is left, and
 * every cell's water goes down the steepest way.  O(n log n), the queue's part small.
 *
 * Based on: Barnes, Lehman, Mulla. Priority-flood. 2014 */
#include "stages/relief/dunes.h"
#include "stages/relief/nearby.h"

#include "base/clones.h"
#include "base/queue.h"
#include "field/distance.h"
#include "field/noise.h"
#include "hydrography/lakes.h"

#include <assert.h>

#define BLOCK       FLUV_DUNES_BLOCK
#define BAND        256   /* rows between looks at the progress */
#define LEAST       0.05F /* m that land lies above the sea */
#define RISE        3e-4F /* least slope */
#define SHORE       0.6   /* of the mesh's spacing: how far the coast draws the land down */
#define VALLEY      1.2   /* of the mesh's spacing: how far land sinks with a river's bed, */
#define FAN         1.6 /* and how far it rises with one: rivers that stand high have built wide */
#define BESIDE      0.4 /* of the mesh's spacing: how far rivers draw it to their surface */
#define BANKS       0.004F /* slope of the land that is drawn all the way */
#define FLOOR_DEPTH 0.15F  /* of half a floor's width: sediment under it */
#define FLOOR_LEFT  0.12F  /* of the unevenness of the floor */

/* Cells whose surface is known. */
#define WATER (FLUV_CELL_RIVER | FLUV_CELL_LAKE | FLUV_CELL_SIDE)

typedef struct painter {
    const fluv_relief_job *job;
    const float *distance; /* to the nearest river or lake, m */
    const fluv_nearby *nearby;
    fluv_noise noise;
    fluv_dunes dunes;
    float shore, valley, fan, beside; /* m */
} painter;

FLUV_INLINE float smoothstep(float t)
{
    t = t < 1.0F ? t : 1.0F;
    return t * t * (3.0F - 2.0F * t);
}

/* What is known of a row's cells. */
typedef struct row {
    float hills[BLOCK], fine[BLOCK], coast[BLOCK];
    float level[BLOCK];  /* surface of the nearest water, */
    float lifted[BLOCK]; /* how much higher that is than the sheet, */
    float half[BLOCK];   /* how far it will reach from where it is marked, m, */
    float floor[BLOCK];  /* and the floor of its valley beyond that */
} row_of_cells;

/* Land on a valley's floor: what stands a little above the river was filled up or washed away, what
 * stands high above it is left. */
FLUV_INLINE float on_floor(float above, float over, float floor)
{
    float reach = 1.0F - smoothstep(over / (floor + 1.0F));
    float deep = reach * FLOOR_DEPTH * floor, up = above > 0.0F ? above : 0.0F;
    return above - up + up * (up + FLOOR_LEFT * deep) / (up + deep + 1e-3F);
}

/* `height` holds the sheet at first. */
FLUV_CLONES static void shape(const painter *p, const row_of_cells *row, const float *distance,
                              size_t n, float *height)
{
    const float *hills = row->hills, *fine = row->fine, *coast = row->coast;
    const float *level = row->level, *half = row->half;
    float per_shore = 1.0F / p->shore, per_beside = 1.0F / p->beside;
    float per_valley = 1.0F / p->valley, per_fan = 1.0F / p->fan;
    assert(n <= BLOCK && p->shore > 0.0F && p->valley > 0.0F);
    for (size_t i = 0; i < n; i++) {
        float to_coast = coast[i] > 0.0F ? coast[i] : 0.0F;
        float inland = to_coast * per_shore;
        inland = inland / (0.4F + inland) * 1.4F;
        inland = inland < 1.0F ? inland : 1.0F;
        float over = distance[i] > half[i] ? distance[i] - half[i] : 0.0F;
        float away = smoothstep(over * (row->lifted[i] > 0.0F ? per_fan : per_valley));
        float ground = height[i] + row->lifted[i] * (1.0F - away);
        ground = (ground + hills[i] * fine[i] * away) * inland;
        float bank = level[i] + BANKS * over;
        ground = level[i] + on_floor(ground - level[i], over, row->floor[i]);
        ground = bank + (ground - bank) * smoothstep(over * per_beside);
        float least = LEAST + RISE * to_coast;
        height[i] = ground > least ? ground : least;
    }
}

static bool all_ocean(const uint8_t *cover, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (cover[i] != FLUV_OCEAN)
            return false;
    return true;
}

/* Where hills are negative, that much of dunes. */
static void add_dunes(const painter *p, double x0, double y, size_t n, row_of_cells *r)
{
    size_t first = 0;
    while (first < n && !(r->hills[first] < 0.0F))
        first++;
    if (first == n)
        return;
    float dunes[BLOCK];
    fluv_dunes_row(&p->dunes, x0, y, n, dunes);
    for (size_t i = first; i < n; i++)
        r->fine[i] = r->hills[i] < 0.0F ? -dunes[i] : r->fine[i];
}

static void paint_row(const painter *p, uint32_t row)
{
    const fluv_relief_job *job = p->job;
    const fluv_frame *frame = &job->frame;
    row_of_cells r;
    float ground[BLOCK];
    double y = frame->north - frame->cell * (row + 0.5);
    assert(row < frame->rows);
    for (size_t from = 0; from < frame->cols; from += BLOCK) {
        size_t n = frame->cols - from < BLOCK ? frame->cols - from : BLOCK;
        size_t at = (size_t)row * frame->cols + from;
        double x0 = frame->west + frame->cell * ((double)from + 0.5);
        if (all_ocean(job->cover + at, n))
            continue;
        fluv_shore_row(job->shore, frame->cell, x0, y, frame->cell, n, r.coast);
        fluv_lattice_row(&job->lattice, job->sheet, x0, y, frame->cell, n, ground);
        fluv_lattice_row(&job->lattice, job->sheet_hills, x0, y, frame->cell, n, r.hills);
        fluv_noise_row(&p->noise, x0, y, frame->cell, n, r.fine);
        add_dunes(p, x0, y, n, &r);
        for (size_t i = 0; i < n; i++) {
            fluv_water_near near =
                fluv_nearby_at(p->nearby, (uint32_t)(at + i), p->distance[at + i]);
            r.level[i] = near.level;
            r.lifted[i] = near.lifted;
            r.half[i] = near.half;
            r.floor[i] = near.floor;
        }
        shape(p, &r, p->distance + at, n, ground);
        for (size_t i = 0; i < n; i++)
            if (job->cover[at + i] != FLUV_OCEAN && !(job->state[at + i] & WATER))
                job->height[at + i] = ground[i];
    }
}

/* Water seldom lies on the sheet; by how much it does not is smooth along a river, however steep,
 * while its surface is not. */
static void lift_row(const fluv_relief_job *job, uint32_t row, float *lifted)
{
    const fluv_frame *frame = &job->frame;
    double x[BLOCK], y[BLOCK], north = frame->north - frame->cell * (row + 0.5);
    float sheet[BLOCK];
    size_t cells[BLOCK], n = 0, first = (size_t)row * frame->cols;
    assert(row < frame->rows);
    for (size_t col = 0; col < frame->cols; col++) {
        if (job->state[first + col] & (FLUV_CELL_RIVER | FLUV_CELL_LAKE)) {
            x[n] = frame->west + frame->cell * ((double)col + 0.5);
            y[n] = north;
            cells[n++] = first + col;
        }
        if (n < BLOCK && col + 1 < frame->cols)
            continue;
        fluv_lattice_points(&job->lattice, job->sheet, x, y, n, sheet);
        for (size_t i = 0; i < n; i++)
            lifted[cells[i]] = job->height[cells[i]] - sheet[i];
        n = 0;
    }
}

static fluv_status paint(fluv_ctx *ctx, fluv_relief_job *job)
{
    size_t cells = job->topology.count;
    uint8_t *marked = fluv_scratch(ctx, cells, 1);
    float *distance = fluv_scratch(ctx, cells, sizeof *distance);
    uint32_t *nearest = fluv_scratch(ctx, cells, sizeof *nearest);
    float *lifted = fluv_scratch(ctx, cells, sizeof *lifted);
    if (!marked || !distance || !nearest || !lifted)
        return FLUV_NO_MEMORY;
    for (size_t c = 0; c < cells; c++)
        marked[c] = job->state[c] & (FLUV_CELL_RIVER | FLUV_CELL_LAKE);
    fluv_distance_job measure = {job->frame.cols, job->frame.rows, job->frame.cell, marked};
    FLUV_TRY(fluv_distance(ctx, &measure, distance, nearest));
    FLUV_TRY(fluv_relief_sides(ctx, job, &(fluv_strip){distance, nearest}));
#pragma omp parallel for num_threads(ctx->threads) schedule(dynamic, 8)
    for (uint32_t row = 0; row < job->frame.rows; row++)
        lift_row(job, row, lifted);
    fluv_nearby nearby;
    FLUV_TRY(fluv_nearby_make(ctx, job, &(fluv_nearby_from){lifted, nearest}, &nearby));
    painter p = {.job = job,
                 .distance = distance,
                 .nearby = &nearby,
                 .noise = {.key = fluv_key_make(job->landscape->seed, "relief", "hills"),
                           .wavelength = 3.0 * job->basins->spacing,
                           .octaves = 7,
                           .gain = 0.42,
                           .lacunarity = 2.0,
                           .finest = job->frame.cell},
                 .dunes = fluv_dunes_make(job),
                 .shore = (float)(SHORE * job->basins->spacing),
                 .valley = (float)(VALLEY * job->basins->spacing),
                 .fan = (float)(FAN * job->basins->spacing),
                 .beside = (float)(BESIDE * job->basins->spacing)};
    for (uint32_t first = 0; first < job->frame.rows; first += BAND) {
        FLUV_TRY(fluv_advance(ctx, 0.3 + 0.2 * first / job->frame.rows));
        uint32_t end = job->frame.rows - first < BAND ? job->frame.rows : first + BAND;
#pragma omp parallel for num_threads(ctx->threads) schedule(dynamic)
        for (uint32_t row = first; row < end; row++)
            paint_row(&p, row);
    }
    fluv_scratch_drop(ctx, marked);
    fluv_scratch_drop(ctx, distance);
    fluv_nearby_drop(ctx, &nearby);
    fluv_scratch_drop(ctx, nearest);
    fluv_scratch_drop(ctx, lifted);
    return FLUV_OK;
}

/* ---- No hollows ---- */

static bool is_water(const fluv_relief_job *job, uint32_t cell)
{
    return job->cover[cell] == FLUV_OCEAN || job->state[cell] & WATER;
}

static float surface(const fluv_relief_job *job, uint32_t cell)
{
    assert(cell < job->topology.count);
    return job->cover[cell] == FLUV_OCEAN ? 0.0F : job->height[cell];
}

static bool touches_land(const fluv_relief_job *job, uint32_t cell)
{
    fluv_around around = fluv_around_cell(&job->topology, cell);
    for (uint32_t i = 0; i < around.count; i++)
        if (!is_water(job, around.cell[i]))
            return true;
    return false;
}

/* Land beside a lake is not lower than its surface. */
static void keep_shores(const fluv_relief_job *job)
{
    for (uint32_t cell = 0; cell < job->topology.count; cell++) {
        if (!(job->state[cell] & FLUV_CELL_LAKE))
            continue;
        float least = nextafterf(job->height[cell], INFINITY);
        fluv_around around = fluv_around_cell(&job->topology, cell);
        for (uint32_t i = 0; i < around.count; i++)
            if (!is_water(job, around.cell[i]))
                job->height[around.cell[i]] = fmaxf(job->height[around.cell[i]], least);
    }
}

static void start(const fluv_relief_job *job, fluv_queue *queue)
{
    for (uint32_t cell = 0; cell < job->topology.count; cell++) {
        bool water = is_water(job, cell), edge = fluv_cell_at_edge(&job->topology, cell);
        bool first = water ? touches_land(job, cell) : edge;
        if (water || edge)
            job->state[cell] |= FLUV_CELL_DONE;
        if (first)
            fluv_queue_push(queue, surface(job, cell), cell);
    }
}

static fluv_status raise(fluv_ctx *ctx, const fluv_relief_job *job)
{
    fluv_queue queue;
    FLUV_TRY(fluv_queue_init(ctx, &queue, job->topology.count));
    start(job, &queue);
    float at, straight = RISE * (float)job->frame.cell;
    uint64_t done = 0;
    for (uint32_t cell; (cell = fluv_queue_pop(&queue, &at)) != FLUV_NONE;) {
        assert(job->state[cell] & FLUV_CELL_DONE && !isnan(at));
        fluv_around around = fluv_around_known(&job->topology, job->kind, cell);
        float least = fmaxf(at + straight, nextafterf(at, INFINITY));
        for (uint32_t i = 0; i < around.count; i++) {
            uint32_t other = around.cell[i];
            if (job->state[other] & FLUV_CELL_DONE || fluv_relief_crosses(job, cell, other))
                continue;
            job->state[other] |= FLUV_CELL_DONE;
            job->height[other] = fmaxf(job->height[other], least);
            fluv_queue_push(&queue, job->height[other], other);
        }
        if ((++done & 0xfffff) == 0)
            FLUV_TRY(fluv_advance(ctx, 0.5 + 0.2 * (double)done / job->topology.count));
    }
    fluv_queue_drop(ctx, &queue);
    return FLUV_OK;
}

static uint32_t steepest(const fluv_relief_job *job, uint32_t cell)
{
    fluv_around around = fluv_around_known(&job->topology, job->kind, cell);
    uint32_t best = FLUV_NONE, cols = job->frame.cols;
    float most = 0.0F;
    for (uint32_t i = 0; i < around.count; i++) {
        uint32_t other = around.cell[i];
        bool diagonal = cell % cols != other % cols && cell / cols != other / cols;
        float fall =
            (job->height[cell] - surface(job, other)) * (diagonal ? (float)M_SQRT1_2 : 1.0F);
        if (fall > most && !(diagonal && fluv_relief_crosses(job, cell, other))) {
            most = fall;
            best = other;
        }
    }
    return best;
}

/* Rivers keep the receivers they have; reading those while writing others is safe, as only rivers'
 * are read. */
static void drain(fluv_ctx *ctx, const fluv_relief_job *job)
{
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t cell = 0; cell < job->topology.count; cell++)
        if (!is_water(job, cell))
            job->receiver[cell] = steepest(job, cell);
}

fluv_status fluv_relief_ground(fluv_ctx *ctx, fluv_relief_job *job)
{
    FLUV_TRY(paint(ctx, job));
    FLUV_TRY(fluv_relief_spots(ctx, job));
    keep_shores(job);
    FLUV_TRY(raise(ctx, job));
    drain(ctx, job);
    return fluv_relief_spots_expect(ctx, job);
}
