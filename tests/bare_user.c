// SPDX-License-Identifier: MIT
/* A program with the library without GDAL: land is made, checked and drawn; what needs files is
 * refused, and says why. */
#include "interfluve.h"

#include <stdio.h>
#include <string.h>

static int wrong;

static void expect(bool good, const char *what)
{
    if (!good) {
        printf("wrong: %s\n", what);
        wrong = 1;
    }
}

static void expect_refused(const fluv_ctx *ctx, fluv_status status, const char *what)
{
    expect(status == FLUV_BAD_USE && strstr(fluv_message(ctx), "this build"), what);
}

static void refuse_files(fluv_ctx *ctx, const fluv_landscape *land, const fluv_recipe *recipe)
{
    fluv_landscape *read;
    fluv_recipe *heights;
    uint8_t *bytes;
    size_t size;
    expect(fluv_file_count() == 0, "files there are");
    expect_refused(ctx, fluv_write_check(ctx, "out", NULL), "fluv_write_check");
    expect_refused(ctx, fluv_write(ctx, land, recipe, "out", NULL), "fluv_write");
    expect_refused(ctx, fluv_read(ctx, "out", &read), "fluv_read");
    expect_refused(ctx, fluv_render(ctx, land, "map", "map.png"), "fluv_render");
    expect_refused(ctx, fluv_render_png(ctx, land, "map", NULL, &bytes, &size), "fluv_render_png");
    expect_refused(ctx, fluv_file_bytes(ctx, land, recipe, "height.tif", NULL, &bytes, &size),
                   "fluv_file_bytes");
    expect_refused(ctx, fluv_recipe_for_heightmap(ctx, "map.tif", &heights),
                   "fluv_recipe_for_heightmap");
}

static void draw(fluv_ctx *ctx, const fluv_landscape *land)
{
    const fluv_render_options options = {.struct_size = sizeof options, .longest = 64};
    uint8_t *rgba;
    uint32_t width, height;
    fluv_status status = fluv_render_rgba(ctx, land, "map", &options, &rgba, &width, &height);
    expect(status == FLUV_OK && width == 64 && height == 64 && rgba[3] == 255, "fluv_render_rgba");
    fluv_text_free(rgba);
}

static void check(fluv_ctx *ctx, const fluv_landscape *land)
{
    fluv_verdict verdicts[FLUV_RULES];
    expect(fluv_check(ctx, land, verdicts) == FLUV_OK, "fluv_check");
    for (int i = 0; i < FLUV_RULES; i++)
        expect(!verdicts[i].applies || verdicts[i].holds, verdicts[i].text);
    expect(fluv_rivers_of(land) && fluv_rivers_of(land)->count > 0, "rivers there are");
}

/* An image can be named, but not read. */
static void refuse_images(fluv_ctx *ctx, fluv_builder *builder, fluv_recipe *recipe)
{
    const fluv_landscape *land;
    size_t lakes = fluv_recipe_find(recipe, "lakes");
    fluv_status status =
        fluv_recipe_put(ctx, recipe, lakes, "runoff", "{image: rain.png, low: 0, high: 1}");
    if (status == FLUV_OK)
        status = fluv_builder_run(ctx, builder, recipe, NULL, &land);
    expect(status == FLUV_BAD_RECIPE && strstr(fluv_message(ctx), "this build"), "an image");
    expect(strcmp(fluv_error_of(ctx)->path, "lakes.runoff") == 0, "where the image is named");
}

int main(void)
{
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_builder *builder = fluv_builder_new(ctx);
    fluv_recipe *recipe = NULL;
    const fluv_landscape *land = NULL;
    static const char text[] = "interfluve: 1\nframe: {size: 64, width: 10 km}\n"
                               "stages: [noise, drain, lakes, rivers]\n";
    fluv_status status = fluv_recipe_parse(ctx, text, sizeof text - 1, "text", &recipe);
    if (status == FLUV_OK)
        status = fluv_builder_run(ctx, builder, recipe, NULL, &land);
    expect(status == FLUV_OK, fluv_message(ctx));
    if (status == FLUV_OK) {
        check(ctx, land);
        draw(ctx, land);
        refuse_files(ctx, land, recipe);
        refuse_images(ctx, builder, recipe);
    }
    fluv_builder_delete(builder);
    fluv_recipe_delete(recipe);
    fluv_ctx_delete(ctx);
    return wrong;
}
