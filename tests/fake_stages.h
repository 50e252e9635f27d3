// SPDX-License-Identifier: MIT
/* A table of stages for tests of recipes and the builder, in the place of stages/table.c: they cost
 * nothing, count their runs and can be made to fail. */
#ifndef FLUV_TESTS_FAKE_STAGES_H
#define FLUV_TESTS_FAKE_STAGES_H

#include "stages/stage.h"

typedef struct fake_flat_params {
#include "base/param_fields.h"
#include "fake_stages.def"
} fake_flat_params;

/* Lists of all kinds. */
typedef struct fake_marker {
#include "base/param_fields.h"
#include "fake_marker.def"
} fake_marker;
typedef struct fake_mass {
#include "base/param_fields.h"
#include "fake_mass.def"
} fake_mass;
typedef struct fake_kind {
#include "base/param_fields.h"
#include "fake_kind.def"
} fake_kind;
typedef struct fake_count {
#include "base/param_fields.h"
#include "fake_count.def"
} fake_count;
typedef struct fake_sketch_params {
#include "base/param_fields.h"
#include "fake_sketch.def"
} fake_sketch_params;

typedef enum fake_stage {
    FAKE_IMPORT,
    FAKE_FLAT,
    FAKE_DRAIN,
    FAKE_LAKES,
    FAKE_RIVERS,
    FAKE_SKETCH,
    FAKE_STAGES
} fake_stage;

/* What the stages did, and what one of them shall do. */
typedef struct fake_record {
    int runs[FAKE_STAGES];
    uint64_t seeds[FAKE_STAGES]; /* what they found as the land's seed when they last ran */
    int failing;                 /* the stage that fails, -1: none */
    bool cancelling;             /* the failing stage cancels instead */
    fluv_frame wished;           /* the frame `import` was given */
} fake_record;
extern fake_record fake;

#endif
