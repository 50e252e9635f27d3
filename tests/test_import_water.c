// SPDX-License-Identifier: MIT
/* Water data beside a height map: directions as other programs write them, areas, discharges. What
 * fits is taken as it is; what contradicts is mended a little or refused with the
 * place named; and the rules of water hold in the end. */
#include "import_land.h"

#include <ogr_api.h>

#define SIZE  64
#define CELLS ((size_t)SIZE * SIZE)
#define MADE                                                                                       \
    HEAD "frame: {size: 64, width: 12 km, height: [-200 m, 1400 m]}\nstages: [midpoint, drain, "   \
         "lakes: {min_area: 10 ha, min_depth: 0.5 m}, rivers: {area: 1 km2}]\n"

/* ---- the land whose files are taken ---- */

static fluv_landscape whole; /* made once */

static int write_made(void **state)
{
    if (make_folder(state) != 0)
        return -1;
    fluv_ctx *ctx = one_thread();
    fluv_verdict none[FLUV_RULES] = {0};
    fluv_write_options options = {.struct_size = sizeof options,
                                  .verdicts = none,
                                  .without = "map.png,height.png,terrain.glb"};
    whole = made(ctx, MADE);
    fluv_status status = fluv_write(ctx, &whole, NULL, path_of("made"), &options);
    fluv_ctx_delete(ctx);
    return status == FLUV_OK ? 0 : -1;
}

static int forget_made(void **state)
{
    fluv_landscape_free(&whole);
    return remove_folder(state);
}

/* A raster on the cells of the made land. */
static void raster(const char *name, value_fn *value)
{
    const fluv_frame *frame = &whole.frame;
    made_map map = {.type = GDT_Float32, .cols = SIZE, .rows = SIZE, .value = value};
    const double place[6] = {frame->west, frame->cell, 0, frame->north, 0, -frame->cell};
    memcpy(map.place, place, sizeof place);
    make_file(path_of(name), map);
}

static size_t cell_at(int col, int row)
{
    return (size_t)row * SIZE + (size_t)col;
}

static double height_of(int col, int row)
{
    return (double)fluv_height_of(&whole)[cell_at(col, row)];
}

/* The neighbour, east first and then clockwise, that a cell drains to; 8: none. */
static int neighbour_of(int col, int row)
{
    static const int dx[] = {1, 1, 0, -1, -1, -1, 0, 1}, dy[] = {0, 1, 1, 1, 0, -1, -1, -1};
    uint32_t to = fluv_receiver_of(&whole)[cell_at(col, row)];
    for (int k = 0; to != FLUV_NONE && k < 8; k++)
        if ((int)(to % SIZE) == col + dx[k] && (int)(to / SIZE) == row + dy[k])
            return k;
    return 8;
}

static double esri(int col, int row)
{
    int k = neighbour_of(col, row);
    return k < 8 ? 1 << k : 0;
}

static double grass(int col, int row)
{
    static const int codes[] = {8, 7, 6, 5, 4, 3, 2, 1, 0};
    bool edge = col == 0 || row == 0 || col == SIZE - 1 || row == SIZE - 1;
    int k = neighbour_of(col, row);
    return k == 8 && edge ? (col == 0 ? -4 : col == SIZE - 1 ? -8 : row == 0 ? -2 : -6) : codes[k];
}

static double taudem(int col, int row)
{
    static const int codes[] = {1, 8, 7, 6, 5, 4, 3, 2, 0};
    return codes[neighbour_of(col, row)];
}

static double whitebox(int col, int row)
{
    static const int codes[] = {2, 4, 8, 16, 32, 64, 128, 1, 0};
    return codes[neighbour_of(col, row)];
}

static double pcraster(int col, int row)
{
    static const int codes[] = {6, 3, 2, 1, 4, 7, 8, 9, 5};
    return codes[neighbour_of(col, row)];
}

/* ---- what fits is taken ---- */

static void expect_same_receivers(const fluv_landscape *land, const char *name)
{
    const uint32_t *a = fluv_receiver_of(&whole), *b = fluv_receiver_of(land);
    size_t differ = 0;
    for (size_t c = 0; c < CELLS; c++)
        differ += a[c] != b[c];
    if (differ)
        fail_msg("%s: %zu receivers are others", name, differ);
}

static void expect_same_rivers(const fluv_landscape *land)
{
    const fluv_rivers *a = fluv_rivers_of(&whole), *b = fluv_rivers_of(land);
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++)
        assert_true(a->reaches[i].id == b->reaches[i].id &&
                    a->reaches[i].next_down == b->reaches[i].next_down &&
                    a->reaches[i].strahler == b->reaches[i].strahler &&
                    a->reaches[i].upland == b->reaches[i].upland &&
                    a->reaches[i].discharge == b->reaches[i].discharge);
}

static void our_own_files_give_the_same_water(void **state)
{
    (void)state;
    fluv_ctx *ctx = one_thread();
    fluv_landscape land =
        made(ctx, importing("file: '%s/made/height.tif', directions: '%s/made/direction.tif', "
                            "discharge: '%s/made/discharge.tif', area: '%s/made/area.tif', "
                            "lakes: '%s/made/water.gpkg'",
                            ", rivers: {area: 1 km2}"));
    expect_same_receivers(&land, "ours");
    expect_same_rivers(&land);
    assert_memory_equal(fluv_area_of(&land), fluv_area_of(&whole), CELLS * sizeof(double));
    assert_memory_equal(fluv_discharge_of(&land), fluv_discharge_of(&whole), CELLS * sizeof(float));
    assert_memory_equal(fluv_cover_of(&land), fluv_cover_of(&whole), CELLS);
    assert_int_equal(fluv_lakes_of(&land)->count, fluv_lakes_of(&whole)->count);
    assert_true(fluv_lakes_of(&land)->count > 2);
    for (size_t i = 0; i < fluv_lakes_of(&land)->count; i++)
        assert_true(fluv_lakes_of(&land)->lakes[i].locked);
    assert_int_equal(land_count_broken(ctx, &land, "our own files", 0), 0);
    fluv_landscape_free(&land);
    fluv_ctx_delete(ctx);
}

static const struct {
    const char *name;
    value_fn *value;
} codes[] = {{"esri", esri},
             {"grass", grass},
             {"taudem", taudem},
             {"whitebox", whitebox},
             {"pcraster", pcraster}};

static void codes_of_other_programs_are_known_by_their_ways(void **state)
{
    (void)state;
    fluv_ctx *ctx = one_thread();
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        for (int told = 0; told < 2; told++) {
            char params[400];
            raster("directions.tif", codes[i].value);
            snprintf(params, sizeof params,
                     "file: '%%s/made/height.tif', directions: '%%s/directions.tif', "
                     "lakes: '%%s/made/water.gpkg', directions_code: %s",
                     told ? codes[i].name : "auto");
            fluv_landscape land = made(ctx, importing(params, ""));
            expect_same_receivers(&land, codes[i].name);
            assert_int_equal(land_count_broken(ctx, &land, codes[i].name, 0), 0);
            fluv_landscape_free(&land);
        }
    expect_not_taken(ctx,
                     "file: '%s/made/height.tif', directions: '%s/directions.tif', "
                     "directions_code: taudem",
                     "", "9 is no direction of this code");
    raster("directions.tif", whitebox);
    expect_not_taken(ctx,
                     "file: '%s/made/height.tif', directions: '%s/directions.tif', "
                     "directions_code: esri",
                     "", "import.directions: ");
    fluv_ctx_delete(ctx);
}

/* ---- what contradicts ---- */

static double turned_over(int col, int row)
{
    return esri(col, SIZE - 1 - row);
}

static int circle_row; /* where two cells of land lie in the middle of the map */

static double with_a_circle(int col, int row)
{
    bool here = row == circle_row && col == 30, there = row == circle_row && col == 31;
    return here ? 1 : there ? 16 : esri(col, row);
}

static double one_too_large(int col, int row)
{
    return col == 5 && row == 6 ? 300 : esri(col, row);
}

#define DIRECTED "file: '%s/made/height.tif', directions: '%s/directions.tif'"

static void directions_of_another_map_are_refused(void **state)
{
    (void)state;
    fluv_ctx *ctx = one_thread();
    raster("directions.tif", turned_over);
    expect_not_taken(ctx, DIRECTED, "", "not this map's");
    while (height_of(30, circle_row) <= 0.0 || height_of(31, circle_row) <= 0.0)
        circle_row++;
    char words[80];
    snprintf(words, sizeof words, "(column 30, row %d) comes back to it", circle_row);
    raster("directions.tif", with_a_circle);
    expect_not_taken(ctx, DIRECTED, "", words);
    raster("directions.tif", one_too_large);
    expect_not_taken(ctx, DIRECTED, "", "column 5, row 6: 300 is no direction");
    raster("directions.tif", esri);
    expect_not_taken(ctx, DIRECTED ", cell: 90 m", "", "own cells");
    expect_not_taken(ctx, "file: '%s/made/height.tif', area: '%s/made/area.tif'", "",
                     "import.area: needs import.directions");
    expect_not_taken(ctx, DIRECTED ", area: '%s/made/direction.tif'", "", "import.area: ");
    make_file(path_of("directions.tif"), utm_map(SIZE, SIZE, plane));
    expect_not_taken(ctx, DIRECTED, "", "does not lie on the same cells");
    make_file(path_of("directions.tif"), utm_map(SIZE, SIZE - 1, plane));
    expect_not_taken(ctx, DIRECTED, "", "has 64 x 63 cells, the height map 64 x 64");
    expect_not_taken(ctx, "file: '%s/made/height.tif'", ", rivers", "`rivers` needs `cover`");
    fluv_ctx_delete(ctx);
}

/* Pits here and there, so that ways climb out of them. */
static double with_pits(int col, int row)
{
    double height = height_of(col, row);
    return height > 40.0 && (col * 7 + row * 13) % 50 == 0 ? height - 30.0 : height;
}

static void ground_is_moved_as_little_as_need_be(void **state)
{
    (void)state;
    fluv_ctx *ctx = one_thread();
    raster("directions.tif", esri);
    raster("pits.tif", with_pits);
#define PITS "file: '%s/pits.tif', directions: '%s/directions.tif', lakes: '%s/made/water.gpkg'"
    expect_not_taken(ctx, PITS ", mend: 5 m, shore: 40 m", "", "import.mend allows 5 m");
    fluv_landscape land = made(ctx, importing(PITS ", shore: 40 m", ", rivers: {area: 1 km2}"));
    expect_same_receivers(&land, "pits");
    assert_true(is_noted(&land, "led uphill"));
    assert_true(is_noted(&land, "was moved to fit the directions"));
    assert_true(land.change.highest_fill > 5.0F && land.change.highest_fill < 31.0F);
    assert_int_equal(land_count_broken(ctx, &land, "pits", 0), 0);
    fluv_landscape_free(&land);
    fluv_ctx_delete(ctx);
}

/* Land as it came, whose hollows keep their water. */
static void write_bare(fluv_ctx *ctx)
{
    fluv_landscape bare =
        made(ctx, HEAD "frame: {size: 64, width: 12 km, height: [-200 m, 1400 m]}\nstages: "
                       "[midpoint, drain: {depressions: fill-free, descent: lowest, wander: 0}]\n");
    fluv_verdict none[FLUV_RULES] = {0};
    fluv_write_options options = {
        .struct_size = sizeof options, .verdicts = none, .without = "map.png,terrain.glb"};
    assert_int_equal(fluv_write(ctx, &bare, NULL, path_of("bare"), &options), FLUV_OK);
    fluv_landscape_free(&bare);
}

/* Some ways end on a slope. */
static double with_sinks(int col, int row)
{
    return (col + 5 * row) % 97 == 0 && height_of(col, row) > 0.0 ? 0 : esri(col, row);
}

static void ways_that_end_inland_go_on_or_stay(void **state)
{
    (void)state;
    fluv_ctx *ctx = one_thread();
    raster("directions.tif", with_sinks);
    fluv_landscape land = made(ctx, importing(DIRECTED, ", rivers: {area: 1 km2}"));
    assert_true(is_noted(&land, "were led on over the lowest pass"));
    assert_int_equal(land_count_broken(ctx, &land, "sinks led on", 0), 0);
    fluv_landscape_free(&land);
    expect_not_taken(ctx, DIRECTED ", sinks: keep", "", "breaks a rule of water: lakes are flat");
    write_bare(ctx);
    land = made(ctx, importing("file: '%s/bare/height.tif', directions: '%s/bare/direction.tif', "
                               "sinks: keep",
                               ", rivers: {area: 1 km2}"));
    assert_true(is_noted(&land, "each in a closed lake of one cell"));
    assert_true(fluv_lakes_of(&land)->count > 10 && fluv_lakes_of(&land)->lakes[0].closed);
    assert_int_equal(land_count_broken(ctx, &land, "sinks kept", 0), 0);
    fluv_landscape_free(&land);
    fluv_ctx_delete(ctx);
}

/* ---- lakes begin with the directions ---- */

static void lakes_follow_without_leading_water_anew(void **state)
{
    (void)state;
    fluv_ctx *ctx = one_thread();
    write_bare(ctx);
#define LAKES ", lakes: {flats: land, min_area: 10 ha}"
    fluv_landscape led = made(ctx, importing("file: '%s/bare/height.tif', sinks: keep, "
                                             "directions: '%s/bare/direction.tif'",
                                             LAKES ", rivers"));
    fluv_landscape lowest =
        made(ctx, importing("file: '%s/bare/height.tif'",
                            ", drain: {depressions: fill-free, descent: lowest}" LAKES ", rivers"));
    fluv_landscape anew = made(ctx, importing("file: '%s/bare/height.tif'", LAKES ", rivers"));
    size_t alike = 0, other = 0;
    for (size_t c = 0; c < CELLS; c++) {
        alike += fluv_receiver_of(&led)[c] == fluv_receiver_of(&lowest)[c];
        other += fluv_receiver_of(&led)[c] == fluv_receiver_of(&anew)[c];
    }
    assert_true(alike > CELLS - CELLS / 200 && other < CELLS - CELLS / 10);
    assert_true(fluv_lakes_of(&led)->count > 2);
    assert_int_equal(land_count_broken(ctx, &led, "led", 0), 0);
    fluv_landscape_free(&led);
    fluv_landscape_free(&lowest);
    fluv_landscape_free(&anew);
    fluv_ctx_delete(ctx);
}

/* ---- areas and discharges ---- */

static double factor; /* of areas in the file, m2 */
static double entering;

static double area_of(int col, int row)
{
    return (fluv_area_of(&whole)[cell_at(col, row)] + entering) * factor;
}

/* The window below a river that comes in over its upper edge. */
static void areas_tell_of_rivers_that_come_in(void **state)
{
    (void)state;
    static const double units[] = {1.0, 1e-6, 0.0};
    fluv_ctx *ctx = one_thread();
    raster("directions.tif", esri);
    double cell = whole.frame.cell * whole.frame.cell;
    for (int i = 0; i < 3; i++) {
        factor = units[i] != 0.0 ? units[i] : 1.0 / cell;
        entering = 0.0;
        raster("area.tif", area_of);
        fluv_landscape land = made(ctx, importing(DIRECTED ", area: '%s/area.tif'", ""));
        assert_false(is_noted(&land, "come in over the map's edge"));
        fluv_landscape_free(&land);
    }
    factor = 0.3;
    raster("area.tif", area_of);
    expect_not_taken(ctx, DIRECTED ", area: '%s/area.tif'", "", "neither as cells nor as m2");
    fluv_ctx_delete(ctx);
}

static double slope_south(int col, int row)
{
    return 100.0 - row + 0.1 * abs(col - 5);
}

static double all_south(int col, int row)
{
    (void)row;
    return col < 5 ? 2 : col > 5 ? 8 : 4;
}

/* A valley whose river has run for long before it comes in from the north. */
static double long_river(int col, int row)
{
    static const double gathered[] = {1, 2, 3, 4, 5};
    int side = abs(col - 5), own = side ? (row < 5 - side ? row + 1 : (int)gathered[5 - side]) : 0;
    if (side)
        return own;
    double sum = 1000;
    for (int r = 0; r <= row; r++) {
        sum += 1;
        sum += r > 0 ? 2 * (r < 5 ? r : 5) : 0;
    }
    return sum;
}

/* m3/s in the valley's middle: what comes in at its head sinks in after one cell. */
static double lost_on_the_way(int col, int row)
{
    return col != 5 ? 0.01 : row == 0 ? 40.0 : 5.0 + row;
}

static double more_and_more(int col, int row)
{
    return 5.0 + col + 3.0 * row;
}

static double less_and_less(int col, int row)
{
    (void)col;
    return 40.0 - row;
}

static void a_river_that_comes_in_brings_its_water(void **state)
{
    (void)state;
    fluv_ctx *ctx = one_thread();
    make_file(path_of("valley.tif"), utm_map(11, 30, slope_south));
    make_file(path_of("south.tif"), utm_map(11, 30, all_south));
    make_file(path_of("gathered.tif"), utm_map(11, 30, long_river));
#define VALLEY "file: '%s/valley.tif', directions: '%s/south.tif', terraces: keep, runoff: 1 m/y"
    fluv_landscape dry = made(ctx, importing(VALLEY, ""));
    fluv_landscape wet = made(ctx, importing(VALLEY ", area: '%s/gathered.tif'",
                                             ", rivers: {by: discharge, discharge: 0.02 m3/s}"));
    double more = 1000 * 900.0 / FLUV_SECONDS_A_YEAR; /* m3/s of a thousand cells */
    assert_true(is_noted(&wet, "come in over the map's edge, from up to 0.9"));
    for (uint32_t row = 0; row < 30; row++) {
        double from = (double)fluv_discharge_of(&dry)[row * 11 + 5];
        assert_near((double)fluv_discharge_of(&wet)[row * 11 + 5], from + more, 0.01 * more);
    }
    assert_memory_equal(fluv_area_of(&dry), fluv_area_of(&wet), 330 * sizeof(double));
    assert_int_equal(fluv_rivers_of(&wet)->count, 1);
    assert_int_equal(fluv_rivers_of(&wet)->reaches[0].point_count, 31); /* from edge to edge */
    assert_int_equal(land_count_broken(ctx, &wet, "a river comes in", 0), 0);
    fluv_landscape_free(&dry);
    fluv_landscape_free(&wet);
    make_file(path_of("flow.tif"), utm_map(11, 30, more_and_more));
    expect_not_taken(ctx, VALLEY ", discharge: '%s/pits.tif'", "", "cells");
    wet = made(ctx, importing(VALLEY ", discharge: '%s/flow.tif'", ""));
    assert_near((double)fluv_discharge_of(&wet)[11 + 3], more_and_more(3, 1), 1e-3);
    fluv_landscape_free(&wet);
    make_file(path_of("flow.tif"), utm_map(11, 30, lost_on_the_way));
    wet = made(ctx, importing(VALLEY ", discharge: '%s/flow.tif'",
                              ", rivers: {by: discharge, discharge: 1 m3/s}"));
    assert_true(is_noted(&wet, "rivers lose water at 1 of "));
    assert_true(fluv_rivers_of(&wet)->count > 0);
    assert_int_equal(land_count_broken(ctx, &wet, "a river that loses water", 0), 0);
    fluv_landscape_free(&wet);
    make_file(path_of("flow.tif"), utm_map(11, 30, less_and_less));
    expect_not_taken(ctx, VALLEY ", discharge: '%s/flow.tif'", "",
                     "it is not that of these directions");
    fluv_ctx_delete(ctx);
}

/* ---- real maps ---- */

/* A window of a real map: its ways, and its lakes as far as they do not contradict them. */
static void try_map(fluv_ctx *ctx, const char *dir, const char *name)
{
    char command[800];
    snprintf(command, sizeof command, "gdal_translate -q -srcwin 100 100 200 200 %s/%s %s", dir,
             name, path_of("dem.tif"));
    assert_int_equal(system(command), 0);
    fluv_landscape led = made(ctx, importing("file: '%s/dem.tif'", ", drain"));
    fluv_verdict none[FLUV_RULES] = {0};
    fluv_write_options options = {
        .struct_size = sizeof options, .verdicts = none, .without = "map.png,terrain.glb"};
    assert_int_equal(fluv_write(ctx, &led, NULL, path_of("led"), &options), FLUV_OK);
    fluv_landscape_free(&led);
    fluv_landscape land =
        made(ctx, importing("file: '%s/dem.tif', directions: '%s/led/direction.tif', mend: 500 m",
                            ", rivers"));
    assert_int_equal(land_count_broken(ctx, &land, name, 0), 0);
    fluv_landscape_free(&land);
}

static void real_maps_hold(void **state)
{
    (void)state;
    static const char *const names[] = {"bigtujunga.tif", "coastal_plain_va.tif", "zion_ut.tif"};
    const char *dir = getenv("INTERFLUVE_DEMS");
    if (!dir)
        skip();
    fluv_ctx *ctx = one_thread();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        try_map(ctx, dir, names[i]);
    fluv_ctx_delete(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(our_own_files_give_the_same_water),
        cmocka_unit_test(codes_of_other_programs_are_known_by_their_ways),
        cmocka_unit_test(directions_of_another_map_are_refused),
        cmocka_unit_test(ground_is_moved_as_little_as_need_be),
        cmocka_unit_test(ways_that_end_inland_go_on_or_stay),
        cmocka_unit_test(lakes_follow_without_leading_water_anew),
        cmocka_unit_test(areas_tell_of_rivers_that_come_in),
        cmocka_unit_test(a_river_that_comes_in_brings_its_water),
        cmocka_unit_test(real_maps_hold),
    };
    return cmocka_run_group_tests_name("import_water", tests, write_made, forget_made);
}
