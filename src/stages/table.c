// SPDX-License-Identifier: MIT
/* Every stage there is, in the order one would use them. Apart from registry.c so that a test can
 * bring a table of its own. */
#include "stages/amplify/amplify.h"
#include "stages/basins/basins.h"
#include "stages/channels/channels.h"
#include "stages/coast/coast.h"
#include "stages/contour/contour.h"
#include "stages/courses/courses.h"
#include "stages/drain/drain.h"
#include "stages/erode/erode.h"
#include "stages/faults/faults.h"
#include "stages/glacier/glacier.h"
#include "stages/hydraulic/hydraulic.h"
#include "stages/lakes/lakes.h"
#include "stages/materials/materials.h"
#include "stages/meanders/meanders.h"
#include "stages/mesh/mesh.h"
#include "stages/midpoint/midpoint.h"
#include "stages/names/names.h"
#include "stages/network/network.h"
#include "stages/noise/noise.h"
#include "stages/place/place.h"
#include "stages/regions/regions.h"
#include "stages/relief/relief.h"
#include "stages/rivers/rivers.h"
#include "stages/sample/sample.h"
#include "stages/stage.h"
#include "stages/strata/strata.h"
#include "stages/thermal/thermal.h"
#include "stages/tree/tree.h"
#include "stages/uplift/uplift.h"
#include "stages/watersheds/watersheds.h"
#ifdef FLUV_WITH_GDAL
#include "stages/import/import.h"
#include "stages/keep/keep.h"
#include "stages/load/load.h"
#endif

// One a line:
// clang-format off
const fluv_stage *const fluv_stages[] = {
#ifdef FLUV_WITH_GDAL
    &fluv_stage_import,
    &fluv_stage_load,
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
    &fluv_stage_amplify,
    &fluv_stage_glacier,
    &fluv_stage_thermal,
    &fluv_stage_hydraulic,
    &fluv_stage_meanders,
    &fluv_stage_place,
#ifdef FLUV_WITH_GDAL
    &fluv_stage_keep,
#endif
    &fluv_stage_drain,
    &fluv_stage_lakes,
    &fluv_stage_rivers,
    &fluv_stage_names,
    &fluv_stage_materials,
};
// clang-format on
const size_t fluv_stages_count = sizeof fluv_stages / sizeof fluv_stages[0];
