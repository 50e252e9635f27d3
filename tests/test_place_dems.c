// SPDX-License-Identifier: MIT
/* Random rivers, lakes and frozen ground on the real maps of the folder that the environment
 * variable INTERFLUVE_DEMS names: all there and every rule holds, or refused with a reason. Skips
 * where there is no such folder. */
#include "dice.h"
#include "recipe_land.h"
#include "water_land.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#define A_MAP 3 /* placements, unless INTERFLUVE_SEEDS says how many */

/* Whether a cell, or one beside it, is wet and no other river's than the one that was placed. */
static bool is_met(const fluv_landscape *land, const uint8_t *own, int64_t col, int64_t row)
{
    const fluv_frame *f = &land->frame;
    for (int64_t r = row - 1; r <= row + 1; r++)
        for (int64_t c = col - 1; c <= col + 1; c++) {
            if (r < 0 || c < 0 || r >= f->rows || c >= f->cols)
                continue;
            size_t at = (size_t)r * f->cols + (size_t)c;
            if (own[at] || fluv_cover_of(land)[at] == FLUV_LAKE ||
                fluv_cover_of(land)[at] == FLUV_OCEAN)
                return true;
        }
    return false;
}

/* Cells that the lines of the placed river pass. */
static uint8_t *cells_of_placed(const fluv_landscape *land)
{
    const fluv_rivers *rivers = fluv_rivers_of(land);
    const fluv_frame *f = &land->frame;
    uint8_t *own = calloc((size_t)f->cols * f->rows, 1);
    assert_non_null(own);
    for (size_t i = 0; i < rivers->count; i++)
        for (uint32_t k = 0; rivers->reaches[i].locked && k < rivers->reaches[i].point_count; k++) {
            const fluv_river_point *at = &rivers->points[rivers->reaches[i].first_point + k];
            int64_t col = (int64_t)floor((at->x - f->west) / f->cell);
            int64_t row = (int64_t)floor((f->north - at->y) / f->cell);
            if (col >= 0 && row >= 0 && col < f->cols && row < f->rows)
                own[(size_t)row * f->cols + (size_t)col] = 1;
        }
    return own;
}

/* A river is there within a cell, lakes on it included, until it reaches the sea. */
static void expect_line(const fluv_landscape *land, const double *xy, double freedom,
                        const char *file, uint64_t number)
{
    const fluv_frame *f = &land->frame;
    uint8_t *own = cells_of_placed(land);
    int steps = (int)ceil(hypot(xy[2] - xy[0], xy[3] - xy[1]) / (0.5 * f->cell)), lost = 0;
    for (int i = 0; i <= steps; i++) {
        double x = xy[0] + (xy[2] - xy[0]) * i / steps, y = xy[1] + (xy[3] - xy[1]) * i / steps;
        int64_t col = (int64_t)floor((x - f->west) / f->cell);
        int64_t row = (int64_t)floor((f->north - y) / f->cell);
        if (fluv_cover_of(land)[(size_t)row * f->cols + (size_t)col] == FLUV_OCEAN)
            break;                         /* it ends there */
        bool point = i == 0 || i == steps; /* it passes these, however free it is */
        lost += (point || freedom == 0.0) && !is_met(land, own, col, row);
    }
    free(own);
    if (lost)
        fail_msg("%s, %d: %d of %d places of a river have none within a cell", file, (int)number,
                 lost, steps + 1);
}

static double along(dice *d, double share, double low, double high)
{
    double part = 0.5 - 0.5 * share + share * (double)roll(d, 1000) / 1000.0;
    return low + part * (high - low);
}

/* Whether it was made; refused otherwise. */
static bool place_on(fluv_ctx *ctx, const char *file, const fluv_frame *f, uint64_t number)
{
    dice d = {.key = fluv_key_make(number, "test", "dems")};
    double east = f->west + f->cell * f->cols, south = f->north - f->cell * f->rows;
    double xy[8], side = 12.0 * f->cell, freedom = (double)(number % 3) * 0.2;
    char text[2048];
    fluv_landscape land;
    for (int i = 0; i < 4; i++) {
        xy[2 * i] = along(&d, 0.9, f->west, east);
        xy[2 * i + 1] = along(&d, 0.9, south, f->north);
    }
    snprintf(text, sizeof text,
             "interfluve: 1\nframe: {size: 256}\nstages:\n  - import: {file: '%s'}\n  - place:\n"
             "      rivers: {R: {freedom: %g, line: [[%.10g, %.10g], [%.10g, %.10g]]}}\n"
             "      lakes: {L: {x: %.10g, y: %.10g, area: %.10g}}\n"
             "      frozen: [[[[%.10g, %.10g], [%.10g, %.10g], [%.10g, %.10g]]]]\n"
             "  - lakes: {}\n  - rivers: {}\n",
             file, freedom, xy[0], xy[1], xy[2], xy[3], xy[4], xy[5], 100.0 * f->cell * f->cell,
             xy[6], xy[7], xy[6] + side, xy[7], xy[6], xy[7] + side);
    fluv_status status = recipe_land(ctx, text, &land);
    if (status == FLUV_BAD_RECIPE) {
        assert_non_null(strstr(fluv_message(ctx), "place: "));
        print_message("%s: %s\n", file, fluv_message(ctx));
        return false;
    }
    if (status != FLUV_OK)
        fail_msg("%s: %s", file, fluv_message(ctx));
    bool lake = false, river = false;
    for (size_t i = 0; i < fluv_lakes_of(&land)->count; i++)
        lake |= strcmp(fluv_lakes_of(&land)->lakes[i].name, "L") == 0;
    for (size_t i = 0; i < fluv_rivers_of(&land)->count; i++)
        river |= fluv_rivers_of(&land)->reaches[i].locked;
    assert_true(lake && (river || fluv_note_count(&land)));
    if (river)
        expect_line(&land, xy, freedom, file, number);
    assert_int_equal(land_count_broken(ctx, &land, file, number), 0);
    fluv_landscape_free(&land);
    return true;
}

static void random_placements_are_there_or_refused(void **state)
{
    fluv_ctx *ctx = *state;
    const char *folder = getenv("INTERFLUVE_DEMS");
    DIR *dir = folder && *folder ? opendir(folder) : NULL;
    const char *asked = getenv("INTERFLUVE_SEEDS");
    uint64_t count = asked ? strtoull(asked, NULL, 10) : A_MAP;
    int made = 0, all = 0;
    if (!dir)
        skip();
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        char file[1024], text[1200];
        fluv_landscape bare;
        const char *ending = strrchr(entry->d_name, '.');
        if (!ending || strcmp(ending, ".tif") != 0)
            continue;
        snprintf(file, sizeof file, "%s/%s", folder, entry->d_name);
        snprintf(text, sizeof text,
                 "interfluve: 1\nframe: {size: 256}\nstages:\n  - import: {file: '%s'}\n", file);
        assert_int_equal(recipe_land(ctx, text, &bare), FLUV_OK);
        fluv_frame frame = bare.frame;
        fluv_landscape_free(&bare);
        for (uint64_t i = 0; i < count; i++, all++)
            made += place_on(ctx, file, &frame, 1 + i);
    }
    closedir(dir);
    print_message("%d of %d made\n", made, all);
    assert_true(2 * made > all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_placements_are_there_or_refused)};
    return cmocka_run_group_tests(tests, land_set_up, land_tear_down);
}
