// SPDX-License-Identifier: MIT
/* Whether a file is a map that land can be made of. */
#ifndef FLUV_STUDIO_TRIAL_H
#define FLUV_STUDIO_TRIAL_H

#include "interfluve.h"

#include <jansson.h>

/* Reads the map to its end, as the land of so many cells along a side will. NULL: it can be read;
 * otherwise why not, with the file's name for its path. */
json_t *map_try(fluv_ctx *ctx, const char *path, uint32_t size);

#endif
