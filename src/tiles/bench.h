// SPDX-License-Identifier: MIT
/* The folder in which a map in tiles is worked on: DIR.tiles, beside the folder of the result. What
 * is done stands there, so that the same run goes on where it was ended. */
#ifndef FLUV_TILES_BENCH_H
#define FLUV_TILES_BENCH_H

#include "base/ctx.h"

#include <limits.h>

typedef struct fluv_tile_bench {
    char folder[PATH_MAX - 320];
    const char *job; /* a text that says what is worked on */
    unsigned done;   /* phases */
    /* Whether a file is one of the result, which a rank was writing here when it was ended. */
    bool (*is_share)(const char *name);
} fluv_tile_bench;

/* Makes the folder for a result in `dir`, or finds what an earlier run of the same job has left; of
 * another job all is thrown away. `bytes`: the room that is needed on the disk. */
FLUV_MUST_CHECK fluv_status fluv_tile_bench_begin(fluv_ctx *ctx, const char *dir, const char *job,
                                                  double bytes, fluv_tile_bench *bench);
/* Throws away what an earlier run has left. */
FLUV_MUST_CHECK fluv_status fluv_tile_bench_anew(fluv_ctx *ctx, double bytes,
                                                 fluv_tile_bench *bench);
/* The folder's name, on a rank that another one has made it for. */
void fluv_tile_bench_name(const char *dir, fluv_tile_bench *bench);
/* One more phase is done. */
FLUV_MUST_CHECK fluv_status fluv_tile_bench_note(fluv_ctx *ctx, fluv_tile_bench *bench);
/* Takes it all away. */
void fluv_tile_bench_clear(const fluv_tile_bench *bench);

#endif
