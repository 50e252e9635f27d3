// SPDX-License-Identifier: MIT
/* Pictures: their size, what can be seen on them, and that nothing whatever makes them fail badly.
 */
#include "output/letters.h"
#include "output/picture.h"
#include "output/picture_parts.h"
#include "output/png.h"

#include "context.h"
#include "failing_memory.h"
#include "how_many.h"
#include "scenery.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const uint8_t *pixel_at(const fluv_picture *picture, double u, double v)
{
    uint32_t x = (uint32_t)(u * picture->width), y = (uint32_t)(v * picture->height);
    return picture->rgb + 3 * ((size_t)y * picture->width + x);
}

static int blueness(const uint8_t *rgb)
{
    return rgb[2] - rgb[0];
}

static void the_longer_side_is_between_1000_and_2400(void **state)
{
    (void)state;
    static const uint32_t sides[][2] = {{1, 1},       {1, 5000},     {64, 32},      {999, 7},
                                        {1000, 1000}, {2048, 1024},  {2400, 2401},  {3587, 2366},
                                        {8192, 8192}, {1, 16777216}, {65536, 65536}};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        fluv_frame frame = {.cols = sides[i][0], .rows = sides[i][1], .cell = 10};
        uint32_t width, height;
        fluv_picture_size(&frame, (fluv_picture_range){1000, 2400}, &width, &height);
        uint32_t longer = width > height ? width : height;
        assert_in_range(longer, 1000, 2400);
        assert_in_range(width < height ? width : height, 1, 2400);
    }
}

/* All views but the one of land without ground. */
static bool shows_ground(const char *view)
{
    return strcmp(view, "plan") != 0;
}

static void every_view_is_the_same_for_any_number_of_threads(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land = scenery_land(ctx, 180, 16);
    static const int threads[] = {1, 2, 7};
    for (size_t v = 0; v < fluv_view_count(); v++) {
        fluv_picture first = {0};
        if (!shows_ground(fluv_view_name(v)))
            continue;
        for (int t = 0; t < (int)cases_of(3, 2); t++) {
            fluv_picture picture;
            fluv_set_threads(ctx, threads[t]);
            assert_int_equal(fluv_picture_draw(ctx, &land, fluv_view_name(v), &picture), FLUV_OK);
            if (t == 0) {
                first = picture;
                continue;
            }
            assert_memory_equal(picture.rgb, first.rgb, (size_t)3 * first.width * first.height);
            fluv_picture_free(&picture);
        }
        fluv_picture_free(&first);
    }
    fluv_landscape_free(&land);
}

static void water_is_blue_land_is_not_and_dry_lakes_are_sandy(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land = scenery_land(ctx, 400, 300);
    fluv_picture map;
    assert_int_equal(fluv_picture_draw(ctx, &land, "map", &map), FLUV_OK);
    int open = blueness(pixel_at(&map, 0.5, 0.3)), closed = blueness(pixel_at(&map, 0.75, 0.6));
    assert_true(open > 30);
    assert_true(closed > 0 && closed < open); /* the closed one is greener */
    assert_true(blueness(pixel_at(&map, 0.01, 0.3)) > 25);
    assert_true(blueness(pixel_at(&map, 0.45, 0.75)) < 0);
    assert_true(blueness(pixel_at(&map, 0.65, 0.2)) < 0);
    int river = blueness(pixel_at(&map, 0.6, 0.5));
    assert_true(river > 40 && river > blueness(pixel_at(&map, 0.6, 0.48)) + 40);
    const uint8_t *paper = pixel_at(&map, 0.97, 0.03);
    assert_true(paper[0] > 235 && paper[1] > 235 && paper[2] > 230);
    fluv_picture_free(&map);
    fluv_landscape_free(&land);
}

/* Along the row of the dry reach some pixels are as without it, some are not. */
static void a_dry_reach_is_dashed(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land = scenery_land(ctx, 400, 300);
    fluv_picture with, without;
    assert_int_equal(fluv_picture_draw(ctx, &land, "map", &with), FLUV_OK);
    fluv_layer_put(&land, FLUV_LAYER_rivers, NULL);
    assert_int_equal(fluv_picture_draw(ctx, &land, "map", &without), FLUV_OK);
    int same = 0, changed = 0;
    for (double u = 0.4; u < 0.9; u += 0.002) {
        bool equal = memcmp(pixel_at(&with, u, 0.9), pixel_at(&without, u, 0.9), 3) == 0;
        same += equal;
        changed += !equal;
    }
    assert_true(same > 40 && changed > 40);
    fluv_picture_free(&with);
    fluv_picture_free(&without);
    fluv_landscape_free(&land);
}

/* Slopes that face the light are lighter than those that turn away. */
static void light_comes_from_the_north_west(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land = scenery_frame(100, 100);
    float *height = fluv_layer_edit(ctx, &land, FLUV_LAYER_height);
    for (uint32_t row = 0; row < 100; row++)
        for (uint32_t col = 0; col < 100; col++)
            height[row * 100 + col] =
                1000.0f - 15.0f * (float)hypot((double)row - 50, (double)col - 50);
    fluv_picture picture;
    assert_int_equal(fluv_picture_draw(ctx, &land, "shade", &picture), FLUV_OK);
    int north_west = pixel_at(&picture, 0.35, 0.35)[1],
        south_east = pixel_at(&picture, 0.65, 0.65)[1];
    assert_true(north_west > south_east + 60);
    assert_true(north_west < 250); /* steep ground towards the light is not burnt out */
    fluv_picture_free(&picture);
    fluv_landscape_free(&land);
}

/* Land in the west, sea as deep as the land is low in the east. */
static void heights_show_the_coast(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land = scenery_frame(100, 100);
    float *height = fluv_layer_edit(ctx, &land, FLUV_LAYER_height);
    uint8_t *cover = fluv_layer_edit(ctx, &land, FLUV_LAYER_cover);
    for (uint32_t c = 0; c < 100 * 100; c++) {
        height[c] = 50.0f - (float)(c % 100);
        cover[c] = height[c] < 0.0f ? FLUV_OCEAN : FLUV_LAND;
    }
    fluv_picture picture;
    assert_int_equal(fluv_picture_draw(ctx, &land, "height", &picture), FLUV_OK);
    const uint8_t *dry = pixel_at(&picture, 0.45, 0.4), *wet = pixel_at(&picture, 0.55, 0.4);
    assert_true(abs(dry[2] - dry[0]) < 25);
    assert_true(wet[2] > wet[0] + 40);
    fluv_picture_free(&picture);
    fluv_landscape_free(&land);
}

static void a_missing_layer_and_an_unknown_view_are_named(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land = scenery_frame(4, 4);
    fluv_picture picture;
    assert_int_equal(fluv_picture_draw(ctx, &land, "map", &picture), FLUV_BAD_USE);
    assert_non_null(strstr(fluv_message(ctx), "height"));
    assert_non_null(fluv_layer_edit(ctx, &land, FLUV_LAYER_height));
    static const char *const pairs[][2] = {{"region", "layer region"},
                                           {"water", "layer water"},
                                           {"area", "layer area"},
                                           {"mop", "one of map, height"}};
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(fluv_picture_draw(ctx, &land, pairs[i][0], &picture), FLUV_BAD_USE);
        assert_non_null(strstr(fluv_message(ctx), pairs[i][1]));
        assert_null(picture.rgb);
    }
    fluv_landscape_free(&land);
}

static void draw_view(fluv_ctx *ctx, const fluv_landscape *land, const char *view)
{
    fluv_picture picture;
    assert_int_equal(fluv_picture_draw(ctx, land, view, &picture), FLUV_OK);
    assert_in_range(picture.width > picture.height ? picture.width : picture.height, 1000, 2400);
    fluv_picture_free(&picture);
}

static void draw_all_views(fluv_ctx *ctx, const fluv_landscape *land)
{
    for (size_t v = 0; v < fluv_view_count(); v++)
        if (shows_ground(fluv_view_name(v)))
            draw_view(ctx, land, fluv_view_name(v));
}

static void odd_frames_are_drawn(void **state)
{
    static const uint32_t sides[][2] = {{3000, 2}, {1, 40}, {40, 1}, {1, 3000}};
    for (size_t i = 0; i < cases_of(4, 2); i++) {
        fluv_landscape land = scenery_land(*state, sides[i][0], sides[i][1]);
        draw_all_views(*state, &land);
        fluv_landscape_free(&land);
    }
    fluv_landscape cell = scenery_land(*state, 1, 1);
    draw_view(*state, &cell, "map");
    draw_view(*state, &cell, "basin");
    draw_view(*state, &cell, "area");
    fluv_landscape_free(&cell);
}

/* Each odd height for itself, then all side by side; other views take no colours from heights. */
static void odd_heights_are_drawn(void **state)
{
    static const float odd[] = {0, -5, NAN, INFINITY, -INFINITY, 3e38f, -3e38f, 1e-30f};
    for (size_t i = 0; i <= 8; i++) {
        fluv_landscape land = scenery_land(*state, 36, 1);
        float *height = fluv_layer_edit(*state, &land, FLUV_LAYER_height);
        for (size_t cell = 0; cell < 36; cell++)
            height[cell] = odd[(i == 8 ? cell : i) % 8];
        draw_view(*state, &land, "map");
        draw_view(*state, &land, "height");
        draw_view(*state, &land, "water");
        draw_view(*state, &land, "shade");
        fluv_landscape_free(&land);
    }
}

/* Points outside the frame, at infinity, and widths that make no sense. */
static void mad_rivers_are_drawn(void **state)
{
    fluv_ctx *ctx = *state;
    static const double odd[] = {0, 1e300, -1e300, NAN, INFINITY, -INFINITY, 5e5, 5.2e6};
    fluv_landscape land = scenery_land(ctx, 50, 5);
    fluv_list reaches = {0}, points = {0};
    for (uint32_t i = 0; i < 64; i++) {
        fluv_reach *reach = fluv_list_append(ctx, &reaches, 1, sizeof *reach);
        *reach = (fluv_reach){.first_point = 3 * i,
                              .point_count = i % 4,
                              .length = odd[i % 8],
                              .discharge = odd[(i + 3) % 8],
                              .upland = odd[(i / 8) % 8]};
        fluv_river_point *point = fluv_list_append(ctx, &points, 3, sizeof *point);
        for (uint32_t k = 0; k < 3; k++)
            point[k] = (fluv_river_point){.x = odd[(i + k) % 8],
                                          .y = odd[(i / 8 + 3 * k) % 8],
                                          .width = (float)odd[(i + 5 * k) % 8]};
    }
    fluv_layer_put(&land, FLUV_LAYER_rivers, fluv_rivers_seal(ctx, &reaches, &points));
    draw_all_views(ctx, &land);
    fluv_list_free(&reaches);
    fluv_list_free(&points);
    fluv_landscape_free(&land);
}

static fluv_status draw_area(fluv_ctx *ctx, void *land)
{
    fluv_picture picture;
    fluv_status status = fluv_picture_draw(ctx, land, "area", &picture);
    fluv_picture_free(&picture);
    return status;
}

/* Rivers first, half way: there is no ground yet, and still something to see. */
static void plans_are_drawn(void **state)
{
    static const struct {
        const char *until, *view;
    } plans[] = {{"basins", "basin"}, {"basins", "map"}, {"channels", "channel"}};
    fluv_ctx *ctx = *state;
    fluv_builder *builder = fluv_builder_new(ctx);
    fluv_recipe *recipe = NULL;
    const fluv_landscape *land = NULL;
    const char *text = "interfluve: 1\nframe: {size: 60, width: 60 km}\nstages:\n"
                       "- coast: {spacing: 500, shape: island}\n- regions: {spacing: 500}\n"
                       "- basins: {spacing: 900}\n- channels: {lake_chance: 1}\n- relief: {}\n";
    assert_int_equal(fluv_recipe_parse(ctx, text, strlen(text), "t.yaml", &recipe), FLUV_OK);
    for (size_t i = 0; i < sizeof plans / sizeof *plans; i++) {
        fluv_picture bare, planned;
        assert_int_equal(fluv_builder_run(ctx, builder, recipe, "coast", &land), FLUV_OK);
        assert_int_equal(fluv_picture_draw(ctx, land, "coast", &bare), FLUV_OK);
        assert_int_equal(fluv_builder_run(ctx, builder, recipe, plans[i].until, &land), FLUV_OK);
        assert_int_equal(fluv_picture_draw(ctx, land, plans[i].view, &planned), FLUV_OK);
        size_t changed = 0, pixels = (size_t)planned.width * planned.height;
        for (size_t at = 0; at < pixels; at++)
            changed += memcmp(bare.rgb + 3 * at, planned.rgb + 3 * at, 3) != 0;
        assert_true(changed > pixels / 100);
        fluv_picture_free(&bare);
        fluv_picture_free(&planned);
    }
    assert_int_equal(fluv_builder_run(ctx, builder, recipe, "regions", &land), FLUV_OK);
    fluv_picture none;
    assert_int_equal(fluv_picture_draw(ctx, land, "channel", &none), FLUV_BAD_USE);
    fluv_recipe_delete(recipe);
    fluv_builder_delete(builder);
}

static void every_allocation_may_fail(void **state)
{
    fluv_landscape land = scenery_land(*state, 1000, 6);
    assert_true(fail_each_allocation(*state, draw_area, &land) > 20);
    fluv_landscape_free(&land);
}

static void drawing_can_be_stopped(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land = scenery_land(ctx, 50, 5);
    fluv_picture picture;
    fluv_cancel(ctx);
    assert_int_equal(fluv_picture_draw(ctx, &land, "map", &picture), FLUV_CANCELLED);
    assert_null(picture.rgb);
    fluv_landscape_free(&land);
}

static void a_png_file_is_written_alone_or_refused(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land = scenery_land(ctx, 30, 20);
    assert_int_equal(fluv_render(ctx, &land, "map", "picture-test.png"), FLUV_OK);
    FILE *file = fopen("picture-test.png", "rb");
    unsigned char head[8] = {0};
    assert_non_null(file);
    assert_int_equal(fread(head, 1, 8, file), 8);
    assert_memory_equal(head, "\x89PNG\r\n\x1a\n", 8);
    fclose(file);
    assert_int_not_equal(access("picture-test.png.aux.xml", F_OK), 0);
    remove("picture-test.png");
    assert_int_equal(fluv_render(ctx, &land, "map", "no/such/folder/map.png"), FLUV_IO);
    assert_non_null(strstr(fluv_message(ctx), "no/such/folder/map.png"));
    fluv_landscape_free(&land);
}

typedef struct extent {
    double left, right, top, bottom;
} extent;

static void widen(void *user, double x0, double y0, double x1, double y1)
{
    extent *all = user;
    all->left = fmin(all->left, fmin(x0, x1));
    all->right = fmax(all->right, fmax(x0, x1));
    all->top = fmin(all->top, fmin(y0, y1));
    all->bottom = fmax(all->bottom, fmax(y0, y1));
}

/* Pixels that differ in two pictures of one size, in a part of them. */
static int changed(const fluv_picture *a, const fluv_picture *b, double u0, double v0, double u1,
                   double v1)
{
    int count = 0;
    for (uint32_t y = (uint32_t)(v0 * a->height); y < v1 * a->height; y++)
        for (uint32_t x = (uint32_t)(u0 * a->width); x < u1 * a->width; x++)
            count += memcmp(a->rgb + 3 * ((size_t)y * a->width + x),
                            b->rgb + 3 * ((size_t)y * a->width + x), 3) != 0;
    return count;
}

static void names_stand_beside_what_they_name(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land = scenery_land(ctx, 200, 200);
    fluv_lake *lakes = (fluv_lake *)(uintptr_t)fluv_lakes_of(&land)->lakes;
    fluv_reach *reaches = (fluv_reach *)(uintptr_t)fluv_rivers_of(&land)->reaches;
    fluv_picture bare, named, texture;
    assert_int_equal(fluv_picture_draw(ctx, &land, "map", &bare), FLUV_OK);
    strcpy(lakes[0].name, "\xe6\xb9\x96"); /* no strokes for it: left out */
    assert_int_equal(fluv_picture_draw(ctx, &land, "map", &named), FLUV_OK);
    assert_int_equal(changed(&bare, &named, 0, 0, 1, 1), 0);
    fluv_picture_free(&named);
    lakes[0].area = 1e6;
    strcpy(lakes[0].name, "S\xc3\xb6"
                          "dersj\xc3\xb6"
                          "n the long lake");
    strcpy(reaches[0].name, "Alva");
    assert_int_equal(fluv_picture_draw(ctx, &land, "map", &named), FLUV_OK);
    assert_true(changed(&bare, &named, 0.55, 0.25, 1.0, 0.35) > 500); /* east of the lake */
    assert_true(changed(&bare, &named, 0.55, 0.45, 0.65, 0.5) > 100); /* over the river */
    assert_int_equal(changed(&bare, &named, 0.0, 0.6, 1.0, 1.0), 0);
    assert_int_equal(changed(&bare, &named, 0.0, 0.0, 1.0, 0.2), 0);
    fluv_picture_free(&named);
    fluv_picture_free(&bare);
    /* A name that would cover a greater lake's stands elsewhere. */
    lakes[1].first_ring = lakes[0].first_ring;
    lakes[1].area = 5e5;
    assert_int_equal(fluv_picture_draw(ctx, &land, "map", &bare), FLUV_OK);
    strcpy(lakes[1].name, "Another of such a length");
    assert_int_equal(fluv_picture_draw(ctx, &land, "map", &named), FLUV_OK);
    assert_int_equal(changed(&bare, &named, 0.55, 0.27, 1.0, 0.33), 0);
    fluv_picture_free(&named);
    fluv_picture_free(&bare);
    /* Nothing is written on what is laid over a model. */
    assert_int_equal(fluv_picture_texture(ctx, &land, &texture), FLUV_OK);
    *lakes[0].name = *lakes[1].name = *reaches[0].name = '\0';
    assert_int_equal(fluv_picture_texture(ctx, &land, &bare), FLUV_OK);
    assert_int_equal(changed(&bare, &texture, 0, 0, 1, 1), 0);
    fluv_picture_free(&texture);
    fluv_picture_free(&bare);
    fluv_landscape_free(&land);
}

/* Drawn together, a map and what is laid over a model are what each is alone. */
static void map_and_texture_are_drawn_together(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land = scenery_land(ctx, 200, 200);
    fluv_picture map, texture, map_alone, texture_alone;
    assert_int_equal(fluv_picture_map_and_texture(ctx, &land, &map, &texture), FLUV_OK);
    assert_int_equal(fluv_picture_draw(ctx, &land, "map", &map_alone), FLUV_OK);
    assert_int_equal(fluv_picture_texture(ctx, &land, &texture_alone), FLUV_OK);
    assert_int_equal(changed(&map, &map_alone, 0, 0, 1, 1), 0);
    assert_int_equal(changed(&texture, &texture_alone, 0, 0, 1, 1), 0);
    assert_true(changed(&map, &texture, 0, 0, 1, 1) > 1000);
    fluv_picture_free(&map);
    fluv_picture_free(&texture);
    fluv_picture_free(&map_alone);
    fluv_picture_free(&texture_alone);
    fluv_landscape_free(&land);
}

/* Letters with marks are as wide as without, and stand higher. */
static void marks_stand_on_their_letters(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {{"e", "\xc3\xa9"}, {"A", "\xc3\x85"}, {"z", "\xc5\xbe"}};
    for (size_t i = 0; i < 3; i++) {
        extent plain = {0, 0, 0, 0}, marked = {0, 0, 0, 0};
        fluv_letters_draw(pairs[i][0], 0, 0, 9, widen, &plain);
        fluv_letters_draw(pairs[i][1], 0, 0, 9, widen, &marked);
        assert_true(fluv_letters_width(pairs[i][0], 9) == fluv_letters_width(pairs[i][1], 9));
        assert_true(marked.top < plain.top - 0.5);
    }
    assert_true(fluv_letters_can("\xc5\x81\xc3\xb3"
                                 "d\xc5\xba, Stra\xc3\x9f"
                                 "e 12"));
    assert_false(fluv_letters_can("\xd0\x94\xd0\xbe\xd0\xbd"));
    assert_false(fluv_letters_can("\xff\xfe"));
}

static void letters_stay_within_their_width_and_height(void **state)
{
    (void)state;
    for (int code = 33; code < 127; code++) {
        char text[2] = {(char)code, 0};
        extent all = {0, 0, 0, 0};
        fluv_letters_draw(text, 0, 0, 9, widen, &all);
        assert_true(all.left > -1 && all.right < fluv_letters_width(text, 9) + 1);
        assert_true(all.top > -10 && all.bottom < 4);
    }
    assert_true(fluv_letters_width("km^2", 9) < fluv_letters_width("km2", 9));
    assert_true(fluv_letters_width("", 9) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_longer_side_is_between_1000_and_2400),
        TEST(every_view_is_the_same_for_any_number_of_threads),
        TEST(water_is_blue_land_is_not_and_dry_lakes_are_sandy),
        TEST(a_dry_reach_is_dashed),
        TEST(light_comes_from_the_north_west),
        TEST(heights_show_the_coast),
        TEST(a_missing_layer_and_an_unknown_view_are_named),
        TEST(odd_frames_are_drawn),
        TEST(odd_heights_are_drawn),
        TEST(mad_rivers_are_drawn),
        TEST(plans_are_drawn),
        TEST(every_allocation_may_fail),
        TEST(drawing_can_be_stopped),
        TEST(a_png_file_is_written_alone_or_refused),
        TEST(names_stand_beside_what_they_name),
        TEST(map_and_texture_are_drawn_together),
        TEST(marks_stand_on_their_letters),
        TEST(letters_stay_within_their_width_and_height),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
