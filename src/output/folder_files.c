// SPDX-License-Identifier: MIT
/* The files of a result, in the order they are written: one row each says when it is wanted and who
 * writes it. landscape.json comes last, as the mark of a complete folder. */
#include "output/folder_files.h"

#include "output/json.h"
#include "output/model.h"
#include "output/picture.h"
#include "output/raster.h"
#include "output/tree_file.h"
#include "output/vector.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/statvfs.h>

#define FULL_DISK (256u << 10) /* bytes free below which a failure is put down to the disk */

typedef struct path_text {
    char text[PATH_MAX];
} path_text;

static path_text path_in(const char *folder, const char *name)
{
    path_text path;
    snprintf(path.text, sizeof path.text, "%s/%s", folder, name);
    return path;
}

static bool has_layer(const fluv_folder_content *content, const char *name)
{
    return content->land->layers[fluv_layer_of_file(name)] != NULL;
}

static fluv_status write_layer(fluv_ctx *ctx, const fluv_folder_content *content, const char *name,
                               const char *folder)
{
    return fluv_layer_write(ctx, content->land, name, folder);
}

static bool has_recipe(const fluv_folder_content *content, const char *name)
{
    (void)name;
    return content->recipe_text != NULL;
}

static fluv_status write_recipe(fluv_ctx *ctx, const fluv_folder_content *content, const char *name,
                                const char *folder)
{
    FILE *stream = fopen(path_in(folder, name).text, "wb");
    size_t length = strlen(content->recipe_text);
    bool done = stream && fwrite(content->recipe_text, 1, length, stream) == length;
    if (stream)
        done = fclose(stream) == 0 && done;
    if (!done)
        return fluv_fail(ctx, FLUV_IO, "cannot write %s: %s", name, strerror(errno));
    return FLUV_OK;
}

static bool has_vectors(const fluv_folder_content *content, const char *name)
{
    (void)name;
    return fluv_vectors_present(content->land);
}

static fluv_status write_vectors(fluv_ctx *ctx, const fluv_folder_content *content,
                                 const char *name, const char *folder)
{
    return fluv_vectors_write(ctx, content->land, path_in(folder, name).text);
}

static bool has_tree(const fluv_folder_content *content, const char *name)
{
    (void)name;
    return content->land->layers[FLUV_LAYER_TREE] != NULL;
}

static fluv_status write_tree(fluv_ctx *ctx, const fluv_folder_content *content, const char *name,
                              const char *folder)
{
    return fluv_tree_write(ctx, content->land, path_in(folder, name).text);
}

static bool has_height(const fluv_folder_content *content, const char *name)
{
    (void)name;
    return fluv_height(content->land) != NULL;
}

static bool has_region(const fluv_folder_content *content, const char *name)
{
    return has_height(content, name) && fluv_region(content->land) != NULL;
}

static fluv_status write_height_png(fluv_ctx *ctx, const fluv_folder_content *content,
                                    const char *name, const char *folder)
{
    return fluv_height_png_write(ctx, content->land, path_in(folder, name).text);
}

static fluv_status write_map(fluv_ctx *ctx, const fluv_folder_content *content, const char *name,
                             const char *folder)
{
    return fluv_picture_write(ctx, content->land, "map", path_in(folder, name).text);
}

static fluv_status write_region_map(fluv_ctx *ctx, const fluv_folder_content *content,
                                    const char *name, const char *folder)
{
    return fluv_picture_write(ctx, content->land, "region", path_in(folder, name).text);
}

static fluv_status write_model(fluv_ctx *ctx, const fluv_folder_content *content, const char *name,
                               const char *folder)
{
    return fluv_model_write(ctx, content->land, path_in(folder, name).text);
}

static bool always(const fluv_folder_content *content, const char *name)
{
    (void)content, (void)name;
    return true;
}

static fluv_status write_json(fluv_ctx *ctx, const fluv_folder_content *content, const char *name,
                              const char *folder)
{
    return fluv_json_write(ctx, content->land, content->verdicts, path_in(folder, name).text);
}

const fluv_folder_file fluv_folder_files[] = {
    {"recipe.yaml", has_recipe, write_recipe},    {"height.tif", has_layer, write_layer},
    {"water.tif", has_layer, write_layer},        {"cover.tif", has_layer, write_layer},
    {"region.tif", has_layer, write_layer},       {"area.tif", has_layer, write_layer},
    {"direction.tif", has_layer, write_layer},    {"water.gpkg", has_vectors, write_vectors},
    {"height.png", has_height, write_height_png}, {"map.png", has_height, write_map},
    {"region.png", has_region, write_region_map}, {"terrain.glb", has_height, write_model},
    {FLUV_TREE_NAME, has_tree, write_tree},       {FLUV_JSON_NAME, always, write_json},
};
const size_t fluv_folder_file_count = sizeof fluv_folder_files / sizeof *fluv_folder_files;

static int count_wanted(const fluv_folder_content *content)
{
    int count = 0;
    for (size_t i = 0; i < fluv_folder_file_count; i++)
        count += fluv_folder_files[i].wanted(content, fluv_folder_files[i].name);
    return count;
}

/* One line that says where, and the plain cause if there is one. */
static fluv_status explain(fluv_ctx *ctx, fluv_status status, const char *folder, const char *dir)
{
    struct statvfs disk;
    if (status != FLUV_IO)
        return status;
    bool full = statvfs(folder, &disk) == 0 && disk.f_bavail * disk.f_frsize < FULL_DISK;
    return fluv_fail(ctx, status, "%s: %s%s", dir, full ? "the disk is full: " : "",
                     fluv_message(ctx));
}

static fluv_status write_one(fluv_ctx *ctx, const fluv_folder_content *content,
                             const fluv_folder_file *file, const char *folder)
{
    ctx->progress.stage = file->name;
    ctx->progress.step++;
    ctx->progress.fraction = 0.0;
    ctx->step_started = fluv_clock();
    FLUV_TRY(fluv_advance(ctx, 0.0));
    FLUV_TRY(file->write(ctx, content, file->name, folder));
    return ctx->progress.fraction < 1.0 ? fluv_advance(ctx, 1.0) : FLUV_OK;
}

fluv_status fluv_folder_fill(fluv_ctx *ctx, const fluv_folder_content *content, const char *folder,
                             const char *dir)
{
    ctx->progress.step = 0;
    ctx->progress.steps = count_wanted(content);
    for (size_t i = 0; i < fluv_folder_file_count; i++) {
        const fluv_folder_file *file = &fluv_folder_files[i];
        if (!file->wanted(content, file->name))
            continue;
        fluv_status status = write_one(ctx, content, file, folder);
        if (status != FLUV_OK)
            return explain(ctx, status, folder, dir);
    }
    return FLUV_OK;
}
