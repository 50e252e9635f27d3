// SPDX-License-Identifier: MIT
/* Peaks and passes at their heights, between waters that stay where they are. */
#include "placed/earth.h"
#include "stages/relief/parts.h"

#include <math.h>
#include <string.h>

#define OFF       0.1  /* of its height that a peak or pass may be off, */
#define LEAST_OFF 10.0 /* m, and so much */

static bool in_frame(const fluv_frame *frame, double x, double y)
{
    return x >= frame->west && y <= frame->north && x < frame->west + frame->cell * frame->cols &&
           y > frame->north - frame->cell * frame->rows;
}

static fluv_status open_earth(fluv_ctx *ctx, const fluv_relief_job *job, fluv_earth *earth)
{
    size_t cells = job->topology.count;
    *earth = (fluv_earth){.frame = job->frame,
                          .topology = job->topology,
                          .kind = job->kind,
                          .height = job->height,
                          .held = fluv_scratch_zero(ctx, cells, sizeof *earth->held),
                          .way = fluv_scratch(ctx, cells, sizeof *earth->way),
                          .lake = fluv_scratch(ctx, cells, sizeof *earth->lake),
                          .from = fluv_scratch(ctx, cells, sizeof *earth->from),
                          .longer = job->longer,
                          .slope = job->placed->slope,
                          .key = fluv_key_make(job->landscape->seed, "place", "sides")};
    if (!earth->held || !earth->way || !earth->lake || !earth->from)
        return FLUV_NO_MEMORY;
    memset(earth->way, 0xff, cells * sizeof *earth->way);
    memset(earth->lake, 0xff, cells * sizeof *earth->lake);
    memset(earth->from, 0xff, cells * sizeof *earth->from);
    for (size_t c = 0; c < cells; c++) {
        uint8_t river = job->state[c] & (FLUV_CELL_RIVER | FLUV_CELL_SIDE);
        uint8_t lake = job->state[c] & FLUV_CELL_LAKE;
        earth->held[c] = river || lake;
        earth->way[c] = river ? 0 : FLUV_NONE;
        earth->lake[c] = lake ? job->lake_of[c] : FLUV_NONE;
    }
    return FLUV_OK;
}

fluv_status fluv_relief_spots(fluv_ctx *ctx, const fluv_relief_job *job)
{
    fluv_earth earth = {0};
    for (size_t i = 0; job->placed && i < job->placed->spot_count; i++) {
        const fluv_placed_spot *spot = &job->placed->spots[i];
        if (spot->kind != FLUV_SPOT_PEAK && spot->kind != FLUV_SPOT_PASS)
            continue;
        if (!earth.held)
            FLUV_TRY(open_earth(ctx, job, &earth));
        FLUV_TRY(fluv_spot_raise(ctx, &earth, spot));
    }
    fluv_scratch_drop(ctx, earth.held);
    fluv_scratch_drop(ctx, earth.way);
    fluv_scratch_drop(ctx, earth.lake);
    fluv_scratch_drop(ctx, earth.from);
    return FLUV_OK;
}

fluv_status fluv_relief_spots_expect(fluv_ctx *ctx, const fluv_relief_job *job)
{
    for (size_t i = 0; job->placed && i < job->placed->spot_count; i++) {
        const fluv_placed_spot *spot = &job->placed->spots[i];
        bool pass = spot->kind == FLUV_SPOT_PASS;
        if ((!pass && spot->kind != FLUV_SPOT_PEAK) || !in_frame(&job->frame, spot->x, spot->y))
            continue;
        double stands = (double)job->height[fluv_relief_cell(&job->frame, spot->x, spot->y)];
        if (fabs(stands - spot->height) > LEAST_OFF + OFF * spot->height)
            return fluv_blame(
                ctx, &spot->by,
                fluv_fail(ctx, FLUV_BAD_RECIPE,
                          "place: %s %s at %.7g, %.7g cannot be %.7g m high: the water around it "
                          "has it at %.0f m",
                          pass ? "pass" : "peak", fluv_called(spot->name), spot->x, spot->y,
                          spot->height, stands));
    }
    return FLUV_OK;
}
