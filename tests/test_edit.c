// SPDX-License-Identifier: MIT
/* Recipes asked, edited and compared through the public calls, and mistakes as fields. The stages
 * are those of fake_stages.c. */
#include "failing_memory.h"
#include "fake_stages.h"
#include "recipe_bench.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LAND "interfluve: 1\nseed: 7\nframe: {size: 32, width: 6 km}\n"
#define ALL                                                                                        \
    LAND "stages:\n"                                                                               \
         "- flat: {level: 0.5 km, rain: {noise: {low: 0.5, high: 2, wavelength: 3 km}}}\n"         \
         "- lakes: {rain: {image: rain.png, low: 0, high: 1}, note: 'a b'}\n"                      \
         "- sketch:\n"                                                                             \
         "    masses: [{inside: ocean, markers: [{x: 1, y: 2}, {x: 3, y: 4}]}]\n"                  \
         "    kinds: {marsh: {growth: 0.02}, dune: {}}\n"                                          \
         "- lakes: {steps: 5}\n"

enum { FLAT, LAKES, SKETCH, LAKES_AGAIN, STAGES };

static fluv_value value_at(const fluv_recipe *recipe, size_t stage, const char *path)
{
    fluv_value value;
    if (fluv_recipe_value(ctx, recipe, stage, path, &value) != FLUV_OK)
        fail_msg("%s: %s", path, fluv_message(ctx));
    return value;
}

static void assert_text(const fluv_recipe *recipe, size_t stage, const char *path, const char *text)
{
    char *shown = NULL;
    assert_int_equal(fluv_recipe_value_text(ctx, recipe, stage, path, &shown), FLUV_OK);
    assert_string_equal(shown, text);
    fluv_text_free(shown);
}

static void put(fluv_recipe *recipe, size_t stage, const char *path, const char *text)
{
    if (fluv_recipe_put(ctx, recipe, stage, path, text) != FLUV_OK)
        fail_msg("%s: %s", path, fluv_message(ctx));
}

static void stages_can_be_asked_for(void **state)
{
    (void)state;
    fluv_recipe *recipe = parsed(ALL);
    assert_int_equal(fluv_recipe_seed(recipe), 7);
    assert_int_equal(fluv_recipe_stage_count(recipe), STAGES);
    assert_ptr_equal(fluv_recipe_stage_at(recipe, LAKES), fluv_stage_find("lakes"));
    assert_ptr_equal(fluv_recipe_stage_at(recipe, FLUV_FRAME_STAGE), fluv_frame_info());
    assert_null(fluv_recipe_stage_at(recipe, STAGES));
    assert_int_equal(fluv_recipe_find(recipe, "lakes"), LAKES);
    assert_int_equal(fluv_recipe_find(recipe, "lakes#2"), LAKES_AGAIN);
    assert_int_equal(fluv_recipe_find(recipe, "lakes#3"), STAGES);
    assert_true(fluv_recipe_find(recipe, "frame") == FLUV_FRAME_STAGE);
    fluv_recipe_delete(recipe);
}

static void values_of_every_type_can_be_asked_for(void **state)
{
    (void)state;
    fluv_recipe *recipe = parsed(ALL);
    fluv_value value = value_at(recipe, FLAT, "level");
    assert_true(value.number == 500.0 && !value.standard && value.param.max == 1000.0);
    assert_string_equal(value.param.unit, "m");
    value = value_at(recipe, LAKES_AGAIN, "steps");
    assert_true(value.number == 5.0 && value.param.type == FLUV_PARAM_INT);
    value = value_at(recipe, FLAT, "steps");
    assert_true(value.number == 3.0 && value.standard);
    value = value_at(recipe, FLAT, "mode");
    assert_true(value.number == 1.0 && value.standard);
    assert_string_equal(value.word, "fill-free");
    value = value_at(recipe, FLAT, "wide");
    assert_true(value.number == 1.0 && value.param.type == FLUV_PARAM_FLAG);
    value = value_at(recipe, LAKES, "note");
    assert_string_equal(value.text, "a b");
    value = value_at(recipe, FLUV_FRAME_STAGE, "width");
    assert_true(value.number == 6000.0);
    value = value_at(recipe, SKETCH, "masses");
    assert_true(value.rows == 1 && value.param.columns->count == 3);
    value = value_at(recipe, SKETCH, "masses[0].markers");
    assert_true(value.rows == 2);
    value = value_at(recipe, SKETCH, "masses[0].markers[1].y");
    assert_true(value.number == 4.0);
    value = value_at(recipe, SKETCH, "kinds.marsh.growth");
    assert_true(value.number == 0.02);
    fluv_recipe_delete(recipe);
}

static void fields_have_parts(void **state)
{
    (void)state;
    fluv_recipe *recipe = parsed(ALL);
    fluv_value value = value_at(recipe, FLAT, "rain");
    assert_int_equal(value.field, FLUV_FIELD_NOISE);
    value = value_at(recipe, FLAT, "rain.low");
    assert_true(value.number == 0.5 && value.param.type == FLUV_PARAM_REAL);
    assert_string_equal(value.param.unit, "m/y");
    assert_true(value_at(recipe, FLAT, "rain.wavelength").number == 3000.0);
    value = value_at(recipe, FLAT, "rain.octaves");
    assert_true(value.number == 6.0 && value.standard);
    value = value_at(recipe, LAKES, "rain");
    assert_int_equal(value.field, FLUV_FIELD_IMAGE);
    assert_string_equal(value.text, "rain.png");
    assert_string_equal(value_at(recipe, LAKES, "rain.image").text, "rain.png");
    value = value_at(recipe, LAKES_AGAIN, "rain");
    assert_true(value.field == FLUV_FIELD_NUMBER && value.number == 1.0 && value.standard);

    put(recipe, FLAT, "rain.high", "400 mm/y");
    put(recipe, FLAT, "rain.octaves", "9");
    put(recipe, LAKES, "rain.image", "other.png");
    assert_text(
        recipe, FLAT, "rain",
        "{noise: {low: 0.5 m/y, high: 0.4 m/y, wavelength: 3000 m, octaves: 9, gain: 0.5}}");
    assert_string_equal(value_at(recipe, LAKES, "rain").text, "other.png");
    static const char *const wrong[] = {"rain.image", "rain.lowest", "rain[0]", "rain.low.x"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(fluv_recipe_value(ctx, recipe, FLAT, wrong[i], &value), FLUV_BAD_USE);
    assert_int_equal(fluv_recipe_put(ctx, recipe, LAKES_AGAIN, "rain.low", "1"), FLUV_BAD_USE);
    assert_non_null(strstr(fluv_message(ctx), "it is a number"));
    assert_int_equal(fluv_recipe_put(ctx, recipe, FLAT, "rain.low", "30"), FLUV_BAD_USE);
    assert_string_equal(fluv_error_of(ctx)->path, "flat.rain.low");
    fluv_recipe_delete(recipe);
}

static void put_all(fluv_recipe *to, const fluv_recipe *from, size_t stage)
{
    const fluv_stage_info *info = fluv_recipe_stage_at(from, stage);
    for (size_t i = 0; i < info->param_count; i++) {
        char *text = NULL;
        assert_int_equal(fluv_recipe_value_text(ctx, from, stage, info->params[i].name, &text),
                         FLUV_OK);
        put(to, stage, info->params[i].name, text);
        fluv_text_free(text);
    }
}

/* What a value shows as, it can be set to. */
static void texts_of_values_set_them(void **state)
{
    (void)state;
    fluv_recipe *from = parsed(ALL);
    fluv_recipe *to = parsed(LAND "stages: [flat, lakes, sketch, lakes]\n");
    put(from, LAKES, "note", "\"'a' b\"");
    for (size_t stage = 0; stage < STAGES; stage++)
        put_all(to, from, stage);
    assert_true(fluv_recipe_first_change(from, to) == SIZE_MAX);
    assert_text(from, FLAT, "level", "500 m");
    assert_text(from, FLAT, "mode", "fill-free");
    assert_text(from, LAKES, "note", "\"'a' b\"");
    fluv_recipe_delete(from);
    fluv_recipe_delete(to);
}

static void numbers_can_be_put(void **state)
{
    (void)state;
    fluv_recipe *recipe = parsed(ALL);
    static const struct {
        size_t stage;
        const char *path;
        double number;
    } good[] = {
        {FLAT, "level", 0.1},   {FLAT, "steps", 9.0},
        {FLAT, "mode", 2.0},    {FLAT, "wide", 0.0},
        {LAKES, "rain", 3.0},   {SKETCH, "masses[0].markers[1].x", -1.0 / 3.0},
        {FLAT, "rain.gain", 1}, {FLUV_FRAME_STAGE, "width", 1234.5},
    };
    setlocale(LC_NUMERIC, "de_DE.UTF-8"); /* with a decimal comma, where it is installed */
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_int_equal(
            fluv_recipe_put_number(ctx, recipe, good[i].stage, good[i].path, good[i].number),
            FLUV_OK);
        assert_true(value_at(recipe, good[i].stage, good[i].path).number == good[i].number);
    }
    setlocale(LC_NUMERIC, "C");
    assert_string_equal(value_at(recipe, FLAT, "mode").word, "full");
    assert_int_equal(fluv_recipe_put_number(ctx, recipe, FLAT, "mode", 3.0), FLUV_BAD_USE);
    assert_int_equal(fluv_recipe_put_number(ctx, recipe, FLAT, "mode", 0.5), FLUV_BAD_USE);
    assert_int_equal(fluv_recipe_put_number(ctx, recipe, FLAT, "level", 1001.0), FLUV_BAD_USE);
    assert_int_equal(fluv_recipe_put_number(ctx, recipe, FLAT, "steps", 1.5), FLUV_BAD_USE);
    assert_int_equal(fluv_recipe_put_number(ctx, recipe, FLAT, "note", 1.0), FLUV_BAD_USE);
    assert_int_equal(fluv_recipe_put_number(ctx, recipe, SKETCH, "masses", 1.0), FLUV_BAD_USE);
    fluv_recipe_delete(recipe);
}

static void assert_order(const fluv_recipe *recipe, const char *names)
{
    char all[200] = "";
    for (size_t i = 0; i < fluv_recipe_stage_count(recipe); i++) {
        strcat(all, i ? " " : "");
        strcat(all, fluv_recipe_stage_at(recipe, i)->name);
    }
    assert_string_equal(all, names);
}

static void stages_come_go_and_move(void **state)
{
    (void)state;
    fluv_recipe *recipe = parsed(ALL);
    assert_int_equal(fluv_recipe_insert(ctx, recipe, 1, "drain", NULL), FLUV_OK);
    assert_order(recipe, "flat drain lakes sketch lakes");
    assert_int_equal(fluv_recipe_insert(ctx, recipe, 5, "rivers", ""), FLUV_OK);
    assert_int_equal(fluv_recipe_move(ctx, recipe, 0, 4), FLUV_OK);
    assert_order(recipe, "drain lakes sketch lakes flat rivers");
    assert_true(value_at(recipe, 4, "level").number == 500.0);
    assert_int_equal(fluv_recipe_move(ctx, recipe, 5, 1), FLUV_OK);
    assert_order(recipe, "drain rivers lakes sketch lakes flat");
    assert_int_equal(fluv_recipe_remove(ctx, recipe, 3), FLUV_OK);
    assert_order(recipe, "drain rivers lakes lakes flat");
    assert_int_equal(fluv_recipe_replace(ctx, recipe, 2, "flat", "{level: 3 m}"), FLUV_OK);
    assert_order(recipe, "drain rivers flat lakes flat");
    assert_true(value_at(recipe, 2, "level").number == 3.0);
    fluv_recipe_set_seed(recipe, UINT64_MAX);
    assert_true(fluv_recipe_seed(recipe) == UINT64_MAX);
    assert_reads_back(recipe);
    fluv_recipe_delete(recipe);
}

static void assert_unchanged(const fluv_recipe *recipe, fluv_status status)
{
    fluv_recipe *whole = parsed(ALL);
    assert_int_equal(status, FLUV_BAD_USE);
    assert_true(fluv_recipe_first_change(recipe, whole) == SIZE_MAX);
    fluv_recipe_delete(whole);
}

static void wrong_edits_change_nothing(void **state)
{
    (void)state;
    fluv_recipe *recipe = parsed(ALL);
    assert_unchanged(recipe, fluv_recipe_insert(ctx, recipe, 5, "flat", NULL));
    assert_unchanged(recipe, fluv_recipe_insert(ctx, recipe, 1, "flatt", NULL));
    assert_non_null(strstr(fluv_message(ctx), "did you mean `flat`"));
    assert_unchanged(recipe, fluv_recipe_insert(ctx, recipe, 1, "flat", "{level: 3 s}"));
    assert_unchanged(recipe, fluv_recipe_insert(ctx, recipe, 1, "flat", "{level"));
    assert_unchanged(recipe, fluv_recipe_replace(ctx, recipe, 4, "flat", NULL));
    assert_unchanged(recipe, fluv_recipe_replace(ctx, recipe, 0, "flat", "{height: 3}"));
    assert_unchanged(recipe, fluv_recipe_remove(ctx, recipe, 4));
    assert_unchanged(recipe, fluv_recipe_move(ctx, recipe, 0, 4));
    assert_unchanged(recipe, fluv_recipe_move(ctx, recipe, 4, 0));
    assert_unchanged(recipe, fluv_recipe_put(ctx, recipe, 4, "level", "1"));
    assert_unchanged(recipe, fluv_recipe_insert_row(ctx, recipe, SKETCH, "masses", 2, "{}"));
    assert_unchanged(recipe, fluv_recipe_insert_row(ctx, recipe, SKETCH, "masses", 1, "{}"));
    assert_unchanged(recipe, fluv_recipe_insert_row(ctx, recipe, FLAT, "level", 0, "1"));
    assert_unchanged(recipe, fluv_recipe_insert_row(ctx, recipe, SKETCH, "line", 0, "[1, 2]"));
    assert_unchanged(recipe, fluv_recipe_remove_row(ctx, recipe, SKETCH, "masses", 1));
    assert_unchanged(recipe, fluv_recipe_remove_row(ctx, recipe, SKETCH, "kind", 0));
    fluv_recipe_delete(recipe);
}

static void rows_come_and_go(void **state)
{
    (void)state;
    fluv_recipe *recipe = parsed(ALL);
    static const char *const markers = "masses[0].markers";
    const fluv_status good = FLUV_OK;
    assert_int_equal(fluv_recipe_insert_row(ctx, recipe, SKETCH, markers, 1, "[9, 8 km]"), good);
    assert_int_equal(fluv_recipe_insert_row(ctx, recipe, SKETCH, markers, 3, "{x: 7, y: 7}"), good);
    assert_true(value_at(recipe, SKETCH, markers).rows == 4);
    assert_true(value_at(recipe, SKETCH, "masses[0].markers[0].x").number == 1.0);
    assert_true(value_at(recipe, SKETCH, "masses[0].markers[1].y").number == 8000.0);
    assert_true(value_at(recipe, SKETCH, "masses[0].markers[2].x").number == 3.0);
    assert_int_equal(fluv_recipe_remove_row(ctx, recipe, SKETCH, markers, 0), good);
    assert_true(value_at(recipe, SKETCH, "masses[0].markers[0].x").number == 9.0);
    assert_int_equal(fluv_recipe_remove_row(ctx, recipe, SKETCH, markers, 1), good);
    assert_int_equal(fluv_recipe_remove_row(ctx, recipe, SKETCH, markers, 0), good);
    assert_int_equal(fluv_recipe_remove_row(ctx, recipe, SKETCH, markers, 0), FLUV_BAD_USE);
    assert_non_null(strstr(fluv_message(ctx), "must not be empty"));
    assert_int_equal(
        fluv_recipe_insert_row(ctx, recipe, SKETCH, "kinds", 0, "{name: bog, lakes: 7}"), good);
    assert_true(value_at(recipe, SKETCH, "kinds.bog.lakes").number == 7.0);
    assert_int_equal(fluv_recipe_remove_row(ctx, recipe, SKETCH, "kinds", 1), good);
    assert_int_equal(fluv_recipe_remove_row(ctx, recipe, SKETCH, "kinds", 1), good);
    assert_int_equal(fluv_recipe_remove_row(ctx, recipe, SKETCH, "kinds", 0), good);
    assert_true(value_at(recipe, SKETCH, "kinds").rows == 0);
    assert_reads_back(recipe);
    fluv_recipe_delete(recipe);
}

static void the_first_change_is_found(void **state)
{
    (void)state;
    fluv_recipe *recipe = parsed(ALL), *copy = NULL;
    assert_int_equal(fluv_recipe_copy(ctx, recipe, &copy), FLUV_OK);
    assert_true(fluv_recipe_first_change(recipe, copy) == SIZE_MAX);
    put(copy, LAKES_AGAIN, "steps", "6");
    assert_int_equal(fluv_recipe_first_change(recipe, copy), LAKES_AGAIN);
    put(copy, SKETCH, "masses[0].markers[1].x", "5");
    assert_int_equal(fluv_recipe_first_change(recipe, copy), SKETCH);
    put(copy, FLUV_FRAME_STAGE, "width", "7 km");
    assert_int_equal(fluv_recipe_first_change(recipe, copy), 0);
    fluv_recipe_delete(copy);
    assert_int_equal(fluv_recipe_copy(ctx, recipe, &copy), FLUV_OK);
    assert_int_equal(fluv_recipe_remove(ctx, copy, LAKES_AGAIN), FLUV_OK);
    assert_int_equal(fluv_recipe_first_change(recipe, copy), LAKES_AGAIN);
    assert_int_equal(fluv_recipe_first_change(copy, recipe), LAKES_AGAIN);
    fluv_recipe_set_seed(copy, 8);
    assert_int_equal(fluv_recipe_first_change(recipe, copy), 0);
    fluv_recipe_delete(copy);
    fluv_recipe_delete(recipe);
}

/* The place of a mistake as fields. */
typedef struct place {
    const char *stage;
    int stage_index;
    const char *param;
    int row, line, column;
    const char *path;
} place;

static void assert_place(fluv_status status, place at)
{
    const fluv_error *error = fluv_error_of(ctx);
    assert_int_equal(error->status, status);
    assert_string_equal(error->message, fluv_message(ctx));
    assert_string_equal(error->stage, at.stage);
    assert_string_equal(error->param, at.param);
    assert_string_equal(error->path, at.path);
    assert_int_equal(error->stage_index, at.stage_index);
    assert_int_equal(error->row, at.row);
    assert_int_equal(error->line, at.line);
    assert_int_equal(error->column, at.column);
    assert_string_equal(error->file, at.line ? "t.yaml" : "");
}

static void mistakes_in_texts_have_places(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        place at;
    } wrong[] = {
        {"stages:\n- flat\n- flat: {level: 5 km}\n", {"flat", 1, "level", -1, 6, 17, "flat.level"}},
        {"stages:\n- flat: {levl: 5}\n", {"flat", 0, "levl", -1, 5, 10, "flat.levl"}},
        {"stages:\n- flat\n- falt\n", {"falt", 1, "", -1, 6, 3, ""}},
        {"stages:\n- flat: {rain: {noise: {low: 0, high: 99}}}\n",
         {"flat", 0, "rain", -1, 5, 39, "flat.rain.high"}},
        {"stages:\n- flat: {rain: {noise: {lo: 0, high: 9}}}\n",
         {"flat", 0, "rain", -1, 5, 25, "flat.rain"}},
        {"stages:\n- sketch:\n    line: [[1, 2], [3, z]]\n",
         {"sketch", 0, "line", 1, 6, 24, "sketch.line[1].y"}},
        {"stages:\n- sketch:\n    kinds: {a: 1, b: {lakes: 4, rain: {image: x, low: 0}}}\n",
         {"sketch", 0, "kinds", 1, 6, 39, "sketch.kinds.b.rain.high"}},
        {"stages:\n- sketch:\n    masses: [{inside: land, markers: [{x: 1, y: 1}, {x: 3}]}]\n",
         {"sketch", 0, "masses", 0, 6, 53, "sketch.masses[0].markers[1]"}},
        {"stages:\n- sketch:\n    masses: [{inside: land, markers: [{x: 1, y: 1, z: 3}]}]\n",
         {"sketch", 0, "masses", 0, 6, 52, "sketch.masses[0].markers[0]"}},
        {"stages: [flat}\n", {"", -1, "", -1, 4, 14, ""}},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[400];
        fluv_recipe *recipe = NULL;
        snprintf(text, sizeof text, LAND "%s", wrong[i].text);
        fluv_status status = fluv_recipe_parse(ctx, text, strlen(text), "t.yaml", &recipe);
        assert_int_equal(status, FLUV_BAD_RECIPE);
        assert_place(status, wrong[i].at);
    }
    fluv_recipe *recipe = NULL;
    static const char frame[] = "interfluve: 1\nframe: {width: 6 g}\n";
    fluv_status status = fluv_recipe_parse(ctx, frame, sizeof frame - 1, "t.yaml", &recipe);
    assert_place(status, (place){"frame", -1, "width", -1, 2, 16, "frame.width"});
}

static void mistakes_of_calls_have_places(void **state)
{
    (void)state;
    fluv_recipe *recipe = parsed(ALL);
    const fluv_status bad = FLUV_BAD_USE;
    assert_int_equal(fluv_recipe_put(ctx, recipe, LAKES_AGAIN, "steps", "77"), bad);
    assert_place(bad, (place){"lakes", LAKES_AGAIN, "steps", -1, 0, 0, "lakes.steps"});
    assert_int_equal(fluv_recipe_set(ctx, recipe, "lakes#2.stepps=7"), bad);
    assert_place(bad, (place){"lakes", LAKES_AGAIN, "stepps", -1, 0, 0, "lakes.stepps"});
    assert_int_equal(fluv_recipe_put(ctx, recipe, SKETCH, "kinds.dune.growth", "7"), bad);
    assert_place(bad, (place){"sketch", SKETCH, "kinds", 1, 0, 0, "sketch.kinds.dune.growth"});
    assert_int_equal(fluv_recipe_put(ctx, recipe, SKETCH, "kinds[4].growth", "7"), bad);
    assert_place(bad, (place){"sketch", SKETCH, "kinds", -1, 0, 0, "sketch.kinds[4].growth"});
    assert_int_equal(fluv_recipe_put(ctx, recipe, FLUV_FRAME_STAGE, "width", "-1"), bad);
    assert_place(bad, (place){"frame", -1, "width", -1, 0, 0, "frame.width"});
    assert_int_equal(fluv_recipe_insert(ctx, recipe, 2, "flat", "{level: 5 km}"), bad);
    assert_place(bad, (place){"flat", 2, "level", -1, 0, 0, "flat.level"});
    fluv_recipe_delete(recipe);
}

static void mistakes_of_plan_and_run_have_places(void **state)
{
    (void)state;
    fluv_recipe *recipe = parsed(LAND "stages:\n- flat\n- rivers\n");
    assert_int_equal(fluv_recipe_check(ctx, recipe, NULL), FLUV_BAD_RECIPE);
    assert_place(FLUV_BAD_RECIPE, (place){"rivers", 1, "", -1, 6, 3, ""});
    assert_int_equal(fluv_recipe_insert(ctx, recipe, 0, "drain", NULL), FLUV_OK);
    assert_int_equal(fluv_recipe_check(ctx, recipe, NULL), FLUV_BAD_RECIPE);
    assert_string_equal(fluv_error_of(ctx)->stage, "drain");
    assert_null(strstr(fluv_message(ctx), ":0:0:"));
    assert_int_equal(fluv_recipe_move(ctx, recipe, 0, 1), FLUV_OK);
    fluv_builder *builder = fluv_builder_new(ctx);
    const fluv_landscape *land = NULL;
    fake.failing = FAKE_RIVERS;
    assert_int_equal(fluv_builder_run(ctx, builder, recipe, NULL, &land), FLUV_BAD_INPUT);
    fake.failing = -1;
    assert_place(FLUV_BAD_INPUT, (place){"rivers", 2, "", -1, 6, 3, ""});
    fluv_builder_delete(builder);
    fluv_recipe_delete(recipe);
}

/* A stage that fails names the parameter in its message. */
static void the_parameter_is_read_from_a_stages_message(void **state)
{
    (void)state;
    fluv_recipe *recipe = parsed(ALL);
    static const struct {
        const char *message, *path, *param;
        int row;
    } said[] = {
        {"sketch.masses[2].markers: too few", "sketch.masses[2].markers", "masses", 2},
        {"sketch.kinds.dune is not there", "sketch.kinds.dune", "kinds", -1},
        {"sketch.line.", "sketch.line", "line", -1},
        {"sketch.other: no row of the table", "", "", -1},
        {"sketch: nothing fits", "", "", -1},
        {"sketches.line: another stage", "", "", -1},
        {"sketch: nothing fits: make sketch.line longer", "sketch.line", "line", -1},
        {"nothing fits into sketch.masses[1]", "sketch.masses[1]", "masses", 1},
        {"my.sketch.line is another's", "", "", -1},
        {"no stage at all", "", "", -1},
    };
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        fluv_status status = fluv_fail(ctx, FLUV_BAD_RECIPE, "%s", said[i].message);
        assert_int_equal(fluv_at_stage(ctx, recipe, SKETCH, status), FLUV_BAD_RECIPE);
        assert_string_equal(fluv_error_of(ctx)->path, said[i].path);
        assert_string_equal(fluv_error_of(ctx)->param, said[i].param);
        assert_int_equal(fluv_error_of(ctx)->row, said[i].row);
        assert_string_equal(fluv_error_of(ctx)->stage, "sketch");
        assert_int_equal(fluv_error_of(ctx)->line, 7);
    }
    fluv_recipe_delete(recipe);
}

static fluv_status edit_all(fluv_ctx *in, void *data)
{
    fluv_recipe *recipe = NULL;
    FLUV_TRY(fluv_recipe_copy(in, data, &recipe));
    fluv_status status = fluv_recipe_insert(in, recipe, 1, "sketch", "{line: [[1, 2], [3, 4]]}");
    if (status == FLUV_OK)
        status = fluv_recipe_insert_row(in, recipe, 1, "line", 1, "[1, 2]");
    if (status == FLUV_OK)
        status = fluv_recipe_insert_row(in, recipe, 1, "kinds", 0, "{name: a, file: b}");
    if (status == FLUV_OK)
        status = fluv_recipe_replace(in, recipe, 0, "flat", "{note: abc}");
    if (status == FLUV_OK)
        status = fluv_recipe_put(in, recipe, 1, "kinds.a.file", "c");
    fluv_recipe_delete(recipe);
    return status;
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    fluv_recipe *recipe = parsed(ALL);
    assert_true(fail_each_allocation(ctx, edit_all, recipe) > 30);
    fluv_recipe_delete(recipe);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RECIPE_TEST(stages_can_be_asked_for),
        RECIPE_TEST(values_of_every_type_can_be_asked_for),
        RECIPE_TEST(fields_have_parts),
        RECIPE_TEST(texts_of_values_set_them),
        RECIPE_TEST(numbers_can_be_put),
        RECIPE_TEST(stages_come_go_and_move),
        RECIPE_TEST(wrong_edits_change_nothing),
        RECIPE_TEST(rows_come_and_go),
        RECIPE_TEST(the_first_change_is_found),
        RECIPE_TEST(mistakes_in_texts_have_places),
        RECIPE_TEST(mistakes_of_calls_have_places),
        RECIPE_TEST(mistakes_of_plan_and_run_have_places),
        RECIPE_TEST(the_parameter_is_read_from_a_stages_message),
        RECIPE_TEST(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
