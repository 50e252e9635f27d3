// SPDX-License-Identifier: MIT
/* Requests about a place: what is there, and the land above it. */
#include "studio/bundle.h"
#include "studio/describe.h"
#include "studio/server.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HEIGHTS 101

/* The cell that ?x=&y= lies in; false, with an answer, outside of the frame. */
static bool read_place(studio_call *call, const fluv_frame *frame, double *x, double *y,
                       size_t *cell)
{
    if (!call_number(call, "x", -1e12, 1e12, NAN, x) ||
        !call_number(call, "y", -1e12, 1e12, NAN, y))
        return false;
    double col = floor((*x - frame->west) / frame->cell);
    double row = floor((frame->north - *y) / frame->cell);
    if (col >= 0.0 && row >= 0.0 && col < frame->cols && row < frame->rows) {
        *cell = (size_t)row * frame->cols + (size_t)col;
        return true;
    }
    answer_line(call, 400, "`x` and `y` must lie in the frame");
    return false;
}

/* ---- What is there -----------------------------------------------------------------------------
 */

static double value_at(const fluv_layer_data *layer, size_t cell)
{
    switch (layer->info->type) {
    case FLUV_FLOAT32:
        return (double)((const float *)layer->data)[cell];
    case FLUV_FLOAT64:
        return ((const double *)layer->data)[cell];
    case FLUV_UINT8:
        return ((const uint8_t *)layer->data)[cell];
    default:
        return ((const uint32_t *)layer->data)[cell];
    }
}

static json_t *values_at(const fluv_landscape *land, size_t cell)
{
    json_t *values = json_object();
    for (size_t i = 0; i < fluv_layer_count(); i++) {
        fluv_layer_data layer = fluv_layer_get(land, fluv_layer_at(i));
        if (!layer.data || layer.info->place != FLUV_ON_GRID)
            continue;
        double value = value_at(&layer, cell);
        json_object_set_new(values, layer.info->name,
                            value == layer.info->nodata ? json_null() : json_number(value));
    }
    return values;
}

void answer_at(studio_call *call)
{
    double x, y;
    size_t cell;
    studio_result *result = call_result(call);
    if (!result)
        return;
    const fluv_landscape *land = result->land;
    if (read_place(call, fluv_frame_of(land), &x, &y, &cell)) {
        fluv_waters at = fluv_waters_at(land, x, y, 0.0);
        answer_json(call, json_pack("{s:o, s:I, s:I, s:I}", "values", values_at(land, cell),
                                    "reach", (json_int_t)(at.lake ? 0 : at.reach), "lake",
                                    (json_int_t)at.lake, "watershed", (json_int_t)at.watershed));
    }
    result_release(result);
}

/* ---- The land above ----------------------------------------------------------------------------
 */

enum { UNKNOWN = 0, ABOVE = 1, ELSEWHERE = 2 };

/* Marks the lake around a cell: what it receives comes through any of its cells. `open` has room
 * for all cells; a place that is no lake is marked alone.  O(cells of the lake). */
static void mark_water(const fluv_frame *frame, const uint8_t *cover, size_t place, uint32_t *open,
                       uint8_t *mask)
{
    size_t waiting = 0;
    mask[place] = ABOVE;
    if (cover && cover[place] == FLUV_LAKE)
        open[waiting++] = (uint32_t)place;
    while (waiting) {
        uint32_t at = open[--waiting], col = at % frame->cols, row = at / frame->cols;
        for (uint32_t j = row ? row - 1 : 0; j <= row + 1 && j < frame->rows; j++)
            for (uint32_t i = col ? col - 1 : 0; i <= col + 1 && i < frame->cols; i++) {
                uint32_t next = j * frame->cols + i;
                if (mask[next] == ABOVE || cover[next] != FLUV_LAKE)
                    continue;
                mask[next] = ABOVE;
                open[waiting++] = next;
            }
    }
}

/* Marks every cell whose water comes through one that is marked already. Each cell follows the
 * water down to one that is known, and all on the way are known then.  O(n). */
static void mark_above(const uint32_t *receiver, size_t count, uint8_t *mask)
{
    for (size_t i = 0; i < count; i++) {
        size_t at = i, steps = 0;
        while (mask[at] == UNKNOWN && receiver[at] < count && steps++ < count)
            at = receiver[at];
        uint8_t found = mask[at] == ABOVE ? ABOVE : ELSEWHERE;
        for (at = i; mask[at] == UNKNOWN; at = receiver[at]) {
            mask[at] = found;
            if (receiver[at] >= count)
                break;
        }
    }
    for (size_t i = 0; i < count; i++)
        mask[i] = mask[i] == ABOVE;
}

typedef struct heights {
    size_t cells, known;
    double low, high, sum;
} heights;

static heights sum_up(const uint8_t *mask, const float *height, size_t count)
{
    heights h = {.low = INFINITY, .high = -INFINITY};
    for (size_t i = 0; i < count; i++) {
        if (!mask[i])
            continue;
        h.cells++;
        if (!height || !isfinite(height[i]))
            continue;
        h.known++;
        h.low = fmin(h.low, (double)height[i]);
        h.high = fmax(h.high, (double)height[i]);
        h.sum += (double)height[i];
    }
    return h;
}

/* The share of the area above each of 101 heights from the lowest to the highest. */
static json_t *hypsometry(const uint8_t *mask, const float *height, size_t count, heights h)
{
    size_t above[HEIGHTS] = {0};
    double span = h.high - h.low;
    for (size_t i = 0; h.known && i < count; i++) {
        if (!mask[i] || !isfinite(height[i]))
            continue;
        double at = span > 0.0 ? ((double)height[i] - h.low) / span * (HEIGHTS - 1) : HEIGHTS - 1;
        above[(size_t)at]++;
    }
    json_t *list = json_array();
    for (size_t i = HEIGHTS; i-- > 0;) {
        if (i + 1 < HEIGHTS)
            above[i] += above[i + 1];
        json_array_insert_new(list, 0,
                              json_real(h.known ? (double)above[i] / (double)h.known : 0.0));
    }
    return list;
}

void answer_catchment(studio_call *call)
{
    double x, y;
    size_t outlet;
    studio_result *result = call_result(call);
    if (!result)
        return;
    const fluv_frame *frame = fluv_frame_of(result->land);
    const uint32_t *receiver = fluv_receiver_of(result->land);
    const float *height = fluv_height_of(result->land);
    size_t count = (size_t)frame->cols * frame->rows;
    if (!receiver) {
        answer_line(call, 404, "the result does not know where its water goes");
    } else if (read_place(call, frame, &x, &y, &outlet)) {
        studio_bundle bundle = {0};
        uint8_t *mask = bundle_array(&bundle, "mask", FLUV_UINT8, count);
        uint32_t *open = malloc(count * sizeof *open);
        if (mask && open) {
            memset(mask, UNKNOWN, count);
            mark_water(frame, fluv_cover_of(result->land), outlet, open, mask);
            mark_above(receiver, count, mask);
            heights h = sum_up(mask, height, count);
            bundle.head = json_pack("{s:o, s:I, s:o, s:o, s:o, s:o}", "area",
                                    json_number((double)h.cells * frame->cell * frame->cell),
                                    "cells", (json_int_t)h.cells, "low", json_number(h.low), "high",
                                    json_number(h.high), "mean",
                                    json_number(h.known ? h.sum / (double)h.known : NAN),
                                    "hypsometry", hypsometry(mask, height, count, h));
        }
        free(open);
        bundle_answer(&bundle, call);
    }
    result_release(result);
}
