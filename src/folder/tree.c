// SPDX-License-Identifier: MIT
/* Construction trees as files: the layer's bytes as they are. A file from anywhere is checked whole
 * before anything of it is used. */
#include "folder/tree.h"

#include "landscape/tree_waters.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Takes the block, also when it fails. */
static fluv_status open_block(fluv_ctx *ctx, unsigned char *block, fluv_tree **out)
{
    fluv_tree *tree = fluv_alloc_zero(ctx, 1, sizeof *tree);
    if (!tree) {
        fluv_free(block);
        return FLUV_NO_MEMORY;
    }
    tree->block = block;
    fluv_status status = fluv_tree_open(ctx, block, &tree->index);
    if (status == FLUV_OK)
        *out = tree;
    else
        fluv_tree_delete(tree);
    return status;
}

fluv_status fluv_tree_take(fluv_ctx *ctx, const fluv_landscape *land, fluv_tree **out)
{
    unsigned char *block = NULL;
    *out = NULL;
    if (!fluv_layer_read(land, FLUV_LAYER_tree))
        return fluv_fail(ctx, FLUV_BAD_USE, "the landscape has no tree: run the stage `tree`");
    FLUV_TRY(fluv_tree_with_lakes(ctx, land, &block));
    return open_block(ctx, block, out);
}

static fluv_status read_block(fluv_ctx *ctx, const char *path, unsigned char **out)
{
    struct stat facts;
    if (stat(path, &facts) == 0 && !S_ISREG(facts.st_mode)) /* to open a pipe is to wait */
        return fluv_fail(ctx, FLUV_IO, "cannot read %s: it is no file", path);
    FILE *stream = fopen(path, "rb");
    if (!stream || fstat(fileno(stream), &facts) != 0) {
        fluv_status status = fluv_fail(ctx, FLUV_IO, "cannot read %s: %s", path, strerror(errno));
        if (stream)
            fclose(stream);
        return status;
    }
    size_t bytes = (size_t)facts.st_size;
    unsigned char *block = fluv_alloc(ctx, bytes + 1, 1);
    bool whole = block && fread(block, 1, bytes, stream) == bytes;
    fclose(stream);
    fluv_status status = FLUV_NO_MEMORY;
    if (block)
        status = whole ? fluv_tree_check(ctx, block, bytes, path)
                       : fluv_fail(ctx, FLUV_IO, "cannot read %s: %s", path, strerror(errno));
    if (status == FLUV_OK)
        *out = block;
    else
        fluv_free(block);
    return status;
}

fluv_status fluv_tree_read(fluv_ctx *ctx, const char *file_or_dir, fluv_tree **out)
{
    char path[PATH_MAX];
    struct stat facts;
    bool folder = stat(file_or_dir, &facts) == 0 && S_ISDIR(facts.st_mode);
    snprintf(path, sizeof path, folder ? "%s/" FLUV_TREE_NAME : "%s", file_or_dir);
    unsigned char *block = NULL;
    *out = NULL;
    FLUV_TRY(read_block(ctx, path, &block));
    return open_block(ctx, block, out);
}

fluv_status fluv_tree_layer_read(fluv_ctx *ctx, fluv_landscape *land, const char *file)
{
    unsigned char *block = NULL;
    if (access(file, F_OK) != 0)
        return FLUV_OK;
    FLUV_TRY(read_block(ctx, file, &block));
    size_t bytes = fluv_tree_bytes((const void *)block);
    fluv_shared *tree = fluv_shared_new(ctx, bytes, 1);
    if (tree)
        memcpy(tree->data, block, bytes);
    fluv_free(block);
    if (!tree)
        return FLUV_NO_MEMORY;
    fluv_layer_put(land, FLUV_LAYER_tree, tree);
    return FLUV_OK;
}

void fluv_tree_delete(fluv_tree *tree)
{
    if (!tree)
        return;
    fluv_tree_close(tree->index);
    fluv_free(tree->block);
    fluv_free(tree);
}

void fluv_tree_heights(const fluv_tree *tree, const double *x, const double *y, size_t count,
                       double spacing, float *height)
{
    assert(tree && x && y && height && spacing >= 0.0);
    fluv_tree_evaluate(tree->index, x, y, count, spacing, &(fluv_tree_values){.height = height});
}
