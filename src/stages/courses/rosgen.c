// SPDX-License-Identifier: MIT
/* Types of rivers and what they look like.
 *
 * Based on: Rosgen. A classification of natural rivers. 1994 */
#include "stages/courses/courses.h"

/*                            wave  swing floor step belt */
const fluv_river_form fluv_river_forms[FLUV_ROSGEN_TYPES] = {
    [FLUV_ROSGEN_AA] = {14.0, 0.03, 0.6, 4.0, 0.0}, /* falls and pools */
    [FLUV_ROSGEN_A] = {14.0, 0.05, 0.8, 5.0, 0.0},  /* steps and pools */
    [FLUV_ROSGEN_B] = {14.0, 0.09, 2.0, 7.0, 0.0},  /* riffles */
    [FLUV_ROSGEN_C] = {12.0, 0.20, 5.0, 0.0, 0.0},  [FLUV_ROSGEN_D] = {14.0, 0.10, 9.0, 0.0, 8.0},
    [FLUV_ROSGEN_DA] = {12.0, 0.14, 9.0, 0.0, 7.0}, [FLUV_ROSGEN_E] = {11.0, 0.32, 8.0, 0.0, 0.0},
    [FLUV_ROSGEN_F] = {13.0, 0.22, 1.5, 0.0, 0.0},  [FLUV_ROSGEN_G] = {13.0, 0.10, 0.6, 6.0, 0.0},
};

static bool is_braided(const fluv_courses_params *p, const fluv_river_place *at)
{
    return at->flow >= p->braid_flow && at->coast <= p->braid_distance;
}

fluv_rosgen fluv_rosgen_of(const fluv_courses_params *p, const fluv_river_place *at)
{
    if (at->slope > 0.10)
        return FLUV_ROSGEN_AA;
    if (at->slope > 0.04)
        return FLUV_ROSGEN_A;
    if (is_braided(p, at))
        return at->slope < 0.001 ? FLUV_ROSGEN_DA : FLUV_ROSGEN_D;
    bool entrenched = at->terrain > 0.3;
    if (at->slope > 0.02)
        return entrenched ? FLUV_ROSGEN_G : FLUV_ROSGEN_B;
    if (entrenched)
        return FLUV_ROSGEN_F;
    if (at->slope > 0.012)
        return FLUV_ROSGEN_B;
    return at->slope < 0.006 && at->flow < 3.0 ? FLUV_ROSGEN_E : FLUV_ROSGEN_C;
}
