// SPDX-License-Identifier: MIT
/* Reads a folder of files back into a landscape.
 *
 * in   a folder        out   frame, CRS, layers, budget, ground change
 *
 * landscape.json gives the frame; every other file may be missing and brings its layers if it is
 * there.  O(bytes). */
#include "folder/read.h"

#include "folder/json.h"
#include "folder/model.h"
#include "folder/placed.h"
#include "folder/rasters.h"
#include "folder/tree.h"
#include "folder/vectors.h"
#include "gdal/open.h"

#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define GIB (1024.0 * 1024.0 * 1024.0)

/* Whole layers that a file besides the rasters holds. */
#define VECTORS FLUV_SET(rivers, lakes, coast, watersheds)

typedef struct path_text {
    char text[PATH_MAX];
} path_text;

static path_text path_in(const char *dir, const char *name)
{
    path_text path;
    snprintf(path.text, sizeof path.text, "%s/%s", dir, name);
    return path;
}

static fluv_status check_memory(fluv_ctx *ctx, const fluv_landscape *land, fluv_layer_set wanted,
                                const char *dir)
{
    size_t a_cell = 1; /* the directions' codes, for a while */
    for (size_t i = 0; i < fluv_layer_file_count; i++)
        if (wanted & FLUV_HAS(fluv_layer_files[i].layer))
            a_cell += fluv_layer_rows[fluv_layer_files[i].layer].bytes;
    double needed = (double)a_cell * (double)fluv_cell_count(land);
    if (needed > fluv_gdal_memory_there(ctx))
        return fluv_fail(ctx, FLUV_NO_MEMORY,
                         "%s: reading it needs %.1f GiB of memory, %.1f are there", dir,
                         needed / GIB, fluv_gdal_memory_there(ctx) / GIB);
    return FLUV_OK;
}

static fluv_status expect_result(fluv_ctx *ctx, const char *dir)
{
    struct stat info;
    if (stat(dir, &info) != 0)
        return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: there is no such folder", dir);
    if (!S_ISDIR(info.st_mode))
        return fluv_fail(ctx, FLUV_BAD_INPUT,
                         "%s: is a file, expected a folder that `make` or `water` wrote", dir);
    if (access(path_in(dir, FLUV_JSON_NAME).text, F_OK) != 0)
        return fluv_fail(ctx, FLUV_BAD_INPUT,
                         "%s: holds no result of interfluve: there is no " FLUV_JSON_NAME, dir);
    return FLUV_OK;
}

static bool has_file(const char *dir, const char *name)
{
    return access(path_in(dir, name).text, F_OK) == 0;
}

fluv_status fluv_folder_look(fluv_ctx *ctx, const char *dir, fluv_folder_layers *layers)
{
    fluv_layer_set files = 0;
    FLUV_TRY(expect_result(ctx, dir));
    FLUV_TRY(fluv_json_layers(ctx, path_in(dir, FLUV_JSON_NAME).text, &layers->listed));
    for (size_t i = 0; i < fluv_layer_file_count; i++)
        if (has_file(dir, fluv_layer_files[i].name))
            files |= FLUV_HAS(fluv_layer_files[i].layer);
    if (has_file(dir, FLUV_VECTORS_NAME))
        files |= VECTORS;
    if (has_file(dir, FLUV_TREE_NAME))
        files |= FLUV_SET(tree);
    if (has_file(dir, FLUV_PLACED_NAME))
        files |= FLUV_SET(placed, laid);
    layers->held = layers->listed & files;
    return FLUV_OK;
}

/* One file after another: who reads says how progress is told. */
typedef struct reader {
    fluv_ctx *ctx;
    const char *dir;
    fluv_landscape *land;
    fluv_layer_set wanted;
} reader;

/* Rasters first, then these. */
enum { READ_VECTORS, READ_TREE, READ_PLACED, READ_MODEL, READ_OTHERS };

static size_t part_count(void)
{
    return fluv_layer_file_count + READ_OTHERS;
}

static const char *part_name(size_t part)
{
    static const char *const others[READ_OTHERS] = {FLUV_VECTORS_NAME, FLUV_TREE_NAME,
                                                    FLUV_PLACED_NAME, FLUV_MODEL_NAME};
    return part < fluv_layer_file_count ? fluv_layer_files[part].name
                                        : others[part - fluv_layer_file_count];
}

/* A pipe or a device would keep its reader waiting. */
static fluv_status expect_file(fluv_ctx *ctx, const char *path)
{
    struct stat info;
    if (stat(path, &info) == 0 && !S_ISREG(info.st_mode))
        return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: is no file", path);
    return FLUV_OK;
}

static fluv_status read_part(const reader *r, size_t part, fluv_share share)
{
    path_text path = path_in(r->dir, part_name(part));
    FLUV_TRY(expect_file(r->ctx, path.text));
    if (part < fluv_layer_file_count)
        return r->wanted & FLUV_HAS(fluv_layer_files[part].layer)
                   ? fluv_layer_read_file(r->ctx, r->land, &fluv_layer_files[part], r->dir, share)
                   : FLUV_OK;
    switch (part - fluv_layer_file_count) {
    case READ_VECTORS:
        return fluv_vectors_read(r->ctx, r->land, path.text, r->wanted);
    case READ_TREE:
        return r->wanted & FLUV_SET(tree) ? fluv_tree_layer_read(r->ctx, r->land, path.text)
                                          : FLUV_OK;
    case READ_PLACED:
        return fluv_placed_read(r->ctx, r->land, path.text, r->wanted);
    default:
        return fluv_glb_read_water(r->ctx, r->land, path.text);
    }
}

static fluv_status begin(const reader *r)
{
    FLUV_TRY(expect_result(r->ctx, r->dir));
    FLUV_TRY(fluv_json_read(r->ctx, path_in(r->dir, FLUV_JSON_NAME).text, r->land));
    return check_memory(r->ctx, r->land, r->wanted, r->dir);
}

fluv_status fluv_folder_read(fluv_ctx *ctx, const char *dir, fluv_layer_set wanted, double until,
                             fluv_landscape *land)
{
    reader r = {.ctx = ctx, .dir = dir, .land = land, .wanted = wanted};
    size_t parts = part_count() - 1; /* nothing is made of the model */
    FLUV_TRY(begin(&r));
    for (size_t i = 0; i < parts; i++) {
        fluv_share share = {until * (double)i / (double)parts, until / (double)parts};
        FLUV_TRY(fluv_advance(ctx, share.from));
        FLUV_TRY(read_part(&r, i, share));
    }
    return FLUV_OK;
}

static fluv_status read_all(reader *r)
{
    FLUV_TRY(begin(r));
    for (size_t i = 0; i < part_count(); i++) {
        fluv_begin_step(r->ctx, "read", part_name(i), i + 1, part_count());
        FLUV_TRY(fluv_advance(r->ctx, 0.0));
        FLUV_TRY(read_part(r, i, (fluv_share){0.0, 1.0}));
        FLUV_TRY(fluv_end_step(r->ctx));
    }
    return FLUV_OK;
}

fluv_status fluv_read(fluv_ctx *ctx, const char *dir, fluv_landscape **out)
{
    *out = NULL;
    fluv_landscape *land = fluv_alloc_zero(ctx, 1, sizeof *land);
    if (!land)
        return FLUV_NO_MEMORY;
    struct fluv_scratch_block *mark = fluv_call_begin(ctx);
    reader r = {.ctx = ctx, .dir = dir, .land = land, .wanted = ~(fluv_layer_set)0};
    fluv_status status = read_all(&r);
    if (status == FLUV_OK)
        *out = land;
    else
        fluv_landscape_delete(land);
    return fluv_call_end(ctx, mark, status);
}
