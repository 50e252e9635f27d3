// SPDX-License-Identifier: MIT
/* Where an export goes: a folder that appears complete or not at all. */
#ifndef FLUV_EXPORT_PLACE_H
#define FLUV_EXPORT_PLACE_H

#include "base/ctx.h"

#include <jansson.h>
#include <limits.h>

#define FLUV_EXPORT_NAME "export.json"

/* Zeroed is valid. */
typedef struct fluv_export_place {
    char target[PATH_MAX - 64];
    char room[PATH_MAX - 32]; /* target.part-XXXXXX; "": none */
    char fresh[PATH_MAX], old[PATH_MAX];
    json_t *files; /* that an older export in the place lists; NULL: there is none */
} fluv_export_place;

/* Looks whether `dir` may be written: it is not there, is empty, or holds an export and nothing
 * else. Then makes the room that files are written into: `fresh`. */
FLUV_MUST_CHECK fluv_status fluv_export_place_open(fluv_ctx *ctx, const char *dir,
                                                   fluv_export_place *place);
/* Puts what was written into its place. */
FLUV_MUST_CHECK fluv_status fluv_export_place_settle(fluv_ctx *ctx, fluv_export_place *place);
/* Removes what is left of the room: all of it was written by us. */
void fluv_export_place_close(fluv_export_place *place);

#endif
