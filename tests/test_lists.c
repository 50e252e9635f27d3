// SPDX-License-Identifier: MIT
/* Lists in recipes: the ways to write them, mistakes with their places, copies, writing. The stage
 * is `sketch` of fake_stages.c. */
#include "dice.h"
#include "failing_memory.h"
#include "fake_stages.h"
#include "param_number.h"
#include "recipe_bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#define SKETCH "interfluve: 1\nframe: {}\nstages:\n- sketch:\n    "

static fluv_recipe *sketched(const char *lists)
{
    char text[2000];
    snprintf(text, sizeof text, SKETCH "%s\n", lists);
    return parsed(text);
}

static fake_sketch_params *sketch_of(const fluv_recipe *recipe)
{
    return recipe->stages[0].params;
}

static const char *const whole =
    "masses:\n"
    "    - {inside: ocean, markers: [{x: 10 km, y: 5 km, direction: 40 deg, strength: 1.2}]}\n"
    "    - markers:\n"
    "      - {x: 1, y: -2, direction: 3.14159265358979 rad}\n"
    "      - {x: 3, y: 4 km}\n"
    "      inside: land\n"
    "      smooth: no\n"
    "    kinds: {marsh: {growth: 0.02, lakes: 4}, desert: {rain: {noise: {low: 0, high: 1}}}}\n"
    "    random: {mountain: 3, desert: 1}\n"
    "    line: [[10 km, 5 km], [12 km, 7 km]]\n"
    "    centre: [[1, 2]]\n";

static void lists_are_read(void **state)
{
    (void)state;
    fluv_recipe *recipe = sketched(whole);
    const fake_sketch_params *sketch = sketch_of(recipe);
    assert_int_equal(sketch->masses.count, 2);
    assert_int_equal(sketch->masses.rows[0].inside, 1);
    assert_true(sketch->masses.rows[0].smooth);
    assert_int_equal(sketch->masses.rows[0].markers.count, 1);
    const fake_marker *marker = sketch->masses.rows[0].markers.rows;
    assert_true(marker->x == 10000.0 && marker->y == 5000.0 && marker->direction == 40.0 &&
                marker->strength == 1.2);
    assert_false(sketch->masses.rows[1].smooth);
    assert_int_equal(sketch->masses.rows[1].markers.count, 2);
    marker = sketch->masses.rows[1].markers.rows;
    assert_true(marker[0].direction > 179.999 && marker[0].direction < 180.001);
    assert_true(marker[1].y == 4000.0 && marker[1].direction == 0.0 && marker[1].strength == 1.0);
    assert_int_equal(sketch->kinds.count, 2);
    assert_string_equal(sketch->kinds.rows[0].name, "marsh");
    assert_true(sketch->kinds.rows[0].growth == 0.02);
    assert_int_equal(sketch->kinds.rows[0].lakes, 4);
    assert_int_equal(sketch->kinds.rows[1].rain.kind, FLUV_FIELD_NOISE);
    assert_int_equal(sketch->kinds.rows[1].lakes, 2);
    assert_int_equal(sketch->random.count, 2);
    assert_string_equal(sketch->random.rows[1].kind, "desert");
    assert_int_equal(sketch->random.rows[0].count, 3);
    assert_true(sketch->line.rows[1].x == 12000.0 && sketch->line.rows[1].y == 7000.0);
    assert_true(sketch->centre.rows->y == 2.0);
    fluv_recipe_delete(recipe);
}

static void all_ways_give_the_same_rows(void **state)
{
    (void)state;
    static const char *const ways[][2] = {
        {"random: {mountain: 3, desert: 1}", "random: [{kind: mountain, count: 3}, [desert]]"},
        {"random: {mountain: 3, desert: 1}", "random: [[mountain, 3], {count: 1, kind: desert}]"},
        {"random: {mountain: 3, desert: 1}", "random: {mountain: {count: 3}, desert: }"},
        {"random: {mountain: 3, desert: 1}", "random: {mountain: [3], desert: []}"},
        {"random: {mountain: 3, desert: 1}", "random:\n    - [mountain, 3]\n    - desert"},
        {"random: {\"~\": 1}", "random: [\"~\"]"},
        {"line: [[1, 2], [3, 4]]", "line: [{y: 2, x: 1}, {x: 3 m, y: 0.004 km}]"},
        {"centre: [[1, 2]]", "centre: [1, 2]"},
        {"centre: [[1, 2]]", "centre: {x: 1, y: 2}"},
        {"centre: [[1, 2]]", "centre: [{x: 1, y: 2}]"},
        {"masses: [[ocean, [[1, 2, 3], [4, 5]], no]]",
         "masses: [{inside: ocean, smooth: no, markers: [{x: 1, y: 2, direction: 3}, [4, 5]]}]"},
        {"kinds: {bog: [0.3, 7]}", "kinds: [{name: bog, growth: 30 %, lakes: 7}]"},
        {"kinds: {bog: {rain: {noise: {low: 1, high: 2}}}}",
         "kinds: [[bog, 0.1, 2, {noise: {low: 1, high: 2}}]]"},
        {"line: []", "centre: []"},
        {"random: {}", "random: []"},
    };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        fluv_recipe *a = sketched(ways[i][0]), *b = sketched(ways[i][1]);
        if (!same_recipe(a, b))
            fail_msg("%s is not %s", ways[i][0], ways[i][1]);
        fluv_recipe_delete(a);
        fluv_recipe_delete(b);
    }
}

/* Columns count from 1 and the text begins at 5. */
static const char *const mistakes[][3] = {
    {"masses: 3", "5:13:", "sketch.masses: expected a list, [{inside: …, …}, …]"},
    {"masses: {inside: land}", "5:13:", "sketch.masses: expected a list"},
    {"masses:", "5:12:", "sketch.masses: expected a list"},
    {"random: mountain", "5:13:", "sketch.random: expected a list, [{kind: …}, …] or {kind: …}"},
    {"masses: [land]", "5:14:", "sketch.masses[0]: `markers` must be given"},
    {"masses: [{inside: land}]", "5:14:", "sketch.masses[0]: `markers` must be given"},
    {"masses: [{inside: land, markers: []}]",
     "5:38:", "sketch.masses[0].markers: must not be empty"},
    {"masses: [{markers: [[1, 2]]}]", "5:14:", "sketch.masses[0]: `inside` must be given"},
    {"masses: [[land, [[1, 2], [3]]]]", "5:30:", "sketch.masses[0].markers[1]: `y` must be given"},
    {"masses: [[land, [[1, 2]]], [land, [[1, 2], {x: 1, y: 1, directoin: 3}]]]",
     "5:61:", "`sketch.masses[1].markers[1]` has no column `directoin`: did you mean `direction`?"},
    {"masses: [[land, [[1, 2, 400]]]]",
     "5:29:", "sketch.masses[0].markers[0].direction: 400 is out of range: -360 to 360 deg"},
    {"masses: [[land, [[1, 2, 3, 4, 5]]]]",
     "5:35:", "sketch.masses[0].markers[0]: a value too many: 4 is the most"},
    {"masses: [[land, [[1 km2, 2]]]]", "5:23:", "sketch.masses[0].markers[0].x: the unit of"},
    {"masses: [[sea, [[1, 2]]]]", "5:15:", "sketch.masses[0].inside: `sea` is not one of"},
    {"masses: [[land, [[1, 2]], 7]]", "5:31:", "sketch.masses[0].smooth: expected true or false"},
    {"masses: [[land, [[1, ]]]]", "5:22:", "`y` must be given"},
    {"masses: [[land, [[1, ~]]]]", "5:26:", "sketch.masses[0].markers[0].y: has no value"},
    {"line: [[1, 2]]", "5:11:", "sketch.line: 1 row is too few: at least 2"},
    {"line: [1, 2]", "5:12:", "sketch.line[0]: `y` must be given"},
    {"line: [[1,1],[1,1],[1,1],[1,1],[1,1],[1,1],[1,1],[1,1],[1,1],[1,1],[1,1]]",
     "5:11:", "sketch.line: 11 rows are too many: at most 10"},
    {"centre: [[1, 2], [3, 4]]", "5:13:", "sketch.centre: 2 rows are too many: at most 1"},
    {"centre: [1, 2, 3]", "5:20:", "sketch.centre[0]: a value too many: 2 is the most"},
    {"centre: {x: 1}", "5:13:", "sketch.centre[0]: `y` must be given"},
    {"kinds: {marsh: {growht: 1}}",
     "5:21:", "`sketch.kinds.marsh` has no column `growht`: did you mean `growth`?"},
    {"kinds: {marsh: {growth: 7}}",
     "5:29:", "sketch.kinds.marsh.growth: 7 is out of range: 0 to 1"},
    {"kinds: {marsh: {name: bog}}", "5:21:", "sketch.kinds.marsh: `name` stands before the colon"},
    {"kinds: [{growth: 1}]", "5:13:", "sketch.kinds[0]: `name` must be given"},
    {"kinds: [[]]", "5:13:", "sketch.kinds[0]: `name` must be given"},
    {"kinds: [~]", "5:13:", "sketch.kinds[0].name: has no value"},
    {"kinds: {marsh: [1, 2, {noise: 3}]}", "5:35:", "sketch.kinds.marsh.rain: expected noise"},
    {"kinds: {marsh: {rain: {nois: 3}}}", "5:28:", "`sketch.kinds.marsh.rain` has no part `nois`"},
    {"random: {a: 1, b: 2, a: 3}", "5:26:", "`a` stands here a second time"},
    {"random: {a: 1.5}", "5:17:", "sketch.random.a.count: expected a whole number"},
    {"random: {a: [1, 2]}", "5:21:", "sketch.random.a: a value too many: 1 is the most"},
};

static void mistakes_are_told_with_their_way(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        char text[500], place[32];
        fluv_recipe *recipe = NULL;
        snprintf(text, sizeof text, SKETCH "%s\n", mistakes[i][0]);
        snprintf(place, sizeof place, "t.yaml:%s ", mistakes[i][1]);
        fluv_status status = fluv_recipe_parse(ctx, text, strlen(text), "t.yaml", &recipe);
        const char *said = fluv_message(ctx);
        if (status != FLUV_BAD_RECIPE || strncmp(said, place, strlen(place)) != 0 ||
            !strstr(said, mistakes[i][2]))
            fail_msg("%s\n  said: %s\n  not: %s%s", mistakes[i][0], said, place, mistakes[i][2]);
        assert_null(recipe);
    }
}

static void the_written_form_is_for_people(void **state)
{
    (void)state;
    static const char wanted[] =
        "interfluve: 1\nseed: 1\nframe: {size: 512, width: 20000 m}\nstages:\n"
        "  - sketch:\n"
        "      masses: [\n"
        "        {inside: ocean, markers: [\n"
        "          {x: 1 m, y: 2 m, direction: 40 deg, strength: 1},\n"
        "          {x: 3 m, y: 4 m, direction: 0 deg, strength: 1}], smooth: true}]\n"
        "      kinds: {\n"
        "        \"bog\": {growth: 0.1, lakes: 2, rain: 1 m/y, file: \"\", outline: []}}\n"
        "      random: {\n"
        "        \"mountain\": 3,\n"
        "        \"desert\": 1}\n"
        "      line: []\n"
        "      centre: [\n"
        "        {x: 5 m, y: 6 m}]\n";
    fluv_recipe *recipe = sketched("masses: [[ocean, [[1, 2, 40], [3, 4]]]]\n    kinds: [bog]\n"
                                   "    random: [[mountain, 3], desert]\n    centre: [5, 6]");
    char *text = NULL;
    assert_int_equal(fluv_recipe_text(ctx, recipe, &text), FLUV_OK);
    assert_string_equal(text, wanted);
    free(text);
    fluv_recipe_delete(recipe);
}

/* ---- Assignments ------------------------------------------------------------------------------
 */

static void assignments_reach_into_lists(void **state)
{
    (void)state;
    static const char *const good[] = {
        "sketch.random={mountain: 9, bog: 1}",
        "sketch.random.mountain=7",
        "sketch.random[1].count=8",
        "sketch.random[1].kind=C: [x] = y",
        "sketch.masses[1].markers[1].x=3 km",
        "sketch.masses[0].inside=land",
        "sketch.kinds.marsh.growth=0.5",
        "sketch.kinds.marsh.outline=[[1,2],[3,4],[5,6]]",
        "sketch.kinds.marsh.outline[2].y=7",
        "sketch.line=[]",
        "sketch.centre=[3 km, 4 km]",
        "sketch.kinds.marsh.rain={noise: {low: 1, high: 2}}",
    };
    fluv_recipe *recipe = sketched(whole);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (fluv_recipe_set(ctx, recipe, good[i]) != FLUV_OK)
            fail_msg("%s: %s", good[i], fluv_message(ctx));
    const fake_sketch_params *sketch = sketch_of(recipe);
    assert_int_equal(sketch->random.rows[0].count, 7);
    assert_int_equal(sketch->random.rows[1].count, 8);
    assert_string_equal(sketch->random.rows[1].kind, "C: [x] = y");
    assert_true(sketch->masses.rows[1].markers.rows[1].x == 3000.0);
    assert_int_equal(sketch->masses.rows[0].inside, 0);
    assert_true(sketch->kinds.rows[0].growth == 0.5);
    assert_true(sketch->kinds.rows[0].outline.rows[2].y == 7.0);
    assert_int_equal(sketch->line.count, 0);
    assert_true(sketch->centre.rows->x == 3000.0);
    assert_reads_back(recipe);
    fluv_recipe_delete(recipe);
}

static void wrong_assignments_change_nothing(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"sketch.masses[2].inside=land", "`sketch.masses` has no row `2`: it has 2"},
        {"sketch.masses[].inside=land", "has no row"},
        {"sketch.masses[x].inside=land", "has no row `x`"},
        {"sketch.masses[99999999999999999999].inside=land", "has no row"},
        {"sketch.masses[-1].inside=land", "has no row"},
        {"sketch.masses.land.inside=land", "has no row `land`"},
        {"sketch.masses[0]=land", "`sketch.masses[0]` is a row: name a column"},
        {"sketch.masses[0=land", "is a row"},
        {"sketch.masses[0]x.inside=land", "is a row"},
        {"sketch.masses[0].insied=land", "`sketch.masses[0]` has no column `insied`: did you mean"},
        {"sketch.masses[0].inside=sea", "sketch.masses[0].inside: `sea` is not one of"},
        {"sketch.masses[0].markers=[]", "sketch.masses[0].markers: must not be empty"},
        {"sketch.masses[0].markers=[[1, 2], [1]]", "sketch.masses[0].markers[1]: `y` must be"},
        {"sketch.masses[0].inside.x=3", "`sketch.masses[0].inside` is no list"},
        {"sketch.masses[0].markers[0].x.y=3", "`sketch.masses[0].markers[0].x` is no list"},
        {"sketch.random.bog=3", "`sketch.random` has no row `bog`"},
        {"sketch.random.desert=x", "sketch.random.desert.count: `x` is not a number"},
        {"sketch.random[0][0]=x", "is a row"},
        {"sketch.random={a: 1, a: 2}", "second time"},
        {"sketch.line=[[1, 2]]", "sketch.line: 1 row is too few"},
        {"sketch.line=[[1, 2]", "cannot read this as YAML"},
        {"sketch.linr=[]", "did you mean `line`?"},
    };
    fluv_recipe *recipe = sketched(whole), *before = sketched(whole);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(fluv_recipe_set(ctx, recipe, cases[i][0]), FLUV_BAD_USE);
        if (!strstr(fluv_message(ctx), cases[i][1]))
            fail_msg("%s: %s", cases[i][0], fluv_message(ctx));
        assert_true(same_recipe(recipe, before));
    }
    fluv_recipe_delete(recipe);
    fluv_recipe_delete(before);
}

/* ---- Size --------------------------------------------------------------------------------------
 */

/* As many rows as a list can have are read, written and read again; one more is refused. */
static void long_lists_are_quick(void **state)
{
    (void)state;
    size_t count = FLUV_MANY_ROWS, room = 20 * count + 200, length = 0;
    char *text = malloc(room);
    assert_non_null(text);
    length += (size_t)snprintf(text, room, SKETCH "random: {");
    for (size_t i = 0; i < count; i++)
        length += (size_t)snprintf(text + length, room - length, "k%zu: 1, ", i);
    snprintf(text + length, room - length, "}\n");
    clock_t began = clock(); /* of the processor: others may keep it busy */
    fluv_recipe *recipe = parsed(text);
    assert_int_equal(sketch_of(recipe)->random.count, count);
    assert_string_equal(sketch_of(recipe)->random.rows[count - 1].kind, "k99999");
    assert_reads_back(recipe);
    fluv_recipe_delete(recipe);
    if (clock() - began > 10 * CLOCKS_PER_SEC)
        fail_msg("%zu rows took %.1f s", count, (double)(clock() - began) / CLOCKS_PER_SEC);
    snprintf(text + length, room - length, "a: 1}\n");
    assert_int_equal(fluv_recipe_parse(ctx, text, strlen(text), "t.yaml", &recipe),
                     FLUV_BAD_RECIPE);
    assert_non_null(strstr(fluv_message(ctx), "100001 rows are too many: at most 100000"));
    free(text);
}

/* ---- Random lists ------------------------------------------------------------------------------
 */

static void fill_rows(dice *from, const fluv_param *list, void *params, bool required);

static void fill_value(dice *from, const fluv_param *row, void *params, bool required)
{
    static const char *const texts[] = {"",      "a",  "a b",   "null", "~",  "[x", "{y: 1}", "\"",
                                        "\n\t#", "é€", "a: b,", "*a",   "'q", "-",  "true",   "b"};
    void *value = fluv_param_at(params, row);
    double share = (double)roll(from, 1000001) / 1e6;
    double number = row->min + share * (row->max - row->min);
    if (row->type == FLUV_PARAM_LIST) {
        fill_rows(from, row, params, required);
    } else if (row->type == FLUV_PARAM_TEXT) {
        fluv_free(*(char **)value);
        *(char **)value = fluv_text_copy(ctx, texts[roll(from, sizeof texts / sizeof *texts)]);
    } else if (row->type == FLUV_PARAM_FIELD && share < 0.5) {
        *(fluv_field *)value = (fluv_field){
            .kind = FLUV_FIELD_NOISE, .low = number, .high = row->max, .octaves = 3, .gain = 1};
    } else {
        bool pair = row->type == FLUV_PARAM_CHOICE || row->type == FLUV_PARAM_FLAG;
        assert_true(param_put_number(params, row, pair ? (double)roll(from, 2) : number));
    }
}

static void fill_rows(dice *from, const fluv_param *list, void *params, bool required)
{
    const fluv_list_columns *columns = list->columns;
    size_t most = list->max < 6 ? (size_t)list->max : 6, least = (size_t)list->min;
    size_t count = !required && roll(from, 3) == 0 ? 0 : least + roll(from, most - least + 1);
    fluv_rows rows, before = fluv_rows_get(params, list);
    fluv_rows_free(columns, &before);
    assert_int_equal(fluv_rows_init(ctx, columns, count, &rows), FLUV_OK);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < columns->count; j++)
            fill_value(from, &columns->params[j], fluv_rows_at(columns, &rows, i),
                       j < columns->required);
    fluv_rows_put(params, list, &rows);
}

static void random_lists_read_back(void **state)
{
    (void)state;
    fluv_recipe *recipe = sketched(whole);
    assert_reads_back(recipe);
    const fluv_stage_info *info = &recipe->stages[0].stage->info;
    dice from = {.key = fluv_key_make(1, "test", "lists")};
    for (int round = 0; round < 300; round++) {
        for (size_t i = 0; i < info->param_count; i++)
            fill_rows(&from, &info->params[i], recipe->stages[0].params, false);
        assert_reads_back(recipe);
    }
    fluv_recipe_delete(recipe);
}

/* ---- Copies ------------------------------------------------------------------------------------
 */

static void copies_are_deep(void **state)
{
    (void)state;
    fluv_recipe *recipe = sketched(whole);
    const fluv_stage_info *info = &recipe->stages[0].stage->info;
    fake_sketch_params *a = sketch_of(recipe), b;
    assert_int_equal(fluv_params_copy(ctx, info, a, &b, sizeof b), FLUV_OK);
    assert_true(fluv_params_equal(info, a, &b));
    assert_ptr_not_equal(a->masses.rows[1].markers.rows, b.masses.rows[1].markers.rows);
    b.masses.rows[1].markers.rows[1].y += 1.0;
    assert_false(fluv_params_equal(info, a, &b));
    a->masses.rows[1].markers.rows[1].y += 1.0;
    assert_true(fluv_params_equal(info, a, &b));
    b.kinds.rows[1].name[0] = 'x';
    assert_false(fluv_params_equal(info, a, &b));
    b.kinds.rows[1].name[0] = 'd';
    b.line.count--;
    assert_false(fluv_params_equal(info, a, &b));
    b.line.count++;
    fluv_params_free(info, &b);
    fluv_params_free(info, &b); /* twice is legal */
    assert_int_equal(b.masses.count, 0);
    fluv_recipe_delete(recipe);
}

static fluv_status copy_sketch(fluv_ctx *in, void *sketch)
{
    const fluv_stage_info *info = fluv_stage_find("sketch");
    fake_sketch_params copy;
    fluv_status status = fluv_params_copy(in, info, sketch, &copy, sizeof copy);
    fluv_params_free(info, &copy);
    return status;
}

static void a_failed_copy_can_be_freed(void **state)
{
    fluv_recipe *recipe = sketched(whole);
    fail_each_allocation(*state, copy_sketch, sketch_of(recipe));
    fluv_recipe_delete(recipe);
}

static void every_allocation_may_fail(void **state)
{
    char text[2000];
    snprintf(text, sizeof text, SKETCH "%s", whole);
    recipe_job job = {text, "sketch.kinds={fen: {file: b.png}}"};
    fail_each_allocation(*state, read_and_set, &job);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RECIPE_TEST(lists_are_read),
        RECIPE_TEST(all_ways_give_the_same_rows),
        RECIPE_TEST(mistakes_are_told_with_their_way),
        RECIPE_TEST(the_written_form_is_for_people),
        RECIPE_TEST(assignments_reach_into_lists),
        RECIPE_TEST(wrong_assignments_change_nothing),
        RECIPE_TEST(long_lists_are_quick),
        RECIPE_TEST(random_lists_read_back),
        RECIPE_TEST(copies_are_deep),
        RECIPE_TEST(a_failed_copy_can_be_freed),
        RECIPE_TEST(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
