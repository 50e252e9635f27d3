// SPDX-License-Identifier: MIT
/* A recipe with keys and switches. */
#include "studio/state.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void state_free(studio_state *state)
{
    fluv_recipe_delete(state->recipe);
    state->recipe = NULL;
    state->count = 0;
}

fluv_status state_copy(fluv_ctx *ctx, const studio_state *from, studio_state *to)
{
    *to = *from;
    to->recipe = NULL;
    return fluv_recipe_copy(ctx, from->recipe, &to->recipe);
}

size_t state_find(const studio_state *state, const char *key)
{
    size_t at = 0;
    if (strcmp(key, fluv_frame_info()->name) == 0)
        return FLUV_FRAME_STAGE;
    while (at < state->count && strcmp(state->stages[at].key, key) != 0)
        at++;
    return at;
}

void state_fresh_key(const studio_state *state, uint64_t *next_key, char key[STUDIO_KEY_ROOM])
{
    do
        snprintf(key, STUDIO_KEY_ROOM, "s%llu", (unsigned long long)(*next_key)++);
    while (state_find(state, key) != state->count);
}

void state_begin(studio_state *state, fluv_recipe *steals, uint64_t *next_key)
{
    size_t count = fluv_recipe_stage_count(steals);
    assert(count <= STUDIO_STAGES);
    *state = (studio_state){.recipe = steals};
    for (; state->count < count; state->count++)
        state_fresh_key(state, next_key, state->stages[state->count].key);
}

/* ---- The stages that are on --------------------------------------------------------------------
 */

void active_free(studio_active *active)
{
    fluv_recipe_delete(active->recipe);
    active->recipe = NULL;
    active->count = 0;
}

fluv_status state_active(fluv_ctx *ctx, const studio_state *state, studio_active *out)
{
    out->count = 0;
    fluv_status status = fluv_recipe_copy(ctx, state->recipe, &out->recipe);
    for (size_t i = 0; status == FLUV_OK && i < state->count; i++) {
        if (state->stages[i].off)
            status = fluv_recipe_remove(ctx, out->recipe, out->count);
        else
            memcpy(out->keys[out->count++], state->stages[i].key, STUDIO_KEY_ROOM);
    }
    if (status != FLUV_OK)
        active_free(out);
    return status;
}

const char *active_key(const studio_active *active, int index)
{
    return index >= 0 && (size_t)index < active->count ? active->keys[index] : NULL;
}

bool active_reference(const studio_active *active, const char *key, char *out, size_t room)
{
    size_t at = 0, before = 1;
    while (at < active->count && strcmp(active->keys[at], key) != 0)
        at++;
    if (at == active->count)
        return false;
    const fluv_stage_info *info = fluv_recipe_stage_at(active->recipe, at);
    for (size_t i = 0; i < at; i++)
        before += fluv_recipe_stage_at(active->recipe, i) == info;
    snprintf(out, room, "%s#%zu", info->name, before);
    return true;
}

/* ---- As JSON -----------------------------------------------------------------------------------
 */

json_t *state_to_json(fluv_ctx *ctx, const studio_state *state, const char *folder)
{
    char *text = NULL;
    if (fluv_recipe_text_in(ctx, state->recipe, folder, &text) != FLUV_OK)
        return NULL;
    json_t *keys = json_array(), *off = json_array();
    for (size_t i = 0; i < state->count; i++) {
        json_array_append_new(keys, json_string(state->stages[i].key));
        if (state->stages[i].off)
            json_array_append_new(off, json_string(state->stages[i].key));
    }
    json_t *json = json_pack("{s:s, s:o, s:o}", "recipe", text, "keys", keys, "off", off);
    fluv_text_free(text);
    return json;
}

static void take_keys(const json_t *json, studio_state *state)
{
    const json_t *keys = json_object_get(json, "keys"), *off = json_object_get(json, "off");
    uint64_t next_key = 1;
    size_t count = fluv_recipe_stage_count(state->recipe);
    for (; state->count < count; state->count++) {
        studio_stage *stage = &state->stages[state->count];
        const char *key = json_string_value(json_array_get(keys, state->count));
        if (key && strlen(key) < STUDIO_KEY_ROOM && state_find(state, key) == state->count)
            snprintf(stage->key, sizeof stage->key, "%s", key);
        else
            state_fresh_key(state, &next_key, stage->key);
        for (size_t i = 0; i < json_array_size(off); i++) {
            const char *name = json_string_value(json_array_get(off, i));
            stage->off = stage->off || (name && strcmp(name, stage->key) == 0);
        }
    }
}

fluv_status state_from_json(fluv_ctx *ctx, const json_t *json, const char *folder,
                            studio_state *out)
{
    char name[PATH_MAX];
    const char *text = json_string_value(json_object_get(json, "recipe"));
    *out = (studio_state){0};
    snprintf(name, sizeof name, "%s/recipe.yaml", folder);
    text = text ? text : "";
    fluv_status status = fluv_recipe_parse(ctx, text, strlen(text), name, &out->recipe);
    if (status == FLUV_OK)
        take_keys(json, out);
    return status;
}

/* ---- Changed elsewhere -------------------------------------------------------------------------
 */

/* The next stage of this name that is on, not before `from`; `count` if there is none. */
static size_t match(const studio_state *before, const char *name, size_t from)
{
    size_t at = from;
    while (at < before->count &&
           (before->stages[at].off || strcmp(fluv_recipe_stage_at(before->recipe, at)->name, name)))
        at++;
    return at;
}

/* Puts a stage that is off, as it stood in `before`, behind what `out` has so far. */
static fluv_status bring_back(fluv_ctx *ctx, const studio_state *before, size_t index,
                              studio_state *out, size_t at)
{
    const fluv_stage_info *info = fluv_recipe_stage_at(before->recipe, index);
    fluv_status status = fluv_recipe_insert(ctx, out->recipe, at, info->name, NULL);
    for (size_t i = 0; status == FLUV_OK && i < info->param_count; i++) {
        char *text = NULL;
        const char *name = info->params[i].name;
        status = fluv_recipe_value_text(ctx, before->recipe, index, name, &text);
        if (status == FLUV_OK)
            status = fluv_recipe_put(ctx, out->recipe, at, name, text);
        fluv_text_free(text);
    }
    if (status == FLUV_OK)
        out->stages[out->count++] = before->stages[index];
    return status;
}

fluv_status state_adopt(fluv_ctx *ctx, const studio_state *before, fluv_recipe *steals,
                        uint64_t *next_key, studio_state *out)
{
    size_t from = 0, fresh = fluv_recipe_stage_count(steals);
    fluv_status status = FLUV_OK;
    *out = (studio_state){.recipe = steals};
    for (size_t i = 0; status == FLUV_OK && i <= fresh; i++) {
        /* Those that are off stand right behind the one before them. */
        while (status == FLUV_OK && from < before->count && before->stages[from].off)
            status = bring_back(ctx, before, from++, out, out->count);
        if (i == fresh)
            break;
        studio_stage *stage = &out->stages[out->count];
        size_t same = match(before, fluv_recipe_stage_at(steals, out->count)->name, from);
        if (same < before->count) {
            *stage = before->stages[same];
            out->count++;
            /* What stood between is gone, but for those that are off. */
            for (; status == FLUV_OK && from < same; from++)
                if (before->stages[from].off)
                    status = bring_back(ctx, before, from, out, out->count);
            from = same + 1;
        } else {
            state_fresh_key(before, next_key, stage->key);
            out->count++;
        }
    }
    for (; status == FLUV_OK && from < before->count; from++)
        if (before->stages[from].off)
            status = bring_back(ctx, before, from, out, out->count);
    if (status != FLUV_OK)
        state_free(out);
    return status;
}
