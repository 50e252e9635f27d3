// SPDX-License-Identifier: MIT
/* landscape.json, written; folder/json.h says what stands in it. */
#ifndef FLUV_OUTPUT_JSON_H
#define FLUV_OUTPUT_JSON_H

#include "folder/json.h"

/* Into a folder whose other files are all there. `ready`: layers that these hold and the landscape
 * does not. `verdicts`: NULL or FLUV_RULES of them. */
FLUV_MUST_CHECK fluv_status fluv_json_write(fluv_ctx *ctx, const fluv_landscape *land,
                                            fluv_layer_set ready, const fluv_verdict *verdicts,
                                            const char *folder);

/* Shares, counts and sums. NULL when there is no memory; the reference is yours. */
json_t *fluv_json_statistics(const fluv_landscape *land);
/* What has a name, likewise. */
json_t *fluv_json_names(const fluv_landscape *land);
/* Into a list, an object. Where there is no memory for it the whole becomes NULL, which nothing
 * takes in that is put together later: JSON comes out whole, or as NULL. */
void fluv_json_add(json_t **list, json_t *item);
void fluv_json_set(json_t **object, const char *key, json_t *value);
void fluv_json_drop(json_t **json); /* gives it up: NULL from now on */
/* A number, null if it is not finite. */
json_t *fluv_json_number(double value);
/* Writes JSON to a file and gives the reference back; NULL: there was no memory for it. */
FLUV_MUST_CHECK fluv_status fluv_json_dump(fluv_ctx *ctx, json_t *whole, size_t layout,
                                           const char *file, const char *name);
/* placed.json (folder/placed.h), of a landscape that has the layer `placed`. */
FLUV_MUST_CHECK fluv_status fluv_placed_write(fluv_ctx *ctx, const fluv_landscape *land,
                                              const char *file);

#endif
