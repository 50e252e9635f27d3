// SPDX-License-Identifier: MIT
/* One thread reads, checks and draws results that it holds while another runs the builder they came
 * from, and a third asks it to stop now and then. Worth running under the thread sanitizer. */
#include "interfluve.h"

/* cmocka wants these before it. */
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { KINDS = 3, RUNS = 24 };

#define TEXT                                                                                       \
    "interfluve: 1\nframe: {size: 40, width: 10 km}\nstages: [noise, drain, lakes, rivers]\n"

/* What differs from run to run: the last stages share the layers of the first with what is held. */
static const char *const kinds[KINDS] = {"lakes.min_area=1 ha", "lakes.min_area=2 km2",
                                         "noise.octaves=3"};

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * 1099511628211u;
    return hash;
}

static uint64_t hash_of(const fluv_landscape *land)
{
    size_t cells = (size_t)fluv_frame_of(land)->cols * fluv_frame_of(land)->rows;
    const fluv_rivers *rivers = fluv_rivers_of(land);
    uint64_t hash = hash_bytes(1469598103934665603u, fluv_height_of(land), cells * sizeof(float));
    hash = hash_bytes(hash, fluv_receiver_of(land), cells * sizeof(uint32_t));
    hash = hash_bytes(hash, fluv_cover_of(land), cells);
    return hash_bytes(hash, rivers->points, rivers->point_count * sizeof *rivers->points);
}

typedef struct maker {
    fluv_ctx *ctx;
    fluv_builder *builder;
    fluv_recipe *recipe;
} maker;

static maker make_maker(void)
{
    maker m = {.ctx = fluv_ctx_new()};
    m.builder = fluv_builder_new(m.ctx);
    fluv_set_threads(m.ctx, 1);
    assert_int_equal(fluv_recipe_parse(m.ctx, TEXT, sizeof TEXT - 1, "text", &m.recipe), FLUV_OK);
    return m;
}

static fluv_status make(maker *m, int kind, const fluv_landscape **land)
{
    assert_int_equal(fluv_recipe_set(m->ctx, m->recipe, "lakes.min_area=1 km2"), FLUV_OK);
    assert_int_equal(fluv_recipe_set(m->ctx, m->recipe, "noise.octaves=5"), FLUV_OK);
    assert_int_equal(fluv_recipe_set(m->ctx, m->recipe, kinds[kind]), FLUV_OK);
    return fluv_builder_run(m->ctx, m->builder, m->recipe, NULL, land);
}

static void end_maker(maker *m)
{
    fluv_builder_delete(m->builder);
    fluv_recipe_delete(m->recipe);
    fluv_ctx_delete(m->ctx);
}

/* Results on their way from the maker to the reader. */
typedef struct belt {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    const fluv_landscape *land[RUNS];
    int kind[RUNS];
    int put, taken;
    uint64_t expected[KINDS];
    atomic_int wrong;
} belt;

static void put_on(belt *b, const fluv_landscape *land, int kind)
{
    pthread_mutex_lock(&b->lock);
    b->land[b->put] = land;
    b->kind[b->put++] = kind;
    pthread_cond_signal(&b->changed);
    pthread_mutex_unlock(&b->lock);
}

static const fluv_landscape *take_off(belt *b, int *kind)
{
    pthread_mutex_lock(&b->lock);
    while (b->taken == b->put)
        pthread_cond_wait(&b->changed, &b->lock);
    const fluv_landscape *land = b->land[b->taken];
    *kind = b->kind[b->taken++];
    pthread_mutex_unlock(&b->lock);
    return land;
}

static void look_at(fluv_ctx *ctx, belt *b, const fluv_landscape *land, int kind)
{
    const fluv_render_options small = {.struct_size = sizeof small, .longest = 32};
    fluv_verdict verdicts[FLUV_RULES];
    uint8_t *rgba;
    uint32_t width, height;
    b->wrong += hash_of(land) != b->expected[kind];
    b->wrong += fluv_check(ctx, land, verdicts) != FLUV_OK;
    b->wrong += fluv_render_rgba(ctx, land, "map", &small, &rgba, &width, &height) != FLUV_OK;
    b->wrong += hash_of(land) != b->expected[kind];
    fluv_text_free(rgba);
}

static void *read_all(void *user)
{
    belt *b = user;
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_set_threads(ctx, 1);
    for (int i = 0; i < RUNS; i++) {
        int kind;
        const fluv_landscape *land = take_off(b, &kind);
        look_at(ctx, b, land, kind);
        fluv_landscape_delete(land);
    }
    fluv_ctx_delete(ctx);
    return NULL;
}

static void results_are_read_while_others_are_made(void **state)
{
    (void)state;
    belt b = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
    const fluv_landscape *land;
    maker m = make_maker();
    for (int kind = 0; kind < KINDS; kind++) {
        assert_int_equal(make(&m, kind, &land), FLUV_OK);
        b.expected[kind] = hash_of(land);
        assert_true(kind == 0 || b.expected[kind] != b.expected[kind - 1]);
    }
    pthread_t reader;
    assert_int_equal(pthread_create(&reader, NULL, read_all, &b), 0);
    for (int i = 0; i < RUNS; i++) {
        assert_int_equal(make(&m, i % KINDS, &land), FLUV_OK);
        put_on(&b, fluv_landscape_hold(land), i % KINDS);
    }
    end_maker(&m); /* while the last results are still being read */
    pthread_join(reader, NULL);
    assert_int_equal(b.wrong, 0);
}

typedef struct canceller {
    fluv_ctx *ctx;
    atomic_bool done;
} canceller;

static void *cancel_often(void *user)
{
    canceller *c = user;
    const struct timespec pause = {.tv_nsec = 700000};
    while (!atomic_load(&c->done)) {
        fluv_cancel(c->ctx);
        nanosleep(&pause, NULL);
    }
    return NULL;
}

static void a_run_that_was_stopped_leaves_the_next_as_it_should_be(void **state)
{
    (void)state;
    const fluv_landscape *land;
    maker m = make_maker();
    assert_int_equal(make(&m, 0, &land), FLUV_OK);
    uint64_t expected = hash_of(land);
    canceller c = {.ctx = m.ctx};
    pthread_t stopper;
    assert_int_equal(pthread_create(&stopper, NULL, cancel_often, &c), 0);
    int stopped = 0;
    for (int i = 0; i < RUNS; i++) {
        fluv_status status = make(&m, i % KINDS, &land);
        assert_true(status == FLUV_OK || status == FLUV_CANCELLED);
        stopped += status == FLUV_CANCELLED;
    }
    atomic_store(&c.done, true);
    pthread_join(stopper, NULL);
    assert_true(stopped > 0);
    assert_int_equal(make(&m, 0, &land), FLUV_OK);
    assert_true(hash_of(land) == expected);
    end_maker(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_are_read_while_others_are_made),
        cmocka_unit_test(a_run_that_was_stopped_leaves_the_next_as_it_should_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
