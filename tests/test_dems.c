// SPDX-License-Identifier: MIT
/* Real maps: the rules of water hold on every height map in the folder that the environment
 * variable INTERFLUVE_DEMS names. Without one there is nothing to test, and the program says so
 * with 77. */
#include "interfluve.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SKIPPED 77

static bool is_map(const char *name)
{
    static const char *const ends[] = {".tif", ".asc", ".hgt", ".nc"};
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < sizeof ends / sizeof *ends; i++)
        if (strcmp(dot, ends[i]) == 0)
            return true;
    return false;
}

static int count_broken(fluv_ctx *ctx, const fluv_landscape *land, const char *file)
{
    fluv_verdict verdicts[FLUV_RULES];
    int broken = 0;
    if (fluv_check(ctx, land, verdicts) != FLUV_OK)
        return 1;
    for (int i = 0; i < FLUV_RULES; i++)
        if (verdicts[i].applies && !verdicts[i].holds) {
            broken++;
            printf("%s: rule %d: %s\n", file, verdicts[i].rule, verdicts[i].text);
        }
    return broken;
}

static int run_map(fluv_ctx *ctx, const char *file, const char *mode)
{
    fluv_recipe *recipe = NULL;
    fluv_builder *builder = fluv_builder_new(ctx);
    const fluv_landscape *land = NULL;
    char set_mode[64];
    int broken = 1;
    snprintf(set_mode, sizeof set_mode, "lakes.mode=%s", mode);
    if (builder && fluv_recipe_for_heightmap(ctx, file, &recipe) == FLUV_OK &&
        fluv_recipe_set(ctx, recipe, "frame.size=700") == FLUV_OK &&
        fluv_recipe_set(ctx, recipe, set_mode) == FLUV_OK &&
        fluv_builder_run(ctx, builder, recipe, NULL, &land) == FLUV_OK)
        broken = count_broken(ctx, land, file);
    else
        printf("%s: %s\n", file, fluv_message(ctx));
    fluv_recipe_delete(recipe);
    if (builder)
        fluv_builder_delete(builder);
    return broken;
}

int main(void)
{
    const char *folder = getenv("INTERFLUVE_DEMS");
    DIR *dir = folder && *folder ? opendir(folder) : NULL;
    fluv_ctx *ctx = fluv_ctx_new();
    int broken = 0, maps = 0;
    if (!dir || !ctx) {
        puts("INTERFLUVE_DEMS names no folder: skipped");
        fluv_ctx_delete(ctx);
        return SKIPPED;
    }
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        static const char *const modes[] = {"steady", "full", "volume"};
        char file[4096];
        if (!is_map(entry->d_name))
            continue;
        snprintf(file, sizeof file, "%s/%s", folder, entry->d_name);
        for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
            broken += run_map(ctx, file, modes[i]);
        maps++;
    }
    closedir(dir);
    fluv_ctx_delete(ctx);
    printf("%d maps, %d rules broken\n", maps, broken);
    return broken ? 1 : maps ? 0 : SKIPPED;
}
