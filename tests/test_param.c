// SPDX-License-Identifier: MIT
/* Parameter tables, quantities with units, words. */
#include "base/param.h"
#include "base/words.h"
#include "context.h"
#include "failing_memory.h"
#include "fake_stages.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const fluv_stage_info *flat_info(void)
{
    return fluv_stage_find("flat");
}

static void quantities_are_converted(void **state)
{
    fluv_ctx *ctx = *state;
    static const struct {
        const char *text, *unit;
        double value;
    } cases[] = {
        {"60 km", "m", 60000},
        {"60km", "m", 60000},
        {" 5 ", "m", 5},
        {"3 mm", "m", 0.003},
        {"25 cm", "m", 0.25},
        {"100 ft", "m", 30.48},
        {"1 mi", "m", 1609.344},
        {"1500 m", "km", 1.5},
        {"2 ha", "m2", 20000},
        {"0.5 km2", "m2", 5e5},
        {"0.5 km²", "m2", 5e5},
        {"20000 m2", "km2", 0.02},
        {"800 mm/y", "m/y", 0.8},
        {"40 mm/h", "mm/h", 40},
        {"1 m/s", "mm/h", 3.6e6},
        {"5 cm/y", "m/y", 0.05},
        {"30 cm2/y", "m2/y", 0.003},
        {"1 m/s", "m/y", 31556952},
        {"7 m3/s", "m3/s", 7},
        {"50 %", "", 0.5},
        {"50 %", "%", 50},
        {"0.25", "%", 0.25},
        {"180 deg", "rad", M_PI},
        {"90°", "rad", M_PI / 2},
        {"35", "deg", 35},
        {"35 °", "deg", 35},
        {"250 ky", "y", 250000},
        {"2.5 My", "y", 2500000},
        {"31556952 s", "y", 1},
        {"-1e3", "m", -1000},
        {"+.5", "", 0.5},
        {"3e2m", "m", 300},
        {"12 cells", "cells", 12},
        {"1e-3 km", "m", 1},
        {"0", "m", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double value = NAN;
        assert_int_equal(fluv_quantity_parse(ctx, cases[i].text, cases[i].unit, &value), FLUV_OK);
        if (value != cases[i].value)
            fail_msg("%s in %s is %.17g", cases[i].text, cases[i].unit, value);
    }
}

static void wrong_quantities_are_refused(void **state)
{
    fluv_ctx *ctx = *state;
    static const char *const cases[][3] = {
        {"", "m", "not a number"},
        {"km", "m", "not a number"},
        {"nan", "m", "not a number"},
        {".nan", "", "not a number"},
        {"inf", "m", "not a number"},
        {"-.inf", "", "not a number"},
        {"0x10", "m", "does not fit"},
        {"1e999", "m", "too large"},
        {"1e308 km", "m", "too large"},
        {"5 km", "m/y", "m/y, cm/y, mm/y, mm/h or m/s"},
        {"5 parsec", "m", "km"},
        {"5 5", "m", "does not fit"},
        {"2 ha", "m", "does not fit"},
        {"3 m", "", "a number alone"},
        {"5 km", "cells", "use cells"},
        {"1.2.3", "", "does not fit"},
        {"- 5", "", "not a number"},
        {"5 kilometres and some", "m", "does not fit"},
        {"1,5", "", "does not fit"},
        {"1000000000000000000000000000000000000000000000000000000000000000000", "", "too l"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double value = 7.0;
        assert_int_equal(fluv_quantity_parse(ctx, cases[i][0], cases[i][1], &value), FLUV_BAD_USE);
        assert_true(value == 7.0);
        if (!strstr(fluv_message(ctx), cases[i][2]))
            fail_msg("`%s` in `%s`: %s", cases[i][0], cases[i][1], fluv_message(ctx));
    }
}

static void choices_ignore_case_and_dashes(void **state)
{
    (void)state;
    assert_int_equal(fluv_choice_index("steady|fill-free|full", "STEADY"), 0);
    assert_int_equal(fluv_choice_index("steady|fill-free|full", "FILL_FREE"), 1);
    assert_int_equal(fluv_choice_index("steady|fill-free|full", "full"), 2);
    assert_int_equal(fluv_choice_index("steady|fill-free|full", "ful"), -1);
    assert_int_equal(fluv_choice_index("steady|fill-free|full", ""), -1);
    assert_int_equal(fluv_choice_index("", ""), -1);
}

static void defaults_come_from_the_table(void **state)
{
    fluv_ctx *ctx = *state;
    fake_flat_params params;
    assert_int_equal(fluv_params_init(ctx, flat_info(), &params, sizeof params), FLUV_OK);
    assert_true(params.level == 10.0);
    assert_int_equal(params.steps, 3);
    assert_int_equal(params.rain.kind, FLUV_FIELD_NUMBER);
    assert_true(params.rain.number == 1.0);
    assert_int_equal(params.mode, 1);
    assert_true(params.wide);
    assert_string_equal(params.note, "");
    fluv_params_free(flat_info(), &params);
    fluv_params_free(flat_info(), &params); /* twice is legal */
}

static void copies_are_equal_until_changed(void **state)
{
    fluv_ctx *ctx = *state;
    fake_flat_params a, b;
    assert_int_equal(fluv_params_init(ctx, flat_info(), &a, sizeof a), FLUV_OK);
    a.rain =
        (fluv_field){.kind = FLUV_FIELD_IMAGE, .high = 2, .image = fluv_text_copy(ctx, "x.png")};
    assert_int_equal(fluv_params_copy(ctx, flat_info(), &a, &b, sizeof a), FLUV_OK);
    assert_true(fluv_params_equal(flat_info(), &a, &b));
    assert_ptr_not_equal(a.rain.image, b.rain.image);
    b.rain.image[0] = 'y';
    assert_false(fluv_params_equal(flat_info(), &a, &b));
    b.rain.image[0] = 'x';
    b.wide = false;
    assert_false(fluv_params_equal(flat_info(), &a, &b));
    b.wide = true;
    b.level = 11;
    assert_false(fluv_params_equal(flat_info(), &a, &b));
    fluv_params_free(flat_info(), &a);
    fluv_params_free(flat_info(), &b);
}

static fluv_status copy_params(fluv_ctx *ctx, void *params)
{
    fake_flat_params copy;
    fluv_status status = fluv_params_copy(ctx, flat_info(), params, &copy, sizeof copy);
    fluv_params_free(flat_info(), &copy);
    return status;
}

static void a_failed_copy_can_be_freed(void **state)
{
    fluv_ctx *ctx = *state;
    fake_flat_params params;
    assert_int_equal(fluv_params_init(ctx, flat_info(), &params, sizeof params), FLUV_OK);
    params.rain.image = fluv_text_copy(ctx, "x.png");
    assert_int_equal(fail_each_allocation(ctx, copy_params, &params), 2);
    fluv_params_free(flat_info(), &params);
}

static void distance_counts_mistakes(void **state)
{
    (void)state;
    assert_int_equal(fluv_word_distance("lakes", "lakes"), 0);
    assert_int_equal(fluv_word_distance("lake", "lakes"), 1);
    assert_int_equal(fluv_word_distance("laeks", "lakes"), 1); /* swapped neighbours */
    assert_int_equal(fluv_word_distance("", "abc"), 3);
    assert_int_equal(fluv_word_distance("kitten", "sitting"), 3);
    assert_int_equal(fluv_word_distance("min-area", "min_area"), 0);
}

static void the_nearest_word_is_meant(void **state)
{
    (void)state;
    static const char *const known[] = {"import", "noise", "drain", "lakes", "rivers", "min_area"};
    static const char *const cases[][2] = {
        {"lake", "lakes"},
        {"laks", "lakes"},
        {"LAKES", "lakes"},
        {"river", "rivers"},
        {"nosie", "noise"},
        {"dran", "drain"},
        {"minarea", "min_area"},
        {"imp", "import"},
        {"volcanoes", NULL},
        {"x", NULL},
        {"", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *meant = fluv_did_you_mean(cases[i][0], known, 6);
        if (cases[i][1] ? !meant || strcmp(meant, cases[i][1]) != 0 : meant != NULL)
            fail_msg("%s: %s", cases[i][0], meant ? meant : "none");
    }
    char longest[300];
    memset(longest, 'a', sizeof longest);
    longest[sizeof longest - 1] = '\0';
    assert_null(fluv_did_you_mean(longest, known, 6));
}

static void shown_text_is_one_short_line(void **state)
{
    (void)state;
    assert_string_equal(fluv_show("a\nb\x1b[1m").text, "a?b?[1m");
    assert_string_equal(fluv_show("über").text, "über");
    char longest[300];
    for (size_t i = 0; i + 1 < sizeof longest; i += 2)
        memcpy(longest + i, "é", 2);
    longest[298] = '\0';
    fluv_shown shown = fluv_show(longest);
    assert_true(strlen(shown.text) < sizeof shown.text);
    assert_string_equal(shown.text + strlen(shown.text) - 3, "…");
    fluv_show("\xc3"); /* half a character at the end */
}

static void words_are_joined(void **state)
{
    (void)state;
    fluv_joined list = {0};
    fluv_joined_end(&list, "or");
    assert_string_equal(list.text, "");
    fluv_joined_add(&list, "a");
    fluv_joined one = list;
    fluv_joined_end(&one, "or");
    assert_string_equal(one.text, "a");
    fluv_joined_add(&list, "b");
    fluv_joined_add(&list, "c");
    fluv_joined_end(&list, "or");
    assert_string_equal(list.text, "a, b or c");
    fluv_joined many = {0};
    for (int i = 0; i < 100; i++)
        fluv_joined_add(&many, "a-longer-word");
    fluv_joined_end(&many, "or");
    assert_true(strlen(many.text) < sizeof many.text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(quantities_are_converted),       TEST(wrong_quantities_are_refused),
        TEST(choices_ignore_case_and_dashes), TEST(defaults_come_from_the_table),
        TEST(copies_are_equal_until_changed), TEST(a_failed_copy_can_be_freed),
        TEST(distance_counts_mistakes),       TEST(the_nearest_word_is_meant),
        TEST(shown_text_is_one_short_line),   TEST(words_are_joined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
