// SPDX-License-Identifier: MIT
#include "fake_stages.h"

fake_record fake = {.failing = -1};

typedef struct file_params {
    char *file;
} file_params;
static const fluv_param file_table[] = {
    {.name = "file",
     .type = FLUV_PARAM_TEXT,
     .unit = "file",
     .choices = "",
     .standard_text = "",
     .help = "The file.",
     .offset = offsetof(file_params, file)},
};

#define PARAMS fake_flat_params
static const fluv_param flat_table[] = {
#include "base/param_rows.h"
#include "fake_stages.def"
};

#undef PARAMS
#define PARAMS fake_marker
static const fluv_param marker_table[] = {
#include "base/param_rows.h"
#include "fake_marker.def"
};
static const fluv_list_columns fake_marker_columns = {
    marker_table, sizeof marker_table / sizeof *marker_table, 2, sizeof(fake_marker)};

#undef PARAMS
#define PARAMS fake_mass
static const fluv_param mass_table[] = {
#include "base/param_rows.h"
#include "fake_mass.def"
};
static const fluv_list_columns fake_mass_columns = {
    mass_table, sizeof mass_table / sizeof *mass_table, 2, sizeof(fake_mass)};

#undef PARAMS
#define PARAMS fake_kind
static const fluv_param kind_table[] = {
#include "base/param_rows.h"
#include "fake_kind.def"
};
static const fluv_list_columns fake_kind_columns = {
    kind_table, sizeof kind_table / sizeof *kind_table, 1, sizeof(fake_kind)};

#undef PARAMS
#define PARAMS fake_count
static const fluv_param count_table[] = {
#include "base/param_rows.h"
#include "fake_count.def"
};
static const fluv_list_columns fake_count_columns = {
    count_table, sizeof count_table / sizeof *count_table, 1, sizeof(fake_count)};

#undef PARAMS
#define PARAMS fake_sketch_params
static const fluv_param sketch_table[] = {
#include "base/param_rows.h"
#include "fake_sketch.def"
};

static fluv_status count_run(fluv_ctx *ctx, const fluv_landscape *land, fake_stage stage)
{
    fake.runs[stage]++;
    fake.seeds[stage] = land->seed;
    FLUV_TRY(fluv_advance(ctx, 0.5));
    if (!fluv_scratch(ctx, 1000, 1))
        return FLUV_NO_MEMORY;
    if (fake.failing != (int)stage)
        return FLUV_OK;
    if (!fake.cancelling)
        return fluv_fail(ctx, FLUV_BAD_INPUT, "made to fail");
    fluv_cancel(ctx);
    return fluv_advance(ctx, 0.6);
}

static fluv_status add_to_layer(fluv_ctx *ctx, fluv_landscape *land, fluv_layer layer, float more)
{
    float *values = fluv_layer_edit(ctx, land, layer);
    if (!values)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < fluv_cell_count(land); i++)
        values[i] = (values[i] == values[i] ? values[i] : 0.0f) + more;
    return FLUV_OK;
}

static fluv_status run_import(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    (void)params;
    fake.wished = land->frame;
    land->frame = (fluv_frame){.cols = 8, .rows = 4, .cell = 30.0, .north = 120.0};
    FLUV_TRY(count_run(ctx, land, FAKE_IMPORT));
    FLUV_TRY(fluv_landscape_set_crs(ctx, land, "some crs"));
    return add_to_layer(ctx, land, FLUV_LAYER_height, 1.0f);
}

static fluv_status run_flat(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    const fake_flat_params *flat = params;
    FLUV_TRY(count_run(ctx, land, FAKE_FLAT));
    return add_to_layer(ctx, land, FLUV_LAYER_height, (float)flat->level);
}

static fluv_status run_drain(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    (void)params;
    FLUV_TRY(count_run(ctx, land, FAKE_DRAIN));
    return fluv_layer_edit(ctx, land, FLUV_LAYER_receiver) ? FLUV_OK : FLUV_NO_MEMORY;
}

/* Changes the height, so that a rerun after it shows whether kept heights were left alone. */
static fluv_status run_lakes(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    const fake_flat_params *lakes = params;
    FLUV_TRY(count_run(ctx, land, FAKE_LAKES));
    FLUV_TRY(add_to_layer(ctx, land, FLUV_LAYER_height, (float)lakes->steps));
    return add_to_layer(ctx, land, FLUV_LAYER_water, 0.0f);
}

static fluv_status run_rivers(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    (void)params;
    return count_run(ctx, land, FAKE_RIVERS);
}

static fluv_status run_sketch(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    (void)params;
    FLUV_TRY(count_run(ctx, land, FAKE_SKETCH));
    return add_to_layer(ctx, land, FLUV_LAYER_height, 1.0f);
}

#define TABLE(rows) .params = rows, .param_count = sizeof rows / sizeof *rows

static const fluv_stage import_stage = {
    .info = {.name = "import", .summary = "Reads.", TABLE(file_table)},
    .params_size = sizeof(file_params),
    FLUV_NEEDS(),
    FLUV_MAKES(height),
    FLUV_AMENDS(),
    .sets_frame = true,
    .bytes_per_cell = 4,
    .run = run_import};
static const fluv_stage flat_stage = {
    .info = {.name = "flat", .summary = "Makes flat land.", TABLE(flat_table)},
    .params_size = sizeof(fake_flat_params),
    FLUV_NEEDS(),
    FLUV_MAKES(height),
    FLUV_AMENDS(),
    .bytes_per_cell = 4,
    .run = run_flat};
static const fluv_stage drain_stage = {.info = {.name = "drain", .summary = "Drains."},
                                       FLUV_NEEDS(height),
                                       FLUV_MAKES(receiver),
                                       FLUV_AMENDS(),
                                       .bytes_per_cell = 12,
                                       .run = run_drain};
static const fluv_stage lakes_stage = {
    .info = {.name = "lakes", .summary = "Fills.", TABLE(flat_table)},
    .params_size = sizeof(fake_flat_params),
    FLUV_NEEDS(height),
    FLUV_MAKES(height, water, receiver),
    FLUV_AMENDS(),
    .bytes_per_cell = 20,
    .run = run_lakes};
static const fluv_stage rivers_stage = {.info = {.name = "rivers", .summary = "Traces."},
                                        FLUV_NEEDS(receiver),
                                        FLUV_MAKES(rivers),
                                        FLUV_AMENDS(),
                                        .bytes_per_cell = 8,
                                        .run = run_rivers};
static const fluv_stage sketch_stage = {
    .info = {.name = "sketch", .summary = "Draws.", TABLE(sketch_table)},
    .params_size = sizeof(fake_sketch_params),
    FLUV_NEEDS(),
    FLUV_MAKES(height),
    FLUV_AMENDS(),
    .bytes_per_cell = 4,
    .run = run_sketch};

const fluv_stage *const fluv_stages[] = {&import_stage, &flat_stage,   &drain_stage,
                                         &lakes_stage,  &rivers_stage, &sketch_stage};
const size_t fluv_stages_count = sizeof fluv_stages / sizeof fluv_stages[0];
