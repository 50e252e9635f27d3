// SPDX-License-Identifier: MIT
/* Recipes: reading, mistakes with their places, assignments, writing, the plan. The stages are
 * those of fake_stages.c. */
#include "failing_memory.h"
#include "fake_stages.h"
#include "recipe_bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#define HEAD "interfluve: 1\n"

static const fake_flat_params *flat_of(const fluv_recipe *recipe, size_t index)
{
    return recipe->stages[index].params;
}

static const char *const full_text =
    HEAD "seed: 42\n"
         "frame: {size: 1024, width: 60 km, height: [-400 m, 2200 m]}\n"
         "stages:\n"
         "  - flat: {level: 0.2 km, steps: 5, wide: no, mode: Full, note: 'a: \"b\" #\\'}\n"
         "  - lakes:\n"
         "      rain: {noise: {low: 400 mm/y, high: 1 m/y, wavelength: 3 km, octaves: 2}}\n"
         "      angle: 0.5 rad\n"
         "  - rivers\n"
         "  - lakes: {rain: {image: maps/rain.png, low: 0, high: 2 m/y}}\n"
         "  - drain: {}\n"
         "  - drain:\n"
         "  - lakes: {rain: {image: maps/rain.tif}}\n"
         "  - lakes: {rain: {image: maps/rain.tif, low: 1, high: 2, stretch: yes}}\n";

static void a_whole_recipe_is_read(void **state)
{
    (void)state;
    fluv_recipe *recipe = parsed(full_text);
    assert_int_equal(recipe->seed, 42);
    assert_int_equal(recipe->frame.size, 1024);
    assert_true(recipe->frame.width == 60000.0);
    assert_true(recipe->frame.low == -400.0 && recipe->frame.high == 2200.0);
    assert_int_equal(recipe->stage_count, 8);
    assert_true(flat_of(recipe, 0)->level == 200.0);
    assert_int_equal(flat_of(recipe, 0)->steps, 5);
    assert_false(flat_of(recipe, 0)->wide);
    assert_int_equal(flat_of(recipe, 0)->mode, 2);
    assert_string_equal(flat_of(recipe, 0)->note, "a: \"b\" #\\");
    const fluv_field *noise = &flat_of(recipe, 1)->rain;
    assert_int_equal(noise->kind, FLUV_FIELD_NOISE);
    assert_true(noise->low == 0.4 && noise->high == 1.0 && noise->wavelength == 3000.0);
    assert_int_equal(noise->octaves, 2);
    assert_true(noise->gain == 0.5);
    const fluv_field *image = &flat_of(recipe, 3)->rain;
    assert_int_equal(image->kind, FLUV_FIELD_IMAGE);
    assert_string_equal(image->image, "maps/rain.png");
    assert_true(image->low == 0.0 && image->high == 2.0);
    assert_true(image->ends && !image->stretch && image->least == 0.0 && image->most == 20.0);
    assert_false(flat_of(recipe, 6)->rain.ends);
    assert_true(flat_of(recipe, 7)->rain.stretch);
    fluv_recipe_delete(recipe);
}

static void the_frame_has_defaults_and_an_oblong_size(void **state)
{
    (void)state;
    fluv_frame frame;
    fluv_recipe *recipe = parsed(HEAD "frame: {}\nstages: [flat]\n");
    fluv_recipe_frame(recipe, &frame);
    assert_int_equal(frame.cols, 512);
    assert_int_equal(frame.rows, 512);
    assert_true(frame.cell * 512 == 20000.0);
    fluv_recipe_delete(recipe);

    recipe = parsed(HEAD "frame: {size: [30, 20], width: 300}\nstages: [flat]\n");
    fluv_recipe_frame(recipe, &frame);
    assert_int_equal(frame.cols, 30);
    assert_int_equal(frame.rows, 20);
    assert_true(frame.cell == 10.0 && frame.north == 200.0 && frame.west == 0.0);
    assert_int_equal(fluv_recipe_set(ctx, recipe, "frame.size=60"), FLUV_OK);
    assert_int_equal(recipe->frame.size, 60);
    assert_int_equal(recipe->frame.rows, 40);
    assert_int_equal(fluv_recipe_set(ctx, recipe, "size=[7, 9]"), FLUV_OK);
    assert_int_equal(recipe->frame.size, 7);
    assert_int_equal(recipe->frame.rows, 9);
    fluv_recipe_delete(recipe);
}

/* Each text is refused with a message that starts with the place and contains the words. */
static const struct {
    const char *text, *place, *words;
} mistakes[] = {
    {"", "t.yaml:1:1:", "nothing"},
    {"   \n# nothing\n", "t.yaml:1:1:", "nothing"},
    {"hello", "t.yaml:1:1:", "interfluve: 1"},
    {"- a\n- b\n", "t.yaml:1:1:", "not a recipe"},
    {"stages: []\n", "t.yaml:1:1:", "put `interfluve: 1` first"},
    {"interfluve: 2\nzzz: 3\n", "t.yaml:1:13:", "this recipe is format 2, this program reads 1"},
    {"interfluve: one\n", "t.yaml:1:13:", "format"},
    {"interfluve: [1]\n", "t.yaml:1:13:", "format"},
    {HEAD "seed: -1\n", "t.yaml:2:7:", "seed"},
    {HEAD "seed: 1.5\n", "t.yaml:2:7:", "whole number"},
    {HEAD "seed: 18446744073709551616\n", "t.yaml:2:7:", "18446744073709551615"},
    {HEAD "seed:\n", "t.yaml:2:6:", "seed"},
    {HEAD "seed: 1\nseed: 2\n", "t.yaml:3:1:", "second time"},
    {HEAD "sead: 1\n", "t.yaml:2:1:", "did you mean `seed`?"},
    {HEAD "something: 1\n", "t.yaml:2:1:", "interfluve, seed, frame and stages"},
    {HEAD "frame: 512\n", "t.yaml:2:8:", "expected {size"},
    {HEAD "frame: {width: -3}\n", "t.yaml:2:16:", "out of range: 0.001 to 1000000000 m"},
    {HEAD "frame: {size: 0}\n", "t.yaml:2:15:", "1 to 65536 cells"},
    {HEAD "frame: {size: 1.5}\n", "t.yaml:2:15:", "whole number"},
    {HEAD "frame: {size: [1, 2, 3]}\n", "t.yaml:2:15:", "pair"},
    {HEAD "frame: {size: 99999999999999999999}\n", "t.yaml:2:15:", "out of range"},
    {HEAD "frame: {width: .nan}\n", "t.yaml:2:16:", "not a number"},
    {HEAD "frame: {width: 1e400}\n", "t.yaml:2:16:", "too large"},
    {HEAD "frame: {widht: 3}\n", "t.yaml:2:9:", "did you mean `width`?"},
    {HEAD "frame: {height: 3}\n", "t.yaml:2:17:", "[low, high]"},
    {HEAD "frame: {width: {a: 3}}\n", "t.yaml:2:16:", "not a map"},
    {HEAD "stages: flat\n", "t.yaml:2:9:", "expected a list"},
    {HEAD "stages:\n  - lake: {}\n", "t.yaml:3:5:", "unknown stage `lake`: did you mean `lakes`?"},
    {HEAD "stages: [volcano]\n", "t.yaml:2:10:", "import, flat, drain, lakes, rivers and sketch"},
    {HEAD "stages:\n  - lakes:\n    steps: 3\n", "t.yaml:4:5:", "indent it further"},
    {HEAD "stages: [[flat]]\n", "t.yaml:2:10:", "expected a stage"},
    {HEAD "stages: [{}]\n", "t.yaml:2:10:", "expected a stage"},
    {HEAD "stages:\n  -\n", "t.yaml:3:4:", "expected a stage"},
    {HEAD "stages: [flat: 3]\n", "t.yaml:2:16:", "parameters of `flat`"},
    {HEAD "stages: [flat: {stps: 3}]\n", "t.yaml:2:17:", "did you mean `steps`?"},
    {HEAD "stages: [drain: {a: 3}]\n", "t.yaml:2:18:", "`drain` has no parameter `a`"},
    {HEAD "stages: [flat: {steps: 10}]\n",
     "t.yaml:2:24:", "flat.steps: 10 is out of range: 1 to 9"},
    {HEAD "stages: [flat: {steps: 2.5}]\n", "t.yaml:2:24:", "whole number"},
    {HEAD "stages: [flat: {steps: }]\n", "t.yaml:2:24:", "has no value"},
    {HEAD "stages: [flat: {level: 3 kg}]\n", "t.yaml:2:24:", "use m, km, cm, mm, ft or mi"},
    {HEAD "stages: [flat: {mode: 3}]\n", "t.yaml:2:23:", "steady|fill-free|full"},
    {HEAD "stages: [flat: {wide: 3}]\n", "t.yaml:2:23:", "true or false"},
    {HEAD "stages: [flat: {note: [a]}]\n", "t.yaml:2:23:", "expected a text, not a list"},
    {HEAD "stages: [flat: {rain: 30}]\n", "t.yaml:2:23:", "0 to 20 m/y"},
    {HEAD "stages: [flat: {rain: [3]}]\n", "t.yaml:2:23:", "not a list"},
    {HEAD "stages: [flat: {rain: {}}]\n", "t.yaml:2:23:", "{noise:"},
    {HEAD "stages: [flat: {rain: {nois: 3}}]\n", "t.yaml:2:24:", "did you mean `noise`?"},
    {HEAD "stages: [flat: {rain: {noise: 3}}]\n", "t.yaml:2:31:", "noise: {low"},
    {HEAD "stages: [flat: {rain: {noise: {low: 1}}}]\n", "t.yaml:2:31:", "rain.high: is missing"},
    {HEAD "stages: [flat: {rain: {noise: {low: 1, high: 99}}}]\n", "t.yaml:2:46:", "0 to 20 m/y"},
    {HEAD "stages: [flat: {rain: {noise: {low: 1, high: 2, octaves: 99}}}]\n",
     "t.yaml:2:58:", "flat.rain.octaves"},
    {HEAD "stages: [flat: {rain: {noise: {low: 1, high: 2, oktaves: 9}}}]\n",
     "t.yaml:2:49:", "`octaves`"},
    {HEAD "stages: [flat: {rain: {image: a.png, low: 1}}]\n",
     "t.yaml:2:23:", "rain.high: is missing"},
    {HEAD "stages: [flat: {rain: {image: a.png, stretch: true}}]\n",
     "t.yaml:2:23:", "rain.low: is missing"},
    {HEAD "stages: [flat: {rain: {image: a.png, stretch: 3}}]\n",
     "t.yaml:2:47:", "flat.rain.stretch"},
    {HEAD "stages: [flat: {rain: {image: a.png, noise: 3}}]\n", "t.yaml:2:38:", "has no part"},
    {HEAD "a: &x [1]\nb: *x\n", "t.yaml:2:4:", "no anchors"},
    {HEAD "seed: *x\n", "t.yaml:2:7:", "aliases"},
    {HEAD "seed: !!int 3\n", "t.yaml:2:7:", "no tags"},
    {HEAD "? [a]\n: 3\n", "t.yaml:2:3:", "a name was expected"},
    {HEAD "seed: \"a\\0b\"\n", "t.yaml:2:7:", "zero byte"},
    {HEAD "seed: 3\n---\nseed: 4\n", "t.yaml:3:1:", "second document"},
    {HEAD "seed: [1, 2\n", "t.yaml:3:1:", "cannot read this as YAML"},
    {HEAD "seed: 'abc\n", "t.yaml:3:1:", "cannot read this as YAML"},
    {HEAD "\tseed: 3\n", "t.yaml:2:1:", "cannot read this as YAML"},
    {HEAD "seed: \xff\xfe\n", "t.yaml:2:7:", "UTF-8"},
    {"\x7f"
     "ELF\x01\x02",
     "t.yaml:1:1:", "UTF-8"},
    {"\x89PNG\r\n", "t.yaml:1:1:", "UTF-8"},
    {HEAD "a: [[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]\n", "t.yaml:2:19:", "nested deeper"},
};

static void mistakes_are_told_with_their_place(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        const char *text = mistakes[i].text;
        fluv_recipe *recipe = NULL;
        fluv_status status = fluv_recipe_parse(ctx, text, strlen(text), "t.yaml", &recipe);
        assert_null(recipe);
        const char *said = fluv_message(ctx);
        if (status != FLUV_BAD_RECIPE || strchr(said, '\n') || !strstr(said, mistakes[i].words) ||
            strncmp(said, mistakes[i].place, strlen(mistakes[i].place)) != 0)
            fail_msg("%s\n  said: %s\n  not: %s … %s", text, said, mistakes[i].place,
                     mistakes[i].words);
    }
}

static void a_zero_byte_is_refused(void **state)
{
    (void)state;
    static const char text[] = HEAD "seed: 1\0 2\n";
    fluv_recipe *recipe = NULL;
    assert_int_equal(fluv_recipe_parse(ctx, text, sizeof text - 1, "t.yaml", &recipe),
                     FLUV_BAD_RECIPE);
    assert_non_null(strstr(fluv_message(ctx), "t.yaml:2:8:"));
}

/* Texts meant to take forever or to fill the memory. */
static void bombs_are_refused(void **state)
{
    (void)state;
    static const char *const bits[] = {"[",   "- ",  "{a: ", "? ",   "!a ", "&a ",
                                       "*a ", "a: ", "'a' ", "\n- ", "[],", "\"",
                                       "|",   ": ",  "a,",   "%",    "\n\n"};
    size_t length = FLUV_YAML_BYTES;
    char *text = malloc(length + 2);
    assert_non_null(text);
    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++)
        for (int inside = 0; inside < 2; inside++) {
            size_t bytes = strlen(bits[i]), start = inside ? strlen(HEAD "a: [") : 0;
            memcpy(text, HEAD "a: [", start);
            for (size_t at = start; at < length; at++)
                text[at] = bits[i][(at - start) % bytes];
            fluv_recipe *recipe = NULL;
            clock_t began = clock(); /* of the processor: others may keep it busy */
            assert_int_equal(fluv_recipe_parse(ctx, text, length, "t.yaml", &recipe),
                             FLUV_BAD_RECIPE);
            if (clock() - began > 5 * CLOCKS_PER_SEC)
                fail_msg("`%s` took %.1f s", bits[i], (double)(clock() - began) / CLOCKS_PER_SEC);
        }
    memset(text, ' ', length + 1);
    fluv_recipe *recipe = NULL;
    assert_int_equal(fluv_recipe_parse(ctx, text, length + 1, "t.yaml", &recipe), FLUV_BAD_RECIPE);
    assert_non_null(strstr(fluv_message(ctx), "too many for a recipe"));
    free(text);
}

static void too_many_stages_are_refused(void **state)
{
    (void)state;
    char text[2000] = HEAD "frame: {}\nstages:\n";
    for (int i = 0; i < FLUV_MAX_STAGES; i++)
        strcat(text, "  - flat\n");
    fluv_recipe_delete(parsed(text));
    strcat(text, "  - flat\n");
    fluv_recipe *recipe = NULL;
    assert_int_equal(fluv_recipe_parse(ctx, text, strlen(text), "t.yaml", &recipe),
                     FLUV_BAD_RECIPE);
    assert_string_equal(fluv_message(ctx), "t.yaml:68:5: more than 64 stages: leave some out");
}

static void long_names_do_not_hide_the_message(void **state)
{
    (void)state;
    char name[3000];
    memset(name, 'd', sizeof name);
    strcpy(name + sizeof name - 10, "/end.yaml");
    fluv_recipe *recipe = NULL;
    assert_int_equal(fluv_recipe_parse(ctx, "a", 1, name, &recipe), FLUV_BAD_RECIPE);
    assert_non_null(strstr(fluv_message(ctx), "/end.yaml:1:1: this is not a recipe"));
}

static void written_recipes_read_back(void **state)
{
    (void)state;
    static const char *const changes[] = {
        "seed=18446744073709551615",
        "frame.width=0.1 km",
        "frame.width=12345.678901234567",
        "frame.size=[100, 3]",
        "frame.height=[-1e-7, 3]",
        "flat.level=0.1",
        "flat.level=1e-300",
        "flat.note=\"\\n\\t\\e\"",
        "flat.note=ü € 𝄞 ' \" \\ : # {",
        "flat.note=null",
        "flat.angle=0.3 rad",
        "flat.note= spaces ",
        "lakes.rain=0.3333333 m/s",
        "lakes#2.rain={noise: {low: 1, high: 0, gain: 0.7}}",
        "lakes.mode=fill_free",
        "lakes.wide=off",
    };
    fluv_recipe *recipe = parsed(full_text);
    assert_reads_back(recipe);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        fluv_status status = fluv_recipe_set(ctx, recipe, changes[i]);
        if (status != FLUV_OK)
            assert_non_null(strstr(fluv_message(ctx), "out of range"));
        assert_reads_back(recipe);
    }
    fluv_recipe_delete(recipe);
    recipe = parsed(HEAD);
    assert_reads_back(recipe);
    fluv_recipe_delete(recipe);
}

static void random_numbers_read_back(void **state)
{
    (void)state;
    fluv_recipe *recipe = parsed(full_text);
    uint64_t bits = 1;
    for (int i = 0; i < 300; i++) {
        bits = bits * 6364136223846793005u + 1442695040888963407u;
        double fraction = (double)(bits >> 11) * 0x1p-53;
        recipe->frame.width = 1.0 + 1e6 * fraction;
        ((fake_flat_params *)recipe->stages[0].params)->angle = 90.0 * fraction;
        assert_reads_back(recipe);
    }
    fluv_recipe_delete(recipe);
}

static void assignments_change_one_thing(void **state)
{
    (void)state;
    fluv_recipe *recipe = parsed(full_text);
    assert_int_equal(fluv_recipe_set(ctx, recipe, "seed=7"), FLUV_OK);
    assert_int_equal(recipe->seed, 7);
    assert_int_equal(fluv_recipe_set(ctx, recipe, "size=99"), FLUV_OK);
    assert_int_equal(recipe->frame.size, 99);
    assert_int_equal(fluv_recipe_set(ctx, recipe, "frame.low=-5 m"), FLUV_OK);
    assert_true(recipe->frame.low == -5.0);
    assert_int_equal(fluv_recipe_set(ctx, recipe, "lakes.steps=1"), FLUV_OK);
    assert_int_equal(fluv_recipe_set(ctx, recipe, "lakes#2.steps=2"), FLUV_OK);
    assert_int_equal(flat_of(recipe, 1)->steps, 1);
    assert_int_equal(flat_of(recipe, 3)->steps, 2);
    assert_int_equal(fluv_recipe_set(ctx, recipe, "lakes.rain={image: a.png, low: 1, high: 2 m/y}"),
                     FLUV_OK);
    assert_string_equal(flat_of(recipe, 1)->rain.image, "a.png");
    assert_int_equal(fluv_recipe_set(ctx, recipe, "flat.note=C: [x] = y # z"), FLUV_OK);
    assert_string_equal(flat_of(recipe, 0)->note, "C: [x] = y # z");
    fluv_recipe_delete(recipe);
}

static void wrong_assignments_change_nothing(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"", "STAGE.PARAM=VALUE"},
        {"=3", "STAGE.PARAM=VALUE"},
        {"lakes", "STAGE.PARAM=VALUE"},
        {"lakes=3", "STAGE.PARAM=VALUE"},
        {"lakes.steps", "STAGE.PARAM=VALUE"},
        {"lake.steps=3", "did you mean `lakes`?"},
        {"lakes#5.steps=3", "the recipe has no stage"},
        {"lakes#0.steps=3", "no stage"},
        {"lakes#99999999999999999999.steps=3", "no stage"},
        {"lakes#x.steps=3", "no stage"},
        {"import.file=x", "there are flat, lakes, rivers and drain"},
        {"lakes.stps=3", "did you mean `steps`?"},
        {"lakes.steps=", "nothing"},
        {"lakes.steps=ten", "lakes.steps: `ten` is not a number"},
        {"lakes.rain={noise", "cannot read this as YAML"},
        {"lakes.rain=&a 3", "anchors"},
        {"frame.wdth=3", "did you mean `width`?"},
        {"frame.width=-3 km", "frame.width: -3 km is out of range"},
        {"frame.size=[3, -1]", "out of range"},
        {"seed=x", "whole number"},
    };
    fluv_recipe *recipe = parsed(full_text), *same = parsed(full_text);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(fluv_recipe_set(ctx, recipe, cases[i][0]), FLUV_BAD_USE);
        if (!strstr(fluv_message(ctx), cases[i][1]))
            fail_msg("%s: %s", cases[i][0], fluv_message(ctx));
        assert_true(same_recipe(recipe, same));
    }
    fluv_recipe_delete(recipe);
    fluv_recipe_delete(same);
}

static void the_plan_is_checked(void **state)
{
    (void)state;
    static const char *const cases[][3] = {
        {HEAD "frame: {}\nstages: [flat, drain, rivers]\n", NULL, NULL},
        {HEAD "frame: {}\nstages: [flat, rivers]\n", "flat", NULL},
        {HEAD "stages: [import, lakes, rivers]\n", NULL, NULL},
        {HEAD "frame: {size: 9}\nstages: [import]\n", NULL, NULL},
        {HEAD "frame: {}\nstages: [flat, rivers]\n", NULL,
         "t.yaml:3:16: `rivers` needs `receiver`: put one of drain, lakes before it"},
        {HEAD "frame: {}\nstages:\n - drain\n", NULL,
         "t.yaml:4:4: `drain` needs `height`: put one of import, flat, sketch before it"},
        {HEAD "frame: {}\nstages: [flat, import]\n", NULL,
         "t.yaml:3:16: `import` brings its own frame: put it first"},
        {HEAD "stages: [flat]\n", NULL, "t.yaml:1:1: the recipe has no frame: add `frame:"},
        {HEAD "frame: {}\n", NULL, "t.yaml:1:1: no stages"},
        {HEAD "frame: {}\nstages: []\n", NULL, "t.yaml:1:1: no stages"},
        {HEAD "frame: {}\nstages: [flat]\n", "flt",
         "cannot stop after `flt`: did you mean `flat`?"},
        {HEAD "frame: {}\nstages: [flat]\n", "flat#2", "cannot stop after"},
        {HEAD "frame: {height: [3, -3]}\nstages: [flat]\n", NULL, "t.yaml:2:1: frame.height"},
        {HEAD "frame: {height: [3, 3]}\nstages: [flat]\n", NULL, "t.yaml:2:1: frame.height"},
        {HEAD "frame: {size: 65536}\nstages: [flat]\n", NULL, "65536 x 65536 cells are too many"},
        {HEAD "frame: {size: [3, 4]}\nstages: [import]\n", NULL, "one number"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fluv_recipe *recipe = parsed(cases[i][0]);
        fluv_status status = fluv_recipe_check(ctx, recipe, cases[i][1]);
        assert_int_equal(status == FLUV_OK, cases[i][2] == NULL);
        if (cases[i][2] && !strstr(fluv_message(ctx), cases[i][2]))
            fail_msg("%s: %s", cases[i][0], fluv_message(ctx));
        fluv_recipe_delete(recipe);
    }
}

static void write_file(const char *file, const char *text)
{
    FILE *out = fopen(file, "w");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
}

/* The recipe as it would be written to `inner` of `folder` names its file twice as `expected`. */
static void expect_names_from(const fluv_recipe *recipe, const char *folder, const char *inner,
                              const char *expected)
{
    char whole[128], *text = NULL;
    snprintf(whole, sizeof whole, "%s/%s", folder, inner);
    assert_int_equal(fluv_recipe_text_in(ctx, recipe, whole, &text), FLUV_OK);
    const char *first = strstr(text, expected);
    assert_non_null(first);
    assert_non_null(strstr(first + 1, expected));
    free(text);
}

static void files_are_looked_up_beside_the_recipe(void **state)
{
    (void)state;
    char folder[] = "/tmp/fluv-recipe-XXXXXX", file[64], image[64], *text = NULL, home[4096];
    assert_non_null(mkdtemp(folder));
    assert_non_null(getcwd(home, sizeof home));
    assert_int_equal(chdir(folder), 0);
    assert_int_equal(mkdir("sub", 0700), 0);
    write_file("sub/rain.png", "x");
    write_file("sub/r.yaml", HEAD "stages:\n - import: {file: rain.png}\n"
                                  " - lakes: {rain: {image: ./rain.png, low: 0, high: 1}}\n");
    fluv_recipe *recipe = NULL;
    assert_int_equal(fluv_recipe_read(ctx, "sub/r.yaml", &recipe), FLUV_OK);
    assert_string_equal(*(char **)recipe->stages[0].params, "sub/rain.png");
    assert_string_equal(flat_of(recipe, 1)->rain.image, "sub/./rain.png");
    assert_int_equal(fluv_recipe_text(ctx, recipe, &text), FLUV_OK);
    snprintf(image, sizeof image, "\"%s/sub/rain.png\"", folder);
    const char *first = strstr(text, image);
    assert_non_null(first);
    assert_non_null(strstr(first + 1, image));
    free(text);
    expect_names_from(recipe, folder, "out", "\"../sub/rain.png\"");
    expect_names_from(recipe, folder, "sub", "\"rain.png\"");
    expect_names_from(recipe, folder, "sub/deep/er", "\"../../rain.png\"");
    expect_names_from(recipe, folder, "su", "\"../sub/rain.png\"");
    expect_names_from(recipe, "/elsewhere", "out", image); /* nothing in common */
    /* What a user types is relative to where the user is; what GDAL names stays. */
    assert_int_equal(fluv_recipe_set(ctx, recipe, "import.file=sub/rain.png"), FLUV_OK);
    assert_string_equal(*(char **)recipe->stages[0].params, "sub/rain.png");
    fluv_recipe_delete(recipe);
    write_file("sub/r.yaml", HEAD "stages: [import: {file: 'NETCDF:a.nc:z'}]\n");
    assert_int_equal(fluv_recipe_read(ctx, "sub/r.yaml", &recipe), FLUV_OK);
    assert_string_equal(*(char **)recipe->stages[0].params, "NETCDF:a.nc:z");
    fluv_recipe_delete(recipe);

    unlink("sub/rain.png");
    unlink("sub/r.yaml");
    rmdir("sub");
    assert_int_equal(chdir(home), 0);
    snprintf(file, sizeof file, "%s", folder);
    rmdir(file);
}

static void what_is_no_file_is_told(void **state)
{
    (void)state;
    fluv_recipe *recipe = NULL;
    assert_int_equal(fluv_recipe_read(ctx, "no-such-thing-at-all", &recipe), FLUV_BAD_USE);
    assert_non_null(strstr(fluv_message(ctx), "neither a file nor a preset"));
    assert_int_equal(fluv_recipe_read(ctx, "/tmp", &recipe), FLUV_BAD_USE);
    assert_int_equal(fluv_recipe_read(ctx, "", &recipe), FLUV_BAD_USE);
    assert_int_equal(fluv_recipe_read(ctx, "/dev/zero", &recipe), FLUV_BAD_RECIPE);
    assert_int_equal(fluv_recipe_read(ctx, "/dev/null", &recipe), FLUV_BAD_RECIPE);
    assert_null(recipe);
}

static void a_height_map_has_a_recipe(void **state)
{
    (void)state;
    fluv_recipe *recipe = NULL;
    assert_int_equal(fluv_recipe_for_heightmap(ctx, "[a: b.tif", &recipe), FLUV_OK);
    assert_int_equal(recipe->stage_count, 4);
    assert_string_equal(*(char **)recipe->stages[0].params, "[a: b.tif");
    assert_int_equal(fluv_recipe_check(ctx, recipe, NULL), FLUV_OK);
    assert_reads_back(recipe);
    fluv_frame frame;
    fluv_recipe_frame(recipe, &frame);
    assert_int_equal(frame.cols, 0);
    assert_int_equal(fluv_recipe_set(ctx, recipe, "size=300"), FLUV_OK);
    fluv_recipe_frame(recipe, &frame);
    assert_int_equal(frame.cols, 300);
    assert_int_equal(frame.rows, 300);
    assert_true(frame.cell == 0.0);
    assert_int_equal(fluv_recipe_set(ctx, recipe, "frame.width=600 m"), FLUV_OK);
    fluv_recipe_frame(recipe, &frame);
    assert_true(frame.cell == 2.0);
    assert_reads_back(recipe);
    fluv_recipe_delete(recipe);
}

static void every_allocation_may_fail(void **state)
{
    recipe_job job = {full_text, "lakes.rain={image: a, low: 1, high: 2}"};
    fail_each_allocation(*state, read_and_set, &job);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RECIPE_TEST(a_whole_recipe_is_read),
        RECIPE_TEST(the_frame_has_defaults_and_an_oblong_size),
        RECIPE_TEST(mistakes_are_told_with_their_place),
        RECIPE_TEST(a_zero_byte_is_refused),
        RECIPE_TEST(bombs_are_refused),
        RECIPE_TEST(too_many_stages_are_refused),
        RECIPE_TEST(long_names_do_not_hide_the_message),
        RECIPE_TEST(written_recipes_read_back),
        RECIPE_TEST(random_numbers_read_back),
        RECIPE_TEST(assignments_change_one_thing),
        RECIPE_TEST(wrong_assignments_change_nothing),
        RECIPE_TEST(the_plan_is_checked),
        RECIPE_TEST(files_are_looked_up_beside_the_recipe),
        RECIPE_TEST(what_is_no_file_is_told),
        RECIPE_TEST(a_height_map_has_a_recipe),
        RECIPE_TEST(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
