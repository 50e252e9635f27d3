// SPDX-License-Identifier: MIT
/* The folder of files that a landscape becomes.
 *
 * in   a landscape        out   a folder, complete, or nothing
 *
 * A file of the user's that has a name of ours is in the way of the new result, or would be taken
 * for a part of it: the folder is refused before anything is made. Others move over. */
#include "output/folder.h"

#include "output/json.h"
#include "output/workshop.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>

static bool is_empty(const char *dir)
{
    DIR *stream = opendir(dir);
    if (!stream)
        return false;
    int entries = 0;
    while (readdir(stream))
        entries++;
    closedir(stream);
    return entries <= 2;
}

/* Whether the older result wrote the file. Older versions kept no list: theirs are known by name.
 */
static bool is_ours(const json_t *files, const char *name)
{
    for (size_t i = 0; i < json_array_size(files); i++) {
        const char *listed = json_string_value(json_array_get(files, i));
        if (listed && strcmp(listed, name) == 0)
            return true;
    }
    return !files && fluv_folder_has_name(name);
}

/* A file with a name of ours that is not ours. */
static fluv_status check_names(fluv_ctx *ctx, const char *dir, const json_t *files)
{
    DIR *stream = opendir(dir);
    fluv_status status = FLUV_OK;
    for (struct dirent *entry; stream && status == FLUV_OK && (entry = readdir(stream));)
        if (fluv_folder_has_name(entry->d_name) && !is_ours(files, entry->d_name))
            status = fluv_fail(ctx, FLUV_IO,
                               "%s: %s in it was not written by interfluve: move it away, or give "
                               "another folder",
                               dir, entry->d_name);
    if (stream)
        closedir(stream);
    return status;
}

static fluv_status check_existing(fluv_ctx *ctx, fluv_workshop *shop)
{
    char file[PATH_MAX];
    snprintf(file, sizeof file, "%s/%s", shop->target, FLUV_JSON_NAME);
    if (is_empty(shop->target))
        return FLUV_OK;
    if (!fluv_json_is_ours(file))
        return fluv_fail(ctx, FLUV_IO,
                         "%s: is not empty and holds no result of interfluve: give another folder",
                         shop->target);
    shop->files = fluv_json_files(file);
    return check_names(ctx, shop->target, shop->files);
}

static const fluv_workshop_kind results = {.look = check_existing,
                                           .is_listed = is_ours,
                                           .is_name = fluv_folder_has_name,
                                           .keeps_strangers = true};

fluv_status fluv_folder_check(fluv_ctx *ctx, const char *dir, const char *without)
{
    fluv_workshop shop = {.kind = &results};
    if (without)
        FLUV_TRY(fluv_folder_check_without(ctx, without));
    fluv_status status = fluv_workshop_try(ctx, &shop, dir);
    fluv_workshop_close(&shop);
    return status;
}

fluv_status fluv_folder_write(fluv_ctx *ctx, const fluv_folder_content *content, const char *dir)
{
    fluv_workshop shop = {.kind = &results};
    if (content->without)
        FLUV_TRY(fluv_folder_check_without(ctx, content->without));
    fluv_status status = fluv_workshop_open(ctx, &shop, dir);
    if (status == FLUV_OK)
        status = fluv_folder_fill(ctx, content, shop.fresh, dir);
    if (status == FLUV_OK)
        status = fluv_workshop_settle(ctx, &shop);
    fluv_workshop_close(&shop);
    return status;
}
