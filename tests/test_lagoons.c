// SPDX-License-Identifier: MIT
/* Contours with holes: lagoons from a drawing to the map. */
#include "hydrology_land.h"
#include "one_thread.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

/* A round ring of a drawing; `hole`: of the round ring before it that is none. */
typedef struct round_ring {
    double x, y, radius; /* km */
    bool hole;
} round_ring;

static void write_ring(FILE *out, const round_ring *ring)
{
    fprintf(out, "[");
    for (int i = 0; i <= 24; i++) { /* either way around: readers turn holes */
        double angle = 2.0 * M_PI * (i % 24) / 24.0;
        fprintf(out, "%s[%.3f,%.3f]", i ? "," : "", 1000.0 * (ring->x + ring->radius * cos(angle)),
                1000.0 * (ring->y + ring->radius * sin(angle)));
    }
    fprintf(out, "]");
}

static void write_drawing(const char *file, const round_ring *rings, size_t count)
{
    FILE *out = fopen(file, "w");
    assert_non_null(out);
    fprintf(out, "{\"type\":\"FeatureCollection\",\"features\":[");
    for (size_t i = 0; i < count; i++) {
        if (!rings[i].hole)
            fprintf(out,
                    "%s{\"type\":\"Feature\",\"properties\":{},\"geometry\":{\"type\":\"Polygon\","
                    "\"coordinates\":[",
                    i ? "," : "");
        write_ring(out, &rings[i]);
        bool more = i + 1 < count && rings[i + 1].hole;
        fprintf(out, "%s", more ? "," : "]}}");
    }
    fprintf(out, "]}");
    assert_int_equal(fclose(out), 0);
}

static void assert_all_rules_hold(fluv_ctx *ctx, const fluv_landscape *land, const char *of)
{
    fluv_verdict verdicts[FLUV_RULES];
    assert_int_equal(fluv_check(ctx, land, verdicts), FLUV_OK);
    for (int k = 0; k < FLUV_RULES; k++)
        if (verdicts[k].applies && !verdicts[k].holds)
            fail_msg("%s: %s", of, verdicts[k].text);
}

static uint32_t cell_at(const fluv_frame *frame, double x_km, double y_km)
{
    uint32_t col = (uint32_t)((1000.0 * x_km - frame->west) / frame->cell);
    uint32_t row = (uint32_t)((frame->north - 1000.0 * y_km) / frame->cell);
    return row * frame->cols + col;
}

/* From every cell of land water gets to the sea or the edge, in fewer steps than there are cells.
 */
static void assert_no_circles(const fluv_landscape *land)
{
    uint32_t cells = land->frame.cols * land->frame.rows;
    const uint32_t *receiver = fluv_layer_read(land, FLUV_LAYER_receiver);
    uint8_t *done = calloc(cells, 1);
    assert_non_null(done);
    for (uint32_t c = 0; c < cells; c++) {
        uint32_t at = c, steps = 0;
        for (; at != FLUV_NONE && !done[at] && fluv_cover_of(land)[at] != FLUV_OCEAN; steps++) {
            assert_true(steps < cells);
            at = receiver[at];
        }
        for (at = c; steps-- > 0; at = receiver[at])
            done[at] = 1;
    }
    free(done);
}

static const round_ring one_hole[] = {{20, 20, 16, false}, {20, 20, 5, true}};
static const round_ring several[] = {
    {20, 20, 16, false}, {14, 20, 3, true}, {26, 24, 2, true}, {22, 12, 2.5, true}};
static const round_ring at_shore[] = {{20, 20, 16, false}, {7.5, 20, 3, true}};
static const round_ring islands[] = {{11, 20, 9, false},
                                     {11, 20, 3, true},
                                     {30, 20, 8, false},
                                     {30, 22, 2, true},
                                     {30, 17, 1.5, true}};
static const round_ring tiny[] = {
    {20, 20, 16, false}, {15, 20, 0.06, true}, {25, 20, 0.3, true}, {20, 28, 0.01, true}};
static const round_ring nested[] = {{20, 20, 16, false}, {20, 20, 10, true}, {20, 20, 5, false}};
static const round_ring apart[] = {{20, 20, 16, false}, {20, 20, 5, false}};

static const struct {
    const char *name;
    const round_ring *rings;
    size_t count;
} drawings[] = {
    {"one hole", one_hole, 2},
    {"several holes", several, 4},
    {"a hole near the shore", at_shore, 2},
    {"holes of several islands", islands, 5},
    {"tiny holes", tiny, 4},
    {"an island in a lagoon", nested, 3},
    {"a ring within a ring", apart, 2},
};

/* Whether a cell or one beside it is sea. */
static bool sea_at(const fluv_landscape *land, uint32_t cell)
{
    uint32_t cols = land->frame.cols, count = 0;
    for (uint32_t k = 0; k < 9; k++) {
        uint32_t at = cell + (k / 3) * cols + k % 3 - cols - 1;
        bool sea = fluv_cover_of(land)[at] == FLUV_OCEAN;
        assert_true(!sea || fluv_water_of(land)[at] == 0.0f);
        count += sea;
    }
    return count > 0;
}

/* Water in the middle of rings that lie inside an odd number of others, land in the others. */
static void assert_holes_are_sea(const fluv_landscape *land, const round_ring *rings, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bool sea = true; /* outside all rings */
        for (size_t k = 0; k < count; k++)
            sea ^= hypot(rings[i].x - rings[k].x, rings[i].y - rings[k].y) < rings[k].radius;
        uint32_t cell = cell_at(&land->frame, rings[i].x, rings[i].y);
        assert_true(sea ? sea_at(land, cell) : fluv_cover_of(land)[cell] != FLUV_OCEAN);
    }
}

static void holes_are_lagoons_of_the_sea(void **state)
{
    static const unsigned sizes[] = {200, 33};
    for (size_t i = 0; i < sizeof drawings / sizeof *drawings; i++)
        for (uint64_t k = 0; k < 2; k++) {
            write_drawing("holes.geojson", drawings[i].rings, drawings[i].count);
            hydro_run run = hydro_make(*state, 3 * i + k + 1, sizes[k],
                                       "file: holes.geojson, spacing: 4 km", "", NULL);
            if (run.status != FLUV_OK)
                fail_msg("%s: %s", drawings[i].name, fluv_message(*state));
            assert_holes_are_sea(run.land, drawings[i].rings, drawings[i].count);
            assert_all_rules_hold(*state, run.land, drawings[i].name);
            assert_no_circles(run.land);
            fluv_builder_delete(run.builder);
        }
}

/* Drained area that ends in a lagoon is what lies around it. */
static void rivers_run_to_lagoons(void **state)
{
    write_drawing("holes.geojson", one_hole, 2);
    hydro_run run = hydro_make(*state, 1, 150, "file: holes.geojson", "", NULL);
    assert_int_equal(run.status, FLUV_OK);
    const fluv_rivers *rivers = fluv_rivers_of(run.land);
    uint32_t inside = 0, outside = 0;
    for (size_t i = 0; i < rivers->count; i++) {
        const fluv_reach *reach = &rivers->reaches[i];
        const fluv_river_point *end = &rivers->points[reach->first_point + reach->point_count - 1];
        double far = hypot(end->x - 20000.0, end->y - 20000.0);
        inside += !reach->next_down && far < 8000.0;
        outside += !reach->next_down && far > 13000.0;
    }
    assert_true(inside >= 3 && outside >= 6);
    fluv_builder_delete(run.builder);
}

/* A mouth on a hole that no cell shows: the river ends there, whatever lies around. */
static void a_river_keeps_its_lagoon_at_any_size(void **state)
{
    write_drawing("holes.geojson", (const round_ring[]){{20, 20, 16, false}, {20, 20, 0.4, true}},
                  2);
    static const unsigned sizes[] = {20, 40, 160};
    for (size_t i = 0; i < 3; i++) {
        hydro_run run = hydro_make(*state, 5, sizes[i],
                                   "file: holes.geojson, ragged: 0,"
                                   " places: [[20.4 km, 20 km, 1], [36 km, 20 km, 0.3]]",
                                   "", NULL);
        if (run.status != FLUV_OK)
            fail_msg("%s", fluv_message(*state));
        assert_all_rules_hold(*state, run.land, "a mouth on a small hole");
        assert_no_circles(run.land);
        const fluv_rivers *rivers = fluv_rivers_of(run.land);
        bool ends = false;
        for (size_t k = 0; k < rivers->count; k++) {
            const fluv_reach *reach = &rivers->reaches[k];
            const fluv_river_point *end =
                &rivers->points[reach->first_point + reach->point_count - 1];
            double near = 1.5 * run.land->frame.cell + 1000.0;
            ends |= !reach->next_down && hypot(end->x - 20400.0, end->y - 20000.0) < near;
        }
        assert_true(ends);
        fluv_builder_delete(run.builder);
    }
}

typedef struct stopper {
    fluv_ctx *ctx;
    const char *stage;
} stopper;

static void stop_in(void *user, const fluv_progress *now)
{
    stopper *s = user;
    if (strcmp(now->stage, s->stage) == 0 && now->fraction < 1.0)
        fluv_cancel(s->ctx);
}

/* Asked to stop at its first sign of life, each stage does so before its end. */
static void every_stage_can_be_stopped(void **state)
{
    static const char *const stages[] = {"contour", "network", "watersheds",
                                         "courses", "tree",    "sample"};
    write_drawing("holes.geojson", several, 4);
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++) {
        stopper s = {*state, stages[i]};
        fluv_set_progress(*state, stop_in, &s);
        hydro_run run = hydro_make(*state, 1, 64, "file: holes.geojson", "", NULL);
        fluv_set_progress(*state, NULL, NULL);
        if (run.status != FLUV_CANCELLED)
            fail_msg("%s was not stopped", stages[i]);
        fluv_builder_delete(run.builder);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(holes_are_lagoons_of_the_sea),
        cmocka_unit_test(rivers_run_to_lagoons),
        cmocka_unit_test(a_river_keeps_its_lagoon_at_any_size),
        cmocka_unit_test(every_stage_can_be_stopped),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
