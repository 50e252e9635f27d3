// SPDX-License-Identifier: MIT
/* What holds around every public call: results live while they are held, a cancel means one call,
 * progress never falls, files in memory are those of the folder, options can grow. */
#include "interfluve.h"

/* cmocka wants these before it. */
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SMALL                                                                                      \
    "interfluve: 1\nframe: {size: 48, width: 10 km}\n"                                             \
    "stages: [noise, drain, lakes, rivers]\n"

static char folder[] = "calls-test-XXXXXX";
static char path[200];

static const char *path_of(const char *name)
{
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

typedef struct bench {
    fluv_ctx *ctx;
    fluv_builder *builder;
    fluv_recipe *recipe;
    const fluv_landscape *land;
    fluv_tree *tree;
    bool all_files;
} bench;

#define SLOW_FILES                                                                                 \
    "map.png,terrain.glb,water.gpkg" /* as slow for a small land as for a large one */

static void run(bench *b)
{
    if (fluv_builder_run(b->ctx, b->builder, b->recipe, NULL, &b->land) != FLUV_OK)
        fail_msg("%s", fluv_message(b->ctx));
}

static bench open_bench(void)
{
    bench b = {.ctx = fluv_ctx_new()};
    fluv_set_threads(b.ctx, 1); /* little land, little to share */
    b.builder = fluv_builder_new(b.ctx);
    return b;
}

static bench begin(const char *text)
{
    bench b = open_bench();
    assert_int_equal(fluv_recipe_parse(b.ctx, text, strlen(text), "text", &b.recipe), FLUV_OK);
    run(&b);
    return b;
}

static void end(bench *b)
{
    fluv_tree_delete(b->tree);
    fluv_builder_delete(b->builder);
    fluv_recipe_delete(b->recipe);
    fluv_ctx_delete(b->ctx);
}

static size_t cells_of(const fluv_landscape *land)
{
    return (size_t)fluv_frame_of(land)->cols * fluv_frame_of(land)->rows;
}

/* ---- Results ------------------------------------------------------------------------------------
 */

static float *copy_heights(const fluv_landscape *land)
{
    size_t bytes = cells_of(land) * sizeof(float);
    float *copy = malloc(bytes);
    assert_non_null(copy);
    return memcpy(copy, fluv_height_of(land), bytes);
}

static void assert_heights(const fluv_landscape *land, const float *expected)
{
    assert_memory_equal(fluv_height_of(land), expected, cells_of(land) * sizeof(float));
}

static void a_result_lives_while_it_is_held(void **state)
{
    (void)state;
    bench b = begin(SMALL);
    const fluv_landscape *first = fluv_landscape_hold(b.land);
    float *heights = copy_heights(first);
    assert_int_equal(fluv_recipe_set(b.ctx, b.recipe, "lakes.min_area=1 km2"), FLUV_OK);
    run(&b); /* shares the layers of noise and drain with the first */
    assert_ptr_not_equal(b.land, first);
    assert_heights(first, heights);
    const fluv_landscape *second = fluv_landscape_hold(fluv_landscape_hold(b.land));
    float *lowered = copy_heights(second);
    fluv_recipe_set_seed(b.recipe, 99);
    run(&b);
    assert_memory_not_equal(fluv_height_of(b.land), heights, cells_of(first) * sizeof(float));
    fluv_landscape_delete(second);
    end(&b);
    assert_heights(first, heights); /* builder and context are gone */
    assert_heights(second, lowered);
    fluv_ctx *other = fluv_ctx_new();
    fluv_verdict verdicts[FLUV_RULES];
    assert_int_equal(fluv_check(other, first, verdicts), FLUV_OK);
    fluv_ctx_delete(other);
    fluv_landscape_delete(first);
    fluv_landscape_delete(second);
    assert_null(fluv_landscape_hold(NULL));
    fluv_landscape_delete(NULL);
    free(heights);
    free(lowered);
}

static void a_failed_run_hands_nothing_out_and_keeps_what_is_held(void **state)
{
    (void)state;
    bench b = begin(SMALL);
    const fluv_landscape *held = fluv_landscape_hold(b.land);
    float *heights = copy_heights(held);
    assert_int_equal(fluv_recipe_remove(b.ctx, b.recipe, 0), FLUV_OK);
    assert_int_equal(fluv_builder_run(b.ctx, b.builder, b.recipe, NULL, &b.land), FLUV_BAD_RECIPE);
    assert_null(b.land);
    assert_heights(held, heights);
    fluv_landscape_delete(held);
    free(heights);
    end(&b);
}

/* ---- Cancelling ---------------------------------------------------------------------------------
 */

typedef fluv_status call_fn(bench *b);

static fluv_status call_run(bench *b)
{
    fluv_builder_keep(b->builder, false);
    return fluv_builder_run(b->ctx, b->builder, b->recipe, NULL, &b->land);
}

static fluv_status call_check(bench *b)
{
    fluv_verdict verdicts[FLUV_RULES];
    return fluv_check(b->ctx, b->land, verdicts);
}

static fluv_status call_write(bench *b)
{
    const fluv_write_options options = {.struct_size = sizeof options,
                                        .without = b->all_files ? NULL : SLOW_FILES};
    return fluv_write(b->ctx, b->land, b->recipe, path_of("written"), &options);
}

static fluv_status call_read(bench *b)
{
    fluv_landscape *land = NULL;
    fluv_status status = fluv_read(b->ctx, path_of("whole"), &land);
    assert_int_equal(land != NULL, status == FLUV_OK);
    fluv_landscape_delete(land);
    return status;
}

static fluv_status call_render(bench *b)
{
    return fluv_render(b->ctx, b->land, "map", path_of("map.png"));
}

static const fluv_render_options small = {.struct_size = sizeof small, .longest = 100};

static fluv_status call_render_png(bench *b)
{
    uint8_t *bytes;
    size_t size;
    fluv_status status = fluv_render_png(b->ctx, b->land, "height", &small, &bytes, &size);
    assert_int_equal(bytes != NULL && size > 0, status == FLUV_OK);
    fluv_text_free(bytes);
    return status;
}

static fluv_status call_render_rgba(bench *b)
{
    uint8_t *rgba;
    uint32_t width, height;
    fluv_status status = fluv_render_rgba(b->ctx, b->land, "map", &small, &rgba, &width, &height);
    assert_int_equal(rgba != NULL && width == 100 && height == 100, status == FLUV_OK);
    fluv_text_free(rgba);
    return status;
}

static fluv_status call_bytes(bench *b)
{
    uint8_t *bytes;
    size_t size;
    fluv_status status =
        fluv_file_bytes(b->ctx, b->land, b->recipe, "landscape.json", NULL, &bytes, &size);
    assert_int_equal(bytes != NULL && size > 0, status == FLUV_OK);
    fluv_text_free(bytes);
    return status;
}

static fluv_status call_sample(bench *b)
{
    const fluv_window window = {0, 0, 5000, 5000};
    return fluv_tree_sample(b->ctx, b->tree, &window, 64, NULL, path_of("window.tif"));
}

static const struct {
    const char *name;
    call_fn *call;
} calls[] = {
    {"run", call_run},
    {"check", call_check},
    {"write", call_write},
    {"read", call_read},
    {"render", call_render},
    {"render_png", call_render_png},
    {"render_rgba", call_render_rgba},
    {"file_bytes", call_bytes},
    {"sample", call_sample},
};
enum { CALLS = sizeof calls / sizeof *calls };

typedef struct stopper {
    fluv_ctx *ctx;
    int at, reports;
} stopper;

static void stop_at(void *user, const fluv_progress *now)
{
    stopper *s = user;
    (void)now;
    if (s->reports++ == s->at)
        fluv_cancel(s->ctx);
}

static bench begin_with_tree(void)
{
    bench b = begin("interfluve: 1\nframe: {size: 48, width: 10 km}\n"
                    "stages: [contour, network, watersheds, courses, tree, sample]\n");
    assert_int_equal(fluv_tree_take(b.ctx, b.land, &b.tree), FLUV_OK);
    return b;
}

static void a_cancel_stops_the_call_that_runs_and_no_other(void **state)
{
    (void)state;
    bench b = begin_with_tree();
    if (fluv_write(b.ctx, b.land, b.recipe, path_of("whole"), NULL) != FLUV_OK)
        fail_msg("%s", fluv_message(b.ctx));
    for (size_t i = 0; i < CALLS; i++) {
        fluv_status status = FLUV_CANCELLED;
        for (int at = 0; status != FLUV_OK; at = 2 * at + 1) {
            stopper s = {.ctx = b.ctx, .at = at};
            fluv_set_progress(b.ctx, stop_at, &s);
            status = calls[i].call(&b);
            fluv_set_progress(b.ctx, NULL, NULL);
            if (at == 0 && status != FLUV_CANCELLED)
                fail_msg("%s is not stopped at its beginning", calls[i].name);
            if (status != (s.reports > at ? FLUV_CANCELLED : FLUV_OK))
                fail_msg("%s returns %s at report %d", calls[i].name, fluv_status_name(status), at);
            if (!b.land)
                run(&b);
        }
        fluv_cancel(b.ctx); /* nothing runs: nobody is stopped */
        if (calls[i].call(&b) != FLUV_OK)
            fail_msg("%s is stopped by a cancel before it: %s", calls[i].name, fluv_message(b.ctx));
    }
    end(&b);
}

/* ---- Progress -----------------------------------------------------------------------------------
 */

typedef struct ear {
    char phase[16], stage[64];
    int step, steps;
    double last;
    int reports, wrong;
} ear;

static void hear(void *user, const fluv_progress *now)
{
    ear *e = user;
    bool same = strcmp(e->phase, now->phase) == 0 && strcmp(e->stage, now->stage) == 0 &&
                e->step == now->step;
    bool next = !same && (e->reports == 0 || e->last == 1.0) && now->fraction == 0.0;
    bool onward = same && now->fraction >= e->last && e->last < 1.0;
    bool order = strcmp(e->phase, now->phase) == 0 && !same
                     ? now->step == e->step + 1 && now->steps == e->steps
                     : same || now->step == 1;
    if (!(next || onward) || !order || now->fraction < 0.0 || now->fraction > 1.0 ||
        now->step > now->steps) {
        printf("%s %s %d/%d: %g after %s %s %d/%d: %g\n", now->phase, now->stage, now->step,
               now->steps, now->fraction, e->phase, e->stage, e->step, e->steps, e->last);
        e->wrong++;
    }
    snprintf(e->phase, sizeof e->phase, "%s", now->phase);
    snprintf(e->stage, sizeof e->stage, "%s", now->stage);
    e->step = now->step;
    e->steps = now->steps;
    e->last = now->fraction;
    e->reports++;
}

static void listen_to(const char *preset)
{
    bench b = open_bench();
    b.all_files = strcmp(preset, "demo") == 0;
    assert_int_equal(fluv_recipe_read(b.ctx, preset, &b.recipe), FLUV_OK);
    assert_int_equal(fluv_recipe_set(b.ctx, b.recipe, "size=64"), FLUV_OK);
    call_fn *const phases[] = {call_run, call_check, call_write, call_render_png, call_render_rgba};
    for (size_t i = 0; i < sizeof phases / sizeof *phases; i++) {
        ear e = {0};
        fluv_set_progress(b.ctx, hear, &e);
        fluv_status status = phases[i](&b);
        if (status != FLUV_OK)
            fail_msg("%s, call %zu: %s", preset, i, fluv_message(b.ctx));
        assert_int_equal(e.wrong, 0);
        assert_true(e.reports >= 2 && e.last == 1.0 && e.step == e.steps);
    }
    end(&b);
}

static void progress_never_falls(void **state)
{
    (void)state;
    static const char *const presets[] = {"demo", "basins-small", "hydrology-island"};
    for (size_t i = 0; i < sizeof presets / sizeof *presets; i++)
        if (fluv_preset_text(presets[i]))
            listen_to(presets[i]);
        else
            fail_msg("there is no preset %s", presets[i]);
}

/* ---- Files and pictures in memory ---------------------------------------------------------------
 */

static char *read_file(const char *name, size_t *size)
{
    char file[300];
    snprintf(file, sizeof file, "%s/whole/%s", folder, name);
    FILE *stream = fopen(file, "rb");
    if (!stream)
        return NULL;
    char *bytes = malloc((size_t)16 << 20);
    *size = fread(bytes, 1, (size_t)16 << 20, stream);
    fclose(stream);
    return bytes;
}

/* Takes the list `files` out of a landscape.json. */
static void cut_files(char *text, size_t *size)
{
    char *from = strstr(text, "\"files\": [");
    char *to = from ? strchr(from, ']') : NULL;
    assert_non_null(to);
    memmove(from, to, *size - (size_t)(to - text) + 1);
    *size -= (size_t)(to - from);
}

static void bytes_are_those_of_the_folder(void **state)
{
    (void)state;
    bench b = begin_with_tree();
    assert_int_equal(fluv_write(b.ctx, b.land, b.recipe, path_of("whole"), NULL), FLUV_OK);
    int there = 0;
    for (size_t i = 0; i < fluv_file_count(); i++) {
        const char *name = fluv_file_name(i);
        size_t size = 0, expected_size = 0;
        char *expected = read_file(name, &expected_size);
        uint8_t *bytes = NULL;
        fluv_status status = fluv_file_bytes(b.ctx, b.land, b.recipe, name, NULL, &bytes, &size);
        assert_int_equal(status, expected ? FLUV_OK : FLUV_BAD_USE);
        if (strcmp(name, "landscape.json") == 0) { /* lists the folder's files: in memory, itself */
            cut_files(expected, &expected_size);
            cut_files((char *)bytes, &size);
        }
        if (expected && (size != expected_size || memcmp(bytes, expected, size) != 0))
            fail_msg("%s in memory is not the one in the folder", name);
        assert_true(!bytes || bytes[size] == 0);
        there += expected != NULL;
        fluv_text_free(bytes);
        free(expected);
    }
    assert_true(there >= 10);
    uint8_t *bytes;
    size_t size;
    const fluv_status bad = FLUV_BAD_USE;
    assert_int_equal(fluv_file_bytes(b.ctx, b.land, NULL, "recipe.yaml", NULL, &bytes, &size), bad);
    assert_int_equal(fluv_file_bytes(b.ctx, b.land, NULL, "terrain.glp", NULL, &bytes, &size), bad);
    assert_non_null(strstr(fluv_message(b.ctx), "did you mean `terrain.glb`"));
    assert_null(bytes);
    end(&b);
}

static void pictures_have_the_size_asked_for(void **state)
{
    (void)state;
    bench b = begin("interfluve: 1\nframe: {size: [60, 30], width: 10 km}\n"
                    "stages: [noise, drain, lakes, rivers]\n");
    static const uint32_t sizes[] = {16, 61, 300};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (size_t view = 0; view < fluv_view_count(); view++) {
            fluv_render_options options = {.struct_size = sizeof options, .longest = sizes[i]};
            uint8_t *rgba;
            uint32_t width, height;
            fluv_status status = fluv_render_rgba(b.ctx, b.land, fluv_view_name(view), &options,
                                                  &rgba, &width, &height);
            if (status == FLUV_BAD_USE)
                continue; /* a view of a layer that is not there */
            assert_int_equal(status, FLUV_OK);
            assert_int_equal(width, sizes[i]);
            if (strcmp(fluv_view_name(view), "relief3d") == 0)
                assert_in_range(height, 1, sizes[i]);
            else
                assert_int_equal(height, (sizes[i] + 1) / 2);
            for (size_t k = 0; k < (size_t)width * height; k++)
                assert_int_equal(rgba[4 * k + 3], 255);
            fluv_text_free(rgba);
        }
    end(&b);
}

static void a_png_shows_the_same_pixels_with_or_without_its_bar(void **state)
{
    (void)state;
    bench b = begin(SMALL);
    uint8_t *bytes[2], *rgba[2];
    size_t size[2];
    uint32_t width, height;
    for (int bare = 0; bare < 2; bare++) {
        fluv_render_options options = {.struct_size = sizeof options, .longest = 300, .bare = bare};
        assert_int_equal(fluv_render_png(b.ctx, b.land, "map", &options, &bytes[bare], &size[bare]),
                         FLUV_OK);
        assert_memory_equal(bytes[bare], "\x89PNG\r\n\x1a\n", 8);
        assert_int_equal(
            fluv_render_rgba(b.ctx, b.land, "map", &options, &rgba[bare], &width, &height),
            FLUV_OK);
        assert_int_equal(width, 300);
    }
    assert_memory_equal(rgba[0], rgba[1], 4 * 300 * 100);                  /* the upper third */
    assert_memory_not_equal(rgba[0], rgba[1], 4 * (size_t)width * height); /* the bar below */
    assert_true(size[0] != size[1] || memcmp(bytes[0], bytes[1], size[0]) != 0);
    for (int bare = 0; bare < 2; bare++) {
        fluv_text_free(bytes[bare]);
        fluv_text_free(rgba[bare]);
    }
    end(&b);
}

/* ---- Options ------------------------------------------------------------------------------------
 */

static fluv_status draw_as(bench *b, const void *options)
{
    uint8_t *rgba;
    uint32_t width, height;
    fluv_status status =
        fluv_render_rgba(b->ctx, b->land, "shade", options, &rgba, &width, &height);
    fluv_text_free(rgba);
    return status;
}

static void options_can_grow(void **state)
{
    (void)state;
    bench b = begin(SMALL);
    struct {
        fluv_render_options known;
        uint64_t later[2];
    } options = {.known = {.struct_size = sizeof options, .longest = 20}};
    assert_int_equal(draw_as(&b, &options), FLUV_OK);
    options.later[1] = 1;
    assert_int_equal(draw_as(&b, &options), FLUV_BAD_USE);
    assert_non_null(strstr(fluv_message(b.ctx), "later version"));
    options.known.struct_size = sizeof options.known;
    assert_int_equal(draw_as(&b, &options), FLUV_OK);
    options.known.struct_size = offsetof(fluv_render_options, longest);
    options.known.longest = 3; /* beyond what an older program knew */
    assert_int_equal(draw_as(&b, &options), FLUV_OK);
    options.known.struct_size = sizeof options.known;
    assert_int_equal(draw_as(&b, &options), FLUV_BAD_USE);
    options.known.struct_size = 0;
    assert_int_equal(draw_as(&b, &options), FLUV_BAD_USE);
    assert_non_null(strstr(fluv_message(b.ctx), "struct_size"));
    const fluv_write_options unsized = {.without = "map.png"};
    assert_int_equal(fluv_write_check(b.ctx, path_of("x"), &unsized), FLUV_BAD_USE);
    assert_int_equal(fluv_write(b.ctx, b.land, b.recipe, path_of("x"), &unsized), FLUV_BAD_USE);
    end(&b);
}

static void version_and_status_have_words(void **state)
{
    (void)state;
    char text[40];
    snprintf(text, sizeof text, "%d.%d.%d", FLUV_VERSION_MAJOR, FLUV_VERSION_MINOR,
             FLUV_VERSION_PATCH);
    assert_string_equal(fluv_version(), text);
    assert_int_equal(fluv_version_number(), FLUV_VERSION_NUMBER);
    for (int i = FLUV_OK; i <= FLUV_CANCELLED; i++)
        for (int k = FLUV_OK; k < i; k++)
            assert_string_not_equal(fluv_status_name((fluv_status)i),
                                    fluv_status_name((fluv_status)k));
    assert_string_equal(fluv_status_name(FLUV_BAD_RECIPE), "bad recipe");
    assert_string_equal(fluv_status_name((fluv_status)99), "unknown");
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    char command[200];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_result_lives_while_it_is_held),
        cmocka_unit_test(a_failed_run_hands_nothing_out_and_keeps_what_is_held),
        cmocka_unit_test(a_cancel_stops_the_call_that_runs_and_no_other),
        cmocka_unit_test(progress_never_falls),
        cmocka_unit_test(bytes_are_those_of_the_folder),
        cmocka_unit_test(pictures_have_the_size_asked_for),
        cmocka_unit_test(a_png_shows_the_same_pixels_with_or_without_its_bar),
        cmocka_unit_test(options_can_grow),
        cmocka_unit_test(version_and_status_have_words),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
