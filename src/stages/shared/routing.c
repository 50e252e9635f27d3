// SPDX-License-Identifier: MIT
/* How water is led over the ground. The noise that turns it on smooth ground is as wide as the
 * catchments in which rivers begin, and has finer parts down to some cells. */
#include "stages/shared/routing.h"

#include "landscape/placed.h"

#include <assert.h>
#include <string.h>

#define WIDEST  64.0 /* of the frame's longer side to the noise's longest wave */
#define OCTAVES 6
#define GAIN    0.8
#define TURN                                                                                       \
    4.0 /* times the noise, whose waves add up to 1 at most, is the tangent of the turn            \
         */

void fluv_routing_set(const fluv_landscape *land, fluv_drainage_job *job)
{
    const fluv_frame *frame = &land->frame;
    uint32_t longer = frame->cols > frame->rows ? frame->cols : frame->rows;
    job->descent = land->drained.known ? (fluv_descent)land->drained.descent : FLUV_FOLLOW;
    job->wander = (fluv_wander){
        .noise = {.key = fluv_key_make(land->seed, "drain", "wander"),
                  .wavelength = frame->cell * longer / WIDEST,
                  .octaves = OCTAVES,
                  .gain = GAIN,
                  .lacunarity = 2.0,
                  .finest = frame->cell},
        .strength =
            (float)(TURN * (land->drained.known ? (double)land->drained.wander : FLUV_WANDER))};
}

fluv_status fluv_routing_lead(fluv_ctx *ctx, const fluv_landscape *land, fluv_drainage_job *job)
{
    const fluv_laid *laid = fluv_layer_read(land, FLUV_LAYER_laid);
    bool all = land->drained.given && fluv_receiver_of(land);
    job->leads = (fluv_leads){.all = all};
    if (all || !laid || !laid->way_count)
        return FLUV_OK;
    size_t total = 0, count = laid->way_count;
    for (size_t i = 0; i < count; i++)
        total += laid->ways[i].cell_count;
    uint32_t *first = fluv_scratch(ctx, count + 1, sizeof *first);
    uint32_t *end = fluv_scratch(ctx, count, sizeof *end);
    uint32_t *cells = fluv_scratch(ctx, total, sizeof *cells);
    if (!first || !end || !cells)
        return FLUV_NO_MEMORY;
    first[0] = 0;
    for (size_t i = 0; i < count; i++) {
        const fluv_laid_way *way = &laid->ways[i];
        memcpy(cells + first[i], laid->cells + way->first_cell, way->cell_count * sizeof *cells);
        first[i + 1] = first[i] + way->cell_count;
        assert(first[i + 1] <= total);
        end[i] = way->end;
    }
    job->leads = (fluv_leads){.count = count, .first = first, .cells = cells, .end = end};
    return FLUV_OK;
}
