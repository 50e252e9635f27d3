// SPDX-License-Identifier: MIT
/* Deltas of rivers first: arms part at natural angles and share the water unequally, none meets
 * another, all end in the sea; their land is theirs alone, leaves the rest of the landscape as it
 * was and shuts off no sea. */
#include "how_many.h"
#include "landscape/layout.h"
#include "recipe_land.h"
#include "rivers_first.h"

#include <math.h>

typedef struct made {
    fluv_ctx *ctx;
    fluv_builder *builder;
    const fluv_landscape *land;
    const fluv_frame *frame;
} made;

static made make(int seed, int size, int deltas)
{
    made m = {.ctx = fluv_ctx_new()};
    m.builder = fluv_builder_new(m.ctx);
    fluv_recipe *recipe = preset(m.ctx, "basins-delta", seed, size);
    set(m.ctx, recipe, "channels.deltas=%d", deltas);
    m.land = run(m.ctx, m.builder, recipe);
    m.frame = fluv_frame_of(m.land);
    fluv_recipe_delete(recipe);
    return m;
}

static void unmake(made *m)
{
    fluv_builder_delete(m->builder);
    fluv_ctx_delete(m->ctx);
}

/* ---- The plan ---- */

static const fluv_layout_point *point(const fluv_layout *plan, uint32_t i)
{
    assert_true(i < plan->point_count);
    return &plan->points[i];
}

/* The direction of a line some way beyond one of its points, degrees. */
static double heading(const fluv_layout *plan, uint32_t at, double far)
{
    const fluv_layout_line *line = &plan->lines[fluv_layout_line_of(plan, at)];
    uint32_t last = line->first_point + line->point_count - 1, to = at;
    const fluv_layout_point *from = point(plan, at);
    while (to < last && hypot(point(plan, to)->x - from->x, point(plan, to)->y - from->y) < far)
        to++;
    return atan2(point(plan, to)->y - from->y, point(plan, to)->x - from->x) * 180.0 / M_PI;
}

static double turned(double a, double b)
{
    double by = fabs(a - b);
    return by > 180.0 ? 360.0 - by : by;
}

static void arms_part_at_natural_angles(void **state)
{
    (void)state;
    size_t arms = 0, natural = 0, even = 0;
    for (int seed = 1; seed <= (int)cases_of(8, 4); seed++) {
        made m = make(seed, 128, 3);
        const fluv_layout *plan = fluv_layout_of(m.land);
        for (uint32_t i = plan->line_count - plan->arm_count; i < plan->line_count; i++) {
            const fluv_layout_line *arm = &plan->lines[i];
            double far = 450.0; /* m: where the branches have left each other */
            double angle =
                turned(heading(plan, arm->first_point, far), heading(plan, arm->from, far));
            assert_true(arm->strength > 0.15F && arm->strength < 0.5F);
            if (angle < 8.0 || angle > 100.0)
                fail_msg("seed %d: an arm leaves at %.0f degrees", seed, angle);
            natural += angle >= 20.0 && angle <= 70.0;
            even += arm->strength > 0.47F;
            arms++;
        }
        unmake(&m);
    }
    print_message("%zu of %zu arms part at 20 to 70 degrees\n", natural, arms);
    assert_true(arms >= 20 && 20 * natural >= 17 * arms && 2 * even < arms);
}

static double side_of(const fluv_layout_point *a, const fluv_layout_point *b,
                      const fluv_layout_point *p)
{
    return (b->x - a->x) * (p->y - a->y) - (b->y - a->y) * (p->x - a->x);
}

static bool cross(const fluv_layout_point *a, const fluv_layout_point *b,
                  const fluv_layout_point *c, const fluv_layout_point *d)
{
    return side_of(a, b, c) * side_of(a, b, d) < 0.0 && side_of(c, d, a) * side_of(c, d, b) < 0.0;
}

/* Whether two lines cross, beyond where one leaves the other. */
static bool lines_cross(const fluv_layout *plan, const fluv_layout_line *p,
                        const fluv_layout_line *q)
{
    for (uint32_t i = 1; i + 1 < p->point_count; i++)
        for (uint32_t k = 0; k + 1 < q->point_count; k++) {
            uint32_t at = p->first_point + i, other = q->first_point + k;
            bool leaves = i < 3 && other + 2 > p->from && other < p->from + 2;
            if (!leaves && cross(point(plan, at), point(plan, at + 1), point(plan, other),
                                 point(plan, other + 1)))
                return true;
        }
    return false;
}

static void arms_meet_no_other_water(void **state)
{
    (void)state;
    for (int seed = 1; seed <= (int)cases_of(5, 1); seed++) {
        made m = make(seed, 128, 3);
        const fluv_layout *plan = fluv_layout_of(m.land);
        for (uint32_t i = plan->line_count - plan->arm_count; i < plan->line_count; i++)
            for (uint32_t k = 0; k < i; k++)
                if (lines_cross(plan, &plan->lines[i], &plan->lines[k]))
                    fail_msg("seed %d: arm %u crosses line %u", seed, i, k);
        unmake(&m);
    }
}

/* ---- The land ---- */

static bool in_a_window(const fluv_layout *plan, double x, double y, double margin)
{
    for (uint32_t i = 0; i < plan->lobe_count; i++) {
        const fluv_lattice *w = &plan->lobes[i].window;
        if (x > w->west - margin && y < w->north + margin &&
            x < w->west + w->spacing * w->cols + margin &&
            y > w->north - w->spacing * w->rows - margin)
            return true;
    }
    return false;
}

/* Beyond the windows of the deltas nothing differs: ground, cover, water. */
static void expect_same_beyond(const made *a, const made *b)
{
    const fluv_layout *plan = fluv_layout_of(a->land);
    for (uint32_t c = 0; c < fluv_cell_count(a->land); c++) {
        double x = fluv_cell_x(a->frame, c), y = fluv_cell_y(a->frame, c);
        if (in_a_window(plan, x, y, 0.0))
            continue;
        assert_int_equal(fluv_cover_of(a->land)[c], fluv_cover_of(b->land)[c]);
        assert_true(fluv_height_of(a->land)[c] == fluv_height_of(b->land)[c]);
    }
}

/* Cells of sea that no way over sea leads from to the frame's edge. */
static size_t shut_off(const made *m)
{
    uint32_t cols = m->frame->cols, rows = m->frame->rows, cells = cols * rows;
    const uint8_t *cover = fluv_cover_of(m->land);
    uint8_t *seen = test_calloc(cells, 1);
    uint32_t *queue = test_malloc(cells * sizeof *queue);
    size_t head = 0, tail = 0, sea = 0;
    for (uint32_t c = 0; c < cells; c++) {
        bool edge = c < cols || c + cols >= cells || c % cols == 0 || c % cols == cols - 1;
        sea += cover[c] == FLUV_OCEAN;
        seen[c] = edge && cover[c] == FLUV_OCEAN;
        if (seen[c])
            queue[tail++] = c;
    }
    while (head < tail) {
        uint32_t c = queue[head++], col = c % cols, row = c / cols;
        for (uint32_t k = 0; k < 9; k++) {
            uint32_t x = col + k % 3 - 1, y = row + k / 3 - 1, to = y * cols + x;
            if (x >= cols || y >= rows || seen[to] || cover[to] != FLUV_OCEAN)
                continue;
            seen[to] = 1;
            queue[tail++] = to;
        }
    }
    test_free(queue);
    test_free(seen);
    return sea - tail;
}

/* The length of all rivers; `arms`: of arms of deltas alone. */
static double length_of(const made *m, bool arms)
{
    const fluv_rivers *rivers = fluv_rivers_of(m->land);
    double length = 0.0;
    for (size_t i = 0; i < rivers->count; i++)
        if (!arms || rivers->reaches[i].kind == FLUV_DELTA)
            length += rivers->reaches[i].length;
    return length;
}

/* The way of main arms over new land. */
static double main_arms(const fluv_layout *plan)
{
    double length = 0.0;
    for (uint32_t i = 0; i < plan->lobe_count; i++)
        length += 2.0 * plan->lobes[i].reach;
    return length;
}

static void deltas_leave_the_rest_as_it_was(void **state)
{
    (void)state;
    for (int seed = 101; seed < 101 + (int)cases_of(4, 1); seed++) {
        made with = make(seed, 256, 3), without = make(seed, 256, 0);
        const fluv_layout *plan = fluv_layout_of(with.land);
        expect_same_beyond(&with, &without);
        if (shut_off(&with) > shut_off(&without))
            fail_msg("seed %d: %zu cells of sea are shut off, %zu without deltas", seed,
                     shut_off(&with), shut_off(&without));
        double more = length_of(&with, false) - length_of(&without, false);
        double arms = length_of(&with, true);
        print_message("seed %d: %.0f km of rivers, %.0f with deltas, %.0f of them arms\n", seed,
                      length_of(&without, false) / 1e3, length_of(&with, false) / 1e3, arms / 1e3);
        if (more < 0.5 * arms || more > arms + main_arms(plan))
            fail_msg("seed %d: deltas add %.0f km of rivers, their arms have %.0f", seed,
                     more / 1e3, arms / 1e3);
        unmake(&with);
        unmake(&without);
    }
}

/* ---- Stages that follow ---- */

/* Directions do not know of arms: water is led anew first. */
static void rivers_are_not_found_again_where_they_part(void **state)
{
    (void)state;
    static const char text[] =
        "interfluve: 1\nseed: 17\nframe: {size: 128, width: 60 km, height: [-400 m, 2200 m]}\n"
        "stages:\n  - coast: {shape: island}\n  - regions: {}\n  - basins: {}\n"
        "  - channels: {deltas: 2}\n  - relief: {}\n%s  - rivers: {}\n";
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_landscape land;
    char own[sizeof text + 20];
    snprintf(own, sizeof own, text, "");
    assert_int_equal(recipe_land(ctx, own, &land), FLUV_BAD_RECIPE);
    assert_non_null(strstr(fluv_message(ctx), "has arms, whose water has to be led anew"));
    snprintf(own, sizeof own, text, "  - lakes: {}\n");
    assert_int_equal(recipe_land(ctx, own, &land), FLUV_OK);
    assert_true(fluv_rivers_of(&land)->count > 20);
    fluv_landscape_free(&land);
    fluv_ctx_delete(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arms_part_at_natural_angles),
        cmocka_unit_test(arms_meet_no_other_water),
        cmocka_unit_test(deltas_leave_the_rest_as_it_was),
        cmocka_unit_test(rivers_are_not_found_again_where_they_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
