// SPDX-License-Identifier: MIT
/* Exports, read back: heights equal ours, rivers lie in their valleys, tiles share their edges, and
 * nothing of anybody else's is touched. */
#include "export_bench.h"
#include "export_heights.h"

#include "export/ears.h"
#include "export/profile.h"
#include "landscape/landscape.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>

/* What a fluv_export_grid of that size holds. */
static const float *own_heights(uint32_t cols, uint32_t rows)
{
    assert_int_equal(cols, fluv_frame_of(shared.land)->cols);
    assert_int_equal(rows, fluv_frame_of(shared.land)->rows);
    return fluv_height_of(shared.land);
}

static void heights_come_back(void **state)
{
    (void)state;
    for (size_t i = 0; i < fluv_profiles_count; i++) {
        const fluv_profile *profile = &fluv_profiles[i];
        char formats[40], *rest = NULL;
        if (profile->rule == FLUV_SIZE_POWER || strcmp(profile->info.name, "web") == 0)
            continue; /* resampled: below */
        snprintf(formats, sizeof formats, "%s", profile->formats);
        for (char *format = strtok_r(formats, "|", &rest); format;
             format = strtok_r(NULL, "|", &rest)) {
            export_to(path_of("heights"), (fluv_export_options){.profile = profile->info.name,
                                                                .format = format,
                                                                .maps = "none"});
            json_t *export = read_json(path_of("heights"), "export.json");
            const json_t *row = listed(export, "height");
            numbers n = read_listed(path_of("heights"), row);
            const float *ours = own_heights((uint32_t)n.cols, (uint32_t)n.rows);
            bool whole = strcmp(text_of(row, "type"), "float32") == 0;
            double half = whole ? 0.0 : 0.5000001 * number_of(row, "scale");
            for (int k = 0; k < n.cols * n.rows; k++)
                assert_near(n.at[k], (double)ours[k], half);
            free(n.at);
            json_decref(export);
        }
    }
}

static void unity_spans_the_land(void **state)
{
    (void)state;
    export_to(path_of("unity"), (fluv_export_options){.profile = "unity", .maps = "none"});
    json_t *export = read_json(path_of("unity"), "export.json");
    const json_t *row = listed(export, "height"), *lattice = json_object_get(export, "lattice");
    numbers n = read_listed(path_of("unity"), row);
    const float *ours = fluv_height_of(shared.land);
    assert_int_equal(n.cols, 257);
    const fluv_frame *frame = fluv_frame_of(shared.land);
    assert_near(number_of(lattice, "step_x") * 256, frame->cell * 252, 1e-6);
    /* corners are cells of the land; in between a cubic stays between its neighbours */
    double half = 0.5000001 * number_of(row, "scale");
    assert_near(n.at[0], (double)ours[0], half);
    assert_near(n.at[256], (double)ours[252], half);
    assert_near(n.at[257 * 257 - 1], (double)ours[253 * 253 - 1], half);
    double most = 0.0;
    for (int y = 0; y < 257; y++)
        for (int x = 0; x < 257; x++) {
            int col = (int)rint(x * 252.0 / 256.0), line = (int)rint(y * 252.0 / 256.0);
            most = fmax(most, fabs(n.at[257 * y + x] - (double)ours[253 * line + col]));
        }
    assert_true(most < 120.0); /* half a cell of the steepest ground: nothing is turned round */
    free(n.at);
    json_decref(export);
}

static void rivers_lie_in_their_valleys(void **state)
{
    (void)state;
    size_t count = fluv_rivers_of(shared.land)->count;
    export_to(path_of("valleys"), (fluv_export_options){.profile = "unreal", .maps = "none"});
    assert_true(check_rivers(path_of("valleys"), &of_unreal, count) > 500);
    export_to(path_of("valleys"),
              (fluv_export_options){.profile = "unreal", .maps = "none", .size = 127});
    assert_true(check_rivers(path_of("valleys"), &of_unreal, count) > 500);
    export_to(path_of("valleys"),
              (fluv_export_options){.profile = "unreal", .maps = "none", .size = 505});
    assert_true(check_rivers(path_of("valleys"), &of_unreal, count) > 500);
    export_to(path_of("valleys_unity"), (fluv_export_options){.profile = "unity", .maps = "none"});
    assert_true(check_rivers(path_of("valleys_unity"), &of_unity, count) > 500);
    export_to(path_of("valleys_blender"),
              (fluv_export_options){.profile = "blender", .maps = "none"});
    assert_true(check_rivers(path_of("valleys_blender"), &of_blender, count) > 500);
}

static void unreal_has_the_sea_at_its_grey(void **state)
{
    (void)state;
    export_to(path_of("sea"), (fluv_export_options){.profile = "unreal", .maps = "water"});
    json_t *export = read_json(path_of("sea"), "export.json");
    const json_t *height = listed(export, "height"), *unreal = json_object_get(export, "unreal");
    assert_near(number_of(height, "offset") + 32768 * number_of(height, "scale"), 0.0, 1e-9);
    assert_near(number_of(unreal, "scale_z"), 100.0 * 128.0 * number_of(height, "scale"), 1e-9);
    /* rivers are filled to their surface in the other file, and nothing else differs */
    numbers carved = read_listed(path_of("sea"), height);
    numbers filled = read_listed(path_of("sea"), listed(export, "height_uncarved"));
    const uint8_t *cover = fluv_cover_of(shared.land);
    const float *water = fluv_water_of(shared.land);
    double half = 0.5000001 * number_of(height, "scale");
    size_t rivers = 0;
    for (int i = 0; i < SIZE * SIZE; i++)
        if (cover[i] == FLUV_RIVER) {
            assert_near(filled.at[i], (double)water[i], half);
            rivers++;
        } else {
            assert_true(filled.at[i] == carved.at[i]);
        }
    assert_true(rivers > 500);
    free(carved.at);
    free(filled.at);
    json_decref(export);
}

static void tiles_share_their_edges(void **state)
{
    (void)state;
    export_to(
        path_of("tiles"),
        (fluv_export_options){.profile = "unreal", .maps = "slope,splat", .tiles = 2, .size = 505});
    export_to(path_of("whole"),
              (fluv_export_options){.profile = "unreal", .maps = "slope,splat", .size = 505});
    json_t *tiled = read_json(path_of("tiles"), "export.json");
    json_t *whole = read_json(path_of("whole"), "export.json");
    static const char *const stems[] = {"height", "slope", "weight_rock"};
    for (size_t s = 0; s < 3; s++) {
        numbers all = read_listed(path_of("whole"), listed(whole, stems[s]));
        assert_int_equal(all.cols, 505);
        for (int y = 0; y < 2; y++)
            for (int x = 0; x < 2; x++) {
                char stem[64];
                snprintf(stem, sizeof stem, "%s_x%d_y%d", stems[s], x, y);
                numbers part = read_listed(path_of("tiles"), listed(tiled, stem));
                assert_int_equal(part.cols, 253);
                for (int row = 0; row < 253; row++)
                    for (int col = 0; col < 253; col++)
                        assert_true(part.at[253 * row + col] ==
                                    all.at[505 * (252 * y + row) + 252 * x + col]);
                free(part.at);
            }
        free(all.at);
    }
    json_decref(tiled);
    json_decref(whole);
}

static void sizes_are_answered_with_the_nearest(void **state)
{
    (void)state;
    static const struct {
        fluv_size_rule rule;
        uint32_t x, y, wanted, tiles;
        fluv_export_size size;
    } rows[] = {
        {FLUV_SIZE_UNREAL, 1024, 1024, 1024, 1, {1009, 1009, 1, 1}},
        {FLUV_SIZE_UNREAL, 4096, 4096, 99999, 1, {8129, 8129, 1, 1}},
        {FLUV_SIZE_UNREAL, 1000, 500, 1000, 1, {1009, 505, 1, 1}},
        {FLUV_SIZE_UNREAL, 500, 1000, 1000, 1, {505, 1009, 1, 1}},
        {FLUV_SIZE_UNREAL, 4096, 4096, 4096, 4, {4033, 4033, 4, 4}},
        {FLUV_SIZE_UNREAL, 10, 10, 10, 1, {127, 127, 1, 1}},
        {FLUV_SIZE_POWER, 1024, 512, 1024, 1, {1025, 1025, 1, 1}},
        {FLUV_SIZE_POWER, 4096, 4096, 4096, 2, {4097, 4097, 2, 2}},
        {FLUV_SIZE_ANY, 1000, 501, 500, 1, {500, 251, 1, 1}},
        {FLUV_SIZE_ANY, 1000, 501, 1000, 4, {1001, 501, 4, 2}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fluv_export_size found =
            fluv_export_size_for(rows[i].rule, rows[i].x, rows[i].y, rows[i].wanted, rows[i].tiles);
        if (memcmp(&found, &rows[i].size, sizeof found) != 0)
            fail_msg("row %zu gives %u x %u in %u x %u tiles", i, found.cols, found.rows,
                     found.tiles_x, found.tiles_y);
    }
}

static void a_wish_is_judged_before_there_is_land(void **state)
{
    (void)state;
    fluv_export_options options = {
        .struct_size = sizeof options, .profile = "unreal", .size = 1000, .maps = "slope"};
    fluv_export_fit fit;
    assert_int_equal(fluv_export_fits(shared.ctx, &options, 300, 150, &fit), FLUV_OK);
    assert_true(fit.cols == 1009 && fit.rows == 505 && fit.tiles_x == 1 && fit.tiles_y == 1);
    options.maps = "slop";
    assert_int_equal(fluv_export_fits(shared.ctx, &options, 300, 150, &fit), FLUV_BAD_USE);
    assert_true(fit.cols == 1009); /* what it comes to is said all the same */
    options.maps = "none";
    options.format = "exr";
    assert_int_equal(fluv_export_fits(shared.ctx, &options, 300, 150, &fit), FLUV_BAD_USE);
    options.profile = "unreel";
    assert_int_equal(fluv_export_fits(shared.ctx, &options, 300, 150, &fit), FLUV_BAD_USE);
    assert_true(fit.cols == 0);
}

static void weights_sum_up(void **state)
{
    (void)state;
    export_to(path_of("splat"), (fluv_export_options){.profile = "unity", .maps = "all"});
    char path[600];
    snprintf(path, sizeof path, "%s/splat.png", path_of("splat"));
    numbers n = read_gdal(path);
    assert_int_equal(n.channels, 4);
    bool used[4] = {false};
    for (int i = 0; i < n.cols * n.rows; i++) {
        double sum = 0;
        for (int c = 0; c < 4; c++) {
            sum += n.at[4 * i + c];
            used[c] |= n.at[4 * i + c] > 128;
        }
        assert_true(sum == 255.0);
    }
    assert_true(used[0] && used[1] && used[2]);
    free(n.at);
    /* every map that the land has something for is there, and says what its numbers mean */
    json_t *export = read_json(path_of("splat"), "export.json");
    for (size_t i = 0; i < fluv_maps_count; i++)
        if (fluv_map_possible(&fluv_maps[i], shared.land))
            assert_non_null(listed(export, fluv_maps[i].name));
    numbers depth = read_listed(path_of("splat"), listed(export, "depth"));
    numbers normal = read_listed(path_of("splat"), listed(export, "normal_gl"));
    double deepest = 0.0;
    for (int i = 0; i < depth.cols * depth.rows; i++) {
        deepest = fmax(deepest, depth.at[i]);
        assert_near(hypot(hypot(normal.at[3 * i], normal.at[3 * i + 1]), normal.at[3 * i + 2]), 1.0,
                    0.02);
        assert_true(normal.at[3 * i + 2] > 0.0);
    }
    const float *height = fluv_height_of(shared.land);
    float low = 0;
    for (int i = 0; i < SIZE * SIZE; i++)
        low = fminf(low, height[i]);
    assert_near(deepest, -(double)low, 2.0);
    free(depth.at);
    free(normal.at);
    json_decref(export);
}

static void slopes_are_those_of_a_plane(void **state)
{
    (void)state;
    float height[25];
    for (int i = 0; i < 25; i++)
        height[i] = 3.0f * (float)(i % 5) - 1.0f * (float)(i / 5); /* rises east and north */
    uint8_t cover[25] = {0};
    uint32_t cell[25] = {0};
    fluv_export_grid grid = {.cols = 5,
                             .rows = 5,
                             .step_x = 2,
                             .step_y = 4,
                             .height = height,
                             .cover = cover,
                             .cell = cell};
    fluv_map_source from = {.land = shared.land, .grid = &grid};
    float slope[25], aspect[25], bend[25];
    uint8_t normal[75];
    assert_int_equal(fluv_map_slope(shared.ctx, &from, slope), FLUV_OK);
    assert_int_equal(fluv_map_aspect(shared.ctx, &from, aspect), FLUV_OK);
    assert_int_equal(fluv_map_curvature(shared.ctx, &from, bend), FLUV_OK);
    assert_int_equal(fluv_map_normal_gl(shared.ctx, &from, normal), FLUV_OK);
    for (int i = 0; i < 25; i++) {
        assert_near((double)slope[i], atan(hypot(1.5, 0.25)) * 180 / M_PI, 1e-3);
        assert_near((double)aspect[i], 360 + atan2(-1.5, -0.25) * 180 / M_PI, 1e-3);
        assert_true(normal[3 * i] < 100 && normal[3 * i + 1] < 127); /* faces west and south */
        assert_near((double)bend[i], 0.0, 1e-6);                     /* at the edge too */
    }
}

static void rules_of_the_recipe_are_laid(void **state)
{
    (void)state;
    fluv_recipe *recipe = NULL;
    assert_int_equal(fluv_recipe_copy(shared.ctx, shared.recipe, &recipe), FLUV_OK);
    assert_int_equal(
        fluv_recipe_insert(
            shared.ctx, recipe, 4, "materials",
            "{rules: [{name: mud, channel: 3}, {name: cliff, channel: 2, slope_from: 20 "
            "deg, blend: 0}]}"),
        FLUV_OK);
    fluv_export_options options = {
        .struct_size = sizeof options, .profile = "unity", .maps = "splat,slope", .size = 253};
    assert_int_equal(fluv_export(shared.ctx, shared.land, recipe, path_of("rules"), &options),
                     FLUV_OK);
    json_t *export = read_json(path_of("rules"), "export.json");
    numbers splat = read_listed(path_of("rules"), listed(export, "splat"));
    numbers slope = read_listed(path_of("rules"), listed(export, "slope"));
    for (int i = 0; i < slope.cols * slope.rows; i++) {
        if (fabs(slope.at[i] - 20.0) < 0.01)
            continue;
        assert_near(splat.at[4 * i + 2], slope.at[i] > 20.0 ? 1.0 : 0.0, 1e-6);
        assert_near(splat.at[4 * i + 3], slope.at[i] > 20.0 ? 0.0 : 1.0, 1e-6);
    }
    free(splat.at);
    free(slope.at);
    json_decref(export);
    assert_int_equal(fluv_recipe_set(shared.ctx, recipe, "materials.rules[1].name=A/b"), FLUV_OK);
    assert_int_equal(fluv_export(shared.ctx, shared.land, recipe, path_of("rules"), &options),
                     FLUV_BAD_RECIPE);
    fluv_recipe_delete(recipe);
}

static void land_is_made_anew(void **state)
{
    (void)state;
    export_to(
        path_of("anew"),
        (fluv_export_options){.profile = "unreal", .maps = "none", .size = 130, .rebuild = true});
    json_t *export = read_json(path_of("anew"), "export.json");
    assert_true(json_is_true(json_object_get(json_object_get(export, "lattice"), "as_the_land")));
    assert_int_equal((int)number_of(json_object_get(export, "lattice"), "cols"), 127);
    json_decref(export);
}

static void the_same_on_any_number_of_threads(void **state)
{
    (void)state;
    for (size_t i = 0; i < fluv_profiles_count; i++) {
        for (int threads = 1; threads <= 7; threads += 3) {
            char dir[64];
            snprintf(dir, sizeof dir, "threads%d", threads);
            fluv_set_threads(shared.ctx, threads);
            export_to(path_of(dir), (fluv_export_options){.profile = fluv_profiles[i].info.name,
                                                          .maps = "all",
                                                          .size = 200});
        }
        shell("diff -r %s %s && diff -r %s %s", path_of("threads1"), path_of("threads4"),
              path_of("threads1"), path_of("threads7"));
    }
    fluv_set_threads(shared.ctx, 0);
}

static int entries(const char *dir)
{
    DIR *stream = opendir(dir);
    int count = 0;
    while (stream && readdir(stream))
        count++;
    if (stream)
        closedir(stream);
    return count;
}

static fluv_status try_export(const char *dir, const char *profile, const char *maps)
{
    fluv_export_options options = {.struct_size = sizeof options, .profile = profile, .maps = maps};
    return fluv_export(shared.ctx, shared.land, NULL, dir, &options);
}

static void what_is_not_ours_stays(void **state)
{
    (void)state;
    shell("mkdir %s && echo mine > %s/mine.txt", path_of("mine"), path_of("mine"));
    assert_int_equal(try_export(path_of("mine"), "unreal", "none"), FLUV_IO);
    assert_non_null(strstr(fluv_message(shared.ctx), "holds no export"));
    shell("test \"$(ls -A %s)\" = mine.txt", path_of("mine"));
    /* an older export is replaced, files it had and the new one has not are gone */
    assert_int_equal(try_export(path_of("older"), "unreal", "slope"), FLUV_OK);
    assert_int_equal(access(path_of("older/slope.png"), F_OK), 0);
    assert_int_equal(try_export(path_of("older"), "godot", "none"), FLUV_OK);
    assert_int_not_equal(access(path_of("older/slope.png"), F_OK), 0);
    assert_int_equal(access(path_of("older/height.exr"), F_OK), 0);
    /* unless something else lies in it */
    shell("mkdir %s && echo mine > %s", path_of("older/sub"), path_of("older/sub/mine.txt"));
    assert_int_equal(try_export(path_of("older"), "unreal", "none"), FLUV_IO);
    assert_non_null(strstr(fluv_message(shared.ctx), "sub/mine.txt"));
    assert_int_equal(access(path_of("older/sub/mine.txt"), F_OK), 0);
    assert_int_equal(access(path_of("older/height.exr"), F_OK), 0);
}

/* What a crash left is put right by the next export into the same place. */
static void rooms_left_by_a_crash_go(void **state)
{
    (void)state;
    shell("mkdir %s", path_of("crash"));
    assert_int_equal(try_export(path_of("crash/x"), "web", "none"), FLUV_OK);
    shell("cd %s && mkdir -p x.part-aaaaaa/new/terrain/3 x.part-bbbbbb/new x.part-cccccc/new && "
          "touch x.part-aaaaaa/new/terrain/3/4.png x.part-bbbbbb/new/height.exr "
          "x.part-cccccc/new/mine && mv x x.part-aaaaaa/old",
          path_of("crash"));
    int lock = open(path_of("crash/x.part-bbbbbb"), O_RDONLY | O_DIRECTORY);
    assert_int_equal(flock(lock, LOCK_EX | LOCK_NB), 0); /* another run, that is busy */
    /* an export that is refused shows that the older one is back */
    shell("touch %s", path_of("crash/x.part-aaaaaa/old/mine.txt"));
    assert_int_equal(try_export(path_of("crash/x"), "godot", "none"), FLUV_IO);
    assert_non_null(strstr(fluv_message(shared.ctx), "mine.txt"));
    assert_int_equal(access(path_of("crash/x/style.json"), F_OK), 0);
    shell("rm %s", path_of("crash/x/mine.txt"));
    assert_int_equal(try_export(path_of("crash/x"), "godot", "none"), FLUV_OK);
    close(lock);
    assert_int_not_equal(access(path_of("crash/x.part-aaaaaa"), F_OK), 0);
    assert_int_equal(access(path_of("crash/x.part-bbbbbb/new/height.exr"), F_OK), 0);
    assert_int_equal(access(path_of("crash/x.part-cccccc/new/mine"), F_OK), 0);
    assert_int_equal(access(path_of("crash/x/height.exr"), F_OK), 0);
    assert_int_not_equal(access(path_of("crash/x/style.json"), F_OK), 0);
    shell("rm -r %s", path_of("crash"));
}

static void mistakes_are_told_and_leave_nothing(void **state)
{
    (void)state;
    int before = entries(folder);
    assert_int_equal(try_export(path_of("no"), "unrael", NULL), FLUV_BAD_USE);
    assert_non_null(strstr(fluv_message(shared.ctx), "did you mean `unreal`"));
    assert_int_equal(try_export(path_of("no"), "unreal", "slop"), FLUV_BAD_USE);
    assert_non_null(strstr(fluv_message(shared.ctx), "did you mean `slope`"));
    assert_int_equal(try_export(path_of("no/where/at/all"), "unreal", "none"), FLUV_IO);
    fluv_export_options options = {
        .struct_size = sizeof options, .profile = "unreal", .format = "exr"};
    assert_int_equal(fluv_export(shared.ctx, shared.land, NULL, path_of("no"), &options),
                     FLUV_BAD_USE);
    options =
        (fluv_export_options){.struct_size = sizeof options, .profile = "unreal", .rebuild = true};
    assert_int_equal(fluv_export(shared.ctx, shared.land, NULL, path_of("no"), &options),
                     FLUV_BAD_USE);
    for (long long n = 0; n < 60; n++) { /* the n-th allocation fails */
        atomic_store(&shared.ctx->memory.allocations_left, n);
        fluv_status status = try_export(path_of("no"), "godot", "slope,splat,shore");
        atomic_store(&shared.ctx->memory.allocations_left, -1);
        if (status == FLUV_OK)
            shell("rm -r %s", path_of("no"));
        else
            assert_int_equal(status, FLUV_NO_MEMORY);
    }
    assert_int_equal(entries(folder), before);
}

static int looks_left;

static void cancel_soon(void *user)
{
    (void)user;
    if (--looks_left == 0)
        fluv_cancel(shared.ctx);
}

static void a_stop_leaves_nothing(void **state)
{
    (void)state;
    int before = entries(folder), stopped = 0;
    shared.ctx->looked = cancel_soon;
    for (size_t i = 0; i < fluv_profiles_count; i++)
        for (int looks = 1; looks <= 22; looks += 7) {
            looks_left = looks;
            fluv_status status = try_export(path_of("stop"), fluv_profiles[i].info.name, "slope");
            if (status == FLUV_OK)
                shell("rm -r %s", path_of("stop"));
            else
                assert_int_equal(status, FLUV_CANCELLED);
            stopped += status == FLUV_CANCELLED;
            assert_int_equal(entries(folder), before);
        }
    shared.ctx->looked = NULL;
    assert_true(stopped > 14);
}

static double area_of(const double *xy, const uint32_t *indices, size_t count)
{
    double sum = 0.0;
    for (size_t i = 0; i < count; i += 3) {
        const double *a = xy + 2 * indices[i], *b = xy + 2 * indices[i + 1],
                     *c = xy + 2 * indices[i + 2];
        double twice = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        assert_true(twice > 0.0);
        sum += 0.5 * twice;
    }
    return sum;
}

static void triangles_cover_lakes(void **state)
{
    (void)state;
    const double xy[] = {0, 0, 10, 0, 10, 10, 5, 4, 0, 10, /* an arrow's tail */
                         2, 2, 2,  4, 4,  4,  4, 2,        /* two holes, clockwise */
                         6, 1, 6,  3, 8,  3,  8, 1};
    const uint32_t first[] = {0, 5, 9, 13};
    fluv_polygon arrow = {3, first, xy};
    uint32_t indices[100];
    size_t count = 0;
    assert_true(fluv_ears_room(&arrow) <= 100);
    assert_int_equal(fluv_ears_cut(shared.ctx, &arrow, indices, &count), FLUV_OK);
    assert_near(area_of(xy, indices, count), 70.0 - 4.0 - 4.0, 1e-9);
    const fluv_lakes *lakes = fluv_lakes_of(shared.land);
    size_t looked_at = 0;
    for (size_t i = 0; i < lakes->count; i++) {
        const fluv_lake *lake = &lakes->lakes[i];
        if (!lake->ring_count)
            continue;
        const uint32_t *ring = lakes->outline.first_point + lake->first_ring;
        fluv_polygon shore = {lake->ring_count, ring, lakes->outline.xy};
        uint32_t *cut = malloc(fluv_ears_room(&shore) * sizeof *cut);
        assert_int_equal(fluv_ears_cut(shared.ctx, &shore, cut, &count), FLUV_OK);
        double around = 0.0;
        for (uint32_t r = 0; r < lake->ring_count; r++)
            for (uint32_t k = ring[r]; k < ring[r + 1]; k++) {
                const double *a = lakes->outline.xy + 2 * k;
                const double *b = lakes->outline.xy + 2 * (k + 1 < ring[r + 1] ? k + 1 : ring[r]);
                around += 0.5 * (a[0] * b[1] - a[1] * b[0]);
            }
        assert_near(area_of(lakes->outline.xy + 2 * ring[0], cut, count), around,
                    1e-6 * around + 1e-3);
        free(cut);
        looked_at++;
    }
    assert_true(looked_at > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_are_answered_with_the_nearest),
        cmocka_unit_test(a_wish_is_judged_before_there_is_land),
        cmocka_unit_test(slopes_are_those_of_a_plane),
        cmocka_unit_test(heights_come_back),
        cmocka_unit_test(unity_spans_the_land),
        cmocka_unit_test(unreal_has_the_sea_at_its_grey),
        cmocka_unit_test(rivers_lie_in_their_valleys),
        cmocka_unit_test(tiles_share_their_edges),
        cmocka_unit_test(weights_sum_up),
        cmocka_unit_test(rules_of_the_recipe_are_laid),
        cmocka_unit_test(land_is_made_anew),
        cmocka_unit_test(the_same_on_any_number_of_threads),
        cmocka_unit_test(what_is_not_ours_stays),
        cmocka_unit_test(rooms_left_by_a_crash_go),
        cmocka_unit_test(mistakes_are_told_and_leave_nothing),
        cmocka_unit_test(a_stop_leaves_nothing),
        cmocka_unit_test(triangles_cover_lakes),
    };
    return cmocka_run_group_tests(tests, make_land, drop_land);
}
