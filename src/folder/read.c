// SPDX-License-Identifier: MIT
/* Reads a folder of files back into a landscape, so that what the files say can be checked.
 *
 * in   a folder        out   frame, CRS, layers, budget, ground change
 *
 * landscape.json gives the frame; every other file may be missing and brings its layer if it is
 * there.  O(bytes). */
#include "folder/json.h"
#include "folder/model.h"
#include "folder/rasters.h"
#include "folder/vectors.h"

#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define GIB (1024.0 * 1024.0 * 1024.0)

static double memory_there(const fluv_ctx *ctx)
{
    if (ctx->memory_limit)
        return (double)ctx->memory_limit;
    return (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
}

static fluv_status check_memory(fluv_ctx *ctx, const fluv_landscape *land, const char *dir)
{
    size_t a_cell = 1; /* the directions' codes, for a while */
    for (size_t i = 0; i < fluv_layer_file_count; i++)
        a_cell += fluv_layer_rows[fluv_layer_files[i].layer].bytes;
    double needed = (double)a_cell * (double)fluv_cell_count(land);
    if (needed > memory_there(ctx))
        return fluv_fail(ctx, FLUV_NO_MEMORY,
                         "%s: reading it needs %.1f GiB of memory, %.1f are there", dir,
                         needed / GIB, memory_there(ctx) / GIB);
    return FLUV_OK;
}

static fluv_status expect_result(fluv_ctx *ctx, const char *dir, const char *json)
{
    struct stat info;
    if (stat(dir, &info) != 0)
        return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: there is no such folder", dir);
    if (!S_ISDIR(info.st_mode))
        return fluv_fail(ctx, FLUV_BAD_INPUT,
                         "%s: is a file, expected a folder that `make` or `water` wrote", dir);
    if (access(json, F_OK) != 0)
        return fluv_fail(ctx, FLUV_BAD_INPUT,
                         "%s: holds no result of interfluve: there is no " FLUV_JSON_NAME, dir);
    return FLUV_OK;
}

static fluv_status read_all(fluv_ctx *ctx, const char *dir, fluv_landscape *land)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", dir, FLUV_JSON_NAME);
    FLUV_TRY(expect_result(ctx, dir, path));
    FLUV_TRY(fluv_json_read(ctx, path, land));
    FLUV_TRY(check_memory(ctx, land, dir));
    size_t rasters = fluv_layer_file_count;
    for (size_t i = 0; i < rasters; i++) {
        fluv_begin_step(ctx, "read", fluv_layer_files[i].name, i + 1, rasters + 2);
        FLUV_TRY(fluv_advance(ctx, 0.0));
        FLUV_TRY(fluv_layer_read_file(ctx, land, &fluv_layer_files[i], dir));
        FLUV_TRY(fluv_end_step(ctx));
    }
    snprintf(path, sizeof path, "%s/" FLUV_VECTORS_NAME, dir);
    fluv_begin_step(ctx, "read", FLUV_VECTORS_NAME, rasters + 1, rasters + 2);
    FLUV_TRY(fluv_advance(ctx, 0.0));
    FLUV_TRY(fluv_vectors_read(ctx, land, path));
    FLUV_TRY(fluv_end_step(ctx));
    snprintf(path, sizeof path, "%s/" FLUV_MODEL_NAME, dir);
    fluv_begin_step(ctx, "read", FLUV_MODEL_NAME, rasters + 2, rasters + 2);
    FLUV_TRY(fluv_advance(ctx, 0.0));
    FLUV_TRY(fluv_glb_read_water(ctx, land, path));
    return fluv_end_step(ctx);
}

fluv_status fluv_read(fluv_ctx *ctx, const char *dir, fluv_landscape **out)
{
    *out = NULL;
    fluv_landscape *land = fluv_alloc_zero(ctx, 1, sizeof *land);
    if (!land)
        return FLUV_NO_MEMORY;
    struct fluv_scratch_block *mark = fluv_call_begin(ctx);
    fluv_status status = read_all(ctx, dir, land);
    if (status == FLUV_OK)
        *out = land;
    else
        fluv_landscape_delete(land);
    return fluv_call_end(ctx, mark, status);
}
