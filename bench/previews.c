// SPDX-License-Identifier: MIT
/* How soon a preset is seen: its draft of 128 x 128 cells, its whole of an eighth of the size, and
 * the whole again with another value of its last stage through the kept builder. Seconds by the
 * clock and of the processor; both count everything from the recipe to the landscape, no files.
 *
 * INTERFLUVE_PRESETS names some of them: "demo,ice-alps". */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST        128u /* cells a side of a first picture */
#define FIRST_BUDGET 0.3  /* s */
#define WHOLE_BUDGET 1.0
#define LATE_BUDGET  0.1

typedef struct preview {
    double clock, processor;
} preview;

static fluv_status run(fluv_ctx *ctx, fluv_builder *builder, const fluv_recipe *recipe,
                       preview *took, const fluv_landscape **land)
{
    *took = (preview){fluv_clock(), bench_processor_time()};
    FLUV_TRY(fluv_builder_run(ctx, builder, recipe, NULL, land));
    *took = (preview){fluv_clock() - took->clock, bench_processor_time() - took->processor};
    return FLUV_OK;
}

static void print_preview(preview took, double budget)
{
    printf(" %7.3f %7.3f %-6s", took.clock, took.processor,
           took.clock <= budget ? "met" : "missed");
}

/* The three stages that took longest. */
static void print_worst(const fluv_landscape *land)
{
    bool told[FLUV_MAX_STAGES] = {false};
    for (int i = 0; i < 3; i++) {
        size_t worst = FLUV_MAX_STAGES;
        for (size_t k = 0; k < land->record_count; k++)
            if (!told[k] && (worst == FLUV_MAX_STAGES ||
                             land->records[k].seconds > land->records[worst].seconds))
                worst = k;
        if (worst == FLUV_MAX_STAGES)
            break;
        told[worst] = true;
        printf(" %s %.3f", land->records[worst].stage, land->records[worst].seconds);
    }
}

/* A value of the last stage that lets what is before it stand. */
static fluv_status change_late(fluv_ctx *ctx, fluv_recipe *recipe)
{
    size_t last = fluv_recipe_stage_count(recipe) - 1;
    const char *name = fluv_recipe_stage_at(recipe, last)->name;
    const char *path = strcmp(name, "relief") == 0 ? "lake_depth" : "width";
    return fluv_recipe_put_number(ctx, recipe, last, path, 1.1);
}

static fluv_status preview_draft(fluv_ctx *ctx, fluv_recipe *recipe)
{
    const fluv_landscape *land;
    preview took;
    fluv_builder *builder = fluv_builder_new(ctx);
    if (!builder)
        return FLUV_NO_MEMORY;
    fluv_builder_draft(builder, true);
    fluv_status status = fluv_recipe_put_number(ctx, recipe, FLUV_FRAME_STAGE, "size", FIRST);
    if (status == FLUV_OK)
        status = run(ctx, builder, recipe, &took, &land);
    if (status == FLUV_OK)
        print_preview(took, FIRST_BUDGET);
    fluv_builder_delete(builder);
    return status;
}

static fluv_status preview_whole(fluv_ctx *ctx, fluv_recipe *recipe, uint32_t size)
{
    const fluv_landscape *land;
    preview whole, late;
    fluv_builder *builder = fluv_builder_new(ctx);
    if (!builder)
        return FLUV_NO_MEMORY;
    fluv_status status = fluv_recipe_put_number(ctx, recipe, FLUV_FRAME_STAGE, "size", size);
    if (status == FLUV_OK)
        status = run(ctx, builder, recipe, &whole, &land);
    if (status == FLUV_OK) {
        print_preview(whole, WHOLE_BUDGET);
        status = change_late(ctx, recipe);
    }
    if (status == FLUV_OK)
        status = run(ctx, builder, recipe, &late, &land);
    if (status == FLUV_OK) {
        print_preview(late, LATE_BUDGET);
        print_worst(land);
    }
    fluv_builder_delete(builder);
    return status;
}

static fluv_status preview_preset(fluv_ctx *ctx, const char *name, uint32_t size)
{
    const char *text = fluv_preset_text(name);
    fluv_recipe *recipe;
    printf("%-24s", name);
    if (strstr(text, "file:")) {
        printf(" reads a map of yours\n");
        return FLUV_OK;
    }
    FLUV_TRY(fluv_recipe_parse(ctx, text, strlen(text), name, &recipe));
    fluv_status status = preview_draft(ctx, recipe);
    if (status == FLUV_OK)
        status = preview_whole(ctx, recipe, size);
    putchar('\n');
    fluv_recipe_delete(recipe);
    return status;
}

static bool is_asked_for(const char *name)
{
    const char *list = getenv("INTERFLUVE_PRESETS"), *at = list ? strstr(list, name) : name;
    size_t length = strlen(name);
    return at && (!list || at[length] == ',' || at[length] == '\0');
}

fluv_status bench_previews(fluv_ctx *ctx, uint32_t size)
{
    uint32_t cells = size / 8 < 16 ? 16 : size / 8;
    printf("\npresets: s by the clock and of the processor, %d threads\n%-24s %-22s %-22s %-22s\n",
           ctx->threads, "", "draft, 128^2", "whole", "last stage changed");
    printf("%-24s budget %-15g budget %-15g budget %-14g longest stages of the whole\n", "",
           FIRST_BUDGET, WHOLE_BUDGET, LATE_BUDGET);
    for (size_t i = 0; i < fluv_preset_count(); i++)
        if (is_asked_for(fluv_preset_name(i)))
            FLUV_TRY(preview_preset(ctx, fluv_preset_name(i), cells));
    return FLUV_OK;
}
