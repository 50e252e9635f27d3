// SPDX-License-Identifier: MIT
/* The threads behind `#pragma omp`, called as the compiler calls them: every part and every
 * iteration once, barriers that hold, teams side by side, and waiting that costs nothing. Worth
 * running under the thread sanitizer. */
#include "base/threads.h"

/* cmocka wants these before it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 9, CELLS = 5000 };

typedef struct region {
    atomic_int runs[MOST]; /* of each part */
    atomic_int parts;      /* that each of them was told */
    atomic_int wrong;      /* things that must not be */
    atomic_int steps[MOST];
} region;

/* ---- Parts ---- */

static void count_parts(void *data)
{
    region *r = data;
    int part = fluv_omp_thread_num(), parts = fluv_omp_thread_count();
    atomic_fetch_add(&r->wrong, part < 0 || part >= parts || parts > MOST);
    atomic_fetch_add(&r->runs[part % MOST], 1);
    atomic_store(&r->parts, parts);
}

static void expect_each_once(const region *r, int parts)
{
    assert_int_equal(atomic_load(&r->wrong), 0);
    assert_int_equal(atomic_load(&r->parts), parts);
    for (int p = 0; p < MOST; p++)
        assert_int_equal(atomic_load(&r->runs[p]), p < parts);
}

static void every_part_runs_once(void **state)
{
    (void)state;
    for (int round = 0; round < 200; round++)
        for (int threads = 1; threads <= MOST; threads++) {
            region r = {0};
            fluv_omp_parallel(count_parts, &r, (unsigned)threads, 0);
            expect_each_once(&r, threads);
        }
    assert_int_equal(fluv_omp_thread_num(), 0);
    assert_int_equal(fluv_omp_thread_count(), 1);
    assert_true(fluv_omp_processors() >= 1);
}

static void go_inside(void *data)
{
    region inner = {0};
    fluv_omp_parallel(count_parts, &inner, 4, 0);
    region *r = data;
    atomic_fetch_add(&r->wrong, atomic_load(&inner.parts) != 1 || atomic_load(&inner.runs[0]) != 1);
    count_parts(r); /* we are who we were */
}

static void regions_inside_regions_run_alone(void **state)
{
    (void)state;
    region r = {0};
    fluv_omp_parallel(go_inside, &r, 5, 0);
    expect_each_once(&r, 5);
}

/* ---- Barriers ---- */

static void step_together(void *data)
{
    region *r = data;
    int part = fluv_omp_thread_num(), parts = fluv_omp_thread_count();
    for (int step = 1; step <= 300; step++) {
        atomic_store(&r->steps[part], step);
        fluv_omp_barrier();
        for (int p = 0; p < parts; p++)
            atomic_fetch_add(&r->wrong, atomic_load(&r->steps[p]) != step);
        fluv_omp_barrier();
    }
    count_parts(r);
}

static void nobody_passes_a_barrier_before_all_are_there(void **state)
{
    (void)state;
    for (int threads = 1; threads <= MOST; threads += 2) {
        region r = {0};
        fluv_omp_parallel(step_together, &r, (unsigned)threads, 0);
        expect_each_once(&r, threads);
    }
}

/* ---- Loops ---- */

typedef struct loop {
    long start, end, step, chunk;
    atomic_uchar *seen; /* by iteration, for the first loop and the second */
    atomic_int wrong;
} loop;

static void mark(loop *l, int which, long value)
{
    long n = (value - l->start) / l->step;
    bool in = n >= 0 && n < CELLS && l->start + n * l->step == value &&
              (l->step > 0 ? value < l->end : value > l->end);
    if (in)
        atomic_fetch_add(&l->seen[which * CELLS + n], 1);
    else
        atomic_fetch_add(&l->wrong, 1);
}

/* As the compiler writes it: signed, a barrier, then the same unsigned. */
static void run_loops(void *data)
{
    loop *l = data;
    long from, to;
    bool up = l->step > 0;
    if (fluv_omp_loop_start(l->start, l->end, l->step, l->chunk, &from, &to))
        do
            for (long i = from; up ? i < to : i > to; i += l->step)
                mark(l, 0, i);
        while (fluv_omp_loop_next(&from, &to));
    fluv_omp_loop_end();
    for (int p = 0; p < CELLS; p++) /* the barrier at its end */
        atomic_fetch_add(&l->wrong, p < (l->end - l->start) / l->step && !atomic_load(&l->seen[p]));
    fluv_omp_ull first, after, step = (fluv_omp_ull)l->step;
    if (fluv_omp_loop_ull_start(up, (fluv_omp_ull)l->start, (fluv_omp_ull)l->end, step,
                                (fluv_omp_ull)l->chunk, &first, &after))
        do
            for (fluv_omp_ull i = first; up ? i < after : i > after; i += step)
                mark(l, 1, (long)i);
        while (fluv_omp_loop_ull_next(&first, &after));
    fluv_omp_loop_end_nowait();
}

static void expect_iterations(loop *l, int loops, long count)
{
    assert_int_equal(atomic_load(&l->wrong), 0);
    for (int which = 0; which < loops; which++)
        for (long n = 0; n < CELLS; n++)
            if (atomic_load(&l->seen[which * CELLS + n]) != (n < count))
                fail_msg("from %ld to %ld by %ld in chunks of %ld: iteration %ld of loop %d came "
                         "%d times",
                         l->start, l->end, l->step, l->chunk, n, which,
                         atomic_load(&l->seen[which * CELLS + n]));
}

static const struct {
    long start, end, step, chunk, count;
} loops[] = {
    {0, 0, 1, 1, 0},       {5, 3, 1, 4, 0},      {0, 1, 1, 16, 1},       {0, CELLS, 1, 1, CELLS},
    {0, 4999, 1, 7, 4999}, {3, 1000, 3, 2, 333}, {4000, 0, -1, 9, 4000}, {1000, 6, -7, 3, 142},
};

static void every_iteration_runs_once(void **state)
{
    (void)state;
    static atomic_uchar seen[2 * CELLS];
    for (size_t i = 0; i < sizeof loops / sizeof *loops; i++)
        for (unsigned threads = 1; threads <= MOST; threads += 2) {
            loop l = {loops[i].start, loops[i].end, loops[i].step, loops[i].chunk, seen, 0};
            memset(seen, 0, sizeof seen);
            fluv_omp_parallel(run_loops, &l, threads, 0);
            expect_iterations(&l, 2, loops[i].count);
        }
}

static void run_given_loop(void *data)
{
    loop *l = data;
    long from, to;
    while (fluv_omp_loop_next(&from, &to))
        for (long i = from; l->step > 0 ? i < to : i > to; i += l->step)
            mark(l, 0, i);
    fluv_omp_loop_end_nowait();
}

static void a_region_can_be_one_loop(void **state)
{
    (void)state;
    static atomic_uchar seen[2 * CELLS];
    for (size_t i = 0; i < sizeof loops / sizeof *loops; i++) {
        loop l = {loops[i].start, loops[i].end, loops[i].step, loops[i].chunk, seen, 0};
        memset(seen, 0, sizeof seen);
        fluv_omp_parallel_loop(run_given_loop, &l, 3, l.start, l.end, l.step, l.chunk, 0);
        expect_iterations(&l, 1, loops[i].count);
    }
}

/* ---- One at a time ---- */

typedef struct tally {
    volatile long critical, updated; /* no atomics: the sections must do */
} tally;

static void count_alone(void *data)
{
    tally *t = data;
    void *name = NULL;
    fluv_omp_barrier(); /* all at once */
    for (int i = 0; i < 2000; i++) {
        fluv_omp_critical_start(&name);
        long critical = t->critical;
        if (i % 64 == 0)
            sched_yield();
        t->critical = critical + 1;
        fluv_omp_critical_end(&name);
        fluv_omp_atomic_start();
        long updated = t->updated;
        if (i % 64 == 32)
            sched_yield();
        t->updated = updated + 1;
        fluv_omp_atomic_end();
    }
}

static void sections_run_one_at_a_time(void **state)
{
    (void)state;
    tally t = {0, 0};
    fluv_omp_parallel(count_alone, &t, 6, 0);
    assert_int_equal(t.critical, 12000);
    assert_int_equal(t.updated, 12000);
}

/* ---- Programs with threads of their own ---- */

static void *many_regions(void *failed)
{
    for (int round = 0; round < 300; round++) {
        region r = {0};
        int threads = 1 + round % 5;
        fluv_omp_parallel(round % 3 ? count_parts : step_together, &r, (unsigned)threads, 0);
        for (int p = 0; p < threads; p++)
            if (atomic_load(&r.runs[p]) != 1 || atomic_load(&r.wrong))
                atomic_store((atomic_bool *)failed, true);
    }
    return NULL;
}

static void threads_of_the_program_have_teams_of_their_own(void **state)
{
    (void)state;
    pthread_t threads[4];
    atomic_bool failed = false;
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, many_regions, &failed), 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    assert_false(atomic_load(&failed));
}

/* The workers of the parent are not there, and a barrier needs some. */
static void a_child_makes_threads_of_its_own(void **state)
{
    (void)state;
#ifdef __SANITIZE_THREAD__
    skip(); /* which allows no threads after a fork */
#endif
    region before = {0};
    fluv_omp_parallel(step_together, &before, 4, 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        region r = {0};
        fluv_omp_parallel(step_together, &r, 4, 0);
        _exit(atomic_load(&r.wrong) == 0 && atomic_load(&r.runs[3]) == 1 ? 0 : 1);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

/* ---- Waiting ---- */

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void one_is_late(void *data)
{
    region *r = data;
    if (fluv_omp_thread_num() == 1)
        (void)nanosleep(&(struct timespec){.tv_nsec = 400000000}, NULL);
    fluv_omp_barrier();
    count_parts(r);
}

/* Threads that spun would take 0.4 s each, as far as there are cores; a machine that is busy only
 * takes from that. */
static void waiting_takes_no_time_of_others(void **state)
{
    (void)state;
    region r = {0};
    double before = cpu_seconds();
    fluv_omp_parallel(one_is_late, &r, 4, 0);
    (void)nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL); /* and with nothing to do */
    expect_each_once(&r, 4);
    assert_true(cpu_seconds() - before < 0.1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_part_runs_once),
        cmocka_unit_test(regions_inside_regions_run_alone),
        cmocka_unit_test(nobody_passes_a_barrier_before_all_are_there),
        cmocka_unit_test(every_iteration_runs_once),
        cmocka_unit_test(a_region_can_be_one_loop),
        cmocka_unit_test(sections_run_one_at_a_time),
        cmocka_unit_test(threads_of_the_program_have_teams_of_their_own),
        cmocka_unit_test(a_child_makes_threads_of_its_own),
        cmocka_unit_test(waiting_takes_no_time_of_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
