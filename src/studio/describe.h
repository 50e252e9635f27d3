// SPDX-License-Identifier: MIT
/* What there is to set, and what stands in a recipe, as JSON. */
#ifndef FLUV_STUDIO_DESCRIBE_H
#define FLUV_STUDIO_DESCRIBE_H

#include "interfluve.h"

#include <jansson.h>

/* A number, or null where JSON has none for it. */
json_t *json_number(double number);
/* A text; what is no UTF-8 becomes "?". */
json_t *json_words(const char *text);

/* The words of a text with `between` between them. */
json_t *describe_words(const char *text, const char *between);

/* `GET /api/about` without what the server alone knows. */
json_t *describe_all(fluv_ctx *ctx);
/* VALUES of a stage, or of FLUV_FRAME_STAGE. `folder`: files below it are named from there. */
json_t *describe_values(fluv_ctx *ctx, const fluv_recipe *recipe, size_t stage, const char *folder);

#endif
