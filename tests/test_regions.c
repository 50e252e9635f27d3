// SPDX-License-Identifier: MIT
/* The stage `regions`: types, markers, random regions, places between two types. */
#include "base/random.h"
#include "landscape/regions.h"
#include "one_thread.h"
#include "recipe_land.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static const char *regions_text(const char *coast, const char *params)
{
    static char text[32768];
    snprintf(text, sizeof text,
             "interfluve: 1\nseed: 5\nframe: {size: 200, width: 60 km}\n"
             "stages:\n  - coast: {%s}\n  - regions: {%s}\n",
             coast, params);
    return text;
}

static fluv_landscape made(fluv_ctx *ctx, const char *coast, const char *params)
{
    fluv_landscape land;
    if (recipe_land(ctx, regions_text(coast, params), &land) != FLUV_OK)
        fail_msg("%s", fluv_message(ctx));
    return land;
}

static size_t cells_of(const fluv_landscape *land, uint8_t type)
{
    size_t count = 0;
    for (size_t i = 0; i < fluv_cell_count(land); i++)
        count += fluv_region_of(land)[i] == type && fluv_cover_of(land)[i] == FLUV_LAND;
    return count;
}

static uint8_t type_at(const fluv_landscape *land, double x, double y)
{
    uint8_t type;
    fluv_regions_points(fluv_regions_of(land), 0.0, &x, &y, 1, &type);
    return type;
}

static void without_regions_all_is_flatland(void **state)
{
    fluv_landscape land = made(*state, "", "");
    assert_int_equal(cells_of(&land, FLUV_FLATLAND), 200 * 200);
    assert_int_equal(fluv_regions_of(&land)->type_count, FLUV_OWN_REGIONS);
    fluv_landscape_free(&land);
}

static void a_marker_without_noise_is_a_disc(void **state)
{
    fluv_landscape land = made(*state, "", "markers: [[desert, 20 km, 40 km, 9 km, 0]]");
    for (uint32_t cell = 0; cell < 200 * 200; cell++) {
        double far =
            hypot(fluv_cell_x(&land.frame, cell) - 20e3, fluv_cell_y(&land.frame, cell) - 40e3);
        if (fabs(far - 9e3) > 200.0)
            assert_int_equal(fluv_region_of(&land)[cell], far < 9e3 ? FLUV_DESERT : FLUV_FLATLAND);
    }
    fluv_landscape_free(&land);
}

static void the_earlier_marker_wins(void **state)
{
    static const char both[] = "markers: [[desert, 20 km, 30 km, 9 km, 0.2], "
                               "[mountain, 30 km, 30 km, 9 km, 0.2]]";
    static const char turned[] = "markers: [[mountain, 30 km, 30 km, 9 km, 0.2], "
                                 "[desert, 20 km, 30 km, 9 km, 0.2]]";
    fluv_landscape land = made(*state, "", both), other = made(*state, "", turned);
    assert_int_equal(type_at(&land, 25e3, 30e3), FLUV_DESERT);
    assert_int_equal(type_at(&other, 25e3, 30e3), FLUV_MOUNTAIN);
    fluv_landscape_free(&land);
    fluv_landscape_free(&other);
}

static void markers_outside_the_frame_are_noted(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land = made(ctx, "shape: none",
                               "markers: [{type: mountain, x: 20 km, y: 20 km, range: 5 km}, "
                               "{type: desert, x: 90 km, y: 20 km, range: 5 km}, "
                               "{type: desert, x: 62 km, y: 20 km, range: 5 km}]");
    assert_int_equal(fluv_note_count(&land), 1);
    assert_string_equal(fluv_note_stage(&land, 0), "regions");
    assert_string_equal(fluv_note_text(&land, 0),
                        "marker 2, desert at 90000 m, 20000 m, has no place in the frame");
    fluv_landscape_free(&land);
}

static void types_are_added_and_changed_by_name(void **state)
{
    static const char params[] =
        "types: {marsh: {colour: '#102030', growth: 0.01, lakes: 40}, mountain: {growth: 3}, "
        "dune: {dry: yes}}, markers: [[marsh, 30 km, 30 km, 9 km]]";
    fluv_landscape land = made(*state, "", params);
    const fluv_regions *regions = fluv_regions_of(&land);
    const fluv_region_type *marsh = &regions->types[3], *mountain = &regions->types[1];
    assert_int_equal(regions->type_count, 5);
    assert_string_equal(marsh->name, "marsh");
    assert_true(marsh->colour[0] == 0x10 && marsh->colour[1] == 0x20 && marsh->colour[2] == 0x30);
    assert_true(marsh->growth == 0.01F && marsh->lakes == 40 && !marsh->dry);
    assert_int_equal(marsh->sources, regions->types[FLUV_FLATLAND].sources);
    assert_true(mountain->growth == 3.0F && mountain->octaves == 8);
    assert_true(regions->types[4].dry && regions->types[FLUV_DESERT].dry);
    assert_int_equal(type_at(&land, 30e3, 30e3), 3);
    fluv_landscape_free(&land);
}

static void refused(fluv_ctx *ctx, const char *params, const char *part)
{
    fluv_landscape land;
    assert_int_equal(recipe_land(ctx, regions_text("", params), &land), FLUV_BAD_RECIPE);
    if (!strstr(fluv_message(ctx), part))
        fail_msg("\"%s\" does not say \"%s\"", fluv_message(ctx), part);
    fluv_landscape_free(&land);
}

static void mistakes_are_named(void **state)
{
    fluv_ctx *ctx = *state;
    refused(ctx, "markers: [[montain, 1 km, 1 km, 1 km]]", "did you mean `mountain`?");
    refused(ctx, "random: {tundra: 3}", "there is no type `tundra`");
    refused(ctx, "types: {marsh: {colour: blue}}", "expected #rrggbb, not `blue`");
    refused(ctx, "types: {marsh: {colour: '#12345g'}}", "expected #rrggbb");
    refused(ctx, "types: {a-name-that-goes-on-and-on-and-on-and-on: {}}", "too long");
    refused(ctx, "types: {'': {}}", "empty");
}

static void no_more_types_than_a_byte_can_name(void **state)
{
    char params[16000] = "types: [";
    size_t used = strlen(params);
    for (int i = 0; i < 247; i++)
        used += (size_t)snprintf(params + used, sizeof params - used, "[t%d], ", i);
    snprintf(params + used, sizeof params - used, "]");
    fluv_landscape land = made(*state, "", params);
    assert_int_equal(fluv_regions_of(&land)->type_count, FLUV_REGION_TYPES);
    fluv_landscape_free(&land);
}

static void random_regions_lie_on_land(void **state)
{
    fluv_ctx *ctx = *state;
    for (int shape = 0; shape < 2; shape++) {
        fluv_landscape land = made(ctx, shape ? "shape: island" : "shape: archipelago",
                                   "random: {mountain: 3, desert: 1}");
        size_t dry = fluv_cell_count(&land);
        for (size_t i = 0; i < fluv_cell_count(&land); i++)
            if (fluv_cover_of(&land)[i] == FLUV_OCEAN) {
                dry--;
                assert_int_equal(fluv_region_of(&land)[i], 0);
            }
        size_t mountain = cells_of(&land, FLUV_MOUNTAIN), desert = cells_of(&land, FLUV_DESERT);
        assert_true(mountain > dry / 50 && desert > dry / 200 && mountain + desert < dry);
        fluv_landscape_free(&land);
    }
    fluv_landscape sea = made(ctx, "shape: island, land: 0.00001", "random: {mountain: 3}");
    fluv_landscape_free(&sea);
}

static void another_type_leaves_the_first_where_it_was(void **state)
{
    fluv_landscape one = made(*state, "shape: island", "random: {mountain: 3}");
    fluv_landscape two = made(*state, "shape: island", "random: {mountain: 3, desert: 2}");
    for (size_t i = 0; i < fluv_cell_count(&one); i++)
        if (fluv_region_of(&one)[i] == FLUV_MOUNTAIN)
            assert_int_equal(fluv_region_of(&two)[i], FLUV_MOUNTAIN);
    fluv_landscape_free(&one);
    fluv_landscape_free(&two);
}

static void blends_are_half_and_half_at_borders(void **state)
{
    fluv_landscape land = made(*state, "", "markers: [[mountain, 30 km, 30 km, 12 km, 0]]");
    const fluv_regions *regions = fluv_regions_of(&land);
    fluv_region_blend last = {0};
    bool crossed = false;
    for (double x = 12e3; x < 48e3; x += 25.0) {
        double y = 30e3;
        fluv_region_blend blend;
        uint8_t type;
        fluv_regions_blends(regions, 25.0, &x, &y, 1, &blend);
        fluv_regions_points(regions, 25.0, &x, &y, 1, &type);
        assert_int_equal(blend.type, type);
        double true_distance = fabs(fabs(x - 30e3) - 12e3);
        assert_true(fabs((double)blend.border - true_distance) < 250.0);
        if (x > 12e3 && blend.type != last.type) {
            crossed = true;
            assert_true(blend.border < 60.0F && last.border < 60.0F);
            assert_int_equal(blend.other, last.type);
        }
        last = blend;
    }
    assert_true(crossed);
    fluv_landscape_free(&land);
}

static void every_size_and_thread_count_shows_the_same_regions(void **state)
{
    (void)state;
    static const int threads[] = {1, 2, 7};
    static const char *const sizes[] = {"128", "1024"};
    fluv_landscape land[2][3];
    fluv_ctx *ctx[3];
    for (int i = 0; i < 3; i++) {
        ctx[i] = fluv_ctx_new();
        fluv_set_threads(ctx[i], threads[i]);
        for (int k = 0; k < 2; k++) {
            char text[512];
            snprintf(text, sizeof text,
                     "interfluve: 1\nseed: 8\nframe: {size: %s, width: 60 km}\n"
                     "stages: [coast: {shape: continent}, regions: {random: {mountain: 4, desert: "
                     "3}}]\n",
                     sizes[k]);
            assert_int_equal(recipe_land(ctx[i], text, &land[k][i]), FLUV_OK);
            assert_memory_equal(fluv_region_of(&land[k][i]), fluv_region_of(&land[k][0]),
                                fluv_cell_count(&land[k][0]));
        }
    }
    size_t same = 0;
    for (size_t cell = 0; cell < 1024 * 1024; cell++)
        same += fluv_region_of(&land[1][0])[cell] ==
                fluv_region_of(&land[0][0])[cell / 1024 / 8 * 128 + cell % 1024 / 8];
    assert_true(same > 0.95 * 1024 * 1024);
    for (int i = 0; i < 3; i++) {
        fluv_landscape_free(&land[0][i]);
        fluv_landscape_free(&land[1][i]);
        fluv_ctx_delete(ctx[i]);
    }
}

static void changed_regions_leave_the_coast_alone(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_builder *builder = fluv_builder_new(ctx);
    const fluv_landscape *land = NULL;
    assert_int_equal(
        recipe_run(ctx, builder, regions_text("shape: island", "random: {mountain: 1}"), &land),
        FLUV_OK);
    assert_int_equal(fluv_builder_reused(builder), 0);
    const void *height = fluv_height_of(land), *cover = fluv_cover_of(land);
    const void *coast = fluv_coast_of(land), *shore = fluv_layer_read(land, FLUV_LAYER_shore);
    assert_int_equal(
        recipe_run(ctx, builder, regions_text("shape: island", "random: {mountain: 2}"), &land),
        FLUV_OK);
    assert_int_equal(fluv_builder_reused(builder), 1);
    assert_ptr_equal(fluv_height_of(land), height);
    assert_ptr_equal(fluv_cover_of(land), cover);
    assert_ptr_equal(fluv_coast_of(land), coast);
    assert_ptr_equal(fluv_layer_read(land, FLUV_LAYER_shore), shore);
    fluv_builder_delete(builder);
}

static void any_markers_give_sound_regions(void **state)
{
    fluv_ctx *ctx = *state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        char params[2048] = "spacing: 600 m, markers: [";
        fluv_key key = {fluv_mix(seed)};
        size_t used = strlen(params);
        double far = seed % 5 ? 90e3 : 1e9;
        for (uint64_t i = 0; i < 5; i++) {
            fluv_key own = fluv_key_split(key, i);
            used += (size_t)snprintf(
                params + used, sizeof params - used, "[%s, %.9g, %.9g, %.9g, %.9g, %.9g, %.9g], ",
                i % 2 ? "desert" : "mountain", fluv_random_between(own, 0, -far, far),
                fluv_random_between(own, 1, -far, far),
                fluv_random(own, 2) < 0.2 ? 0.0 : pow(10.0, fluv_random_between(own, 3, 0, 9)),
                fluv_random_between(own, 4, 0, 2), fluv_random_between(own, 5, 0, 1e5),
                pow(10.0, fluv_random_between(own, 6, -1, 1)));
        }
        snprintf(params + used, sizeof params - used, "]");
        fluv_landscape land = made(ctx, "spacing: 600 m", params);
        for (size_t i = 0; i < fluv_cell_count(&land); i++)
            assert_true(fluv_region_of(&land)[i] < FLUV_OWN_REGIONS);
        fluv_landscape_free(&land);
    }
}

static void memory_may_run_out_anywhere(void **state)
{
    (void)state;
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_set_threads(ctx, 1);
    fluv_landscape land;
    fluv_status status = FLUV_NO_MEMORY;
    int failed = 0;
    for (; status != FLUV_OK && failed < 3000; failed++) {
        atomic_store(&ctx->memory.allocations_left, failed);
        status = recipe_land(ctx,
                             regions_text("spacing: 3 km", "spacing: 3 km, types: [[marsh]], "
                                                           "random: {mountain: 2}, markers: "
                                                           "[[marsh, 9 km, 9 km, 9 km]]"),
                             &land);
        atomic_store(&ctx->memory.allocations_left, -1);
        assert_true(status == FLUV_OK || status == FLUV_NO_MEMORY);
        assert_null(ctx->scratch);
        fluv_landscape_free(&land);
    }
    assert_true(failed > 20 && failed < 3000);
    assert_int_equal(atomic_load(&ctx->memory.now), 0);
    fluv_ctx_delete(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_regions_all_is_flatland),
        cmocka_unit_test(a_marker_without_noise_is_a_disc),
        cmocka_unit_test(the_earlier_marker_wins),
        cmocka_unit_test(markers_outside_the_frame_are_noted),
        cmocka_unit_test(types_are_added_and_changed_by_name),
        cmocka_unit_test(mistakes_are_named),
        cmocka_unit_test(no_more_types_than_a_byte_can_name),
        cmocka_unit_test(random_regions_lie_on_land),
        cmocka_unit_test(another_type_leaves_the_first_where_it_was),
        cmocka_unit_test(blends_are_half_and_half_at_borders),
        cmocka_unit_test(every_size_and_thread_count_shows_the_same_regions),
        cmocka_unit_test(changed_regions_leave_the_coast_alone),
        cmocka_unit_test(any_markers_give_sound_regions),
        cmocka_unit_test(memory_may_run_out_anywhere),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
