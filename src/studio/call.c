// SPDX-License-Identifier: MIT
/* What a request says, and the words of answers. */
#include "studio/call.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *call_query(const studio_call *call, const char *name)
{
    for (size_t i = 0; i < call->query_count; i++)
        if (strcmp(call->query[i].name, name) == 0)
            return call->query[i].value;
    return NULL;
}

bool call_number(studio_call *call, const char *name, double low, double high, double otherwise,
                 double *out)
{
    const char *text = call_query(call, name);
    char *end = NULL;
    *out = otherwise;
    if (!text)
        return true;
    *out = strtod(text, &end);
    if (end != text && *end == '\0' && *out >= low && *out <= high)
        return true;
    answer_line(call, 400, "`%s` must be a number from %.12g to %.12g", name, low, high);
    return false;
}

json_t *call_object(studio_call *call)
{
    json_error_t why;
    const char *text = call->size ? call->body : "{}";
    json_t *object = json_loadb(text, call->size ? call->size : 2, JSON_REJECT_DUPLICATES, &why);
    if (json_is_object(object))
        return object;
    if (object)
        answer_line(call, 400, "the body must be a JSON object");
    else
        answer_line(call, 400, "the body is no JSON: %s, line %d", why.text, why.line);
    json_decref(object);
    return NULL;
}

/* ---- Answers -----------------------------------------------------------------------------------
 */

static void give(studio_call *call, unsigned code, struct MHD_Response *response)
{
    assert(!call->response);
    call->code = code;
    call->response = response;
}

void answer_header(studio_call *call, const char *name, const char *value)
{
    if (call->response)
        (void)MHD_add_response_header(call->response, name, value);
}

static void give_json(studio_call *call, unsigned code, json_t *steals)
{
    char *text = steals ? json_dumps(steals, JSON_COMPACT) : NULL;
    json_decref(steals);
    if (!text) {
        static char failed[] = "{\"error\":{\"status\":\"no memory\",\"message\":\"no memory\"}}";
        give(call, 500,
             MHD_create_response_from_buffer(strlen(failed), failed, MHD_RESPMEM_PERSISTENT));
        return;
    }
    give(call, code, MHD_create_response_from_buffer(strlen(text), text, MHD_RESPMEM_MUST_FREE));
    answer_header(call, "Content-Type", "application/json");
}

void answer_json(studio_call *call, json_t *steals)
{
    give_json(call, 200, steals);
}

void answer_done(studio_call *call)
{
    give_json(call, 200, json_object());
}

void answer_error(studio_call *call, json_t *steals)
{
    give_json(call, 400, json_pack("{s:o}", "error", steals));
}

static const char *status_of(unsigned code)
{
    return code == 403   ? "refused"
           : code == 404 ? "not found"
           : code == 409 ? "changed"
           : code == 413 ? "too large"
           : code == 503 ? "busy"
                         : fluv_status_name(FLUV_BAD_USE);
}

void answer_line(studio_call *call, unsigned code, const char *format, ...)
{
    char line[512];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    for (char *c = line; *c; c++) /* JSON wants UTF-8, and this may repeat what came in */
        if ((unsigned char)*c < ' ' || (unsigned char)*c > 126)
            *c = '?';
    give_json(call, code,
              json_pack("{s:{s:s, s:s}}", "error", "status", status_of(code), "message", line));
}

void answer_bytes(studio_call *call, const char *type, const void *bytes, size_t size,
                  void (*release)(void *), void *release_user)
{
    union {
        const void *in;
        void *out;
    } buffer = {bytes};
    give(call, 200,
         MHD_create_response_from_buffer_with_free_callback_cls(size, buffer.out, release,
                                                                release_user));
    answer_header(call, "Content-Type", type);
}

void answer_parts(studio_call *call, const struct MHD_IoVec *parts, unsigned count,
                  void (*release)(void *), void *release_user)
{
    struct MHD_Response *response =
        MHD_create_response_from_iovec(parts, count, release, release_user);
    if (!response) {
        release(release_user);
        answer_line(call, 503, "no memory for the answer");
        return;
    }
    give(call, 200, response);
    answer_header(call, "Content-Type", "application/octet-stream");
}

/* ---- Errors ------------------------------------------------------------------------------------
 */

static void set_text(json_t *object, const char *name, const char *text)
{
    if (*text) {
        json_t *value = json_string(text);
        json_object_set_new(object, name, value ? value : json_string("?"));
    }
}

/* The message without the place in a text before it, "island.yaml:12:5: ": the place has fields of
 * its own, and a recipe that is edited here has no lines. */
static const char *without_place(const fluv_error *error)
{
    const char *at = error->message;
    size_t length = strlen(error->file);
    if (length == 0 || strncmp(at, error->file, length) != 0)
        return at;
    at += length + strspn(at + length, ":0123456789");
    return at + strspn(at, " ");
}

json_t *error_of(const fluv_ctx *ctx, const char *stage_key)
{
    const fluv_error *error = fluv_error_of(ctx);
    json_t *object = json_object();
    set_text(object, "status", fluv_status_name(error->status));
    set_text(object, "message", *error->message ? without_place(error) : "failed without a reason");
    set_text(object, "stage", stage_key ? stage_key : "");
    set_text(object, "stage_name", error->stage);
    set_text(object, "param", error->param);
    set_text(object, "path", error->path);
    if (error->row >= 0 && *error->param)
        json_object_set_new(object, "row", json_integer(error->row));
    if (error->line > 0) {
        json_object_set_new(object, "line", json_integer(error->line));
        json_object_set_new(object, "column", json_integer(error->column));
    }
    return object;
}
