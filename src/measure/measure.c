// SPDX-License-Identifier: MIT
/* Figures of a landscape, each beside the range that it has on real land.
 *
 * in   a landscape, made or read      out   a value for every row of measure.def, or why there is
 *                                           none
 *
 * Families of figures are in a file each; this one lists them and the table. Nearly O(cells). */
#include "measure/figures.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define LEAST_LAND 1024 /* cells below which nothing is measured */
#define NO_LIMIT   INFINITY

static const fluv_figure_info table[FLUV_FIGURE_COUNT] = {
#define FIGURE(name, unit, low, high, apart, counts, source, help)                                 \
    [FLUV_FIGURE_##name] = {#name, unit, help, source, low, high, apart, counts},
#include "measure/measure.def"
#undef FIGURE
};

/* Land whose water was led has no hollows but those of closed lakes, real land too: tiles that a
 * survey gives 0.001 to 0.8 have 0 to 0.01 after `water`. So the figure tells nothing there. */
static const fluv_figure_info drained_fill_ratio = {
    .name = "fill_ratio",
    .unit = "",
    .help = "What fills the hollows, over what fills the land's cast. Drained land has none.",
    .source = "26 tiles of real land after water was led",
    .low = 0.0,
    .high = 0.5,
    .counts = false,
};

static fluv_family *const families[] = {
    fluv_measure_hypsometry, fluv_measure_slope,       fluv_measure_curvature,
    fluv_measure_spectrum,   fluv_measure_geomorphons, fluv_measure_pits,
    fluv_measure_channels,   fluv_measure_hack,        fluv_measure_horton,
    fluv_measure_concavity,  fluv_measure_junctions,   fluv_measure_sinuosity,
    fluv_measure_lakes,
};
#define FAMILIES (sizeof families / sizeof *families)

size_t fluv_figure_count(void)
{
    return FLUV_FIGURE_COUNT;
}

const fluv_figure_info *fluv_figure_at(size_t index)
{
    return index < FLUV_FIGURE_COUNT ? &table[index] : NULL;
}

void fluv_figure_set(fluv_measures *to, fluv_figure_id id, double value)
{
    assert(id < FLUV_FIGURE_COUNT);
    fluv_figure *figure = &to->figures[id];
    const fluv_figure_info *info = figure->info;
    assert(info);
    if (!isfinite(value)) {
        fluv_figure_miss(to, id, "no finite number");
        return;
    }
    figure->known = true;
    figure->value = value;
    figure->inside = value >= info->low && value <= info->high && fabs(value) >= info->apart;
    figure->reason[0] = '\0';
}

void fluv_figure_miss(fluv_measures *to, fluv_figure_id id, const char *format, ...)
{
    assert(id < FLUV_FIGURE_COUNT && format);
    fluv_figure *figure = &to->figures[id];
    if (figure->known)
        return;
    va_list args;
    va_start(args, format);
    vsnprintf(figure->reason, sizeof figure->reason, format, args);
    va_end(args);
}

static void clear(fluv_measures *measures, const char *reason)
{
    for (int i = 0; i < FLUV_FIGURE_COUNT; i++) {
        measures->figures[i] = (fluv_figure){.info = &table[i], .value = (double)NAN};
        fluv_figure_miss(measures, (fluv_figure_id)i, "%s", reason);
    }
}

/* The ranges that suit the land. */
static void compare_with(fluv_measures *measures, const fluv_landscape *from,
                         const fluv_landscape *ground)
{
    if (!ground && fluv_receiver_of(from))
        measures->figures[FLUV_FIGURE_fill_ratio].info = &drained_fill_ratio;
}

static fluv_status measure_all(fluv_ctx *ctx, fluv_surveyed *land, fluv_measures *to)
{
    assert(land->land >= LEAST_LAND && land->land <= land->count);
    FLUV_TRY(fluv_survey_network(ctx, land));
    for (size_t i = 0; i < FAMILIES; i++) {
        FLUV_TRY(fluv_advance(ctx, 0.4 + 0.6 * (double)i / FAMILIES));
        struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
        FLUV_TRY(families[i](ctx, land, to));
        fluv_scratch_release(ctx, mark);
    }
    return FLUV_OK;
}

static fluv_status measure(fluv_ctx *ctx, const fluv_landscape *from,
                           const fluv_measure_options *options, fluv_measures *to)
{
    fluv_measure_options own = {0};
    fluv_surveyed land;
    FLUV_TRY(fluv_options_read(ctx, options, &own, sizeof own));
    fluv_begin_step(ctx, "measure", "figures", 1, 1);
    FLUV_TRY(fluv_advance(ctx, 0.0));
    FLUV_TRY(fluv_survey_land(ctx, from, own.ground, &land));
    bool small = land.land < LEAST_LAND || land.cols < 8 || land.rows < 8;
    clear(to, small ? "too little land" : "too little land of one piece");
    compare_with(to, from, own.ground);
    if (!small)
        FLUV_TRY(measure_all(ctx, &land, to));
    return fluv_end_step(ctx);
}

fluv_status fluv_measure(fluv_ctx *ctx, const fluv_landscape *land,
                         const fluv_measure_options *options, fluv_measures **out)
{
    assert(ctx && land && out);
    struct fluv_scratch_block *mark = fluv_call_begin(ctx);
    fluv_measures *measures = fluv_alloc_zero(ctx, 1, sizeof *measures);
    fluv_status status = measures ? measure(ctx, land, options, measures) : FLUV_NO_MEMORY;
    *out = status == FLUV_OK ? measures : NULL;
    if (status != FLUV_OK)
        fluv_free(measures);
    return fluv_call_end(ctx, mark, status);
}

void fluv_measures_delete(fluv_measures *measures)
{
    fluv_free(measures);
}

const fluv_figure *fluv_measures_at(const fluv_measures *measures, size_t index)
{
    return index < FLUV_FIGURE_COUNT ? &measures->figures[index] : NULL;
}

const fluv_figure *fluv_measures_find(const fluv_measures *measures, const char *name)
{
    for (int i = 0; i < FLUV_FIGURE_COUNT; i++)
        if (strcmp(table[i].name, name) == 0)
            return &measures->figures[i];
    return NULL;
}

fluv_measure_score fluv_measures_score(const fluv_measures *measures)
{
    fluv_measure_score score = {0};
    for (int i = 0; i < FLUV_FIGURE_COUNT; i++) {
        const fluv_figure *figure = &measures->figures[i];
        score.counted += figure->info->counts ? 1 : 0;
        score.known += figure->info->counts && figure->known ? 1 : 0;
        score.inside += figure->info->counts && figure->inside ? 1 : 0;
    }
    assert(score.inside <= score.known && score.known <= score.counted);
    return score;
}

const fluv_measure_curves *fluv_measures_curves(const fluv_measures *measures)
{
    return &measures->curves;
}
