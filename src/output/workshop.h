// SPDX-License-Identifier: MIT
/* A folder that appears complete or not at all: what results and exports are written into. */
#ifndef FLUV_OUTPUT_WORKSHOP_H
#define FLUV_OUTPUT_WORKSHOP_H

#include "base/ctx.h"

#include <jansson.h>
#include <limits.h>

struct fluv_workshop;

/* How one kind of folder knows its own files. Names are paths from the folder on. */
typedef struct fluv_workshop_kind {
    /* Whether a folder that is there may be replaced; puts what it lists into `files`. */
    fluv_status (*look)(fluv_ctx *ctx, struct fluv_workshop *shop);
    /* Whether the older folder's list has the file. */
    bool (*is_listed)(const json_t *files, const char *name);
    /* Whether we could have made a file of that name: for rooms that a crash has left. */
    bool (*is_name)(const char *name);
    bool keeps_strangers; /* what others put into the older folder moves over */
} fluv_workshop_kind;

/* Zeroed but for its kind is valid. */
typedef struct fluv_workshop {
    const fluv_workshop_kind *kind;
    char target[PATH_MAX - 64]; /* without trailing slashes, links followed */
    char room[PATH_MAX - 32];   /* target.part-XXXXXX; "" while it is not there */
    char fresh[PATH_MAX], old[PATH_MAX];
    int lock;      /* on the room while it is there */
    json_t *files; /* of the older folder, as it lists them; NULL: it does not */
} fluv_workshop;

/* Looks whether `dir` may be written, puts right what a crash has left there, and makes the room
 * that files are written into: `fresh`. */
FLUV_MUST_CHECK fluv_status fluv_workshop_open(fluv_ctx *ctx, fluv_workshop *shop, const char *dir);
/* The same without touching anything that is there: only to ask. */
FLUV_MUST_CHECK fluv_status fluv_workshop_try(fluv_ctx *ctx, fluv_workshop *shop, const char *dir);
/* Puts what was written into its place. */
FLUV_MUST_CHECK fluv_status fluv_workshop_settle(fluv_ctx *ctx, fluv_workshop *shop);
/* Removes the room, and with it what the older folder lists. Legal at any time, and twice. */
void fluv_workshop_close(fluv_workshop *shop);

typedef bool fluv_visit(void *user, const char *path, const char *name, bool folder);
/* Visits everything below a folder, what lies in folders before these; stops at the first false,
 * which it returns. `name`: the path from `root` on. */
bool fluv_folder_walk(const char *root, fluv_visit *visit, void *user);

#endif
