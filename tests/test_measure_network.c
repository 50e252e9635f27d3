// SPDX-License-Identifier: MIT
/* Figures of networks made by hand, whose numbers are known: Horton's ratios, Hack's exponent, the
 * concavity of exact profiles, angles of junctions, ways of channels, sizes of lakes. */
#include "context.h"
#include "measure/figures.h"

#include <string.h>

#define MOST 80000

/* A network on one row of cells: every step is one cell long. */
typedef struct network {
    fluv_surveyed land;
    uint32_t used;
    fluv_measures measures;
} network;

static void *room(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    assert_non_null(memory);
    return memory;
}

static network *network_new(uint32_t cols, uint32_t rows)
{
    network *n = room(1, sizeof *n);
    uint32_t count = cols * rows;
    n->land =
        (fluv_surveyed){.cols = cols, .rows = rows, .count = count, .cell = 1.0, .land = count};
    n->land.topology = fluv_topology_grid(cols, rows, 1.0);
    n->land.z = room(count, sizeof(float));
    n->land.filled = room(count, sizeof(float));
    n->land.receiver = room(count, sizeof(uint32_t));
    n->land.area = room(count, sizeof(uint32_t));
    n->land.length = room(count, sizeof(float));
    n->land.largest = room(count, sizeof(uint32_t));
    n->land.channels = room(count, sizeof(uint32_t));
    memset(n->land.receiver, 0xff, count * sizeof(uint32_t));
    memset(n->land.largest, 0xff, count * sizeof(uint32_t));
    for (int i = 0; i < FLUV_FIGURE_COUNT; i++)
        n->measures.figures[i].info = fluv_figure_at((size_t)i);
    return n;
}

static void network_delete(network *n)
{
    free(n->land.z);
    free(n->land.filled);
    free(n->land.receiver);
    free(n->land.area);
    free(n->land.length);
    free(n->land.largest);
    free(n->land.channels);
    free(n);
}

static void run(fluv_ctx *ctx, network *n, fluv_family *family)
{
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    assert_int_equal(family(ctx, &n->land, &n->measures), FLUV_OK);
    fluv_scratch_release(ctx, mark);
}

static void expect(const network *n, const char *name, double value, double room_for)
{
    const fluv_figure *figure = fluv_measures_find(&n->measures, name);
    if (!figure->known || !(fabs(figure->value - value) <= room_for))
        fail_msg("%s is %.9g (%s), expected %g", name, figure->value, figure->reason, value);
}

static void join(network *n, uint32_t from, uint32_t to)
{
    n->land.receiver[from] = to;
    if (n->land.largest[to] == FLUV_NONE || n->land.area[from] > n->land.area[n->land.largest[to]])
        n->land.largest[to] = from;
}

/* ---- Horton
 * -------------------------------------------------------------------------------------- */

/* A stream of an order: 3 * 2^(order - 1) cells, 5^(order - 1) times the area of the first, two
 * streams of the order below at its head and two at its side. Returns its last cell. */
static uint32_t grow(network *n, int order)
{
    uint32_t cells = 3u << (order - 1), area = 100, last = FLUV_NONE, arms[4];
    for (int i = 1; i < order; i++)
        area *= 5;
    for (int i = 0; order > 1 && i < 2; i++)
        arms[i] = grow(n, order - 1);
    for (uint32_t k = 0; k < cells; k++) {
        for (int i = 2; order > 1 && k == cells / 2 && i < 4; i++)
            arms[i] = grow(n, order - 1);
        uint32_t c = n->used++;
        assert_true(c < n->land.count);
        n->land.area[c] = area;
        n->land.channels[n->land.channel_count++] = c;
        if (last != FLUV_NONE)
            join(n, last, c);
        for (int i = 0; order > 1 && i < 4; i++)
            if (k == (i < 2 ? 0 : cells / 2))
                join(n, arms[i], c);
        last = c;
    }
    return last;
}

static void ratios_are_those_of_the_tree(void **state)
{
    network *n = network_new(MOST, 1);
    grow(n, 6);
    run(*state, n, fluv_measure_horton);
    expect(n, "bifurcation_ratio", 4.0, 1e-9);
    expect(n, "length_ratio", 2.0, 1e-9);
    expect(n, "area_ratio", 5.0, 1e-9);
    network_delete(n);
    n = network_new(MOST, 1);
    grow(n, 2);
    run(*state, n, fluv_measure_horton);
    assert_false(fluv_measures_find(&n->measures, "area_ratio")->known);
    network_delete(n);
}

/* ---- Hack
 * ---------------------------------------------------------------------------------------- */

static void exponents_are_those_of_the_areas(void **state)
{
    network *n = network_new(MOST, 1);
    n->land.channel_count = MOST;
    for (uint32_t c = 0; c < MOST; c++) {
        /* The share of cells that drain a or more is (100 / a)^0.43. */
        double area = 100.0 * pow((c + 0.5) / MOST, -1.0 / 0.43);
        n->land.channels[c] = c;
        n->land.area[c] = (uint32_t)fmin(area, 1e9);
        n->land.length[c] = (float)(1.7 * pow(n->land.area[c], 0.57));
    }
    run(*state, n, fluv_measure_hack);
    expect(n, "hack_exponent", 0.57, 1e-5);
    expect(n, "area_exceedance", 0.43, 0.01);
    network_delete(n);
}

/* ---- Profiles
 * ------------------------------------------------------------------------------------ */

/* One river down a row: areas grow evenly, slopes are a power of them. */
static network *river(double theta)
{
    network *n = network_new(MOST, 1);
    double z = 0.0;
    for (uint32_t c = 0; c < MOST; c++) {
        n->land.channels[c] = c;
        n->land.area[c] = 100 + 10 * c;
        if (c)
            join(n, c - 1, c);
    }
    n->land.channel_count = MOST;
    for (uint32_t c = MOST - 1; c-- > 0;) {
        z += pow(n->land.area[c], -theta);
        n->land.filled[c] = n->land.z[c] = (float)z;
    }
    return n;
}

static void a_profile_has_its_concavity(void **state)
{
    for (int i = 0; i < 3; i++) {
        double theta = 0.3 + 0.15 * i;
        network *n = river(theta);
        run(*state, n, fluv_measure_concavity);
        expect(n, "concavity", theta, 0.01);
        expect(n, "slope_area_r2", 1.0, 0.001);
        if (i == 1) /* that of chi: a straight line */
            expect(n, "chi_r2", 1.0, 1e-4);
        else
            assert_true(fluv_measures_find(&n->measures, "chi_r2")->value < 0.9999);
        network_delete(n);
    }
}

/* ---- Junctions and ways
 * -------------------------------------------------------------------------- */

/* A channel of `steps` steps in one direction, downstream, that ends at a cell. */
static void lead(network *n, int64_t col, int64_t row, int dx, int dy, int steps, uint32_t area)
{
    for (int i = steps; i > 0; i--) {
        uint32_t c = (uint32_t)((row - i * dy) * n->land.cols + col - i * dx);
        n->land.area[c] = area;
        n->land.channels[n->land.channel_count++] = c;
        join(n, c, (uint32_t)((row - (i - 1) * dy) * n->land.cols + col - (i - 1) * dx));
    }
}

/* Thirty junctions: from the north-west and from the west, or from west and north, in turn. */
static void junctions_have_their_angles(void **state)
{
    network *n = network_new(400, 800);
    for (int i = 0; i < 30; i++) {
        int64_t col = 40 + 100 * (i % 3), row = 40 + 70 * (i / 3);
        uint32_t at = (uint32_t)(row * 400 + col);
        lead(n, col, row, 1, 0, 15, 300);
        lead(n, col, row, i % 2 ? 1 : 0, 1, 15, 200);
        n->land.area[at] = 500;
        n->land.channels[n->land.channel_count++] = at;
    }
    run(*state, n, fluv_measure_junctions);
    expect(n, "junction_angle", 67.5, 1e-9);
    expect(n, "junction_spread", 22.5, 1e-9);
    network_delete(n);
}

static void a_staircase_is_longer_than_its_line(void **state)
{
    network *n = network_new(200, 200);
    uint32_t last = FLUV_NONE;
    for (uint32_t i = 0; i < 360; i++) {
        uint32_t c = (10 + (i + 1) / 2) * 200 + 10 + i / 2;
        n->land.area[c] = 2000 + i;
        n->land.channels[n->land.channel_count++] = c;
        if (last != FLUV_NONE)
            join(n, last, c);
        last = c;
    }
    run(*state, n, fluv_measure_sinuosity);
    expect(n, "sinuosity", M_SQRT2, 1e-9);
    network_delete(n);
}

/* ---- Lakes
 * --------------------------------------------------------------------------------------- */

#define LAKES 400

/* Square lakes; a share x of them is larger than x^(-1 / 0.7) times the smallest. */
static void lakes_have_their_sizes(void **state)
{
    network *n = network_new(1000, 1000);
    fluv_lake *lakes = room(LAKES, sizeof *lakes);
    double *xy = room(8 * LAKES, sizeof *xy), total = 0.0;
    uint32_t *first = room(LAKES + 1, sizeof *first);
    for (uint32_t i = 0; i < LAKES; i++) {
        double area = 9.5 * pow((i + 0.5) / LAKES, -1.0 / 0.7), side = sqrt(area);
        const double ring[8] = {0, 0, side, 0, side, side, 0, side};
        lakes[i] = (fluv_lake){
            .area = area, .volume = 0.3 * pow(area, 1.2), .first_ring = i, .ring_count = 1};
        memcpy(xy + 8 * i, ring, sizeof ring);
        first[i + 1] = 4 * (i + 1);
        total += area;
    }
    lakes[0].state = FLUV_EMPTY; /* the largest is dry */
    total -= lakes[0].area;
    fluv_lakes all = {LAKES, lakes, {LAKES, first, xy}};
    n->land.lakes = &all;
    run(*state, n, fluv_measure_lakes);
    expect(n, "lake_size_exponent", 0.7, 0.02);
    expect(n, "shore_development", 2.0 / sqrt(M_PI), 1e-9);
    expect(n, "lake_volume_exponent", 1.2, 1e-9);
    expect(n, "lake_share", total / 1e6, 1e-9);
    all.count /= 2; /* a map without the smaller half: the larger ones are spread as they were */
    run(*state, n, fluv_measure_lakes);
    expect(n, "lake_size_exponent", 0.7, 0.03);
    network_delete(n);
    free(lakes);
    free(xy);
    free(first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(ratios_are_those_of_the_tree),        TEST(exponents_are_those_of_the_areas),
        TEST(a_profile_has_its_concavity),         TEST(junctions_have_their_angles),
        TEST(a_staircase_is_longer_than_its_line), TEST(lakes_have_their_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
