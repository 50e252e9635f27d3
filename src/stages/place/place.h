// SPDX-License-Identifier: MIT
/* The stage `place`: rivers, lakes and ground where the author wants them. */
#ifndef FLUV_STAGES_PLACE_PLACE_H
#define FLUV_STAGES_PLACE_PLACE_H

#include "landscape/hydrology.h"
#include "landscape/placed.h"
#include "stages/stage.h"

typedef struct fluv_place_river {
#include "base/param_fields.h"
#include "stages/place/river.def"
} fluv_place_river;

typedef struct fluv_place_lake {
#include "base/param_fields.h"
#include "stages/place/lake.def"
} fluv_place_lake;

typedef struct fluv_place_spot {
#include "base/param_fields.h"
#include "stages/place/spot.def"
} fluv_place_spot;

typedef struct fluv_place_mouth {
#include "base/param_fields.h"
#include "stages/place/mouth.def"
} fluv_place_mouth;

typedef struct fluv_place_area {
#include "base/param_fields.h"
#include "stages/place/area.def"
} fluv_place_area;

typedef struct fluv_place_params {
#include "base/param_fields.h"
#include "stages/place/place.def"
} fluv_place_params;

extern const fluv_list_columns fluv_place_river_columns, fluv_place_lake_columns,
    fluv_place_spot_columns, fluv_place_mouth_columns, fluv_place_area_columns;
extern const fluv_stage fluv_stage_place;

/* What the parameters say, checked, added to what is placed already. */
FLUV_MUST_CHECK fluv_status fluv_place_gather(fluv_ctx *ctx, const fluv_place_params *params,
                                              fluv_placing *placing);
/* The same for what a file holds. */
FLUV_MUST_CHECK fluv_status fluv_place_take(fluv_ctx *ctx, const char *file,
                                            const fluv_shapes *shapes, fluv_placing *placing);
/* Leaves out points that repeat the one before, of rivers and lakes from those numbers on, and
 * refuses what draws nothing or crosses itself. */
FLUV_MUST_CHECK fluv_status fluv_place_tidy(fluv_ctx *ctx, size_t first_river, size_t first_lake,
                                            fluv_placing *placing);
/* Gives rivers that may leave their lines bends of their own. */
FLUV_MUST_CHECK fluv_status fluv_place_bend(fluv_ctx *ctx, uint64_t seed, fluv_placing *placing);
/* Gives lakes that have a place and an area a shore. */
FLUV_MUST_CHECK fluv_status fluv_place_shore(fluv_ctx *ctx, uint64_t seed, fluv_placing *placing);
/* Rivers that begin on a lake's shore begin a little inside it. */
FLUV_MUST_CHECK fluv_status fluv_place_leave(fluv_ctx *ctx, const fluv_frame *frame,
                                             fluv_placing *placing);
/* Whether an outline of a file is ground that stays. */
bool fluv_place_is_frozen(const fluv_shapes *shapes, size_t outline);

#endif
