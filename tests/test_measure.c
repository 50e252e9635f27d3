// SPDX-License-Identifier: MIT
/* Figures of surfaces: planes, cones and paraboloids, whose figures are known, fields of known
 * spectrum, and terrains of many characters, which plain versions of each definition judge. */
#include "base/random.h"
#include "context.h"
#include "failing_memory.h"
#include "field/fft.h"
#include "measure/figures.h"
#include "terrain.h"

#include <stdio.h>
#include <string.h>

#define SIDE 256

static fluv_landscape *land_of(fluv_ctx *ctx, uint32_t cols, uint32_t rows, double cell,
                               const float *height)
{
    fluv_landscape *land = NULL;
    fluv_frame frame = {.cols = cols, .rows = rows, .cell = cell, .north = rows * cell};
    assert_int_equal(fluv_landscape_new(ctx, &frame, NULL, &land), FLUV_OK);
    assert_int_equal(fluv_layer_give(ctx, land, "height", height, (size_t)cols * rows), FLUV_OK);
    return land;
}

static fluv_measures *measure(fluv_ctx *ctx, uint32_t cols, uint32_t rows, double cell,
                              const float *height)
{
    fluv_measures *measures = NULL;
    fluv_landscape *land = land_of(ctx, cols, rows, cell, height);
    assert_int_equal(fluv_measure(ctx, land, NULL, &measures), FLUV_OK);
    fluv_landscape_delete(land);
    return measures;
}

static void expect(const fluv_measures *measures, const char *name, double value, double room)
{
    const fluv_figure *figure = fluv_measures_find(measures, name);
    assert_non_null(figure);
    if (!figure->known || !(fabs(figure->value - value) <= room))
        fail_msg("%s is %g (%s), expected %g", name, figure->value, figure->reason, value);
    assert_string_equal(figure->reason, "");
    assert_int_equal(figure->inside, figure->value >= figure->info->low &&
                                         figure->value <= figure->info->high &&
                                         fabs(figure->value) >= figure->info->apart);
}

static void expect_none(const fluv_measures *measures, const char *name, const char *reason)
{
    const fluv_figure *figure = fluv_measures_find(measures, name);
    if (figure->known || !strstr(figure->reason, reason))
        fail_msg("%s is %g (%s), expected none", name, figure->value, figure->reason);
    assert_true(isnan(figure->value) && !figure->inside);
}

/* ---- Surfaces whose figures are known ---------------------------------------------------------
 */

static void a_plane_has_one_slope(void **state)
{
    float *z = test_room(SIDE * SIDE, sizeof *z);
    for (uint32_t c = 0; c < SIDE * SIDE; c++)
        z[c] = 100.0f + 4.0f * (float)(c % SIDE) + 3.0f * (float)(c / SIDE);
    fluv_measures *m = measure(*state, SIDE, SIDE, 10.0, z);
    expect(m, "slope_mean", atan(0.5) * 180.0 / M_PI, 1e-6);
    expect(m, "slope_variation", 0.0, 1e-6);
    expect(m, "slope_window", 1.0, 1e-9);
    expect(m, "gentle_share", 0.0, 1e-9);
    expect(m, "hypsometric_integral", 0.5, 1e-6);
    expect(m, "relief", 7.0 * (SIDE - 1), 1e-3);
    expect_none(m, "curvature_kurtosis", "not curved");
    expect_none(m, "fill_ratio", "no summit");
    expect_none(m, "lake_share", "not looked for");
    fluv_measures_delete(m);
    free(z);
}

/* In the sea: height of cones and paraboloids, 0 at the shore. */
static fluv_measures *island(fluv_ctx *ctx, double power)
{
    float *z = test_room(SIDE * SIDE, sizeof *z);
    for (uint32_t c = 0; c < SIDE * SIDE; c++) {
        double x = c % SIDE - 127.5, y = c / SIDE - 127.5;
        z[c] = (float)(300.0 * (1.0 - pow(hypot(x, y) / 120.0, power)));
    }
    fluv_measures *m = measure(ctx, SIDE, SIDE, 10.0, z);
    free(z);
    return m;
}

static void a_cone_has_a_third_of_its_cylinder(void **state)
{
    fluv_measures *m = island(*state, 1.0);
    expect(m, "hypsometric_integral", 1.0 / 3.0, 0.005);
    expect(m, "slope_mean", atan(0.25) * 180.0 / M_PI, 0.02);
    expect(m, "slope_variation", 0.0, 0.02);
    expect(m, "fill_ratio", 0.0, 1e-9);
    fluv_measures_delete(m);
}

/* tan(slope) = 600 r / R^2 with r spread as r dr: its mean is 2/3 of the most, its standard
 * deviation over its mean sqrt(1/8). */
static void a_paraboloid_has_half(void **state)
{
    fluv_measures *m = island(*state, 2.0);
    expect(m, "hypsometric_integral", 0.5, 0.005);
    expect(m, "slope_variation", sqrt(0.125), 0.01);
    fluv_measures_delete(m);
}

/* A valley with straight sides that falls a little: its channel lies a known number of standard
 * deviations below the mean of 21 distances, and both its banks are higher. */
static void a_channel_lies_in_its_valley(void **state)
{
    uint32_t cols = 101, rows = 400;
    float *z = test_room((size_t)cols * rows, sizeof *z);
    double mean = 0.0, squares = 0.0;
    for (uint32_t c = 0; c < cols * rows; c++)
        z[c] = (float)(10.0 + 10.0 * fabs(c % cols - 50.0) + 0.001 * (rows - c / cols));
    for (int x = -10; x <= 10; x++) {
        mean += abs(x) / 21.0;
        squares += x * x / 21.0;
    }
    fluv_measures *m = measure(*state, cols, rows, 10.0, z);
    expect(m, "channel_height", -mean / sqrt(squares - mean * mean), 0.005);
    expect(m, "both_banks", 1.0, 1e-9);
    expect(m, "sinuosity", 1.0, 1e-9);
    fluv_measures_delete(m);
    free(z);
}

/* The same between two plateaus, so that the size of the square matters. */
static void the_square_has_21_cells(void **state)
{
    uint32_t cols = 101, rows = 400;
    float *z = test_room((size_t)cols * rows, sizeof *z);
    double mean = 0.0, squares = 0.0;
    for (uint32_t c = 0; c < cols * rows; c++)
        z[c] = (float)(10.0 + 10.0 * fmin(fabs(c % cols - 50.0), 6.0) + 0.001 * (rows - c / cols));
    for (int x = -10; x <= 10; x++) {
        mean += fmin(abs(x), 6.0) / 21.0;
        squares += pow(fmin(abs(x), 6.0), 2.0) / 21.0;
    }
    fluv_measures *m = measure(*state, cols, rows, 10.0, z);
    expect(m, "channel_height", -mean / sqrt(squares - mean * mean), 0.02);
    fluv_measures_delete(m);
    free(z);
}

/* ---- Fields of known spectrum ------------------------------------------------------------------
 */

/* A field of waves of random phase whose power falls with the wave number as k^-beta. */
static void make_fractal(fluv_ctx *ctx, uint32_t side, double beta, uint64_t seed, float *z)
{
    fluv_fft fft;
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    double *re = test_room((size_t)side * side, sizeof *re),
           *im = test_room((size_t)side * side, sizeof *im);
    double *row = test_room(2 * (size_t)side, sizeof *row);
    assert_int_equal(fluv_fft_init(ctx, side, &fft), FLUV_OK);
    for (uint32_t c = 0; c < side * side; c++) {
        double ky = c / side < side / 2 ? c / side : (double)(c / side) - side;
        double kx = c % side < side / 2 ? c % side : (double)(c % side) - side;
        double k = hypot(kx, ky),
               turn = 2.0 * M_PI * fluv_random(fluv_key_make(seed, "waves", "phase"), c);
        double size = k > 0.0 ? pow(k, -0.5 * beta) : 0.0;
        re[c] = size * cos(turn);
        im[c] = size * sin(turn);
    }
    for (uint32_t r = 0; r < side; r++)
        fluv_fft_run(&fft, re + (size_t)r * side, im + (size_t)r * side);
    for (uint32_t col = 0; col < side; col++) {
        for (uint32_t r = 0; r < side; r++) {
            row[r] = re[(size_t)r * side + col];
            row[side + r] = im[(size_t)r * side + col];
        }
        fluv_fft_run(&fft, row, row + side);
        for (uint32_t r = 0; r < side; r++)
            z[(size_t)r * side + col] = (float)(2000.0 + 100.0 * row[r]);
    }
    fluv_scratch_release(ctx, mark);
    free(re);
    free(im);
    free(row);
}

static void the_transform_is_the_sum_of_its_definition(void **state)
{
    double re[16], im[16], in_re[16], in_im[16];
    fluv_fft fft;
    struct fluv_scratch_block *mark = fluv_scratch_mark(*state);
    assert_int_equal(fluv_fft_init(*state, 16, &fft), FLUV_OK);
    for (int i = 0; i < 16; i++) {
        in_re[i] = re[i] = sin(3.7 * i * i);
        in_im[i] = im[i] = cos(1.3 * i);
    }
    fluv_fft_run(&fft, re, im);
    for (int k = 0; k < 16; k++) {
        double a = 0.0, b = 0.0;
        for (int j = 0; j < 16; j++) {
            double turn = -2.0 * M_PI * j * k / 16.0;
            a += in_re[j] * cos(turn) - in_im[j] * sin(turn);
            b += in_re[j] * sin(turn) + in_im[j] * cos(turn);
        }
        assert_true(fabs(a - re[k]) < 1e-12 && fabs(b - im[k]) < 1e-12);
    }
    fluv_scratch_release(*state, mark);
}

static void a_fractal_has_its_spectrum(void **state)
{
    float *z = test_room(512 * 512, sizeof *z);
    for (int i = 0; i < 3; i++) {
        double beta = 2.4 + 0.6 * i;
        make_fractal(*state, 512, beta, 7, z);
        fluv_measures *m = measure(*state, 512, 512, 30.0, z);
        expect(m, "spectrum_slope", beta, 0.12);
        expect(m, "spectrum_bump", 0.17, 0.17); /* few waves are long */
        /* Waves of random phase: curvature is normal, and up is as down. */
        expect(m, "curvature_kurtosis", 3.0, 0.1);
        expect(m, "curvature_skew", 0.0, 0.05);
        expect(m, "valley_ridge", 1.0, 0.05);
        expect(m, "hollow_spur", 1.0, 0.05);
        fluv_measures_delete(m);
    }
    /* Ravines of one size, 16 cells: a hundred times the power of their neighbours. */
    for (uint32_t c = 0; c < 512 * 512; c++)
        z[c] += 40.0f *
                (float)(sin(2.0 * M_PI * (c % 512) / 16.0) + sin(2.0 * M_PI * (c / 512) / 16.0));
    fluv_measures *m = measure(*state, 512, 512, 30.0, z);
    assert_true(fluv_measures_find(m, "spectrum_bump")->value > 0.6);
    /* Five octaves in quarters, from 128 cells of 30 m to 4. */
    const fluv_curve *rings = &fluv_measures_curves(m)->spectrum;
    assert_int_equal(rings->count, 20);
    assert_true(rings->x[0] < log10(3840.0) && rings->x[0] > log10(3000.0));
    assert_true(rings->x[19] > log10(120.0) && rings->x[19] < log10(150.0));
    assert_false(fluv_measures_find(m, "spectrum_bump")->inside);
    fluv_measures_delete(m);
    free(z);
}

/* ---- Plain versions -----------------------------------------------------------------------------
 */

static double at(const terrain *t, int64_t col, int64_t row)
{
    bool inside = col >= 0 && row >= 0 && col < t->cols && row < t->rows;
    return inside ? (double)t->height[row * t->cols + col] : (double)NAN;
}

static void judge_slopes(const terrain *t, const fluv_measures *m)
{
    double n = 0, sum = 0, squares = 0, angles = 0;
    for (int64_t r = 0; r < t->rows; r++)
        for (int64_t c = 0; c < t->cols; c++) {
            double x = 0, y = 0;
            for (int d = -1; d <= 1; d++) {
                x += (2 - abs(d)) * (at(t, c + 1, r + d) - at(t, c - 1, r + d));
                y += (2 - abs(d)) * (at(t, c + d, r + 1) - at(t, c + d, r - 1));
            }
            double slope = hypot(x, y) / (8.0 * t->cell);
            if (isnan(slope) || isnan(at(t, c, r)))
                continue;
            n++;
            sum += slope;
            squares += slope * slope;
            angles += atan(slope);
        }
    expect(m, "slope_mean", angles / n * 180.0 / M_PI, 1e-4);
    expect(m, "slope_variation", sqrt(squares / n - sum / n * (sum / n)) / (sum / n), 1e-4);
}

/* The smoothed height as one sum over a square. */
static double smooth(const terrain *t, int64_t col, int64_t row)
{
    double sum = 0.0, weights = 0.0;
    for (int64_t y = -8; y <= 8; y++)
        for (int64_t x = -8; x <= 8; x++) {
            double weight = exp(-0.125 * (double)(x * x + y * y));
            sum += weight * at(t, col + x, row + y);
            weights += weight;
        }
    return sum / weights;
}

static void judge_curvature(const terrain *t, const fluv_measures *m)
{
    double sums[5] = {0}, *field = test_room(t->cells, sizeof *field);
    for (uint32_t c = 0; c < t->cells; c++) {
        int64_t x = c % t->cols, y = c / t->cols;
        field[c] = smooth(t, x - 1, y) + smooth(t, x + 1, y) + smooth(t, x, y - 1) +
                   smooth(t, x, y + 1) - 4.0 * smooth(t, x, y);
        sums[0] += !isnan(field[c]);
        sums[1] += isnan(field[c]) ? 0.0 : field[c];
    }
    for (uint32_t c = 0; c < t->cells; c++)
        for (int power = 2; power <= 4 && !isnan(field[c]); power++)
            sums[power] += pow(field[c] - sums[1] / sums[0], power);
    double sd = sqrt(sums[2] / sums[0]);
    if (sums[0] < 100.0)
        expect_none(m, "curvature_skew", "too little land");
    else
        expect(m, "curvature_skew", sums[3] / sums[0] / pow(sd, 3), 1e-3);
    if (sums[0] >= 100.0)
        expect(m, "curvature_kurtosis", sums[4] / sums[0] / pow(sd, 4), 1e-3);
    free(field);
}

/* +1 the land rises that way, -1 it falls, 0 neither, by the angles themselves. */
static int line_of_sight(const terrain *t, int64_t col, int64_t row, int dx, int dy)
{
    double up = -INFINITY, down = INFINITY;
    for (int i = 1; i <= 20; i++) {
        double angle =
            atan2(at(t, col + i * dx, row + i * dy) - at(t, col, row), i * t->cell * hypot(dx, dy));
        if (isnan(angle))
            continue;
        up = fmax(up, angle);
        down = fmin(down, angle);
    }
    double sum = isinf(up) ? 0.0 : (up + down) * 180.0 / M_PI;
    return sum > 1.0 ? 1 : sum < -1.0 ? -1 : 0;
}

/* Table 1 of Jasiewicz and Stepinski: rising lines across, falling ones down; only what is
 * counted. */
static void judge_forms(const terrain *t, const fluv_measures *m)
{
    double valley = 0, ridge = 0, hollow = 0, spur = 0;
    for (uint32_t c = 0; c < t->cells; c++) {
        int up = 0, down = 0;
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                int seen = dx || dy ? line_of_sight(t, c % t->cols, c / t->cols, dx, dy) : 0;
                up += seen > 0;
                down += seen < 0;
            }
        if (isnan(t->height[c]))
            continue;
        valley += (up >= 5 && up <= 7 && down <= 1) || (up == 6 && down == 2);
        ridge += (down >= 5 && down <= 7 && up <= 1) || (down == 6 && up == 2);
        hollow += (up == 4 && down == 2) || (up == 5 && (down == 2 || down == 3));
        spur += (down == 4 && up == 2) || (down == 5 && (up == 2 || up == 3));
    }
    expect(m, "valley_ridge", valley / ridge, 0.01 * valley / ridge);
    expect(m, "hollow_spur", hollow / spur, 0.01 * hollow / spur);
}

static double depth_of(const terrain *t, const float *height)
{
    fluv_topology grid = terrain_grid(t);
    uint8_t *kind = test_room(t->cells, 1);
    float *level = test_room(t->cells, sizeof *level);
    double sum = 0.0;
    memset(kind, 0, t->cells);
    fluv_cells_classify(&grid, 1, height, kind);
    terrain_flood(&grid, height, kind, level);
    for (uint32_t c = 0; c < t->cells; c++)
        sum += isnan(height[c]) ? 0.0 : (double)level[c] - (double)height[c];
    free(kind);
    free(level);
    return sum;
}

static void judge_pits(const terrain *t, const fluv_measures *m)
{
    float *upside = test_room(t->cells, sizeof *upside);
    for (uint32_t c = 0; c < t->cells; c++)
        upside[c] = -t->height[c];
    double ratio = depth_of(t, t->height) / depth_of(t, upside);
    expect(m, "fill_ratio", ratio, 1e-4 * ratio + 1e-9);
    free(upside);
}

static void plain_versions_agree(void **state)
{
    static const terrain_kind kinds[] = {TERRAIN_NOISE, TERRAIN_RANDOM, TERRAIN_PLATEAUS,
                                         TERRAIN_VOIDS};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        terrain t;
        terrain_make(&t, kinds[i], 3 + i, 90, 70);
        for (uint32_t c = 0; c < t.cells; c++)
            t.height[c] += 500.0f; /* above the sea */
        fluv_measures *m = measure(*state, t.cols, t.rows, t.cell, t.height);
        judge_slopes(&t, m);
        judge_curvature(&t, m);
        judge_forms(&t, m);
        judge_pits(&t, m);
        fluv_measures_delete(m);
        terrain_free(&t);
    }
}

/* ---- The call
 * ------------------------------------------------------------------------------------ */

static void any_number_of_threads_gives_the_same(void **state)
{
    for (terrain_kind kind = 0; kind < TERRAIN_KINDS; kind++) {
        terrain t;
        char *text[3] = {NULL};
        const int threads[3] = {1, 2, 7};
        terrain_make(&t, kind, 11, 150, 131);
        for (int i = 0; i < 3; i++) {
            fluv_set_threads(*state, threads[i]);
            fluv_measures *m = measure(*state, t.cols, t.rows, t.cell, t.height);
            assert_int_equal(fluv_measures_json(*state, m, &text[i]), FLUV_OK);
            assert_string_equal(text[0], text[i]);
            fluv_measures_delete(m);
        }
        for (int i = 0; i < 3; i++)
            fluv_text_free(text[i]);
        terrain_free(&t);
    }
}

static void little_land_gives_reasons(void **state)
{
    static const uint32_t sizes[][2] = {{1, 1},   {1, 2000}, {2, 2},   {3, 3},
                                        {7, 300}, {32, 32},  {40, 40}, {64, 20}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int form = 0; form < 4; form++) { /* level, void, sea, rough */
            uint32_t cells = sizes[i][0] * sizes[i][1];
            float *z = test_room(cells, sizeof *z);
            for (uint32_t c = 0; c < cells; c++)
                z[c] = form == 0   ? 5.0f
                       : form == 1 ? NAN
                       : form == 2 ? -3.0f
                                   : (float)(1 + c * 7919u % 101u);
            fluv_measures *m = measure(*state, sizes[i][0], sizes[i][1], 10.0, z);
            fluv_measure_score score = fluv_measures_score(m);
            assert_int_equal(score.counted, 15);
            assert_true(score.inside <= score.known && score.known <= score.counted);
            for (size_t k = 0; k < fluv_figure_count(); k++) {
                const fluv_figure *figure = fluv_measures_at(m, k);
                assert_int_equal(figure->known, figure->reason[0] == '\0');
                assert_int_equal(figure->known, isfinite(figure->value));
            }
            fluv_measures_delete(m);
            free(z);
        }
}

/* Water that was led leaves no hollow, on real land neither: pits count where the ground is a
 * survey's, alone or beside the land that was made of it. */
static void pits_of_drained_land_do_not_count(void **state)
{
    fluv_ctx *ctx = *state;
    terrain t;
    terrain_make(&t, TERRAIN_NOISE, 5, 90, 70);
    for (uint32_t c = 0; c < t.cells; c++)
        t.height[c] += 500.0f;
    fluv_landscape *survey = land_of(ctx, 90, 70, 10.0, t.height);
    fluv_landscape *led = land_of(ctx, 90, 70, 10.0, t.height);
    uint32_t *receiver = test_room(t.cells, sizeof *receiver);
    memset(receiver, 0xff, t.cells * sizeof *receiver);
    assert_int_equal(fluv_layer_give(ctx, led, "receiver", receiver, t.cells), FLUV_OK);
    fluv_measure_options beside = {.struct_size = sizeof beside, .ground = survey};
    const struct {
        const fluv_landscape *land;
        const fluv_measure_options *options;
        uint32_t counted;
        double low;
    } cases[] = {{survey, NULL, 15, 0.001}, {led, NULL, 14, 0.0}, {led, &beside, 15, 0.001}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fluv_measures *m = NULL;
        assert_int_equal(fluv_measure(ctx, cases[i].land, cases[i].options, &m), FLUV_OK);
        assert_int_equal(fluv_measures_score(m).counted, cases[i].counted);
        const fluv_figure *pits = fluv_measures_find(m, "fill_ratio");
        assert_true(pits->known && pits->value > 0.0);
        assert_true(pits->info->low == cases[i].low);
        assert_int_equal(pits->info->counts, cases[i].counted == 15);
        fluv_measures_delete(m);
    }
    free(receiver);
    fluv_landscape_delete(led);
    fluv_landscape_delete(survey);
    terrain_free(&t);
}

static fluv_status measure_job(fluv_ctx *ctx, void *land)
{
    fluv_measures *measures = NULL;
    fluv_status status = fluv_measure(ctx, land, NULL, &measures);
    assert_int_equal(status == FLUV_OK, measures != NULL);
    fluv_measures_delete(measures);
    return status;
}

static void memory_may_fail(void **state)
{
    terrain t;
    terrain_make(&t, TERRAIN_NOISE, 5, 80, 80);
    fluv_landscape *land = land_of(*state, t.cols, t.rows, t.cell, t.height);
    assert_true(fail_each_allocation(*state, measure_job, land) > 30);
    fluv_landscape_delete(land);
    terrain_free(&t);
}

static void wrong_use_is_refused(void **state)
{
    fluv_ctx *ctx = *state;
    float z[64] = {0};
    fluv_landscape *bare = NULL, *land = land_of(ctx, 8, 8, 10.0, z),
                   *other = land_of(ctx, 4, 16, 10.0, z);
    fluv_frame frame = {.cols = 8, .rows = 8, .cell = 10.0};
    fluv_measures *m = NULL;
    assert_int_equal(fluv_landscape_new(ctx, &frame, NULL, &bare), FLUV_OK);
    assert_int_equal(fluv_measure(ctx, bare, NULL, &m), FLUV_BAD_USE);
    assert_non_null(strstr(fluv_message(ctx), "no height"));
    fluv_measure_options options = {.struct_size = sizeof options, .ground = other};
    assert_int_equal(fluv_measure(ctx, land, &options, &m), FLUV_BAD_USE);
    assert_non_null(strstr(fluv_message(ctx), "4 x 16"));
    options.struct_size = 0;
    assert_int_equal(fluv_measure(ctx, land, &options, &m), FLUV_BAD_USE);
    assert_null(m);
    fluv_landscape_delete(bare);
    fluv_landscape_delete(land);
    fluv_landscape_delete(other);
}

static void the_table_is_sound(void **state)
{
    (void)state;
    for (size_t i = 0; i < fluv_figure_count(); i++) {
        const fluv_figure_info *info = fluv_figure_at(i);
        assert_true(info->low < info->high && info->apart >= 0.0);
        assert_true(*info->name && *info->help && *info->source);
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(info->name, fluv_figure_at(k)->name);
    }
    assert_null(fluv_figure_at(fluv_figure_count()));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_plane_has_one_slope),
        TEST(a_cone_has_a_third_of_its_cylinder),
        TEST(a_paraboloid_has_half),
        TEST(a_channel_lies_in_its_valley),
        TEST(the_square_has_21_cells),
        TEST(the_transform_is_the_sum_of_its_definition),
        TEST(a_fractal_has_its_spectrum),
        TEST(plain_versions_agree),
        TEST(any_number_of_threads_gives_the_same),
        TEST(little_land_gives_reasons),
        TEST(pits_of_drained_land_do_not_count),
        TEST(memory_may_fail),
        TEST(wrong_use_is_refused),
        TEST(the_table_is_sound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
