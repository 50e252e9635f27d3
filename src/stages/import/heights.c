// SPDX-License-Identifier: MIT
/* From the numbers in a file to heights in metres.
 *
 * in   values as they stand in the file, NaN: nodata      out   metres, NaN: no height
 *
 * height = scale * (unit * (band scale * value + band offset)) + offset, or, for a picture with a
 * range, low + (high - low) * value / (largest value of its type) in place of the bracket.
 *
 * Infinities, and heights beyond 30 km (higher than any mountain of the planets, lower than the
 * nodata marks that files forget to declare: -32768, 1e20, -3.4e38) become nodata; so does a bare
 * -9999 where the file declares no nodata at all. */
#include "stages/import/heights.h"

#include <assert.h>
#include <math.h>
#include <string.h>
#include <strings.h>

#define FARTHEST     30000.0f
#define OLD_MARK     (-9999.0f)
#define METRES_UP_TO 9000.0f /* a 16 bit picture above this is not in metres */
#define FOOT         0.3048
#define SURVEY_FOOT  (1200.0 / 3937.0)

static double unit_named(const char *name)
{
    static const struct {
        const char *name;
        double metres;
    } units[] = {
        {"m", 1.0},
        {"metre", 1.0},
        {"metres", 1.0},
        {"meter", 1.0},
        {"meters", 1.0},
        {"km", 1000.0},
        {"dm", 0.1},
        {"cm", 0.01},
        {"mm", 0.001},
        {"ft", FOOT},
        {"foot", FOOT},
        {"feet", FOOT},
        {"us-ft", SURVEY_FOOT},
        {"ftUS", SURVEY_FOOT},
        {"US survey foot", SURVEY_FOOT},
        {"US survey feet", SURVEY_FOOT},
        {"foot_us", SURVEY_FOOT},
    };
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcasecmp(name, units[i].name) == 0)
            return units[i].metres;
    return 0.0;
}

static fluv_status find_unit(fluv_ctx *ctx, const fluv_source *source, int units, double *metres)
{
    const char *name = GDALGetRasterUnitType(source->band);
    *metres = units == FLUV_IMPORT_UNITS_ft      ? FOOT
              : units == FLUV_IMPORT_UNITS_us_ft ? SURVEY_FOOT
                                                 : 1.0;
    if (units != FLUV_IMPORT_UNITS_auto)
        return FLUV_OK;
    if (!name || !*name) {
        if (source->raised_unit > 0.0)
            *metres = source->raised_unit;
        return FLUV_OK;
    }
    *metres = unit_named(name);
    if (*metres > 0.0)
        return FLUV_OK;
    return fluv_fail(ctx, FLUV_BAD_INPUT,
                     "%s: its heights are in '%.40s', which is no known unit of length: set "
                     "import.units",
                     source->file, name);
}

static float largest(const float *values, size_t count)
{
    float most = -INFINITY;
    for (size_t i = 0; i < count; i++)
        most = values[i] > most ? values[i] : most;
    return most;
}

static fluv_to_metres from_range(double low, double high, double most)
{
    assert(most > 0.0);
    return (fluv_to_metres){(high - low) / most, low};
}

static bool has_range(const fluv_import_params *params)
{
    return params->low != 0.0 || params->high != 0.0;
}

static bool takes_frame_range(const fluv_source *source, const fluv_frame *asked)
{
    return fluv_source_white(source) > 0.0 && !source->placed && asked->low < asked->high;
}

/* What the numbers of a picture mean where nobody says; NULL: somebody does. */
static const char *guess_unit(const fluv_source *source, const fluv_import_params *params,
                              const fluv_frame *asked, float most_found)
{
    const char *unit = GDALGetRasterUnitType(source->band);
    bool said = source->placed || fluv_source_white(source) == 0.0 || has_range(params) ||
                takes_frame_range(source, asked) || params->units != FLUV_IMPORT_UNITS_auto ||
                (unit && *unit);
    return said ? NULL : most_found > METRES_UP_TO ? "decimetres" : "metres";
}

static fluv_status find_conversion(fluv_ctx *ctx, const fluv_source *source,
                                   const fluv_import_params *params, const fluv_frame *asked,
                                   const char *guess, fluv_to_metres *out)
{
    double most = fluv_source_white(source);
    if (has_range(params) && most == 0.0)
        return fluv_fail(ctx, FLUV_BAD_INPUT,
                         "import.low and import.high are for pictures of 8 or 16 bits, %s holds %s",
                         source->file, GDALGetDataTypeName(source->type));
    if (has_range(params)) {
        *out = from_range(params->low, params->high, most);
    } else if (takes_frame_range(source, asked)) {
        *out = from_range(asked->low, asked->high, most);
    } else {
        double metres, scale = GDALGetRasterScale(source->band, NULL);
        FLUV_TRY(find_unit(ctx, source, (int)params->units, &metres));
        if (guess && strcmp(guess, "decimetres") == 0)
            metres = 0.1;
        *out = (fluv_to_metres){metres * scale, metres * GDALGetRasterOffset(source->band, NULL)};
    }
    out->factor *= params->scale;
    out->shift = out->shift * params->scale + params->offset;
    return FLUV_OK;
}

static bool forgot_nodata(const fluv_source *source)
{
    return (GDALGetMaskFlags(source->band) & GMF_ALL_VALID) != 0;
}

/* Returns how many heights there are. */
static size_t convert(fluv_to_metres way, bool old_mark, size_t count, float *values)
{
    size_t heights = 0;
    for (size_t i = 0; i < count; i++) {
        float height = (float)(way.factor * (double)values[i] + way.shift);
        bool good = fabsf(height) <= FARTHEST && !(old_mark && values[i] == OLD_MARK);
        values[i] = good ? height : NAN;
        heights += good;
    }
    return heights;
}

size_t fluv_heights_turn(const fluv_source *source, fluv_to_metres way, size_t count, float *values)
{
    return convert(way, forgot_nodata(source), count, values);
}

fluv_status fluv_heights_way(fluv_ctx *ctx, const fluv_source *source,
                             const fluv_import_params *params, const fluv_frame *asked,
                             fluv_to_metres *way)
{
    if (guess_unit(source, params, asked, 0.0f))
        return fluv_fail(ctx, FLUV_BAD_INPUT,
                         "%s says nothing of its scale: set import.low and import.high, or "
                         "import.units",
                         source->file);
    return find_conversion(ctx, source, params, asked, NULL, way);
}

static bool any_number(const float *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!isnan(values[i]))
            return true;
    return false;
}

fluv_status fluv_import_heights(fluv_ctx *ctx, const fluv_source *source,
                                const fluv_import_params *params, const fluv_frame *asked,
                                float *values, const char **guess)
{
    assert(source->band && values && guess);
    size_t count = (size_t)source->cols * (size_t)source->rows;
    if (!any_number(values, count))
        return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: holds no heights: every cell is nodata",
                         source->file);
    fluv_to_metres way = {0};
    *guess = guess_unit(source, params, asked, largest(values, count));
    FLUV_TRY(find_conversion(ctx, source, params, asked, *guess, &way));
    if (fluv_heights_turn(source, way, count, values) == 0)
        return fluv_fail(ctx, FLUV_BAD_INPUT,
                         "%s: holds no heights: no cell lies between -30 and 30 km (wrong "
                         "import.units or import.scale?)",
                         source->file);
    return FLUV_OK;
}
