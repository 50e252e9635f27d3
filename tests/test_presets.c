// SPDX-License-Identifier: MIT
/* Every preset reads, can run in its order, has a summary, and is the same land when written. */
#include "context.h"

#include <string.h>

static void presets_are_good_recipes(void **state)
{
    fluv_ctx *ctx = *state;
    assert_true(fluv_preset_count() > 0);
    for (size_t i = 0; i < fluv_preset_count(); i++) {
        const char *name = fluv_preset_name(i);
        fluv_recipe *recipe = NULL, *copy = NULL;
        char *text = NULL, *again = NULL;
        assert_true(strlen(fluv_preset_summary(i)) > 0);
        assert_null(strchr(fluv_preset_summary(i), '\n'));
        assert_int_not_equal(fluv_preset_summary(i)[0], '#');
        assert_non_null(strstr(fluv_preset_text(name), fluv_preset_summary(i)));
        if (fluv_recipe_read(ctx, name, &recipe) != FLUV_OK ||
            fluv_recipe_check(ctx, recipe, NULL) != FLUV_OK)
            fail_msg("%s", fluv_message(ctx));
        assert_int_equal(fluv_recipe_text(ctx, recipe, &text), FLUV_OK);
        if (fluv_recipe_parse(ctx, text, strlen(text), name, &copy) != FLUV_OK)
            fail_msg("%s", fluv_message(ctx));
        assert_int_equal(fluv_recipe_text(ctx, copy, &again), FLUV_OK);
        assert_string_equal(text, again);
        free(text);
        free(again);
        fluv_recipe_delete(recipe);
        fluv_recipe_delete(copy);
    }
}

static void a_mistyped_preset_is_guessed(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_recipe *recipe = NULL;
    char typed[100] = "", meant[120];
    strncat(typed, fluv_preset_name(0), 90);
    strcat(typed, "x");
    strcat(strcat(strcpy(meant, "did you mean `"), fluv_preset_name(0)), "`?");
    assert_int_equal(fluv_recipe_read(ctx, typed, &recipe), FLUV_BAD_USE);
    assert_non_null(strstr(fluv_message(ctx), meant));
}

/* What names a file or a folder says so: its stage runs again when that changes. */
static bool says_what_it_names(const fluv_param *row)
{
    static const char *const ends[] = {"file", "dir"};
    size_t length = strlen(row->name);
    bool named = false;
    for (int i = 0; i < 2; i++) {
        size_t tail = strlen(ends[i]);
        named |= length >= tail && strcmp(row->name + length - tail, ends[i]) == 0 &&
                 (length == tail || row->name[length - tail - 1] == '_');
    }
    return *row->unit ? strcmp(row->unit, "file") == 0 || strcmp(row->unit, "folder") == 0 : !named;
}

static void check_table(const char *owner, const fluv_param *table, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const fluv_param *row = &table[i];
        assert_true(strlen(row->help) > 0);
        if (row->type <= FLUV_PARAM_FIELD && (row->standard < row->min || row->standard > row->max))
            fail_msg("the default of %s.%s is out of its range", owner, row->name);
        if (row->type == FLUV_PARAM_TEXT && !says_what_it_names(row))
            fail_msg("%s.%s should be a PATH, of a file or a folder", owner, row->name);
        assert_int_equal(row->type == FLUV_PARAM_LIST, row->columns != NULL);
        if (row->type == FLUV_PARAM_LIST) {
            assert_true(row->min >= 0 && row->min <= row->max && row->max >= 1);
            assert_true(row->columns->count > 0 && row->columns->required <= row->columns->count);
            check_table(row->name, row->columns->params, row->columns->count);
        }
    }
}

static void the_tables_are_whole(void **state)
{
    (void)state;
    for (size_t i = 0; i <= fluv_stage_count(); i++) {
        const fluv_stage_info *info = i ? fluv_stage_at(i - 1) : fluv_frame_info();
        assert_true(strlen(info->summary) > 0);
        check_table(info->name, info->params, info->param_count);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(presets_are_good_recipes),
        TEST(a_mistyped_preset_is_guessed),
        TEST(the_tables_are_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
