// SPDX-License-Identifier: MIT
/* Edits of a state, one function an operation and one table of them. */
#include "studio/edit.h"

#include "studio/call.h"
#include "studio/files.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_OPS 4096

typedef struct editing {
    fluv_ctx *ctx;
    studio_state *state;
    uint64_t *next_key;
    const json_t *op;
    size_t stage; /* that the operation names */
} editing;

json_t *fault(const char *format, ...)
{
    char line[512];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    json_t *message = json_string(line);
    return json_pack("{s:s, s:o}", "status", fluv_status_name(FLUV_BAD_USE), "message",
                     message ? message : json_string("what was given is no text"));
}

/* The library's refusal, with the key of the stage it speaks of. */
static json_t *refusal(const editing *e, fluv_status status)
{
    if (status == FLUV_OK)
        return NULL;
    const fluv_error *error = fluv_error_of(e->ctx);
    bool known = error->stage_index >= 0 && (size_t)error->stage_index < e->state->count;
    const char *key = known ? e->state->stages[error->stage_index].key : NULL;
    return error_of(e->ctx, key);
}

static const char *word_of(const editing *e, const char *name)
{
    return json_string_value(json_object_get(e->op, name));
}

/* ---- Values ------------------------------------------------------------------------------------
 */

char *edit_text(const json_t *value)
{
    if (json_is_string(value))
        return strdup(json_string_value(value));
    return json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
}

static fluv_status reset(fluv_ctx *ctx, fluv_recipe *recipe, size_t stage, const char *path)
{
    fluv_value now;
    fluv_status status = fluv_recipe_value(ctx, recipe, stage, path, &now);
    if (status != FLUV_OK)
        return status;
    const fluv_param *row = &now.param;
    if (row->type == FLUV_PARAM_LIST)
        return fluv_recipe_put(ctx, recipe, stage, path, "[]");
    if (row->type == FLUV_PARAM_TEXT || row->type == FLUV_PARAM_CHOICE)
        return fluv_recipe_put(ctx, recipe, stage, path, row->standard_text);
    return fluv_recipe_put_number(ctx, recipe, stage, path, row->standard);
}

fluv_status edit_put(fluv_ctx *ctx, fluv_recipe *recipe, size_t stage, const char *path,
                     const json_t *value)
{
    fluv_value now;
    if (json_is_null(value))
        return reset(ctx, recipe, stage, path);
    fluv_status status = fluv_recipe_value(ctx, recipe, stage, path, &now);
    bool text = status == FLUV_OK && now.param.type == FLUV_PARAM_TEXT;
    if (json_is_number(value) && !text && status == FLUV_OK)
        return fluv_recipe_put_number(ctx, recipe, stage, path, json_number_value(value));
    /* A text is taken to the letter: in quotes, or else its own quotes would go. */
    char *words =
        text && json_is_string(value) ? json_dumps(value, JSON_ENCODE_ANY) : edit_text(value);
    if (!words)
        return FLUV_NO_MEMORY;
    status = fluv_recipe_put(ctx, recipe, stage, path, words);
    free(words);
    return status;
}

/* ---- Operations --------------------------------------------------------------------------------
 */

static json_t *set_seed(editing *e)
{
    const json_t *value = json_object_get(e->op, "value");
    unsigned long long seed = (unsigned long long)json_integer_value(value);
    char *end = NULL;
    bool right = json_is_integer(value) && json_integer_value(value) >= 0;
    if (json_is_string(value)) {
        const char *text = json_string_value(value);
        errno = 0;
        seed = strtoull(text, &end, 10);
        right = *text >= '0' && *text <= '9' && *end == '\0' && errno == 0;
    }
    if (!right)
        return fault("seed: expected a whole number from 0 on");
    fluv_recipe_set_seed(e->state->recipe, seed);
    return NULL;
}

static json_t *set_value(editing *e)
{
    const json_t *value = json_object_get(e->op, "value");
    if (!value)
        return fault("set: `value` is missing");
    return refusal(e, edit_put(e->ctx, e->state->recipe, e->stage, word_of(e, "path"), value));
}

static json_t *reset_value(editing *e)
{
    return refusal(e, reset(e->ctx, e->state->recipe, e->stage, word_of(e, "path")));
}

static json_t *row_of(const editing *e, size_t *row)
{
    const json_t *value = json_object_get(e->op, "row");
    *row = (size_t)json_integer_value(value);
    if (json_is_integer(value) && json_integer_value(value) >= 0)
        return NULL;
    return fault("`row` must be a whole number from 0 on");
}

static json_t *insert_row(editing *e)
{
    size_t row;
    json_t *wrong = row_of(e, &row);
    const json_t *value = json_object_get(e->op, "value");
    if (wrong)
        return wrong;
    char *text = value ? edit_text(value) : strdup("{}");
    if (!text)
        return fault("no memory");
    fluv_status status =
        fluv_recipe_insert_row(e->ctx, e->state->recipe, e->stage, word_of(e, "path"), row, text);
    free(text);
    return refusal(e, status);
}

static json_t *remove_row(editing *e)
{
    size_t row;
    json_t *wrong = row_of(e, &row);
    if (wrong)
        return wrong;
    return refusal(
        e, fluv_recipe_remove_row(e->ctx, e->state->recipe, e->stage, word_of(e, "path"), row));
}

/* A key of the page's own: unlike all others, and nothing but letters, digits, - and _. */
static bool is_new_key(const studio_state *state, const char *key)
{
    return strlen(key) < STUDIO_KEY_ROOM && file_name_is_plain(key) && !strchr(key, '.') &&
           state_find(state, key) == state->count;
}

static json_t *insert_stage(editing *e)
{
    studio_state *state = e->state;
    const json_t *place = json_object_get(e->op, "index"),
                 *params = json_object_get(e->op, "params");
    const char *name = word_of(e, "name"), *key = word_of(e, "key");
    size_t index = (size_t)json_integer_value(place);
    if (!name || !json_is_integer(place) || json_integer_value(place) < 0 || index > state->count)
        return fault("insert: `name` and `index`, from 0 to %zu, are needed", state->count);
    if (state->count == STUDIO_STAGES)
        return fault("there are %d stages already", STUDIO_STAGES);
    if (key && !is_new_key(state, key))
        return fault("insert: the key is taken or has letters that a key cannot have");
    char *text = params ? edit_text(params) : NULL;
    fluv_status status = fluv_recipe_insert(e->ctx, state->recipe, index, name, text);
    free(text);
    if (status != FLUV_OK) /* the stages after it have not moved */
        return error_of(e->ctx, NULL);
    studio_stage fresh = {0};
    if (key)
        snprintf(fresh.key, sizeof fresh.key, "%s", key);
    else
        state_fresh_key(state, e->next_key, fresh.key);
    memmove(&state->stages[index + 1], &state->stages[index],
            (state->count - index) * sizeof *state->stages);
    state->stages[index] = fresh;
    state->count++;
    return NULL;
}

static json_t *remove_stage(editing *e)
{
    studio_state *state = e->state;
    fluv_status status = fluv_recipe_remove(e->ctx, state->recipe, e->stage);
    if (status != FLUV_OK)
        return refusal(e, status);
    state->count--;
    memmove(&state->stages[e->stage], &state->stages[e->stage + 1],
            (state->count - e->stage) * sizeof *state->stages);
    return NULL;
}

static json_t *move_stage(editing *e)
{
    studio_state *state = e->state;
    const json_t *to = json_object_get(e->op, "to");
    size_t index = (size_t)json_integer_value(to);
    if (!json_is_integer(to) || json_integer_value(to) < 0 || index >= state->count)
        return fault("move: `to` must be from 0 to %zu", state->count - 1);
    fluv_status status = fluv_recipe_move(e->ctx, state->recipe, e->stage, index);
    if (status != FLUV_OK)
        return refusal(e, status);
    studio_stage moved = state->stages[e->stage];
    for (size_t i = e->stage; i < index; i++)
        state->stages[i] = state->stages[i + 1];
    for (size_t i = e->stage; i > index; i--)
        state->stages[i] = state->stages[i - 1];
    state->stages[index] = moved;
    return NULL;
}

static json_t *switch_stage(editing *e)
{
    const json_t *off = json_object_get(e->op, "off");
    if (!json_is_boolean(off))
        return fault("off: `off` must be true or false");
    e->state->stages[e->stage].off = json_is_true(off);
    return NULL;
}

/* What an operation speaks of: it is found before the operation is called. */
enum { NOTHING = 0, STAGE = 1, FRAME_TOO = 2, PATH = 4 };

static const struct {
    const char *name;
    int speaks_of;
    json_t *(*apply)(editing *e);
} operations[] = {
    {"seed", NOTHING, set_seed},
    {"set", STAGE | FRAME_TOO | PATH, set_value},
    {"reset", STAGE | FRAME_TOO | PATH, reset_value},
    {"insert_row", STAGE | PATH, insert_row},
    {"remove_row", STAGE | PATH, remove_row},
    {"insert", NOTHING, insert_stage},
    {"remove", STAGE, remove_stage},
    {"move", STAGE, move_stage},
    {"off", STAGE, switch_stage},
};

static json_t *find_stage(editing *e, int speaks_of)
{
    const char *key = word_of(e, "stage");
    if (!key)
        return fault("`stage` is missing: the key of a stage");
    e->stage = state_find(e->state, key);
    if (e->stage == e->state->count || (e->stage == FLUV_FRAME_STAGE && !(speaks_of & FRAME_TOO)))
        return fault("there is no stage with the key `%s`", key);
    return NULL;
}

static json_t *apply(editing *e)
{
    const char *name = word_of(e, "op");
    for (size_t i = 0; name && i < sizeof operations / sizeof *operations; i++) {
        int speaks_of = operations[i].speaks_of;
        if (strcmp(operations[i].name, name) != 0)
            continue;
        json_t *wrong = speaks_of & STAGE ? find_stage(e, speaks_of) : NULL;
        if (!wrong && speaks_of & PATH && !word_of(e, "path"))
            wrong = fault("`path` is missing: the name of a parameter");
        return wrong ? wrong : operations[i].apply(e);
    }
    return name ? fault("there is no operation `%s`", name) : fault("`op` is missing");
}

json_t *edit_apply(fluv_ctx *ctx, studio_state *state, const json_t *ops, uint64_t *next_key)
{
    if (!json_is_array(ops) || json_array_size(ops) > MOST_OPS)
        return fault("`ops` must be a list of at most %d operations", MOST_OPS);
    for (size_t i = 0; i < json_array_size(ops); i++) {
        editing e = {
            .ctx = ctx, .state = state, .next_key = next_key, .op = json_array_get(ops, i)};
        json_t *wrong = apply(&e);
        if (wrong)
            return wrong;
    }
    return NULL;
}
