// SPDX-License-Identifier: MIT
/* Every stage there is, in the order one would use them. Apart from registry.c so that a test can
 * bring a table of its own. */
#include "stages/basins.h"
#include "stages/channels.h"
#include "stages/coast.h"
#include "stages/drain.h"
#include "stages/erode.h"
#include "stages/faults.h"
#include "stages/hydraulic/hydraulic.h"
#include "stages/hydrology/contour.h"
#include "stages/hydrology/courses.h"
#include "stages/hydrology/network.h"
#include "stages/hydrology/sample.h"
#include "stages/hydrology/tree.h"
#include "stages/hydrology/watersheds.h"
#include "stages/lakes.h"
#include "stages/mesh.h"
#include "stages/midpoint.h"
#include "stages/noise.h"
#include "stages/regions.h"
#include "stages/relief.h"
#include "stages/rivers.h"
#include "stages/stage.h"
#include "stages/strata.h"
#include "stages/thermal.h"
#include "stages/uplift.h"
#ifdef FLUV_WITH_GDAL
#include "stages/import/import.h"
#endif

// One a line:
// clang-format off
const fluv_stage *const fluv_stages[] = {
#ifdef FLUV_WITH_GDAL
    &fluv_stage_import,
#endif
    &fluv_stage_noise,
    &fluv_stage_faults,
    &fluv_stage_midpoint,
    &fluv_stage_coast,
    &fluv_stage_regions,
    &fluv_stage_basins,
    &fluv_stage_channels,
    &fluv_stage_relief,
    &fluv_stage_contour,
    &fluv_stage_network,
    &fluv_stage_watersheds,
    &fluv_stage_courses,
    &fluv_stage_tree,
    &fluv_stage_sample,
    &fluv_stage_mesh,
    &fluv_stage_strata,
    &fluv_stage_uplift,
    &fluv_stage_erode,
    &fluv_stage_thermal,
    &fluv_stage_hydraulic,
    &fluv_stage_drain,
    &fluv_stage_lakes,
    &fluv_stage_rivers,
};
// clang-format on
const size_t fluv_stages_count = sizeof fluv_stages / sizeof fluv_stages[0];
