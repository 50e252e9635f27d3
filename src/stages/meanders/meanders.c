// SPDX-License-Identifier: MIT
/* Stage `meanders`: rivers wander over the floors of their valleys.
 *
 * in   height        out   height with winding beds, and hollows where bends were cut off
 *
 * Rivers are found on a lattice in metres, as the ground leads them (lines.c). Where they fall
 * gently and the ground beside them is low they wander (wander.c); then their beds are dug
 * (carve.c), in which `drain`, `lakes` and `rivers` find them again.
 *
 * Based on: Howard, Knutson. Sufficient conditions for river meandering: a simulation approach.
 * 1984 */
#include "stages/meanders/meanders.h"

#include "field/lattice.h"
#include "field/regrid.h"
#include "stages/meanders/carve.h"
#include "stages/shared/sea.h"
#include "stages/shared/ways.h"
#include "water/accumulate.h"
#include "water/filled.h"

#include <assert.h>
#include <math.h>

#define USUAL_WIDTH     7.2 /* m at 1 m3/s, as rivers have it (hydrography/channel.h) */
#define SECONDS         31557600.0
#define CELLS_A_BEND    12.0 /* of the lattice, at the least */
#define VISITS_PER_CELL 4.0

typedef struct job {
    const fluv_meanders_params *params;
    fluv_landscape *land;
    fluv_topology frame;
    uint8_t *kind; /* of the frame's cells */
    fluv_meander_land ground;
    fluv_list rivers; /* fluv_meander */
    fluv_oxbows oxbows;
} job;

static double spacing_of(const fluv_meanders_params *params, const fluv_frame *frame)
{
    return fluv_lattice_over(frame, params->spacing).spacing;
}

static fluv_status take_grids(fluv_ctx *ctx, fluv_meander_land *ground)
{
    size_t count = ground->topology.count;
    ground->height = fluv_scratch(ctx, count, sizeof *ground->height);
    ground->filled = fluv_scratch(ctx, count, sizeof *ground->filled);
    ground->kind = fluv_scratch(ctx, count, sizeof *ground->kind);
    ground->receiver = fluv_scratch(ctx, count, sizeof *ground->receiver);
    ground->area = fluv_scratch(ctx, count, sizeof *ground->area);
    return ground->height && ground->filled && ground->kind && ground->receiver && ground->area
               ? FLUV_OK
               : FLUV_NO_MEMORY;
}

/* Heights on the lattice; the sea is where it is in the frame. */
static fluv_status bring_ground(fluv_ctx *ctx, const job *j, float *height)
{
    const fluv_topology *to = &j->ground.topology, *from = &j->frame;
    fluv_values coarse = {j->ground.height, to->cols, to->rows, to->cols};
    fluv_values fine = {height, from->cols, from->rows, from->cols};
    FLUV_TRY(fluv_regrid(ctx, &fine, &coarse));
    fluv_cells_classify(to, ctx->threads, j->ground.height, j->ground.kind);
    for (uint32_t c = 0; c < to->count; c++) {
        uint64_t col = ((uint64_t)(c % to->cols) * 2 + 1) * from->cols / (2 * (uint64_t)to->cols);
        uint64_t row = ((uint64_t)(c / to->cols) * 2 + 1) * from->rows / (2 * (uint64_t)to->rows);
        if (j->kind[row * from->cols + col] & FLUV_CELL_SEA)
            j->ground.kind[c] |= FLUV_CELL_SEA;
    }
    return FLUV_OK;
}

static fluv_status lead_water(fluv_ctx *ctx, fluv_meander_land *ground)
{
    uint32_t count = ground->topology.count;
    fluv_drainage drainage;
    fluv_drainage_job drain = {.topology = ground->topology,
                               .height = ground->height,
                               .kind = ground->kind,
                               .descent = FLUV_FOLLOW,
                               .wander = fluv_wander_not(&ground->topology),
                               .receiver = ground->receiver};
    FLUV_TRY(fluv_drainage_find(ctx, &drain, &drainage));
    FLUV_TRY(fluv_filled_find(ctx, &drainage, ground->height, ground->filled));
    fluv_ways_connect(&drainage.hierarchy, ground->receiver);
    fluv_drainage_forget(ctx, &drainage);
    uint8_t *donors = fluv_scratch(ctx, count, sizeof *donors);
    if (!donors)
        return FLUV_NO_MEMORY;
    for (uint32_t c = 0; c < count; c++)
        ground->area[c] = fluv_cell_area(&ground->topology, c);
    fluv_accumulate(&ground->topology, ctx->threads, ground->receiver, NULL, donors, ground->area,
                    NULL);
    fluv_scratch_drop(ctx, donors);
    return FLUV_OK;
}

static fluv_status find_rivers(fluv_ctx *ctx, job *j, float *height)
{
    const fluv_meanders_params *p = j->params;
    const fluv_frame *frame = &j->land->frame;
    double spacing = spacing_of(p, frame);
    uint32_t cols = (uint32_t)fmax(8.0, round(frame->cols * frame->cell / spacing));
    uint32_t rows = (uint32_t)fmax(8.0, round(frame->rows * frame->cell / spacing));
    j->ground.topology = fluv_topology_grid(cols, rows, frame->cols * frame->cell / cols);
    FLUV_TRY(take_grids(ctx, &j->ground));
    FLUV_TRY(bring_ground(ctx, j, height));
    FLUV_TRY(lead_water(ctx, &j->ground));
    double cell = j->ground.topology.cell;
    fluv_meander_rules rules = {.width = USUAL_WIDTH * p->width * sqrt(p->runoff / SECONDS),
                                .least = CELLS_A_BEND * cell / p->wavelength,
                                .steepest = p->steepest,
                                .wavelength = p->wavelength,
                                .bank = p->bank,
                                .spacing = 0.5 * cell,
                                .key = fluv_key_make(j->land->seed, "meanders", "bends")};
    return fluv_meanders_trace(ctx, &j->ground, &rules, &j->rivers);
}

static fluv_status wander(fluv_ctx *ctx, job *j)
{
    const fluv_topology *grid = &j->ground.topology;
    fluv_meander *rivers = j->rivers.items;
    fluv_wander_rules rules = {.ground = {grid->cols, grid->rows, grid->cell, j->ground.height},
                               .years = j->params->years,
                               .wavelength = j->params->wavelength,
                               .bank = j->params->bank};
    for (size_t i = 0; i < j->rivers.count; i++) {
        if (rivers[i].free)
            FLUV_TRY(fluv_bends_wander(ctx, &rules, &rivers[i].line,
                                       j->params->oxbows ? &j->oxbows : NULL));
        FLUV_TRY(fluv_advance(ctx, 0.3 + 0.5 * (double)i / (double)j->rivers.count));
    }
    return FLUV_OK;
}

static void tell(const job *j, size_t dug)
{
    const fluv_meander *rivers = j->rivers.items;
    size_t free = 0;
    for (size_t i = 0; i < j->rivers.count; i++)
        free += rivers[i].free;
    if (!free)
        fluv_note_add(j->land, "meanders",
                      "no river wanders: none is wide enough (meanders.width) on ground as gentle "
                      "as meanders.steepest");
    else if (j->params->oxbows && !dug)
        fluv_note_add(j->land, "meanders",
                      "no bend was cut off: more years make oxbow lakes (meanders.years)");
}

static fluv_status dig(fluv_ctx *ctx, job *j, float *height)
{
    const fluv_topology *grid = &j->ground.topology;
    fluv_bed_land land = {.cols = j->frame.cols,
                          .rows = j->frame.rows,
                          .cell = j->frame.cell,
                          .kind = j->kind,
                          .frozen = fluv_layer_read(j->land, FLUV_LAYER_frozen),
                          .overflow = {grid->cols, grid->rows, grid->cell, NULL},
                          .height = height};
    fluv_segments taken;
    size_t dug = 0;
    for (uint32_t c = 0; c < grid->count; c++) /* where no water stands, nothing overflows */
        if (!(j->ground.filled[c] - j->ground.height[c] > 1.0f))
            j->ground.filled[c] = -INFINITY;
    land.overflow.height = j->ground.filled;
    FLUV_TRY(fluv_meanders_join(ctx, &land, &j->rivers, &taken));
    FLUV_TRY(fluv_oxbows_dig(ctx, &land, &j->oxbows, &taken, &dug));
    FLUV_TRY(fluv_meanders_dig(ctx, &land, &j->rivers));
    tell(j, dug);
    return FLUV_OK;
}

static fluv_status work(fluv_ctx *ctx, job *j)
{
    float *height = fluv_layer_edit(ctx, j->land, FLUV_LAYER_height);
    if (!height)
        return FLUV_NO_MEMORY;
    FLUV_TRY(find_rivers(ctx, j, height));
    FLUV_TRY(fluv_advance(ctx, 0.3));
    FLUV_TRY(wander(ctx, j));
    return dig(ctx, j, height);
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    job j = {.params = params, .land = land};
    FLUV_TRY(fluv_lattice_check(ctx, "meanders", &land->frame, j.params->spacing));
    FLUV_TRY(fluv_sea_find(ctx, land, &j.frame, &j.kind));
    fluv_status status = work(ctx, &j);
    fluv_meander *rivers = j.rivers.items;
    for (size_t i = 0; i < j.rivers.count; i++)
        fluv_list_free(&rivers[i].line);
    fluv_list_free(&j.rivers);
    fluv_list_free(&j.oxbows.bends);
    fluv_list_free(&j.oxbows.list);
    return status == FLUV_OK ? fluv_advance(ctx, 1.0) : status;
}

static double visits(const void *params, const fluv_landscape *land, fluv_extent extent)
{
    const fluv_meanders_params *p = params;
    (void)extent;
    return VISITS_PER_CELL * fluv_lattice_visits(&land->frame, p->spacing);
}

#define PARAMS fluv_meanders_params
static const fluv_param table[] = {
#include "base/param_rows.h"
#include "stages/meanders/meanders.def"
};

const fluv_stage fluv_stage_meanders = {
    .info = {.name = "meanders",
             .summary = "Rivers wander over the floors of their valleys and leave oxbow lakes.",
             .params = table,
             .param_count = sizeof table / sizeof *table},
    .params_size = sizeof(fluv_meanders_params),
    FLUV_NEEDS(height),
    FLUV_MAKES(height),
    FLUV_AMENDS(),
    .keeps = FLUV_SET(flow, wear, deposit, erosion), /* what storms did */
    .moves_sea = true,
    .visits = visits,
    .bytes_per_cell = 64.0,
    .run = run,
};
