// SPDX-License-Identifier: MIT
/* Edits: a list of operations on a state. */
#ifndef FLUV_STUDIO_EDIT_H
#define FLUV_STUDIO_EDIT_H

#include "studio/state.h"

/* {"status", "message"}: an error of our own. */
json_t *fault(const char *format, ...) FLUV_PRINTF(1, 2);

/* Applies all of them or returns the first mistake, in which case the state is of no use any more.
 * NULL: done. */
json_t *edit_apply(fluv_ctx *ctx, studio_state *state, const json_t *ops, uint64_t *next_key);

/* A value of JSON as a recipe would have it; to be freed. NULL: no memory. */
char *edit_text(const json_t *value);
/* Sets one value; what a sheet needs too. */
FLUV_MUST_CHECK fluv_status edit_put(fluv_ctx *ctx, fluv_recipe *recipe, size_t stage,
                                     const char *path, const json_t *value);

#endif
