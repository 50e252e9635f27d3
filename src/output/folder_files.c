// SPDX-License-Identifier: MIT
/* The files of a result, in the order they are written: one row each says when it is wanted and who
 * writes it. landscape.json comes last, as the mark of a complete folder. */
#include "output/folder_files.h"

#include "base/words.h"
#include "folder/files.h"
#include "landscape/tree.h"
#include "landscape/tree_waters.h"
#include "output/json.h"
#include "output/memory_file.h"
#include "output/model.h"
#include "output/png.h"
#include "output/raster.h"
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

/* What is ready for a file; NULL: it is made of a layer. */
static const fluv_ready_grid *ready_grid(const fluv_folder_content *content, const char *name)
{
    for (const fluv_ready_grid *at = content->ready; at && at->name; at++)
        if (strcmp(at->name, name) == 0)
            return at;
    return NULL;
}

static bool has_layer(const fluv_folder_content *content, const char *name)
{
    return content->land->layers[fluv_layer_of_file(name)] || ready_grid(content, name);
}

/* A file that stands elsewhere comes here, with what GDAL keeps beside it. */
static fluv_status move_file(fluv_ctx *ctx, const char *from, const char *name, const char *folder)
{
    char beside[NAME_MAX + 1];
    if (rename(path_in(from, name).text, path_in(folder, name).text) != 0)
        return fluv_fail(ctx, FLUV_IO, "%s", strerror(errno));
    snprintf(beside, sizeof beside, "%s.aux.xml", name);
    if (rename(path_in(from, beside).text, path_in(folder, beside).text) != 0 && errno != ENOENT)
        return fluv_fail(ctx, FLUV_IO, "%s", strerror(errno));
    return FLUV_OK;
}

static fluv_status write_layer(fluv_ctx *ctx, const fluv_folder_content *content, const char *name,
                               const char *folder)
{
    const fluv_ready_grid *ready = ready_grid(content, name);
    if (ready && ready->made)
        return move_file(ctx, ready->made, name, folder);
    if (ready)
        return fluv_cells_write(ctx, content->land, name, ready->cells, folder);
    return fluv_layer_write(ctx, content->land, name, folder);
}

static bool has_recipe(const fluv_folder_content *content, const char *name)
{
    (void)name;
    return content->recipe_text != NULL;
}

static fluv_status write_bytes(fluv_ctx *ctx, const char *name, const char *folder,
                               const void *bytes, size_t count)
{
    path_text path = path_in(folder, name);
    fluv_sink sink;
    bool done = fluv_sink_open(&sink, path.text) && fwrite(bytes, 1, count, sink.stream) == count;
    int why = errno;
    if (!fluv_sink_close(&sink) && done) {
        why = errno;
        done = false;
    }
    if (!done)
        return fluv_fail(ctx, FLUV_IO, "cannot write %s: %s", name, strerror(why));
    return FLUV_OK;
}

static fluv_status write_recipe(fluv_ctx *ctx, const fluv_folder_content *content, const char *name,
                                const char *folder)
{
    return write_bytes(ctx, name, folder, content->recipe_text, strlen(content->recipe_text));
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
    return content->land->layers[FLUV_LAYER_tree] != NULL;
}

static fluv_status write_tree(fluv_ctx *ctx, const fluv_folder_content *content, const char *name,
                              const char *folder)
{
    unsigned char *tree = NULL;
    FLUV_TRY(fluv_tree_with_lakes(ctx, content->land, &tree));
    fluv_status status = write_bytes(ctx, name, folder, tree, fluv_tree_bytes((const void *)tree));
    fluv_free(tree);
    return status;
}

static bool has_placed(const fluv_folder_content *content, const char *name)
{
    (void)name;
    return content->land->layers[FLUV_LAYER_placed] != NULL;
}

static fluv_status write_placed(fluv_ctx *ctx, const fluv_folder_content *content, const char *name,
                                const char *folder)
{
    return fluv_placed_write(ctx, content->land, path_in(folder, name).text);
}

static bool has_height(const fluv_folder_content *content, const char *name)
{
    (void)name;
    return fluv_height_of(content->land) != NULL;
}

static bool has_region(const fluv_folder_content *content, const char *name)
{
    return has_height(content, name) && fluv_region_of(content->land) != NULL;
}

static fluv_status write_height_png(fluv_ctx *ctx, const fluv_folder_content *content,
                                    const char *name, const char *folder)
{
    return fluv_height_png_write(ctx, content->land, NULL, path_in(folder, name).text);
}

static fluv_status write_map(fluv_ctx *ctx, const fluv_folder_content *content, const char *name,
                             const char *folder)
{
    if (!content->texture)
        return fluv_picture_write(ctx, content->land, "map", path_in(folder, name).text);
    fluv_picture map;
    FLUV_TRY(fluv_picture_map_and_texture(ctx, content->land, &map, content->texture));
    fluv_status status = fluv_png_write(ctx, &map, path_in(folder, name).text);
    fluv_picture_free(&map);
    return status == FLUV_OK ? fluv_advance(ctx, 1) : status;
}

static fluv_status write_region_map(fluv_ctx *ctx, const fluv_folder_content *content,
                                    const char *name, const char *folder)
{
    return fluv_picture_write(ctx, content->land, "region", path_in(folder, name).text);
}

/* Pictures of what is planned, while there is no ground to show it: later ones can be drawn from
 * the other files at any time. */
static bool has_plan(const fluv_folder_content *content, const char *name)
{
    fluv_layer planned = strcmp(name, "basin.png") == 0 ? FLUV_LAYER_basins : FLUV_LAYER_channels;
    return has_height(content, name) && content->land->layers[planned] &&
           !fluv_receiver_of(content->land);
}

/* Land from hydrology has no height at all until its tree is sampled. */
static bool has_graph(const fluv_folder_content *content, const char *name)
{
    return !has_height(content, name) && content->land->layers[FLUV_LAYER_contour];
}

static fluv_status write_plan(fluv_ctx *ctx, const fluv_folder_content *content, const char *name,
                              const char *folder)
{
    char view[16];
    snprintf(view, sizeof view, "%.*s", (int)strcspn(name, "."), name);
    return fluv_picture_write(ctx, content->land, view, path_in(folder, name).text);
}

static fluv_status write_model(fluv_ctx *ctx, const fluv_folder_content *content, const char *name,
                               const char *folder)
{
    return fluv_model_write(ctx, content->land, content->texture, path_in(folder, name).text);
}

static bool always(const fluv_folder_content *content, const char *name)
{
    (void)content, (void)name;
    return true;
}

static fluv_status write_json(fluv_ctx *ctx, const fluv_folder_content *content, const char *name,
                              const char *folder)
{
    fluv_layer_set ready = 0;
    (void)name;
    for (const fluv_ready_grid *at = content->ready; at && at->name; at++)
        ready |= FLUV_HAS(fluv_layer_of_file(at->name));
    return fluv_json_write(ctx, content->land, ready, content->verdicts, folder);
}

/* clang-format off */
const fluv_folder_file fluv_folder_files[] = {
    {"recipe.yaml",   false, has_recipe,  write_recipe},
    {"height.tif",    false, has_layer,   write_layer},
    {"water.tif",     true,  has_layer,   write_layer},
    {"cover.tif",     true,  has_layer,   write_layer},
    {"region.tif",    false, has_layer,   write_layer},
    {"area.tif",      false, has_layer,   write_layer},
    {"direction.tif", false, has_layer,   write_layer},
    {"discharge.tif", false, has_layer,   write_layer},
    {"flow.tif",      false, has_layer,   write_layer},
    {"wear.tif",      false, has_layer,   write_layer},
    {"deposit.tif",   false, has_layer,   write_layer},
    {"frozen.tif",    false, has_layer,   write_layer},
    {FLUV_PLACED_NAME, false, has_placed, write_placed},
    {FLUV_VECTORS_NAME, false, has_vectors, write_vectors},
    {"height.png",    false, has_height,  write_height_png},
    {"map.png",       false, has_height,  write_map},
    {"region.png",    false, has_region,  write_region_map},
    {"basin.png",     false, has_plan,    write_plan},
    {"channel.png",   false, has_plan,    write_plan},
    {"plan.png",      false, has_graph,   write_plan},
    {FLUV_MODEL_NAME, false, has_height,  write_model},
    {FLUV_TREE_NAME,  false, has_tree,    write_tree},
    {FLUV_JSON_NAME,  true,  always,      write_json},
};
/* clang-format on */
const size_t fluv_folder_file_count = sizeof fluv_folder_files / sizeof *fluv_folder_files;

/* GDAL writes the names of values beside these two. */
static const char *const side_cars[] = {"cover.tif.aux.xml", "region.tif.aux.xml"};

bool fluv_folder_has_name(const char *name)
{
    for (size_t i = 0; i < fluv_folder_file_count; i++)
        if (strcmp(name, fluv_folder_files[i].name) == 0)
            return true;
    for (size_t i = 0; i < sizeof side_cars / sizeof *side_cars; i++)
        if (strcmp(name, side_cars[i]) == 0)
            return true;
    return false;
}

/* Whether `name` is one of the words of "a,b,c". */
static bool is_listed(const char *list, const char *name)
{
    for (const char *word = list; *word;) {
        size_t length = strcspn(word, ",");
        if (strlen(name) == length && strncmp(word, name, length) == 0)
            return true;
        word += length + (word[length] == ',');
    }
    return false;
}

static bool is_left_out(const fluv_folder_content *content, const char *name)
{
    return content->without && is_listed(content->without, name);
}

static bool is_wanted(const fluv_folder_content *content, const fluv_folder_file *file)
{
    return file->wanted(content, file->name) && !is_left_out(content, file->name);
}

static size_t count_wanted(const fluv_folder_content *content)
{
    size_t count = 0;
    for (size_t i = 0; i < fluv_folder_file_count; i++)
        count += is_wanted(content, &fluv_folder_files[i]);
    return count;
}

static fluv_status check_name(fluv_ctx *ctx, const char *name)
{
    const char *known[sizeof fluv_folder_files / sizeof *fluv_folder_files];
    size_t count = 0;
    for (size_t i = 0; i < fluv_folder_file_count; i++) {
        const fluv_folder_file *file = &fluv_folder_files[i];
        bool named = strcmp(name, file->name) == 0;
        if (named && file->needed)
            return fluv_fail(ctx, FLUV_BAD_USE, "%s cannot be left out: the rules of water need it",
                             name);
        if (named)
            return FLUV_OK;
        if (!file->needed)
            known[count++] = file->name;
    }
    const char *near = fluv_did_you_mean(name, known, count);
    if (near)
        return fluv_fail(ctx, FLUV_BAD_USE, "cannot leave out `%s`: did you mean `%s`?",
                         fluv_show(name).text, near);
    return fluv_fail(ctx, FLUV_BAD_USE,
                     "cannot leave out `%s`: name a file in full, as `terrain.glb` or `map.png`",
                     fluv_show(name).text);
}

fluv_status fluv_folder_check_without(fluv_ctx *ctx, const char *without)
{
    for (const char *word = without; *word;) {
        char name[64];
        size_t length = strcspn(word, ",");
        snprintf(name, sizeof name, "%.*s", (int)(length < 64 ? length : 63), word);
        FLUV_TRY(check_name(ctx, name));
        word += length + (word[length] == ',');
    }
    return FLUV_OK;
}

size_t fluv_file_count(void)
{
    return fluv_folder_file_count;
}

const char *fluv_file_name(size_t index)
{
    return index < fluv_folder_file_count ? fluv_folder_files[index].name : NULL;
}

/* A file that could not be finished is gone by now, and its room free again. */
static bool is_full(const char *folder, const char *message)
{
    struct statvfs disk;
    return strstr(message, strerror(ENOSPC)) ||
           (statvfs(folder, &disk) == 0 && disk.f_bavail * disk.f_frsize < FULL_DISK);
}

/* One line that says where, and the plain cause if there is one. The folder the files are written
 * to for the time being means nothing to the user. */
static fluv_status explain(fluv_ctx *ctx, fluv_status status, const char *folder, const char *dir)
{
    if (status != FLUV_IO)
        return status;
    const char *message = fluv_message(ctx), *path = strstr(message, folder);
    const char *name = path ? path + strlen(folder) + 1 : message;
    return fluv_fail(ctx, status, "%s: %s%.*s%s", dir,
                     is_full(folder, message) ? "the disk is full: " : "",
                     path ? (int)(path - message) : 0, message, name);
}

static fluv_status write_one(fluv_ctx *ctx, const fluv_folder_content *content,
                             const fluv_folder_file *file, const char *folder)
{
    FLUV_TRY(fluv_advance(ctx, 0.0));
    FLUV_TRY(file->write(ctx, content, file->name, folder));
    return fluv_end_step(ctx);
}

/* The file of that name, if the landscape has something to put into it. */
static fluv_status find_file(fluv_ctx *ctx, const fluv_folder_content *content, const char *name,
                             const fluv_folder_file **out)
{
    const char *known[sizeof fluv_folder_files / sizeof *fluv_folder_files];
    for (size_t i = 0; i < fluv_folder_file_count; i++) {
        *out = &fluv_folder_files[i];
        known[i] = (*out)->name;
        if (strcmp(known[i], name) != 0)
            continue;
        if ((*out)->wanted(content, name))
            return FLUV_OK;
        return fluv_fail(ctx, FLUV_BAD_USE, "there is nothing to put into %s", name);
    }
    const char *near = fluv_did_you_mean(name, known, fluv_folder_file_count);
    return fluv_fail(ctx, FLUV_BAD_USE, "there is no file `%s`%s%s%s", fluv_show(name).text,
                     near ? ": did you mean `" : "", near ? near : "", near ? "`?" : "");
}

fluv_status fluv_folder_file_bytes(fluv_ctx *ctx, const fluv_folder_content *content,
                                   const char *name, uint8_t **bytes, size_t *size)
{
    const fluv_folder_file *file;
    FLUV_TRY(find_file(ctx, content, name, &file));
    fluv_begin_step(ctx, "write", file->name, 1, 1);
    fluv_memory_folder folder = fluv_memory_folder_of(ctx);
    fluv_status status = write_one(ctx, content, file, folder.text);
    if (status == FLUV_OK)
        status = fluv_memory_file_take(ctx, path_in(folder.text, name).text, bytes, size);
    fluv_memory_folder_remove(&folder);
    return status;
}

static fluv_status fill(fluv_ctx *ctx, const fluv_folder_content *content, const char *folder,
                        const char *dir)
{
    size_t step = 0, steps = count_wanted(content);
    for (size_t i = 0; i < fluv_folder_file_count; i++) {
        const fluv_folder_file *file = &fluv_folder_files[i];
        if (!is_wanted(content, file))
            continue;
        fluv_begin_step(ctx, "write", file->name, ++step, steps);
        fluv_status status = write_one(ctx, content, file, folder);
        if (status != FLUV_OK)
            return explain(ctx, status, folder, dir);
    }
    return FLUV_OK;
}

/* Map and model show the same land: it is drawn once where both are written. */
fluv_status fluv_folder_fill(fluv_ctx *ctx, const fluv_folder_content *content, const char *folder,
                             const char *dir)
{
    fluv_picture texture = {0};
    fluv_folder_content all = *content;
    if (has_height(content, FLUV_MODEL_NAME) && !is_left_out(content, "map.png") &&
        !is_left_out(content, FLUV_MODEL_NAME))
        all.texture = &texture;
    fluv_status status = fill(ctx, &all, folder, dir);
    fluv_picture_free(&texture);
    return status;
}
