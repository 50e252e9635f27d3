// SPDX-License-Identifier: MIT
/* What is drawn is kept: a coast through markers moves no farther than it is said to, no island or
 * inland sea is made or lost, and a mask keeps its coast. */
#include "base/random.h"
#include "field/distance.h"
#include "how_many.h"
#include "one_thread.h"
#include "own_folder.h"
#include "recipe_land.h"

#include <string.h>

#define BARE "sites: 0, refine: off, roughness: 0, "

static fluv_landscape made(fluv_ctx *ctx, int seed, int size, const char *params)
{
    static char text[16384];
    fluv_landscape land;
    snprintf(text, sizeof text,
             "interfluve: 1\nseed: %d\nframe: {size: %d, width: 60 km, height: [-400 m, 900 m]}\n"
             "stages:\n  - coast: {%s}\n",
             seed, size, params);
    if (recipe_land(ctx, text, &land) != FLUV_OK)
        fail_msg("%s", fluv_message(ctx));
    return land;
}

/* ---- Patches of land and sea ---- */

/* How many pieces cells of land, or of sea, form: land touches at corners too. */
static int count_patches(const fluv_landscape *land, bool dry)
{
    uint32_t cols = land->frame.cols, rows = land->frame.rows, cells = cols * rows;
    const uint8_t *cover = fluv_cover_of(land);
    uint8_t *seen = test_calloc(cells, 1);
    uint32_t *queue = test_malloc(cells * sizeof *queue);
    int count = 0;
    for (uint32_t start = 0; start < cells; start++) {
        if (seen[start] || (cover[start] != FLUV_OCEAN) != dry)
            continue;
        uint32_t head = 0, tail = 0;
        seen[start] = 1;
        queue[tail++] = start;
        count++;
        while (head < tail) {
            uint32_t at = queue[head++], col = at % cols, row = at / cols;
            for (uint32_t r = row ? row - 1 : 0; r <= row + 1 && r < rows; r++)
                for (uint32_t c = col ? col - 1 : 0; c <= col + 1 && c < cols; c++) {
                    uint32_t to = r * cols + c;
                    bool side = r == row || c == col;
                    if (seen[to] || (cover[to] != FLUV_OCEAN) != dry || (!dry && !side))
                        continue;
                    seen[to] = 1;
                    queue[tail++] = to;
                }
        }
    }
    test_free(queue);
    test_free(seen);
    return count;
}

/* ---- How far a coast moves ---- */

/* A round coast through markers all as far from each other, and its distance between two. */
static double ring(int markers, char *text, size_t room)
{
    size_t used = (size_t)snprintf(text, room, "landmasses: [{markers: [");
    for (int i = 0; i < markers; i++) {
        double turn = 2.0 * M_PI * i / markers, heads = 360.0 * i / markers + 90.0;
        used += (size_t)snprintf(text + used, room - used, "%s[%.1f, %.1f, %.3f]", i ? ", " : "",
                                 30e3 + 18e3 * cos(turn), 30e3 + 18e3 * sin(turn),
                                 heads > 360.0 ? heads - 360.0 : heads);
    }
    snprintf(text + used, room - used, "]}]");
    return 36e3 * sin(M_PI / markers);
}

/* How far from the drawn border the farthest cell lies that changed sides, m. */
static double farthest_moved(fluv_ctx *ctx, const fluv_landscape *drawn, const fluv_landscape *land)
{
    uint32_t cols = drawn->frame.cols, cells = cols * drawn->frame.rows;
    const uint8_t *before = fluv_cover_of(drawn), *after = fluv_cover_of(land);
    uint8_t *border = test_calloc(cells, 1);
    float *distance = test_malloc(cells * sizeof *distance);
    for (uint32_t c = 1; c + cols < cells; c++)
        border[c] = before[c] != before[c - 1] || before[c] != before[c + cols];
    fluv_distance_job job = {cols, drawn->frame.rows, drawn->frame.cell, border};
    assert_int_equal(fluv_distance(ctx, &job, distance, NULL), FLUV_OK);
    double most = 0.0;
    for (uint32_t c = 0; c < cells; c++)
        if (before[c] != after[c])
            most = fmax(most, (double)distance[c]);
    test_free(distance);
    test_free(border);
    return most;
}

static void a_drawn_coast_moves_by_a_share_of_its_markers_distance(void **state)
{
    fluv_ctx *ctx = *state;
    static const int markers[] = {6, 24, 90};
    static const double shares[] = {0.0, 0.1, 0.3};
    for (int i = 0; i < (int)cases_of(3, 1); i++) {
        char drawn[8192], params[8300];
        double chord = ring(markers[i], drawn, sizeof drawn);
        snprintf(params, sizeof params, BARE "%s", drawn);
        fluv_landscape bare = made(ctx, 1, 512, params);
        for (int k = 0; k < 3; k++) {
            snprintf(params, sizeof params, "stray: %g, roughness: 2, %s", shares[k], drawn);
            fluv_landscape land = made(ctx, 1 + i, 512, params);
            double moved = farthest_moved(ctx, &bare, &land), most = shares[k] * chord;
            double cell = land.frame.cell;
            if (moved > most + 1.5 * cell || (most > 4.0 * cell && moved < 0.3 * most))
                fail_msg("%d markers, share %g: the coast moved by %.0f m, not by up to %.0f m",
                         markers[i], shares[k], moved, most);
            assert_int_equal(count_patches(&land, true), 1);
            assert_int_equal(count_patches(&land, false), 1);
            fluv_landscape_free(&land);
        }
        fluv_landscape_free(&bare);
    }
}

/* ---- Islands ---- */

/* Islands, straits and an isthmus: two halves with a strait of 1 km between, two that a neck of 1.2
 * km joins, a lagoon, and a chain of islets from 4 km down to 400 m across. */
static const char drawn_islands[] =
    "landmasses: ["
    "{markers: [[4 km, 34 km, 0, 0], [14 km, 34 km, 0, 0], [14 km, 56 km, 0, 0], [4 km, 56 km, 0, "
    "0]]}, "
    "{markers: [[15 km, 34 km, 0, 0], [26 km, 34 km, 0, 0], [26 km, 56 km, 0, 0], [15 km, 56 km, "
    "0, 0]]}, "
    "{markers: [[32 km, 38 km, 0, 0], [42 km, 38 km, 0, 0], [42 km, 44 km, 0, 0], [46 km, 44 km, "
    "0, 0], [46 km, 38 km, 0, 0], [56 km, 38 km, 0, 0], [56 km, 52 km, 0, 0], [46 km, 52 km, 0, "
    "0], [46 km, 45.2 km, 0, 0], [42 km, 45.2 km, 0, 0], [42 km, 52 km, 0, 0], [32 km, 52 km, 0, "
    "0]]}, "
    "{markers: [[6 km, 4 km], [26 km, 4 km, 90], [26 km, 24 km, 180], [6 km, 24 km, 270]]}, "
    "{inside: ocean, markers: [[14 km, 12 km], [19 km, 12 km, 90], [19 km, 17 km, 180], [14 km, 17 "
    "km, 270]]}, "
    "{markers: [[34 km, 6 km], [38 km, 8 km, 90], [36 km, 11 km, 180], [33 km, 8 km, 270]]}, "
    "{markers: [[42 km, 6 km], [44 km, 8 km, 90], [42 km, 10 km, 180]]}, "
    "{markers: [[48 km, 6 km], [49 km, 7 km, 90], [48 km, 8 km, 180]]}, "
    "{markers: [[52 km, 6 km], [52.6 km, 6.6 km, 90], [52 km, 7 km, 180]]}, "
    "{markers: [[55 km, 6 km, 0, 0], [55.4 km, 6 km, 0, 0], [55.4 km, 6.4 km, 0, 0], [55 km, 6.4 "
    "km, 0, 0]]}]";

static void no_drawn_island_is_made_or_lost(void **state)
{
    fluv_ctx *ctx = *state;
    char params[4096];
    snprintf(params, sizeof params, BARE "%s", drawn_islands);
    fluv_landscape bare = made(ctx, 1, 512, params);
    assert_int_equal(count_patches(&bare, true), 9);
    assert_int_equal(count_patches(&bare, false), 2);
    static const char *const ways[] = {"", "stray: 1, roughness: 3, ", "stray: 1, sites: 60, ",
                                       "stray: 0.5, refine: plain, sites_2: 2000, "};
    for (int i = 0; i < (int)cases_of(8, 4); i++) {
        snprintf(params, sizeof params, "%s%s", ways[i % 4], drawn_islands);
        int size = i < 6 ? 512 : 1024;
        fluv_landscape land = made(ctx, 1 + i, size, params);
        int dry = count_patches(&land, true), wet = count_patches(&land, false);
        if (dry != 9 || wet != 2)
            fail_msg("seed %d, %s: %d islands and %d seas of 9 and 2", 1 + i, ways[i % 4], dry,
                     wet);
        if (size == 512)
            assert_true(farthest_moved(ctx, &bare, &land) > 2.0 * land.frame.cell);
        fluv_landscape_free(&land);
    }
    fluv_landscape_free(&bare);
}

/* An island whose coast runs a kilometre from the frame's rim, on all sides; then with its markers
 * farther apart, so that the coast may move farther than that. */
static void a_sea_along_the_rim_stays_one(void **state)
{
    fluv_ctx *ctx = *state;
    static const char *const islands[] = {
        "landmasses: [{markers: [[1 km, 1 km, 0, 0], [30 km, 1 km, 0, 0], [59 km, 1 km, 0, 0], [59 "
        "km, 30 km, 0, 0], [59 km, 59 km, 0, 0], [30 km, 59 km, 0, 0], [1 km, 59 km, 0, 0], [1 km, "
        "30 km, 0, 0]]}]",
        "landmasses: [{markers: [[1 km, 1 km, 0, 0], [59 km, 1 km, 0, 0], [59 km, 59 km, 0, 0], [1 "
        "km, 59 km, 0, 0]]}]"};
    static const char *const ways[] = {"", "stray: 1, roughness: 3, ", "stray: 0.5, "};
    for (int i = 0; i < (int)cases_of(24, 6); i++) {
        char params[1200];
        int size = i / 6 % 2 ? 256 : 200, seed = 2 + i / 6;
        snprintf(params, sizeof params, "%s%s", ways[i % 3], islands[i / 3 % 2]);
        fluv_landscape land = made(ctx, seed, size, params);
        int dry = count_patches(&land, true), wet = count_patches(&land, false);
        if (dry != 1 || wet != 1)
            fail_msg("size %d, seed %d, %s: %d islands and %d seas", size, seed, params, dry, wet);
        fluv_landscape_free(&land);
    }
}

/* ---- Masks ---- */

#define SIDE 512

/* Islands at random, from single pixels to a tenth of the frame, and ponds in them. */
static void draw_mask(uint8_t *mask)
{
    fluv_key key = fluv_key_make(4, "test", "mask");
    memset(mask, 0, SIDE * SIDE);
    for (uint64_t i = 0; i < 160; i++) {
        double x = fluv_random_between(key, 4 * i, 0, SIDE);
        double y = fluv_random_between(key, 4 * i + 1, 0, SIDE);
        double radius = 0.4 + 50.0 * pow(fluv_random(key, 4 * i + 2), 5.0);
        uint8_t value = fluv_random(key, 4 * i + 3) < 0.85 ? 255 : 0;
        for (int c = 0; c < SIDE * SIDE; c++)
            if (hypot(c % SIDE + 0.5 - x, (c - c % SIDE) / SIDE + 0.5 - y) < radius)
                mask[c] = value;
    }
}

static void write_mask(const char *name, const uint8_t *mask, int side)
{
    FILE *file = fopen(path_of(name), "wb");
    assert_non_null(file);
    fprintf(file, "P5\n%d %d\n255\n", side, side);
    assert_int_equal(fwrite(mask, 1, (size_t)side * (size_t)side, file), side * side);
    assert_int_equal(fclose(file), 0);
}

/* Land of both, of land of either. */
static double overlap(const fluv_landscape *land, const uint8_t *mask)
{
    size_t both = 0, either = 0;
    for (size_t c = 0; c < fluv_cell_count(land); c++) {
        bool dry = fluv_cover_of(land)[c] != FLUV_OCEAN;
        both += dry && mask[c];
        either += dry || mask[c];
    }
    return (double)both / (double)either;
}

/* The patches of a mask, counted as a landscape's. */
static int count_mask_patches(const uint8_t *mask, uint32_t side, bool dry)
{
    fluv_landscape land = {.frame = {.cols = side, .rows = side, .cell = 1.0}};
    fluv_ctx *ctx = fluv_ctx_new();
    uint8_t *cover = fluv_layer_edit(ctx, &land, FLUV_LAYER_cover);
    assert_non_null(cover);
    for (uint32_t c = 0; c < side * side; c++)
        cover[c] = mask[c] ? FLUV_LAND : FLUV_OCEAN;
    int count = count_patches(&land, dry);
    fluv_landscape_free(&land);
    fluv_ctx_delete(ctx);
    return count;
}

static void a_mask_keeps_its_coast(void **state)
{
    fluv_ctx *ctx = *state;
    uint8_t *mask = test_malloc(SIDE * SIDE);
    draw_mask(mask);
    write_mask("mask.pgm", mask, SIDE);
    char params[600];
    snprintf(params, sizeof params, "mask_file: %s", path_of("mask.pgm"));
    fluv_landscape land = made(ctx, 1, SIDE, params);
    int islands = count_mask_patches(mask, SIDE, true),
        seas = count_mask_patches(mask, SIDE, false);
    assert_true(islands > 60 && seas > 3);
    assert_int_equal(count_patches(&land, true), islands);
    assert_int_equal(count_patches(&land, false), seas);
    if (overlap(&land, mask) < 0.999)
        fail_msg("only %.4f of the mask's land is there", overlap(&land, mask));
    snprintf(params, sizeof params, "mask_stray: 800 m, mask_file: %s", path_of("mask.pgm"));
    fluv_landscape rough = made(ctx, 1, SIDE, params);
    double moved = farthest_moved(ctx, &land, &rough);
    if (moved < 300.0 || moved > 800.0 + 2.0 * land.frame.cell)
        fail_msg("the coast moved by %.0f m, not by up to 800 m", moved);
    fluv_landscape_free(&rough);
    fluv_landscape_free(&land);
    test_free(mask);
}

/* ---- On a mesh ---- */

#define ISLETS 40

/* One great island, and small ones around it, of one to four pixels. */
static void draw_islets(uint8_t *mask, int islets)
{
    memset(mask, 0, SIDE * SIDE);
    for (int c = 0; c < SIDE * SIDE; c++)
        if (hypot(c % SIDE - 255.5, (c - c % SIDE) / SIDE - 255.5) < 120.0)
            mask[c] = 255;
    for (int i = 0; i < islets; i++) {
        double turn = 2.0 * M_PI * i / ISLETS;
        int col = (int)(256.0 + 190.0 * cos(turn)), row = (int)(256.0 + 190.0 * sin(turn));
        for (int k = 0; k <= i % 4; k++)
            mask[(row + k / 2) * SIDE + col + k % 2] = 255;
    }
}

/* Islands that `erode` says it lost on a mesh of this spacing; `left`: those that are there. */
static int lost_on_mesh(fluv_ctx *ctx, const char *mask_file, double spacing, int *left)
{
    static char text[2048];
    fluv_landscape land;
    int lost = 0;
    snprintf(text, sizeof text,
             "interfluve: 1\nseed: 1\nframe: {size: %d, width: 60 km, height: [-400 m, 900 m]}\n"
             "stages:\n  - coast: {mask_file: %s}\n  - mesh: {spacing: %g m}\n"
             "  - uplift: {rate: 0.0005 m/y}\n  - erode: {steps: 2, coarse: 0}\n",
             SIDE, mask_file, spacing);
    if (recipe_land(ctx, text, &land) != FLUV_OK)
        fail_msg("%s", fluv_message(ctx));
    for (size_t i = 0; i < fluv_note_count(&land); i++)
        if (strstr(fluv_note_text(&land, i), "smaller than the mesh shows"))
            lost += atoi(fluv_note_text(&land, i));
    uint8_t *dry = test_malloc(SIDE * SIDE);
    for (int c = 0; c < SIDE * SIDE; c++)
        dry[c] = fluv_height_of(&land)[c] > 0.0F;
    *left = count_mask_patches(dry, SIDE, true);
    test_free(dry);
    fluv_landscape_free(&land);
    return lost;
}

static void islands_that_a_mesh_loses_are_told_of(void **state)
{
    static const struct {
        int islets;
        double spacing; /* m; a pixel has 117 */
    } of[] = {{ISLETS, 800.0}, {ISLETS, 60.0}, {0, 800.0}};
    uint8_t *mask = test_malloc(SIDE * SIDE);
    int lost[3];
    for (int i = 0; i < 3; i++) {
        int left;
        draw_islets(mask, of[i].islets);
        write_mask("islets.pgm", mask, SIDE);
        lost[i] = lost_on_mesh(*state, path_of("islets.pgm"), of[i].spacing, &left);
        if (left + lost[i] != 1 + of[i].islets)
            fail_msg("of %d islands %d are left, %d are said to be lost", 1 + of[i].islets, left,
                     lost[i]);
    }
    assert_true(lost[0] > ISLETS / 2 && lost[1] < ISLETS / 2 && lost[2] == 0);
    test_free(mask);
}

/* A real coast, where the environment names a folder with one. */
static void a_real_coast_is_kept(void **state)
{
    fluv_ctx *ctx = *state;
    const char *dems = getenv("INTERFLUVE_DEMS");
    char text[2048];
    fluv_landscape heights, land;
    snprintf(
        text, sizeof text,
        "interfluve: 1\nframe: {size: 1024}\nstages:\n  - import: {file: %s/maine_coast.tif}\n",
        dems ? dems : "");
    if (!dems || recipe_land(ctx, text, &heights) != FLUV_OK)
        skip();
    uint32_t side = heights.frame.cols;
    uint8_t *mask = test_malloc((size_t)side * side);
    for (uint32_t c = 0; c < side * side; c++)
        mask[c] = fluv_height_of(&heights)[c] > 0.0F ? 255 : 0;
    write_mask("real.pgm", mask, (int)side);
    snprintf(text, sizeof text, "mask_file: %s", path_of("real.pgm"));
    land = made(ctx, 1, (int)side, text);
    print_message("%d of %d islands, overlap %.4f\n", count_patches(&land, true),
                  count_mask_patches(mask, side, true), overlap(&land, mask));
    assert_int_equal(count_patches(&land, true), count_mask_patches(mask, side, true));
    assert_true(overlap(&land, mask) > 0.999);
    fluv_landscape_free(&land);
    fluv_landscape_free(&heights);
    test_free(mask);
}

static int set_up_all(void **state)
{
    return make_folder(state) || set_up(state);
}

static int tear_down_all(void **state)
{
    return tear_down(state) || remove_folder(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_drawn_coast_moves_by_a_share_of_its_markers_distance),
        cmocka_unit_test(no_drawn_island_is_made_or_lost),
        cmocka_unit_test(a_sea_along_the_rim_stays_one),
        cmocka_unit_test(a_mask_keeps_its_coast),
        cmocka_unit_test(islands_that_a_mesh_loses_are_told_of),
        cmocka_unit_test(a_real_coast_is_kept),
    };
    return cmocka_run_group_tests(tests, set_up_all, tear_down_all);
}
