// SPDX-License-Identifier: MIT
/* The public header alone, before any other, as C and (header_cxx.cpp) as C++. */
#include "interfluve.h"

/* cmocka wants these before it. */
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <string.h>

/* header_cxx.cpp: the same questions asked from C++. */
const char *version_seen_from_cxx(void);
size_t reach_size_in_cxx(void);
size_t verdict_size_in_cxx(void);
int message_is_empty_in_cxx(void);

static void both_languages_see_the_same_structs(void **state)
{
    (void)state;
    assert_int_equal(sizeof(fluv_reach), reach_size_in_cxx());
    assert_int_equal(sizeof(fluv_verdict), verdict_size_in_cxx());
}

static void both_languages_can_call(void **state)
{
    (void)state;
    assert_string_equal(fluv_version(), version_seen_from_cxx());
    assert_true(message_is_empty_in_cxx());
}

static void every_stage_describes_itself(void **state)
{
    (void)state;
    assert_true(fluv_stage_count() > 0);
    for (size_t i = 0; i < fluv_stage_count(); i++) {
        const fluv_stage_info *stage = fluv_stage_at(i);
        assert_ptr_equal(stage, fluv_stage_find(stage->name));
        assert_true(strlen(stage->summary) > 0);
        for (size_t k = 0; k < stage->param_count; k++)
            assert_true(strlen(stage->params[k].help) > 0);
    }
    assert_null(fluv_stage_find("no such stage"));
    assert_true(fluv_frame_info()->param_count > 0);
}

static void every_number_has_its_default_in_range(void **state)
{
    (void)state;
    for (size_t i = 0; i < fluv_stage_count(); i++) {
        const fluv_stage_info *stage = fluv_stage_at(i);
        for (size_t k = 0; k < stage->param_count; k++) {
            const fluv_param *param = &stage->params[k];
            if (param->type == FLUV_PARAM_REAL || param->type == FLUV_PARAM_INT ||
                param->type == FLUV_PARAM_FIELD)
                assert_false(param->standard < param->min || param->standard > param->max);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_languages_see_the_same_structs),
        cmocka_unit_test(both_languages_can_call),
        cmocka_unit_test(every_stage_describes_itself),
        cmocka_unit_test(every_number_has_its_default_in_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
