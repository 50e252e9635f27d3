// SPDX-License-Identifier: MIT
#include "studio/trial.h"

#include "studio/call.h"

#include <stdlib.h>
#include <string.h>

/* People know the file by its name, not by the folder that it was put into. */
static void cut_folder(char *text, const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash + 1 - path) : 0;
    for (char *at = text; length > 0 && (at = strstr(at, path)) != NULL;)
        memmove(at, at + length, strlen(at + length) + 1);
}

static json_t *refusal(const fluv_ctx *ctx, const char *path)
{
    json_t *wrong = error_of(ctx, NULL);
    json_t *message = json_object_get(wrong, "message");
    char *text = strdup(json_string_value(message));
    if (text) {
        cut_folder(text, path);
        json_string_set(message, text);
    }
    free(text);
    return wrong;
}

static fluv_status read_map(fluv_ctx *ctx, const char *path, uint32_t size)
{
    fluv_recipe *recipe = NULL;
    fluv_builder *builder = fluv_builder_new(ctx);
    const fluv_landscape *land = NULL;
    fluv_status status = builder ? fluv_recipe_for_heightmap(ctx, path, &recipe) : FLUV_NO_MEMORY;
    if (status == FLUV_OK)
        status = fluv_recipe_put_number(ctx, recipe, FLUV_FRAME_STAGE, "size", size);
    if (status == FLUV_OK)
        status = fluv_builder_run(ctx, builder, recipe, "import", &land);
    fluv_recipe_delete(recipe);
    fluv_builder_delete(builder);
    return status;
}

json_t *map_try(fluv_ctx *ctx, const char *path, uint32_t size)
{
    return read_map(ctx, path, size) == FLUV_OK ? NULL : refusal(ctx, path);
}
