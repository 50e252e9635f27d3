// SPDX-License-Identifier: MIT
/* Figures as JSON text. Names, units and reasons are ours and need no escapes. */
#include "base/plain.h"
#include "measure/figures.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROW   512 /* bytes that one figure takes at most */
#define POINT 32  /* and one point of a curve */

typedef struct text {
    char *bytes;
    size_t length, room;
} text;

static void put(text *to, const char *format, ...) FLUV_PRINTF(2, 3);
static void put(text *to, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int wrote = vsnprintf(to->bytes + to->length, to->room - to->length, format, args);
    va_end(args);
    assert(wrote >= 0 && to->length + (size_t)wrote < to->room);
    to->length += (size_t)wrote;
}

static void put_number(text *to, const char *key, double value)
{
    if (isfinite(value))
        put(to, ", \"%s\": %.9g", key, value);
    else
        put(to, ", \"%s\": null", key);
}

static void put_figure(text *to, const fluv_figure *figure)
{
    const fluv_figure_info *info = figure->info;
    assert(info && (figure->known || !figure->inside));
    put(to, "    {\"name\": \"%s\", \"unit\": \"%s\"", info->name, info->unit);
    put_number(to, "value", figure->value);
    put_number(to, "low", info->low);
    put_number(to, "high", info->high);
    put(to, ", \"inside\": %s", figure->known ? figure->inside ? "true" : "false" : "null");
    put(to, ", \"counts\": %s", info->counts ? "true" : "false");
    if (!figure->known)
        put(to, ", \"reason\": \"%s\"", figure->reason);
    put(to, "}");
}

static void put_curve(text *to, const char *name, const char *what, const fluv_curve *curve,
                      const char *after)
{
    assert(curve->count >= 0 && curve->count <= FLUV_CURVE_POINTS);
    put(to, "    \"%s\": {\"axes\": \"%s\", \"points\": [", name, what);
    for (int i = 0; i < curve->count; i++)
        put(to, "%s[%.6g, %.6g]", i ? ", " : "", curve->x[i], curve->y[i]);
    put(to, "]}%s\n", after);
}

static void put_curves(text *to, const fluv_measure_curves *curves)
{
    put(to, "  \"curves\": {\n");
    put_curve(to, "hypsometry", "share of land above, height as a share of relief",
              &curves->hypsometry, ",");
    put_curve(to, "slopes", "degrees, share of land within two degrees", &curves->slopes, ",");
    put_curve(to, "slope_area", "log10 of area in m2, log10 of mean slope", &curves->slope_area,
              ",");
    put_curve(to, "spectrum", "log10 of wavelength in m, log10 of power", &curves->spectrum, "");
    put(to, "  }\n");
}

fluv_status fluv_measures_json(fluv_ctx *ctx, const fluv_measures *measures, char **out)
{
    text to = {.room = ROW * (FLUV_FIGURE_COUNT + 8) + 4 * POINT * FLUV_CURVE_POINTS};
    *out = NULL;
    to.bytes = malloc(to.room);
    if (!to.bytes)
        return fluv_fail(ctx, FLUV_NO_MEMORY, "out of memory: %zu more bytes were needed", to.room);
    fluv_measure_score score = fluv_measures_score(measures);
    fluv_plain plain;
    fluv_plain_begin(&plain);
    put(&to,
        "{\n  \"against\": \"real\",\n  \"inside\": %u,\n  \"known\": %u,\n  \"counted\": %u,\n",
        score.inside, score.known, score.counted);
    put(&to, "  \"figures\": [\n");
    for (int i = 0; i < FLUV_FIGURE_COUNT; i++) {
        put_figure(&to, &measures->figures[i]);
        put(&to, i + 1 < FLUV_FIGURE_COUNT ? ",\n" : "\n");
    }
    put(&to, "  ],\n");
    put_curves(&to, &measures->curves);
    put(&to, "}\n");
    fluv_plain_end(&plain);
    *out = to.bytes;
    return FLUV_OK;
}
