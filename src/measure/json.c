// SPDX-License-Identifier: MIT
/* Figures as JSON text. Names, units and reasons are ours and need no escapes. */
#include "measure/figures.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROW 512 /* bytes that one figure takes at most */

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

fluv_status fluv_measures_json(fluv_ctx *ctx, const fluv_measures *measures, char **out)
{
    text to = {.room = ROW * (FLUV_FIGURE_COUNT + 2)};
    *out = NULL;
    to.bytes = malloc(to.room);
    if (!to.bytes)
        return fluv_fail(ctx, FLUV_NO_MEMORY, "out of memory: %zu more bytes were needed",
                         to.room);
    fluv_measure_score score = fluv_measures_score(measures);
    put(&to, "{\n  \"against\": \"real\",\n  \"inside\": %u,\n  \"known\": %u,\n  \"counted\": %u,\n",
        score.inside, score.known, score.counted);
    put(&to, "  \"figures\": [\n");
    for (int i = 0; i < FLUV_FIGURE_COUNT; i++) {
        put_figure(&to, &measures->figures[i]);
        put(&to, i + 1 < FLUV_FIGURE_COUNT ? ",\n" : "\n");
    }
    put(&to, "  ]\n}\n");
    *out = to.bytes;
    return FLUV_OK;
}
