// SPDX-License-Identifier: MIT
/* The builder: what it runs, keeps, reports and refuses. The stages are those of fake_stages.c. */
#include "base/room.h"
#include "failing_memory.h"
#include "fake_stages.h"
#include "recipe_bench.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define LAND "interfluve: 1\nframe: {size: 6, width: 60}\n"
#define ALL  LAND "stages: [flat, drain, lakes, rivers]\n"

static fluv_builder *builder;

static int builder_begin(void **state)
{
    fake = (fake_record){.failing = -1};
    if (recipe_begin(state))
        return 1;
    builder = fluv_builder_new(ctx);
    return builder ? 0 : 1;
}

static int builder_end(void **state)
{
    fluv_builder_delete(builder);
    return context_end(state);
}

static void change(fluv_recipe *recipe, const char *assignment)
{
    if (fluv_recipe_set(ctx, recipe, assignment) != FLUV_OK)
        fail_msg("%s", fluv_message(ctx));
}

static const fluv_landscape *run(const fluv_recipe *recipe, const char *until)
{
    const fluv_landscape *land = NULL;
    if (fluv_builder_run(ctx, builder, recipe, until, &land) != FLUV_OK)
        fail_msg("%s", fluv_message(ctx));
    assert_null(ctx->scratch);
    return land;
}

static void assert_runs(int flat, int drain, int lakes, int rivers)
{
    assert_int_equal(fake.runs[FAKE_FLAT], flat);
    assert_int_equal(fake.runs[FAKE_DRAIN], drain);
    assert_int_equal(fake.runs[FAKE_LAKES], lakes);
    assert_int_equal(fake.runs[FAKE_RIVERS], rivers);
}

static void a_run_makes_the_layers_and_the_records(void **state)
{
    (void)state;
    fluv_recipe *recipe = parsed(ALL);
    change(recipe, "seed=9");
    const fluv_landscape *land = run(recipe, NULL);
    assert_runs(1, 1, 1, 1);
    assert_int_equal(fluv_frame_of(land)->cols, 6);
    assert_true(fluv_frame_of(land)->cell == 10.0);
    assert_int_equal(fluv_seed_of(land), 9);
    assert_true(fluv_height_of(land)[35] == 13.0f);
    assert_int_equal(land->record_count, 4);
    assert_string_equal(land->records[2].stage, "lakes");
    assert_true(land->records[2].seconds >= 0.0);
    assert_true(land->records[2].peak_bytes >= 1000);
    assert_false(land->records[0].reused);
    assert_int_equal(fluv_builder_reused(builder), 0);
    fluv_recipe_delete(recipe);
}

static void a_stage_may_have_a_seed_of_its_own(void **state)
{
    (void)state;
    fluv_recipe *recipe = parsed(ALL);
    change(recipe, "seed=9");
    change(recipe, "flat.seed=4");
    const fluv_landscape *land = run(recipe, NULL);
    assert_int_equal(fake.seeds[FAKE_FLAT], 4);
    assert_int_equal(fake.seeds[FAKE_DRAIN], 9);
    assert_int_equal(fluv_seed_of(land), 9);
    change(recipe, "flat.seed=0");
    change(recipe, "lakes.seed=5");
    land = run(recipe, NULL);
    assert_int_equal(fake.seeds[FAKE_FLAT], 9);
    assert_int_equal(fake.seeds[FAKE_LAKES], 5);
    assert_int_equal(fake.seeds[FAKE_RIVERS], 9);
    assert_int_equal(fluv_seed_of(land), 9);
    assert_runs(2, 2, 2, 2);
    fluv_recipe_delete(recipe);
}

static void only_what_a_change_touches_runs_again(void **state)
{
    (void)state;
    fluv_recipe *recipe = parsed(ALL);
    run(recipe, NULL);
    const fluv_landscape *land = run(recipe, NULL);
    assert_runs(1, 1, 1, 1);
    assert_int_equal(fluv_builder_reused(builder), 4);
    assert_true(land->records[3].reused);

    change(recipe, "lakes.steps=7");
    land = run(recipe, NULL);
    assert_runs(1, 1, 2, 2);
    assert_int_equal(fluv_builder_reused(builder), 2);
    assert_true(fluv_height_of(land)[0] == 17.0f); /* not 13 + 7: the kept height was left alone */
    assert_true(land->records[1].reused && !land->records[2].reused);
    assert_int_equal(land->record_count, 4);

    change(recipe, "flat.level=20");
    land = run(recipe, NULL);
    assert_runs(2, 2, 3, 3);
    assert_true(fluv_height_of(land)[0] == 27.0f);

    change(recipe, "seed=3");
    run(recipe, NULL);
    assert_runs(3, 3, 4, 4);
    change(recipe, "frame.width=61");
    run(recipe, NULL);
    assert_runs(4, 4, 5, 5);
    fluv_recipe_delete(recipe);
}

static void another_recipe_takes_over_its_beginning(void **state)
{
    (void)state;
    fluv_recipe *recipe = parsed(ALL), *shorter = parsed(LAND "stages: [flat, lakes]\n");
    run(recipe, NULL);
    run(shorter, NULL);
    assert_int_equal(fluv_builder_reused(builder), 1);
    assert_runs(1, 1, 2, 1);
    run(recipe, NULL);
    assert_runs(1, 2, 3, 2);
    fluv_recipe_delete(recipe);
    fluv_recipe_delete(shorter);
}

static void until_stops_early_and_goes_on_later(void **state)
{
    (void)state;
    fluv_recipe *recipe = parsed(ALL);
    const fluv_landscape *land = run(recipe, "drain");
    assert_runs(1, 1, 0, 0);
    assert_null(fluv_water_of(land));
    run(recipe, NULL);
    assert_runs(1, 1, 1, 1);
    land = run(recipe, "flat");
    assert_null(fluv_receiver_of(land));
    assert_int_equal(land->record_count, 1);
    run(recipe, NULL);
    assert_runs(1, 1, 1, 1);
    fluv_recipe_delete(recipe);
}

static void nothing_is_kept_when_not_wanted(void **state)
{
    (void)state;
    fluv_recipe *recipe = parsed(ALL);
    fluv_builder_keep(builder, false);
    run(recipe, NULL);
    run(recipe, NULL);
    assert_runs(2, 2, 2, 2);
    fluv_builder_keep(builder, true);
    run(recipe, NULL);
    run(recipe, NULL);
    assert_runs(3, 3, 3, 3);
    fluv_builder_keep(builder, false);
    run(recipe, NULL);
    assert_runs(4, 4, 4, 4);
    fluv_recipe_delete(recipe);
}

static void a_failed_run_keeps_what_was_done(void **state)
{
    (void)state;
    fluv_recipe *recipe = parsed(ALL);
    const fluv_landscape *land = NULL;
    fake.failing = FAKE_LAKES;
    assert_int_equal(fluv_builder_run(ctx, builder, recipe, NULL, &land), FLUV_BAD_INPUT);
    assert_null(land);
    assert_null(ctx->scratch);
    assert_string_equal(fluv_message(ctx), "made to fail");
    fake.failing = -1;
    run(recipe, NULL);
    assert_runs(1, 1, 2, 1);
    fluv_recipe_delete(recipe);
}

static void a_cancelled_run_can_be_run_again(void **state)
{
    (void)state;
    fluv_recipe *recipe = parsed(ALL);
    const fluv_landscape *land = NULL;
    fake.cancelling = true;
    for (int stage = FAKE_FLAT; stage <= FAKE_RIVERS; stage++) {
        fake.failing = stage;
        fluv_builder_keep(builder, false);
        assert_int_equal(fluv_builder_run(ctx, builder, recipe, NULL, &land), FLUV_CANCELLED);
        assert_null(land);
        assert_null(ctx->scratch);
    }
    fake.failing = -1;
    run(recipe, NULL);
    fluv_cancel(ctx); /* before anything runs: it means no run */
    run(recipe, NULL);
    fluv_recipe_delete(recipe);
}

static void a_plan_that_does_not_hold_runs_nothing(void **state)
{
    (void)state;
    fluv_recipe *recipe = parsed(LAND "stages: [flat, rivers]\n");
    const fluv_landscape *land = NULL;
    assert_int_equal(fluv_builder_run(ctx, builder, recipe, NULL, &land), FLUV_BAD_RECIPE);
    assert_runs(0, 0, 0, 0);
    run(recipe, "flat");
    fluv_recipe_delete(recipe);
}

typedef struct progress_seen {
    int starts, ends, last_step;
    bool wrong;
} progress_seen;

static void see_progress(void *user, const fluv_progress *now)
{
    progress_seen *seen = user;
    seen->starts += now->fraction == 0.0;
    seen->ends += now->fraction == 1.0;
    seen->wrong = seen->wrong || now->steps != 4 || now->step < seen->last_step || !now->stage;
    seen->last_step = now->step;
}

static void progress_has_a_beginning_and_an_end(void **state)
{
    (void)state;
    progress_seen seen = {0};
    fluv_recipe *recipe = parsed(ALL);
    fluv_set_progress(ctx, see_progress, &seen);
    run(recipe, NULL);
    assert_int_equal(seen.starts, 4);
    assert_int_equal(seen.ends, 4);
    assert_int_equal(seen.last_step, 4);
    assert_false(seen.wrong);
    fluv_recipe_delete(recipe);
}

static void a_changed_file_is_read_again(void **state)
{
    (void)state;
    char file[] = "/tmp/fluv-builder-XXXXXX", assignment[64];
    int descriptor = mkstemp(file);
    assert_true(descriptor >= 0);
    fluv_recipe *recipe = parsed("interfluve: 1\nstages: [import, lakes]\n");
    snprintf(assignment, sizeof assignment, "import.file=%s", file);
    change(recipe, assignment);
    const fluv_landscape *land = run(recipe, NULL);
    assert_int_equal(fluv_frame_of(land)->cols, 8);
    assert_string_equal(fluv_crs_of(land), "some crs");
    run(recipe, NULL);
    assert_int_equal(fake.runs[FAKE_IMPORT], 1);
    assert_int_equal(write(descriptor, "more", 4), 4);
    run(recipe, NULL);
    assert_int_equal(fake.runs[FAKE_IMPORT], 2);
    snprintf(assignment, sizeof assignment, "lakes.rain={image: %s, low: 0, high: 1}", file);
    change(recipe, assignment);
    run(recipe, NULL);
    assert_int_equal(fake.runs[FAKE_LAKES], 3);
    assert_int_equal(fake.runs[FAKE_IMPORT], 2);
    unlink(file);
    run(recipe, NULL);
    assert_int_equal(fake.runs[FAKE_IMPORT], 3);
    close(descriptor);
    fluv_recipe_delete(recipe);
}

/* A folder is what its files are. */
static void a_changed_folder_is_read_again(void **state)
{
    (void)state;
    char folder[] = "/tmp/fluv-builder-XXXXXX", assignment[64], file[64];
    assert_non_null(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/inside", folder);
    int descriptor = open(file, O_WRONLY | O_CREAT, 0600);
    assert_true(descriptor >= 0);
    fluv_recipe *recipe = parsed("interfluve: 1\nstages: [import]\n");
    snprintf(assignment, sizeof assignment, "import.file=%s", folder);
    change(recipe, assignment);
    run(recipe, NULL);
    run(recipe, NULL);
    assert_int_equal(fake.runs[FAKE_IMPORT], 1);
    assert_int_equal(write(descriptor, "more", 4), 4);
    run(recipe, NULL);
    assert_int_equal(fake.runs[FAKE_IMPORT], 2);
    unlink(file);
    run(recipe, NULL);
    assert_int_equal(fake.runs[FAKE_IMPORT], 3);
    close(descriptor);
    rmdir(folder);
    fluv_recipe_delete(recipe);
}

static void a_changed_file_in_a_list_is_read_again(void **state)
{
    (void)state;
    char file[] = "/tmp/fluv-builder-XXXXXX", assignment[64];
    int descriptor = mkstemp(file);
    assert_true(descriptor >= 0);
    fluv_recipe *recipe = parsed(LAND "stages: [sketch: {kinds: [a, b]}]\n");
    snprintf(assignment, sizeof assignment, "sketch.kinds.b.file=%s", file);
    change(recipe, assignment);
    run(recipe, NULL);
    run(recipe, NULL);
    assert_int_equal(fake.runs[FAKE_SKETCH], 1);
    assert_int_equal(write(descriptor, "more", 4), 4);
    run(recipe, NULL);
    assert_int_equal(fake.runs[FAKE_SKETCH], 2);
    unlink(file);
    run(recipe, NULL);
    assert_int_equal(fake.runs[FAKE_SKETCH], 3);
    change(recipe, "sketch.kinds.a.lakes=9"); /* and a row counts as any parameter */
    run(recipe, NULL);
    run(recipe, NULL);
    assert_int_equal(fake.runs[FAKE_SKETCH], 4);
    close(descriptor);
    fluv_recipe_delete(recipe);
}

static void a_stage_that_brings_the_frame_gets_the_wish(void **state)
{
    (void)state;
    fluv_recipe *recipe = parsed("interfluve: 1\nstages: [import]\n");
    run(recipe, NULL);
    assert_int_equal(fake.wished.cols, 0);
    change(recipe, "size=500");
    change(recipe, "frame.width=1 km");
    run(recipe, NULL);
    assert_int_equal(fake.wished.cols, 500);
    assert_true(fake.wished.cell == 2.0);
    fluv_recipe_delete(recipe);
}

static void what_cannot_fit_is_refused_with_the_numbers(void **state)
{
    (void)state;
    fluv_recipe *recipe = parsed(ALL);
    const fluv_landscape *land = NULL;
    change(recipe, "size=10000"); /* at lakes: height, receiver, 20: 28 bytes a cell and some */
    fluv_set_memory_limit(ctx, 700000000);
    assert_int_equal(fluv_builder_run(ctx, builder, recipe, NULL, &land), FLUV_NO_MEMORY);
    assert_string_equal(fluv_message(ctx),
                        "10000 x 10000 cells need about 2.8 GB, 700 MB are free: "
                        "try frame.size=4992");
    assert_runs(0, 0, 0, 0);
    fluv_set_memory_limit(ctx, 10);
    change(recipe, "size=6");
    assert_int_equal(fluv_builder_run(ctx, builder, recipe, NULL, &land), FLUV_NO_MEMORY);
    fluv_set_memory_limit(ctx, 28 * 36);
    run(recipe, NULL);
    fluv_recipe_delete(recipe);

    /* An imported frame is known only after the import. */
    recipe = parsed("interfluve: 1\nstages: [import, lakes]\n");
    fluv_set_memory_limit(ctx, 100);
    assert_int_equal(fluv_builder_run(ctx, builder, recipe, NULL, &land), FLUV_NO_MEMORY);
    assert_int_equal(fake.runs[FAKE_IMPORT], 1);
    assert_non_null(strstr(fluv_message(ctx), "8 x 4 cells"));
    fluv_recipe_delete(recipe);
}

static void the_machine_knows_its_memory(void **state)
{
    (void)state;
    uint64_t room = fluv_room(ctx);
    assert_true(room > 1000000);
    fluv_set_memory_limit(ctx, 5);
    assert_int_equal(fluv_room(ctx), 5);
    assert_string_equal(fluv_bytes_show(12.34e9).text, "12.3 GB");
    assert_string_equal(fluv_bytes_show(5e6).text, "5 MB");
}

static fluv_status run_twice(fluv_ctx *in, void *recipe)
{
    fluv_builder *own = fluv_builder_new(in);
    if (!own)
        return FLUV_NO_MEMORY;
    const fluv_landscape *land = NULL;
    fluv_status status = fluv_builder_run(in, own, recipe, NULL, &land);
    if (status != FLUV_OK) /* what failed does not stand in the way of the next run */
        assert_int_equal(fluv_builder_run(in, own, recipe, NULL, &land), FLUV_OK);
    assert_true(fluv_height_of(land)[31] == 4.0f);
    fluv_builder_delete(own);
    return status;
}

static void every_allocation_may_fail(void **state)
{
    fluv_recipe *recipe = parsed("interfluve: 1\nstages: [import: {file: x}, drain, lakes]\n");
    fail_each_allocation(*state, run_twice, recipe);
    fluv_recipe_delete(recipe);
}

#define BUILDER_TEST(name) cmocka_unit_test_setup_teardown(name, builder_begin, builder_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        BUILDER_TEST(a_run_makes_the_layers_and_the_records),
        BUILDER_TEST(a_stage_may_have_a_seed_of_its_own),
        BUILDER_TEST(only_what_a_change_touches_runs_again),
        BUILDER_TEST(another_recipe_takes_over_its_beginning),
        BUILDER_TEST(until_stops_early_and_goes_on_later),
        BUILDER_TEST(nothing_is_kept_when_not_wanted),
        BUILDER_TEST(a_failed_run_keeps_what_was_done),
        BUILDER_TEST(a_cancelled_run_can_be_run_again),
        BUILDER_TEST(a_plan_that_does_not_hold_runs_nothing),
        BUILDER_TEST(progress_has_a_beginning_and_an_end),
        BUILDER_TEST(a_changed_file_is_read_again),
        BUILDER_TEST(a_changed_folder_is_read_again),
        BUILDER_TEST(a_changed_file_in_a_list_is_read_again),
        BUILDER_TEST(a_stage_that_brings_the_frame_gets_the_wish),
        BUILDER_TEST(what_cannot_fit_is_refused_with_the_numbers),
        BUILDER_TEST(the_machine_knows_its_memory),
        BUILDER_TEST(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
