// SPDX-License-Identifier: MIT
/* Every stage there is, in the order one would use them. Apart from registry.c so that a test can
 * bring a table of its own. */
#include "stages/drain.h"
#include "stages/hydrology/contour.h"
#include "stages/hydrology/courses.h"
#include "stages/hydrology/network.h"
#include "stages/hydrology/sample.h"
#include "stages/hydrology/tree.h"
#include "stages/hydrology/watersheds.h"
#include "stages/lakes.h"
#include "stages/noise.h"
#include "stages/rivers.h"
#include "stages/stage.h"
#ifdef FLUV_WITH_GDAL
#include "stages/import/import.h"
#endif

const fluv_stage *const fluv_stages[] = {
#ifdef FLUV_WITH_GDAL
    &fluv_stage_import,
#endif
    &fluv_stage_noise,   &fluv_stage_drain,   &fluv_stage_lakes,      &fluv_stage_rivers,
    &fluv_stage_contour, &fluv_stage_network, &fluv_stage_watersheds, &fluv_stage_courses,
    &fluv_stage_tree,    &fluv_stage_sample,
};
const size_t fluv_stages_count = sizeof fluv_stages / sizeof fluv_stages[0];
