// SPDX-License-Identifier: MIT
/* A host program whose locale writes 0,5 and turns I into a dotless letter: recipes, files and
 * messages are as in any other. The locales are made for the test where `localedef` is. */
#include "interfluve.h"
#include "own_folder.h"

#include <locale.h>
#include <string.h>

static const char text[] =
    "interfluve: 1\nseed: 3\nframe: {size: 24, width: 19200.5 m, height: [-300.25 m, 900.75 m]}\n"
    "stages: [noise: {shape: island, gain: 0.45}, place: {peaks: {TITI: {x: 9.6 km, y: 9.6 km, "
    "height: 500.5}}}, drain: {depressions: carve}, lakes: {min_area: 0.25 km2}, rivers]\n";

typedef struct result {
    char *recipe, *figures;
    uint8_t *bytes[32];
    size_t size[32], count;
} result;

/* landscape.json ends with what differs from run to run. */
static void cut_timing(result *r, size_t file)
{
    char *timing = strstr((char *)r->bytes[file], "\"timing\"");
    if (strcmp(fluv_file_name(file), "landscape.json") == 0 && timing) {
        char *version = strstr(timing, "\"version\"");
        assert_non_null(version);
        memmove(timing, version, strlen(version) + 1);
        r->size[file] = strlen((char *)r->bytes[file]);
    }
}

/* Every program's files, in a folder of their own each. */
static void hand_over(fluv_ctx *ctx, const fluv_landscape *land, const fluv_recipe *recipe,
                      const char *where)
{
    for (size_t i = 0; i < fluv_export_profile_count(); i++) {
        char dir[600], *told = NULL;
        const char *name = fluv_export_profile_at(i)->name;
        snprintf(dir, sizeof dir, "%s/%s-%s", folder, where, name);
        fluv_export_options options = {
            .struct_size = sizeof options, .profile = name, .size = 33, .told = &told};
        if (fluv_export(ctx, land, recipe, dir, &options) != FLUV_OK)
            fail_msg("%s: %s", name, fluv_message(ctx));
        snprintf(dir, sizeof dir, "%s/%s-%s.told", folder, where, name);
        FILE *out = fopen(dir, "w");
        assert_non_null(out);
        fputs(told, out);
        fclose(out);
        fluv_text_free(told);
    }
}

static result make(const char *where)
{
    result r = {.count = fluv_file_count()};
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_recipe *recipe = NULL;
    fluv_builder *builder = fluv_builder_new(ctx);
    const fluv_landscape *land = NULL;
    fluv_measures *measures = NULL;
    assert_true(r.count <= sizeof r.size / sizeof *r.size);
    if (fluv_recipe_parse(ctx, text, strlen(text), "t.yaml", &recipe) != FLUV_OK ||
        fluv_recipe_set(ctx, recipe, "lakes.min_area=0.5 ha") != FLUV_OK ||
        fluv_builder_run(ctx, builder, recipe, NULL, &land) != FLUV_OK ||
        fluv_recipe_text(ctx, recipe, &r.recipe) != FLUV_OK ||
        fluv_measure(ctx, land, NULL, &measures) != FLUV_OK ||
        fluv_measures_json(ctx, measures, &r.figures) != FLUV_OK)
        fail_msg("%s", fluv_message(ctx));
    for (size_t i = 0; i < r.count; i++) {
        fluv_status status =
            fluv_file_bytes(ctx, land, recipe, fluv_file_name(i), NULL, &r.bytes[i], &r.size[i]);
        if (status == FLUV_OK)
            cut_timing(&r, i);
        else if (status != FLUV_BAD_USE) /* there is nothing to put into it */
            fail_msg("%s: %s", fluv_file_name(i), fluv_message(ctx));
    }
    hand_over(ctx, land, recipe, where);
    fluv_measures_delete(measures);
    fluv_builder_delete(builder);
    fluv_recipe_delete(recipe);
    fluv_ctx_delete(ctx);
    return r;
}

static void drop(result *r)
{
    for (size_t i = 0; i < r->count; i++)
        fluv_text_free(r->bytes[i]);
    fluv_text_free(r->recipe);
    fluv_text_free(r->figures);
}

static void expect_same(const result *a, const result *b)
{
    assert_string_equal(a->recipe, b->recipe);
    assert_string_equal(a->figures, b->figures);
    for (size_t i = 0; i < a->count; i++) {
        if (a->size[i] != b->size[i] ||
            (a->size[i] && memcmp(a->bytes[i], b->bytes[i], a->size[i])))
            fail_msg("%s depends on the locale %s", fluv_file_name(i), setlocale(LC_ALL, NULL));
    }
    for (size_t i = 0; i < fluv_export_profile_count(); i++) {
        const char *name = fluv_export_profile_at(i)->name;
        shell("cd %s && diff -r plain-%s there-%s && diff plain-%s.told there-%s.told", folder,
              name, name, name, name);
    }
    shell("rm -r %s/there-*", folder);
}

static void nothing_depends_on_the_locale(void **state)
{
    (void)state;
    static const char *const names[] = {"de_DE", "tr_TR"};
    result plain = make("plain");
    setenv("LOCPATH", folder, 1);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char command[256];
        snprintf(command, sizeof command, "localedef -i %s -f UTF-8 %s/%s 2>/dev/null", names[i],
                 folder, names[i]);
        if (system(command) != 0 || !setlocale(LC_ALL, names[i])) {
            drop(&plain);
            skip();
        }
        assert_string_equal(localeconv()->decimal_point, ",");
        result there = make("there");
        assert_string_equal(localeconv()->decimal_point,
                            ","); /* the caller's locale is as it was */
        expect_same(&plain, &there);
        drop(&there);
        setlocale(LC_ALL, "C");
    }
    drop(&plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_depends_on_the_locale)};
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
