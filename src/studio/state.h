// SPDX-License-Identifier: MIT
/* What an edit changes and undo takes back: a recipe with all its stages, those that are switched
 * off too, and the keys that name them wherever they move. */
#ifndef FLUV_STUDIO_STATE_H
#define FLUV_STUDIO_STATE_H

#include "interfluve.h"

#include <jansson.h>

#define STUDIO_STAGES   256
#define STUDIO_KEY_ROOM 24

typedef struct studio_stage {
    char key[STUDIO_KEY_ROOM];
    bool off;
} studio_stage;

typedef struct studio_state {
    fluv_recipe *recipe; /* NULL: nothing is open */
    size_t count;        /* as many as the recipe has stages */
    studio_stage stages[STUDIO_STAGES];
} studio_state;

void state_free(studio_state *state);
FLUV_MUST_CHECK fluv_status state_copy(fluv_ctx *ctx, const studio_state *from, studio_state *to);
/* Takes over a recipe; every stage gets a fresh key and is on. */
void state_begin(studio_state *state, fluv_recipe *steals, uint64_t *next_key);
/* Index of a key; FLUV_FRAME_STAGE for "frame"; `count` if there is none. */
size_t state_find(const studio_state *state, const char *key);
void state_fresh_key(const studio_state *state, uint64_t *next_key, char key[STUDIO_KEY_ROOM]);

/* The recipe without the stages that are off, and the keys of those that are on. */
typedef struct studio_active {
    fluv_recipe *recipe;
    size_t count;
    char keys[STUDIO_STAGES][STUDIO_KEY_ROOM];
} studio_active;
FLUV_MUST_CHECK fluv_status state_active(fluv_ctx *ctx, const studio_state *state,
                                         studio_active *out);
void active_free(studio_active *active);
/* The key of a stage by its index; NULL beyond the last. */
const char *active_key(const studio_active *active, int index);
/* What fluv_builder_run takes for the stage with this key, "lakes#2"; false: it has none. */
bool active_reference(const studio_active *active, const char *key, char *out, size_t room);

/* {"recipe": text, "keys": […], "off": […]}, files named from the folder; and back. */
json_t *state_to_json(fluv_ctx *ctx, const studio_state *state, const char *folder);
FLUV_MUST_CHECK fluv_status state_from_json(fluv_ctx *ctx, const json_t *json, const char *folder,
                                            studio_state *out);
/* Takes over a recipe that was changed elsewhere: stages keep the key of the one of their name that
 * stood there before, those that are off stay behind the one they stood behind. */
FLUV_MUST_CHECK fluv_status state_adopt(fluv_ctx *ctx, const studio_state *before,
                                        fluv_recipe *steals, uint64_t *next_key, studio_state *out);

#endif
