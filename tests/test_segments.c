// SPDX-License-Identifier: MIT
/* Segments in squares and the inside of rings, against plain searches through all of them. */
#include "context.h"

#include "base/random.h"
#include "field/domain.h"

#include <math.h>

enum { CHAINS = 12, CHAIN = 15, PLACES = 400 };

/* The nearest of all, the first among those equally near. */
static fluv_nearest nearest_of_all(const fluv_segments *s, fluv_vec p, double limit)
{
    fluv_nearest best = {FLUV_NONE, limit, 0.0};
    for (uint32_t i = 0; i < s->count; i++) {
        double along = fluv_segment_along(s->list[i].a, s->list[i].b, p);
        double apart = fluv_vec_distance(p, fluv_between(s->list[i].a, s->list[i].b, along));
        if (best.segment == FLUV_NONE ? apart <= limit : apart < best.distance)
            best = (fluv_nearest){i, apart, along};
    }
    return best;
}

/* Chains of whole metres share their points, and a point may be the nearest of two pieces. */
static void the_nearest_is_the_first_of_the_nearest(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_key key = fluv_key_make(1, "test", "segments");
    fluv_segments s;
    uint64_t roll = 0;
    int ties = 0;
    assert_int_equal(fluv_segments_init(ctx, (fluv_box){{0.0, 0.0}, {100.0, 100.0}}, 7.0,
                                        (size_t)CHAINS * CHAIN, &s),
                     FLUV_OK);
    for (int chain = 0; chain < CHAINS; chain++) {
        fluv_vec at = {floor(fluv_random_between(key, roll, 10, 90)),
                       floor(fluv_random_between(key, roll + 1, 10, 90))};
        roll += 2;
        for (int i = 0; i < CHAIN; i++, roll += 2) {
            fluv_vec to = {at.x + floor(fluv_random_between(key, roll, -4, 5)),
                           at.y + floor(fluv_random_between(key, roll + 1, -4, 5))};
            assert_true(fluv_segments_add(&s, (fluv_segment){.a = at, .b = to}));
            at = to;
        }
    }
    for (int i = 0; i < PLACES; i++, roll += 2) {
        fluv_vec p = {floor(fluv_random_between(key, roll, 0, 100)),
                      floor(fluv_random_between(key, roll + 1, 0, 100))};
        double limit = 1.0 + i % 20;
        fluv_nearest found = fluv_segments_nearest(&s, p, limit);
        fluv_nearest wanted = nearest_of_all(&s, p, limit);
        assert_int_equal(found.segment, wanted.segment);
        assert_true(found.distance == wanted.distance && found.along == wanted.along);
        for (uint32_t k = wanted.segment + 1; wanted.segment != FLUV_NONE && k < s.count; k++)
            ties += fluv_segment_distance(s.list[k].a, s.list[k].b, p) == wanted.distance;
    }
    assert_true(ties > PLACES / 20);
    fluv_scratch_release(ctx, NULL);
}

/* A square with a square hole, whose ring runs the other way. */
static void a_domain_knows_its_area_and_its_inside(void **state)
{
    fluv_ctx *ctx = *state;
    const double xy[] = {0, 0, 90, 0, 90, 90, 0, 90, 30, 30, 30, 60, 60, 60, 60, 30};
    const uint32_t first[] = {0, 4, 8};
    const fluv_outline outline = {2, first, xy};
    fluv_domain domain;
    assert_int_equal(fluv_domain_init(ctx, &outline, 8.0, &domain), FLUV_OK);
    assert_true(fabs(fabs(domain.area) - (90.0 * 90.0 - 30.0 * 30.0)) < 1e-9);
    for (double y = 0.5; y < 90.0; y++)
        for (double x = 0.5; x < 90.0; x++) {
            double outer = fmin(fmin(x, 90.0 - x), fmin(y, 90.0 - y));
            double aside = fmax(fmax(30.0 - x, x - 60.0), 0.0);
            double above = fmax(fmax(30.0 - y, y - 60.0), 0.0);
            bool in_hole = aside == 0.0 && above == 0.0;
            double hole = in_hole ? fmin(fmin(x - 30.0, 60.0 - x), fmin(y - 30.0, 60.0 - y))
                                  : hypot(aside, above);
            assert_true(fluv_domain_holds(&domain, (fluv_vec){x, y}) == !in_hole);
            assert_true(fabs(fluv_domain_shore(&domain, (fluv_vec){x, y}) - fmin(outer, hole)) <
                        1e-9);
        }
    fluv_scratch_release(ctx, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_nearest_is_the_first_of_the_nearest),
        TEST(a_domain_knows_its_area_and_its_inside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
