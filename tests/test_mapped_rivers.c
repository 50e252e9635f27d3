// SPDX-License-Identifier: MIT
/* Mapped rivers beside a height map: lines in pieces, drawn either way, a few cells off and out of
 * the map become the network, and the rules of water hold; what cannot be is left out, and told.
 *
 * One test is on real land: it takes zion_ut.tif in the folder that the environment variable
 * INTERFLUVE_DEMS names, and is skipped without it. */
#include "failing_memory.h"
#include "import_land.h"
#include "landscape/placed.h"

#define SIZE    96
#define CELL    100.0
#define MADE    HEAD "frame: {size: 96, width: 9.6 km, height: [-200 m, 900 m]}\nstages: [midpoint"
#define CANYONS "zion_ut.tif"

static fluv_landscape bare; /* the ground of most tests, made once */

static int make_bare(void **state)
{
    if (make_folder(state) != 0)
        return -1;
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_status status = recipe_land(ctx, MADE "]\n", &bare);
    fluv_ctx_delete(ctx);
    return status == FLUV_OK ? 0 : -1;
}

static int forget_bare(void **state)
{
    fluv_landscape_free(&bare);
    return remove_folder(state);
}

/* ---- making files ---- */

static void map_of(const char *name, value_fn *value)
{
    make_file(path_of(name), (made_map){.type = GDT_Float32,
                                        .cols = SIZE,
                                        .rows = SIZE,
                                        .place = {0, CELL, 0, SIZE * CELL, 0, -CELL},
                                        .crs = "EPSG:32633",
                                        .value = value});
}

static double bare_height(int col, int row)
{
    return (double)fluv_height_of(&bare)[(size_t)row * SIZE + (size_t)col];
}

/* Falls to the east, with a ridge of 60 m across its northern half. */
static double ridge(int col, int row)
{
    return 200.0 - 0.5 * col + 0.01 * row + (row < SIZE / 2 && col > 40 && col < 44 ? 60.0 : 0.0);
}

static FILE *lines; /* a GeoJSON under construction */

static void begin_lines(const char *name, const char *crs)
{
    lines = fopen(path_of(name), "w");
    assert_non_null(lines);
    fprintf(lines,
            "{\"type\": \"FeatureCollection\", \"crs\": {\"type\": \"name\", \"properties\": "
            "{\"name\": \"%s\"}}, \"features\": [",
            crs);
}

static void add_line(bool first, const double *xy, size_t points)
{
    fprintf(lines,
            "%s{\"type\": \"Feature\", \"properties\": {}, \"geometry\": {\"type\": "
            "\"LineString\", \"coordinates\": [",
            first ? "" : ",\n");
    for (size_t i = 0; i < points; i++)
        fprintf(lines, "%s[%.6f, %.6f]", i ? ", " : "", xy[2 * i], xy[2 * i + 1]);
    fprintf(lines, "]}}");
}

static void end_lines(void)
{
    fprintf(lines, "]}\n");
    fclose(lines);
}

/* The reaches of a landscape, `by` m off to the north-east; every second turned around, and each
 * third cut in two. */
static size_t add_reaches(const fluv_landscape *land, double by)
{
    const fluv_rivers *rivers = fluv_rivers_of(land);
    size_t count = 0;
    for (size_t i = 0; i < rivers->count; i++) {
        const fluv_reach *reach = &rivers->reaches[i];
        double *xy = malloc(2 * (size_t)reach->point_count * sizeof *xy);
        for (uint32_t k = 0; k < reach->point_count; k++) {
            uint32_t from = i % 2 ? k : reach->point_count - 1 - k;
            const fluv_river_point *at = &rivers->points[reach->first_point + from];
            xy[2 * k] = at->x + 0.8 * by;
            xy[2 * k + 1] = at->y + 0.6 * by;
        }
        size_t points = reach->point_count, half = i % 3 || points < 5 ? 0 : points / 2;
        add_line(count++ == 0, xy + 2 * half, points - half);
        if (half)
            add_line(count++ == 0, xy, half + 1);
        free(xy);
    }
    return count;
}

/* ---- looking at results ---- */

static bool is_wet(const fluv_landscape *land, int64_t col, int64_t row)
{
    const fluv_frame *f = &land->frame;
    if (col < 0 || row < 0 || col >= f->cols || row >= f->rows)
        return false;
    uint8_t cover = fluv_cover_of(land)[(size_t)row * f->cols + (size_t)col];
    return cover == FLUV_RIVER || cover == FLUV_LAKE || cover == FLUV_OCEAN ||
           cover == FLUV_DRY_BED;
}

/* What share of the placed lines, inside the frame, has water within a cell. */
static double share_followed(const fluv_landscape *land)
{
    const fluv_placed *placed = fluv_layer_read(land, FLUV_LAYER_placed);
    const fluv_frame *f = &land->frame;
    size_t all = 0, near = 0;
    for (size_t i = 0; i < placed->river_count; i++)
        for (uint32_t k = 0; k < placed->rivers[i].point_count; k++) {
            const double *xy = placed->xy + 2 * (size_t)(placed->rivers[i].first_point + k);
            int64_t col = (int64_t)floor((xy[0] - f->west) / f->cell);
            int64_t row = (int64_t)floor((f->north - xy[1]) / f->cell);
            bool wet = false;
            for (int64_t n = 0; n < 9; n++)
                wet = wet || is_wet(land, col + n % 3 - 1, row + n / 3 - 1);
            all++;
            near += wet;
        }
    assert_true(all > 0);
    return (double)near / (double)all;
}

static const char *import_text(const char *map, const char *file, const char *more)
{
    static char text[1200];
    snprintf(text, sizeof text,
             HEAD "stages: [import: {file: '%s', rivers: '%s'%s}, lakes, rivers: {area: 3 km2}]\n",
             map, path_of(file), more);
    return text;
}

/* ---- tests ---- */

static void lines_in_any_shape_become_the_network(void **state)
{
    (void)state;
    fluv_ctx *ctx = one_thread();
    fluv_landscape with = made(ctx, MADE ", lakes, rivers: {area: 0.3 km2}]\n");
    map_of("bare.tif", bare_height);
    for (int cells = 1; cells <= 3; cells++) {
        begin_lines("rivers.json", "EPSG:32633");
        size_t count = add_reaches(&with, cells * CELL);
        end_lines();
        assert_true(count > 40);
        fluv_landscape land = made(ctx, import_text(path_of("bare.tif"), "rivers.json", ""));
        assert_int_equal(land_count_broken(ctx, &land, "mapped rivers", (uint64_t)cells), 0);
        assert_false(is_noted(&land, ": 0 were turned"));
        if (share_followed(&land) < 0.97)
            fail_msg("%d cells off: %g of the lines have water", cells, share_followed(&land));
        fluv_landscape_free(&land);
    }
    fluv_landscape_free(&with);
    fluv_ctx_delete(ctx);
}

static const fluv_laid *laid_of(const fluv_landscape *land)
{
    return fluv_layer_read(land, FLUV_LAYER_laid);
}

static size_t rivers_laid(const fluv_landscape *land)
{
    size_t count = 0;
    for (size_t i = 0; i < laid_of(land)->way_count; i++)
        count += laid_of(land)->ways[i].river != FLUV_NONE && laid_of(land)->ways[i].drawn;
    return count;
}

static void what_would_cut_too_deep_is_left_out(void **state)
{
    (void)state;
    fluv_ctx *ctx = one_thread();
    const double over[] = {1000, 8050, 8000, 8050}, beside[] = {1000, 2050, 9000, 2050};
    map_of("ridge.tif", ridge);
    begin_lines("two.json", "EPSG:32633");
    add_line(true, over, 2);
    add_line(false, beside, 2);
    end_lines();
    fluv_landscape land = made(ctx, import_text(path_of("ridge.tif"), "two.json", ", mend: 40"));
    assert_true(is_noted(&land, "1 of 2 pieces of mapped rivers were left out, where no bed fits "
                                "the map: the first at 4"));
    assert_int_equal(rivers_laid(&land), 1);
    assert_int_equal(land_count_broken(ctx, &land, "left out", 0), 0);
    fluv_landscape_free(&land);
    land = made(ctx, import_text(path_of("ridge.tif"), "two.json", ", mend: 100"));
    assert_false(is_noted(&land, "left out, where"));
    assert_int_equal(rivers_laid(&land), 2);
    assert_int_equal(land_count_broken(ctx, &land, "cut through", 0), 0);
    fluv_landscape_free(&land);
    fluv_ctx_delete(ctx);
}

/* The rivers of the plane south of the ridge, which falls to the east. */
static void lines_are_split_where_others_end(void **state)
{
    (void)state;
    fluv_ctx *ctx = one_thread();
    const double stem[] = {20000, 2050, -5000, 2050}, side[] = {4000, 500, 5050, 1990};
    map_of("ridge.tif", ridge);
    begin_lines("tee.json", "EPSG:32633");
    add_line(true, stem, 2); /* against the slope, and far out of the map on both sides */
    add_line(false, side, 2);
    end_lines();
    fluv_landscape land = made(ctx, import_text(path_of("ridge.tif"), "tee.json", ""));
    const fluv_placed *placed = fluv_layer_read(&land, FLUV_LAYER_placed);
    assert_int_equal(placed->river_count, 3);
    assert_true(is_noted(&land, "2 lines of rivers are 3 pieces between junctions on this map: 2 "
                                "were turned"));
    for (size_t i = 0; i < 3; i++) { /* all run east, inside the map */
        const double *xy = placed->xy + 2 * (size_t)placed->rivers[i].first_point;
        assert_true(xy[0] >= 0.0 && xy[0] < xy[2] && xy[2] <= SIZE * CELL);
    }
    assert_int_equal(rivers_laid(&land), 3);
    assert_int_equal(land_count_broken(ctx, &land, "tee", 0), 0);
    assert_true(share_followed(&land) == 1.0);
    fluv_landscape_free(&land);
    fluv_ctx_delete(ctx);
}

static void arms_are_left_out(void **state)
{
    (void)state;
    fluv_ctx *ctx = one_thread();
    const double above[] = {1000, 2050, 3000, 2050}, below[] = {5000, 2050, 9600, 2050};
    const double north[] = {3000, 2050, 4000, 3050, 5000, 2050};
    const double south[] = {5000, 2050, 4000, 1050, 3000, 2050};
    map_of("ridge.tif", ridge);
    begin_lines("arms.json", "EPSG:32633");
    add_line(true, above, 2);
    add_line(false, below, 2);
    add_line(false, north, 3);
    add_line(false, south, 3);
    end_lines();
    fluv_landscape land = made(ctx, import_text(path_of("ridge.tif"), "arms.json", ""));
    assert_true(is_noted(&land, "1 more are arms"));
    assert_int_equal(rivers_laid(&land), 3);
    assert_int_equal(land_count_broken(ctx, &land, "arms", 0), 0);
    fluv_landscape_free(&land);
    fluv_ctx_delete(ctx);
}

static void expect_refusal(fluv_ctx *ctx, const char *file, const char *more, const char *words)
{
    fluv_landscape land;
    fluv_status status = recipe_land(ctx, import_text(path_of("ridge.tif"), file, more), &land);
    if (status == FLUV_OK || !strstr(fluv_message(ctx), words))
        fail_msg("'%s' is not in '%s'", words, status == FLUV_OK ? "" : fluv_message(ctx));
    assert_null(strchr(fluv_message(ctx), '\n'));
    fluv_landscape_free(&land);
}

static void what_is_no_river_of_the_map_is_refused(void **state)
{
    (void)state;
    fluv_ctx *ctx = one_thread();
    const double far[] = {90000, 2050, 99000, 2050};
    map_of("ridge.tif", ridge);
    begin_lines("far.json", "EPSG:32633");
    add_line(true, far, 2);
    end_lines();
    expect_refusal(ctx, "far.json", "", "none of its 1 lines lies on the map");
    expect_refusal(ctx, "missing.json", "", "missing.json");
    begin_lines("none.json", "EPSG:32633");
    fprintf(lines, "{\"type\": \"Feature\", \"properties\": {}, \"geometry\": {\"type\": "
                   "\"Point\", \"coordinates\": [2000, 2050]}}");
    end_lines();
    expect_refusal(ctx, "none.json", "", "none.json has no lines");
    expect_refusal(ctx, "far.json", ", directions: 'x.tif'", "give one of the two");
    fluv_ctx_delete(ctx);
}

static fluv_status import_again(fluv_ctx *ctx, void *data)
{
    fluv_landscape land;
    (void)data;
    fluv_status status =
        recipe_land(ctx, import_text(path_of("ridge.tif"), "two.json", ", mend: 40"), &land);
    fluv_landscape_free(&land);
    return status;
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    fluv_ctx *ctx = one_thread();
    fail_each_allocation(ctx, import_again, NULL);
    fluv_ctx_delete(ctx);
}

/* ---- one river in a valley ---- */

#define BESIDE 5 /* cells: what runs so near to a mapped river and not on it runs beside it */

typedef struct beside {
    double length;    /* of all rivers, m */
    uint32_t longest; /* cells that one runs beside a mapped river in one go */
    uint32_t total;   /* cells of rivers that do so for more than a tributary's last steps */
} beside;

/* Marks the cells of mapped rivers, and those within so many cells of them. */
static uint8_t *near_mapped(const fluv_landscape *land)
{
    const fluv_frame *f = &land->frame;
    const fluv_laid *laid = laid_of(land);
    uint8_t *near = calloc((size_t)f->cols * f->rows, 1);
    for (size_t w = 0; w < laid->way_count; w++)
        for (uint32_t i = 0; laid->ways[w].river != FLUV_NONE && i < laid->ways[w].drawn; i++) {
            uint32_t cell = laid->cells[laid->ways[w].first_cell + i];
            for (int64_t dy = -BESIDE; dy <= BESIDE; dy++)
                for (int64_t dx = -BESIDE; dx <= BESIDE; dx++) {
                    int64_t col = cell % f->cols + dx, row = cell / f->cols + dy;
                    bool inside = col >= 0 && row >= 0 && col < f->cols && row < f->rows;
                    if (inside && dx * dx + dy * dy <= BESIDE * BESIDE)
                        near[(size_t)row * f->cols + (size_t)col] |= dx || dy ? 1 : 2;
                }
        }
    return near;
}

static double length_of(const fluv_landscape *land)
{
    const fluv_rivers *rivers = fluv_rivers_of(land);
    double length = 0.0;
    for (size_t i = 0; i < rivers->count; i++)
        for (uint32_t k = 1; k < rivers->reaches[i].point_count; k++) {
            const fluv_river_point *at = &rivers->points[rivers->reaches[i].first_point + k];
            length += hypot(at->x - at[-1].x, at->y - at[-1].y);
        }
    return length;
}

/* A tributary that comes in aslant is near for some steps before it joins. */
static beside run_beside(const fluv_landscape *land, uint32_t joining)
{
    const fluv_frame *f = &land->frame;
    const fluv_rivers *rivers = fluv_rivers_of(land);
    uint8_t *near = near_mapped(land);
    beside found = {.length = length_of(land)};
    for (size_t i = 0; i < rivers->count; i++) {
        const fluv_reach *reach = &rivers->reaches[i];
        uint32_t run = 0, before = FLUV_NONE;
        for (uint32_t k = 0; k < reach->point_count; k++) {
            const fluv_river_point *at = &rivers->points[reach->first_point + k];
            double row =
                fmin((f->north - at->y) / f->cell, f->rows - 1.0); /* ends lie on the edge */
            double col = fmin((at->x - f->west) / f->cell, f->cols - 1.0);
            uint32_t cell = (uint32_t)row * f->cols + (uint32_t)col;
            bool aside = near[cell] == 1;
            run = !aside ? 0 : run + (cell != before);
            before = cell;
            found.longest = run > found.longest ? run : found.longest;
            found.total += aside && run > joining ? 1 : 0;
        }
    }
    free(near);
    return found;
}

/* A winding valley that falls to the east, and side valleys. */
static double valley(int col, int row)
{
    double off = fabs(row - 48.5 - 12.0 * sin(col / 11.0));
    return 400.0 - 2.0 * col + 3.0 * off + 0.15 * off * (1.0 + sin(col / 3.0 + row / 17.0));
}

static fluv_landscape moved_aside(fluv_ctx *ctx, const char *map, const char *area, double mend)
{
    char text[1200];
    snprintf(text, sizeof text,
             HEAD "stages: [import: {file: '%s', rivers: '%s', mend: %g}, lakes, rivers: {area: "
                  "%s}]\n",
             map, path_of("valley.json"), mend, area);
    return made(ctx, text);
}

static fluv_landscape plain_land(fluv_ctx *ctx, const char *map, const char *area)
{
    char text[1200];
    snprintf(text, sizeof text, HEAD "stages: [import: {file: '%s'}, lakes, rivers: {area: %s}]\n",
             map, area);
    return made(ctx, text);
}

/* The rivers of a map, found on it and moved aside, are its rivers: there is hardly more of them
 * than before, and none in the old bed. */
static void expect_one_river(fluv_ctx *ctx, const fluv_landscape *plain, const char *map,
                             const char *crs, const char *area, int cells)
{
    begin_lines("valley.json", crs);
    assert_true(add_reaches(plain, cells * plain->frame.cell) > 0);
    end_lines();
    fluv_landscape land = moved_aside(ctx, map, area, 600.0);
    double before = length_of(plain);
    beside found = run_beside(&land, 8);
    if (found.length > 1.08 * before || found.length < 0.95 * before || found.longest > 12 ||
        found.total > 6)
        fail_msg("%d cells off: %.0f m of rivers, %.0f before; one runs beside a mapped river for "
                 "%u cells, and all of them for %u",
                 cells, found.length, before, found.longest, found.total);
    assert_int_equal(land_count_broken(ctx, &land, "one river", (uint64_t)cells), 0);
    fluv_landscape_free(&land);
}

static void a_valley_has_one_river(void **state)
{
    (void)state;
    fluv_ctx *ctx = one_thread();
    map_of("valley.tif", valley);
    fluv_landscape plain = plain_land(ctx, path_of("valley.tif"), "1 km2");
    for (int cells = 0; cells <= 3; cells++)
        expect_one_river(ctx, &plain, path_of("valley.tif"), "EPSG:32633", "1 km2", cells);
    fluv_landscape_free(&plain);
    fluv_ctx_delete(ctx);
}

/* Along the valley's side hardly anything need be cut; down to its water, ten metres and more. */
static void a_river_is_kept_rather_than_the_water_of_its_valley(void **state)
{
    (void)state;
    fluv_ctx *ctx = one_thread();
    map_of("valley.tif", valley);
    fluv_landscape plain = plain_land(ctx, path_of("valley.tif"), "1 km2");
    begin_lines("valley.json", "EPSG:32633");
    add_reaches(&plain, 3 * CELL);
    end_lines();
    for (double mend = 9.0; mend <= 30.0; mend += 3.0) {
        fluv_landscape land = moved_aside(ctx, path_of("valley.tif"), "1 km2", mend);
        if (is_noted(&land, "were left out, where"))
            fail_msg("a river is left out, where no more than %g m may be cut", mend);
        assert_int_equal(land_count_broken(ctx, &land, "little cut", (uint64_t)mend), 0);
        fluv_landscape_free(&land);
    }
    fluv_landscape_free(&plain);
    fluv_ctx_delete(ctx);
}

/* Where a real map lies; the test is skipped where it does not. */
static void find_map(const char *name, char map[400])
{
    const char *dems = getenv("INTERFLUVE_DEMS");
    snprintf(map, 400, "%s/%s", dems ? dems : "", name);
    if (!dems || access(map, R_OK) != 0) {
        print_message("INTERFLUVE_DEMS names no folder with %s: skipped\n", name);
        skip();
    }
}

static void a_real_valley_has_one_river(void **state)
{
    (void)state;
    char map[400];
    find_map(CANYONS, map);
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_landscape plain = plain_land(ctx, map, "3 km2");
    for (int cells = 1; cells <= 3; cells++)
        expect_one_river(ctx, &plain, map, "EPSG:32612", "3 km2", cells);
    fluv_landscape_free(&plain);
    fluv_ctx_delete(ctx);
}

/* Flat land full of houses, whose hollows lie below the beds: the lines are met all the same. */
static void mapped_rivers_of_a_plain_are_met(void **state)
{
    (void)state;
    char map[400];
    find_map("thames_uk.tif", map);
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_landscape plain = plain_land(ctx, map, "20 km2");
    begin_lines("valley.json", "EPSG:32631");
    assert_true(add_reaches(&plain, plain.frame.cell) > 100);
    end_lines();
    fluv_landscape land = moved_aside(ctx, map, "20 km2", 600.0);
    if (share_followed(&land) < 0.999)
        fail_msg("%g of the lines have water", share_followed(&land));
    assert_int_equal(land_count_broken(ctx, &land, "thames", 0), 0);
    fluv_landscape_free(&land);
    fluv_landscape_free(&plain);
    fluv_ctx_delete(ctx);
}

/* Rivers found on cells of 180 m, three cells of 90 m off. */
static void real_land_takes_rivers_of_another_scale(void **state)
{
    (void)state;
    char map[400], text[800];
    find_map(CANYONS, map);
    fluv_ctx *ctx = fluv_ctx_new();
    snprintf(text, sizeof text,
             HEAD "stages: [import: {file: '%s', cell: 180}, lakes, rivers: {area: 3 km2}]\n", map);
    fluv_landscape coarse = made(ctx, text);
    begin_lines("real.json", coarse.crs ? "EPSG:32612" : "");
    assert_true(add_reaches(&coarse, 270.0) > 100);
    end_lines();
    fluv_landscape land = made(ctx, import_text(map, "real.json", ", mend: 600"));
    assert_int_equal(land_count_broken(ctx, &land, CANYONS, 0), 0);
    if (share_followed(&land) < 0.97)
        fail_msg("%g of the lines have water", share_followed(&land));
    fluv_landscape_free(&land);
    fluv_landscape_free(&coarse);
    fluv_ctx_delete(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_in_any_shape_become_the_network),
        cmocka_unit_test(what_would_cut_too_deep_is_left_out),
        cmocka_unit_test(lines_are_split_where_others_end),
        cmocka_unit_test(arms_are_left_out),
        cmocka_unit_test(a_valley_has_one_river),
        cmocka_unit_test(a_real_valley_has_one_river),
        cmocka_unit_test(mapped_rivers_of_a_plain_are_met),
        cmocka_unit_test(a_river_is_kept_rather_than_the_water_of_its_valley),
        cmocka_unit_test(what_is_no_river_of_the_map_is_refused),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(real_land_takes_rivers_of_another_scale),
    };
    return cmocka_run_group_tests(tests, make_bare, forget_bare);
}
