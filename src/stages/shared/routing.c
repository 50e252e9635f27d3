// SPDX-License-Identifier: MIT
/* How water is led over the ground. The noise that turns it on smooth ground is as wide as the
 * catchments in which rivers begin, and has finer parts down to some cells. */
#include "stages/shared/routing.h"

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
