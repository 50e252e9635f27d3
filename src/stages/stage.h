// SPDX-License-Identifier: MIT
/* A stage: a function that reads some layers of a landscape and writes others, with a name, what it
 * needs, what it makes and a table of parameters. One registry lists them all. */
#ifndef FLUV_STAGES_STAGE_H
#define FLUV_STAGES_STAGE_H

#include "base/param.h"
#include "landscape/landscape.h"

typedef struct fluv_stage {
    fluv_stage_info info;
    size_t params_size;
    fluv_layer_set needs, makes; /* info.needs and info.makes say the same in words */
    fluv_layer_set spoils;       /* what is no longer true after it: the water of changed ground */
    bool sets_frame;             /* brings a frame of its own, as import does */
    double bytes_per_cell;       /* scratch and new layers at its peak, for the memory estimate */
    fluv_status (*run)(fluv_ctx *ctx, const void *params, fluv_landscape *land);
} fluv_stage;

/* What a stage spoils that changes the ground; and one that makes it anew. */
#define FLUV_ON_GROUND                                                                             \
    (FLUV_HAS(FLUV_LAYER_RECEIVER) | FLUV_HAS(FLUV_LAYER_AREA) | FLUV_HAS(FLUV_LAYER_DISCHARGE) |  \
     FLUV_HAS(FLUV_LAYER_RIVERS) | FLUV_HAS(FLUV_LAYER_LAKES) | FLUV_HAS(FLUV_LAYER_WATERSHEDS))
#define FLUV_ON_OLD_GROUND                                                                         \
    (FLUV_ON_GROUND | FLUV_HAS(FLUV_LAYER_COVER) | FLUV_HAS(FLUV_LAYER_WATER) |                    \
     FLUV_HAS(FLUV_LAYER_COAST))

extern const fluv_stage *const fluv_stages[];
extern const size_t fluv_stages_count;

const fluv_stage *fluv_stage_named(const char *name);

/* Fills cols * rows values of the frame from a FIELD parameter. `stage` and `name` key the noise.
 */
FLUV_MUST_CHECK fluv_status fluv_field_fill(fluv_ctx *ctx, const fluv_landscape *land,
                                            const fluv_field *field, const char *stage,
                                            const char *name, float *out);

/* Places to ask for a value, in m from the frame's north-west corner, eastwards and southwards.
 * `spacing` between them says how fine a noise may be, m. */
typedef struct fluv_places {
    size_t count;
    const double *x, *y;
    double spacing;
} fluv_places;

/* The same at any places: the values do not depend on the frame's cells. */
FLUV_MUST_CHECK fluv_status fluv_field_at(fluv_ctx *ctx, const fluv_landscape *land,
                                          const fluv_field *field, const char *stage,
                                          const char *name, const fluv_places *places, float *out);

#endif
