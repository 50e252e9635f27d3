// SPDX-License-Identifier: MIT
/* Requests about a result: what it is, its layers, pictures and files. */
#include "studio/bundle.h"
#include "studio/server.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The result that the path names; NULL, with an answer, if there is none. */
studio_result *call_result(studio_call *call)
{
    char *end = NULL;
    long long id = strtoll(call->part[0], &end, 10);
    studio_result *result =
        *end == '\0' && id > 0 ? results_hold(&call->studio->results, (json_int_t)id) : NULL;
    if (!result)
        answer_line(call, 404, "there is no such result, or not any more");
    return result;
}

void answer_result(studio_call *call)
{
    studio_result *result = call_result(call);
    if (result)
        answer_bytes(call, "application/json", result->text, strlen(result->text), result_release,
                     result);
}

/* A page has drawn it. */
void answer_drawn(studio_call *call)
{
    studio_result *result = call_result(call);
    if (!result)
        return;
    worker_drawn(&call->studio->worker, result->id);
    result_release(result);
    answer_done(call);
}

/* ---- Layers ------------------------------------------------------------------------------------
 */

/* A window of a grid, every so many cells of it. */
typedef struct window {
    size_t step, col, row, cols, rows; /* cols and rows: of the grid's cells */
} window;

static bool read_window(studio_call *call, const fluv_frame *frame, window *out)
{
    double step, col, row, cols, rows;
    if (!call_number(call, "step", 1, 8192, 1, &step) ||
        !call_number(call, "col", 0, frame->cols - 1.0, 0, &col) ||
        !call_number(call, "row", 0, frame->rows - 1.0, 0, &row) ||
        !call_number(call, "cols", 1, 1e9, frame->cols, &cols) ||
        !call_number(call, "rows", 1, 1e9, frame->rows, &rows))
        return false;
    *out = (window){(size_t)step, (size_t)col, (size_t)row, (size_t)cols, (size_t)rows};
    if (out->cols > frame->cols - out->col)
        out->cols = frame->cols - out->col;
    if (out->rows > frame->rows - out->row)
        out->rows = frame->rows - out->row;
    return true;
}

static void put_size(studio_call *call, size_t cols, size_t rows, const char *type)
{
    char number[32];
    snprintf(number, sizeof number, "%zu", cols);
    answer_header(call, "X-Cols", number);
    snprintf(number, sizeof number, "%zu", rows);
    answer_header(call, "X-Rows", number);
    answer_header(call, "X-Type", type);
}

static char *cut_out(const char *grid, size_t size, size_t grid_cols, const window *w, size_t cols,
                     size_t rows)
{
    char *out = malloc(cols * rows * size);
    for (size_t r = 0; out && r < rows; r++) {
        const char *from = grid + ((w->row + r * w->step) * grid_cols + w->col) * size;
        char *to = out + r * cols * size;
        if (w->step == 1)
            memcpy(to, from, cols * size);
        else
            for (size_t c = 0; c < cols; c++)
                memcpy(to + c * size, from + c * w->step * size, size);
    }
    return out;
}

static void give_window(studio_call *call, const void *grid, fluv_value_type type,
                        const fluv_frame *frame, const window *w)
{
    size_t cols = (w->cols + w->step - 1) / w->step, rows = (w->rows + w->step - 1) / w->step;
    char *out = cut_out(grid, studio_types[type].size, frame->cols, w, cols, rows);
    if (!out) {
        answer_line(call, 503, "no memory for the layer");
        return;
    }
    answer_bytes(call, "application/octet-stream", out, cols * rows * studio_types[type].size, free,
                 out);
    put_size(call, cols, rows, studio_types[type].name);
}

/* A value a vertex: brought to the grid. */
static void give_mesh(studio_call *call, const studio_result *result, const fluv_layer_info *info,
                      const window *w)
{
    const fluv_frame *frame = fluv_frame_of(result->land);
    float *grid = malloc((size_t)frame->cols * frame->rows * sizeof *grid);
    if (!grid)
        answer_line(call, 503, "no memory for the layer");
    else if (fluv_layer_grid(call->ctx, result->land, info, grid) != FLUV_OK)
        answer_error(call, error_of(call->ctx, NULL));
    else
        give_window(call, grid, FLUV_FLOAT32, frame, w);
    free(grid);
}

void answer_layer(studio_call *call)
{
    window w;
    studio_result *result = call_result(call);
    if (!result)
        return;
    const fluv_frame *frame = fluv_frame_of(result->land);
    const fluv_layer_info *info = fluv_layer_find(call->part[1]);
    fluv_layer_data layer = {0};
    if (info && info->place != FLUV_WHOLE)
        layer = fluv_layer_get(result->land, info);
    if (!layer.data) {
        answer_line(call, 404, "the result has no such layer");
    } else if (read_window(call, frame, &w)) {
        bool whole = w.step == 1 && w.cols == frame->cols && w.rows == frame->rows;
        if (info->place == FLUV_ON_MESH) {
            give_mesh(call, result, info, &w);
        } else if (whole) { /* as it lies in memory; the result is held until it is sent */
            answer_bytes(call, "application/octet-stream", layer.data,
                         w.cols * w.rows * studio_types[info->type].size, result_release, result);
            put_size(call, w.cols, w.rows, studio_types[info->type].name);
            return;
        } else {
            give_window(call, layer.data, info->type, frame, &w);
        }
    }
    result_release(result);
}

/* ---- Pictures and files ------------------------------------------------------------------------
 */

static void give_bytes(studio_call *call, fluv_status status, const char *type, uint8_t *bytes,
                       size_t size)
{
    if (status == FLUV_OK)
        answer_bytes(call, type, bytes, size, fluv_text_free, bytes);
    else
        answer_error(call, error_of(call->ctx, NULL));
}

void answer_picture(studio_call *call)
{
    const char *view = call_query(call, "view");
    double size, bare;
    if (!call_number(call, "size", 16, 8192, 1200, &size) ||
        !call_number(call, "bare", 0, 1, 0, &bare))
        return;
    studio_result *result = call_result(call);
    if (!result)
        return;
    const fluv_render_options options = {
        .struct_size = sizeof options, .longest = (uint32_t)size, .bare = bare != 0.0};
    uint8_t *png = NULL;
    size_t bytes = 0;
    fluv_status status =
        fluv_render_png(call->ctx, result->land, view ? view : "map", &options, &png, &bytes);
    give_bytes(call, status, "image/png", png, bytes);
    result_release(result);
}

void answer_file(studio_call *call)
{
    const char *name = call->part[1];
    bool known = false;
    for (size_t i = 0; i < fluv_file_count(); i++)
        known = known || strcmp(fluv_file_name(i), name) == 0;
    if (!known) {
        answer_line(call, 404, "there is no such file");
        return;
    }
    studio_result *result = call_result(call);
    if (!result)
        return;
    uint8_t *bytes = NULL;
    size_t size = 0;
    char attachment[200];
    fluv_status status =
        fluv_file_bytes(call->ctx, result->land, result->recipe, name, NULL, &bytes, &size);
    give_bytes(call, status, "application/octet-stream", bytes, size);
    snprintf(attachment, sizeof attachment, "attachment; filename=\"%s\"", name);
    if (status == FLUV_OK)
        answer_header(call, "Content-Disposition", attachment);
    result_release(result);
}

void answer_thumb(studio_call *call)
{
    char *dot = strrchr(call->part[1], '.');
    size_t size = 0;
    uint8_t *png = NULL;
    if (dot && strcmp(dot, ".png") == 0) {
        *dot = '\0';
        png = worker_thumb(&call->studio->worker, call->part[1], &size);
    }
    if (png)
        answer_bytes(call, "image/png", png, size, free, png);
    else
        answer_line(call, 404, "there is no picture of that stage yet");
}
