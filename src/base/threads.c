// SPDX-License-Identifier: MIT
/* Threads behind `#pragma omp` that wait politely.
 *
 * Whoever meets a parallel region becomes the head of a team: it calls workers that are idle, or
 * makes new ones, runs part 0 itself, then every part that nobody has begun, takes back the calls
 * that were not heard yet, and waits for the workers that are at work. So on a busy machine, where
 * a worker may wake late, no part waits for it: the head does it. A region with barriers needs all
 * its parts at once; its head cannot be done before all were begun, so nothing is taken back there.
 *
 * Whoever has to wait looks again for some microseconds and then sleeps in the kernel (a futex on
 * the word it waits for), so that waiting costs other programs nothing.
 *
 * Regions inside regions run alone. Which thread runs a part does not show in any result: parts and
 * chunks depend on their numbers alone. Threads with contexts of their own have teams of their own.
 * In a child after fork() the workers are gone, and new ones are made. */
#include "base/threads.h"

#include <assert.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LOOKS       200        /* some microseconds */
#define HEAD_ASLEEP (1u << 31) /* in team.inside: the head sleeps on it */

/* The iterations of a loop that are handed out in chunks. */
typedef struct share {
    unsigned number;    /* which of the region's loops it is, from 1; 0: none yet */
    atomic_uint inside; /* parts that are in it */
    fluv_omp_ull start, end, step, chunk, count; /* of iterations */
    atomic_ullong next;                          /* the first that nobody has */
} share;

typedef struct team {
    fluv_omp_body *body;
    void *data;
    unsigned parts;
    bool loop;          /* the region is one loop: shares[1], open from the beginning */
    atomic_uint begun;  /* parts that somebody runs or has run */
    atomic_uint inside; /* workers that were called and have not left, and HEAD_ASLEEP */
    atomic_uint arrived, phase, sleepers; /* of the barrier */
    share shares[2];                      /* of loop n, shares[n % 2] */
} team;

typedef struct worker {
    struct worker *next;    /* among the idle */
    _Atomic(team *) called; /* to this team; taken by the worker, or taken back by the head */
    atomic_uint calls;      /* so far */
    atomic_bool asleep;
} worker;

/* What the running thread is doing. */
typedef struct seat {
    team *team; /* NULL: nothing of ours */
    unsigned part;
    unsigned loops; /* that it has come to in this region */
} seat;

static _Thread_local seat self;

static struct {
    pthread_mutex_t lock;
    worker *idle;
    bool forks; /* fork() has been provided for */
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER};

static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;  /* of shares */
static pthread_mutex_t critical = PTHREAD_MUTEX_INITIALIZER; /* sections; there are few */
static pthread_mutex_t updating = PTHREAD_MUTEX_INITIALIZER; /* what has no atomic of its own */

/* ---- Waiting ---- */

static void rest_a_little(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#else
    atomic_signal_fence(memory_order_seq_cst);
#endif
}

/* Whether a word has changed within some microseconds. */
static bool changes_soon(const atomic_uint *word, unsigned from)
{
    for (int i = 0; i < LOOKS; i++) {
        if (atomic_load_explicit(word, memory_order_acquire) != from)
            return true;
        rest_a_little();
    }
    return false;
}

/* Returns at once when the word is no longer `from`; may also return for no reason. */
static void sleep_on(atomic_uint *word, unsigned from)
{
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, from, NULL, NULL, 0);
}

/* Legal even where the word is gone: then it wakes nobody, or somebody for no reason. */
static void wake(atomic_uint *word, int sleepers)
{
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, sleepers, NULL, NULL, 0);
}

/* ---- Parts ---- */

static void run_part(team *t, unsigned part)
{
    assert(part < t->parts);
    seat before = self;
    self = (seat){.team = t, .part = part, .loops = t->loop ? 1 : 0};
    t->body(t->data);
    self = before;
}

/* Every part that nobody has begun. */
static void run_rest(team *t)
{
    for (unsigned part; (part = atomic_fetch_add(&t->begun, 1)) < t->parts;)
        run_part(t, part);
}

/* ---- Workers ---- */

/* The team is its head's, and may be gone as soon as the count says that the worker has left. */
static void leave(team *t)
{
    if (atomic_fetch_sub(&t->inside, 1) == (HEAD_ASLEEP | 1))
        wake(&t->inside, 1);
}

static void *work(void *argument)
{
    worker *w = argument;
    for (;;) {
        unsigned seen = atomic_load(&w->calls);
        team *t = atomic_exchange(&w->called, NULL);
        if (t) {
            run_rest(t);
            leave(t);
        } else if (!changes_soon(&w->calls, seen)) {
            atomic_store(&w->asleep, true);
            if (atomic_load(&w->calls) == seen)
                sleep_on(&w->calls, seen);
            atomic_store(&w->asleep, false);
        }
    }
    return NULL;
}

static void forget_workers(void) /* in the child of a fork */
{
    pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER;
    pool.lock = opening = critical = updating = fresh;
    pool.idle = NULL;
}

/* NULL: there can be no more. Signals are for the program's own threads. */
static worker *make_worker(void)
{
    worker *w = calloc(1, sizeof *w);
    pthread_t thread;
    sigset_t all, before;
    if (!w)
        return NULL;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int failed = pthread_create(&thread, NULL, work, w);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (failed) {
        free(w);
        return NULL;
    }
    pthread_detach(thread);
    return w;
}

/* As many workers as are wanted, in a list; fewer where there can be no more. */
static worker *take_workers(unsigned wanted, unsigned *taken)
{
    worker *list = NULL;
    pthread_mutex_lock(&pool.lock);
    if (!pool.forks)
        pool.forks = pthread_atfork(NULL, NULL, forget_workers) == 0;
    for (*taken = 0; *taken < wanted; ++*taken) {
        worker *w = pool.idle;
        if (w)
            pool.idle = w->next;
        else if (!(w = make_worker()))
            break;
        w->next = list;
        list = w;
    }
    pthread_mutex_unlock(&pool.lock);
    return list;
}

static void call(worker *w, team *t)
{
    assert(!atomic_load(&w->called));
    atomic_store(&w->called, t);
    atomic_fetch_add(&w->calls, 1);
    if (atomic_load(&w->asleep))
        wake(&w->calls, 1);
}

/* Takes back the calls that were not heard, and gives the workers to whoever wants them next. */
static void dismiss(worker *list, team *t)
{
    worker *last = NULL;
    for (worker *w = list; w; w = w->next) {
        team *expected = t;
        if (atomic_compare_exchange_strong(&w->called, &expected, NULL))
            atomic_fetch_sub(&t->inside, 1);
        last = w;
    }
    for (unsigned word; ((word = atomic_load(&t->inside)) & ~HEAD_ASLEEP) != 0;) {
        if (changes_soon(&t->inside, word))
            continue;
        if (!(word & HEAD_ASLEEP) &&
            !atomic_compare_exchange_strong(&t->inside, &word, word | HEAD_ASLEEP))
            continue;
        sleep_on(&t->inside, word | HEAD_ASLEEP);
    }
    pthread_mutex_lock(&pool.lock);
    last->next = pool.idle;
    pool.idle = list;
    pthread_mutex_unlock(&pool.lock);
}

static void run_team(team *t, unsigned wanted)
{
    worker *list = NULL;
    unsigned taken = 0;
    if (wanted > 1 && !self.team)
        list = take_workers(wanted - 1, &taken);
    t->parts = taken + 1;
    atomic_init(&t->begun, 1);
    atomic_init(&t->inside, taken);
    for (worker *w = list; w; w = w->next)
        call(w, t);
    run_part(t, 0);
    run_rest(t);
    if (list)
        dismiss(list, t);
}

void fluv_omp_parallel(fluv_omp_body *body, void *data, unsigned threads, unsigned flags)
{
    (void)flags;
    assert(body && threads > 0);
    team t = {.body = body, .data = data};
    run_team(&t, threads);
}

/* ---- Inside a region ---- */

int fluv_omp_thread_num(void)
{
    return (int)self.part;
}

int fluv_omp_thread_count(void)
{
    return self.team ? (int)self.team->parts : 1;
}

int fluv_omp_processors(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return CPU_COUNT(&set);
    long online = sysconf(_SC_NPROCESSORS_ONLN); /* more than the set has room for */
    return online > 0 ? (int)online : 1;
}

void fluv_omp_barrier(void)
{
    team *t = self.team;
    if (!t || t->parts == 1)
        return;
    unsigned phase = atomic_load(&t->phase);
    if (atomic_fetch_add(&t->arrived, 1) + 1 == t->parts) {
        atomic_store(&t->arrived, 0);
        atomic_fetch_add(&t->phase, 1);
        if (atomic_load(&t->sleepers))
            wake(&t->phase, INT_MAX);
        return;
    }
    while (!changes_soon(&t->phase, phase)) {
        atomic_fetch_add(&t->sleepers, 1);
        sleep_on(&t->phase, phase);
        atomic_fetch_sub(&t->sleepers, 1);
    }
}

/* ---- Loops in chunks ---- */

static void open_share(share *s, unsigned number, const share *loop)
{
    assert(atomic_load(&s->inside) == 0); /* two loops later a barrier must have been passed */
    s->number = number;
    s->start = loop->start;
    s->end = loop->end;
    s->step = loop->step;
    s->chunk = loop->chunk ? loop->chunk : 1;
    s->count = loop->count;
    atomic_store(&s->next, 0);
}

/* The first part that comes to a loop opens it. */
static void enter_loop(const share *loop)
{
    assert(self.team);
    unsigned number = ++self.loops;
    share *s = &self.team->shares[number % 2];
    pthread_mutex_lock(&opening);
    if (s->number != number)
        open_share(s, number, loop);
    atomic_fetch_add(&s->inside, 1);
    pthread_mutex_unlock(&opening);
}

/* The next chunk, as the loop's own variable counts it; steps down are steps up, modulo 2^64. */
static bool next_chunk(fluv_omp_ull *from, fluv_omp_ull *to)
{
    assert(self.team && self.loops > 0);
    share *s = &self.team->shares[self.loops % 2];
    assert(s->number == self.loops);
    if (atomic_load(&s->next) >= s->count)
        return false;
    fluv_omp_ull first = atomic_fetch_add(&s->next, s->chunk);
    if (first >= s->count)
        return false;
    fluv_omp_ull after = s->count - first > s->chunk ? first + s->chunk : s->count;
    *from = s->start + first * s->step;
    *to = after == s->count ? s->end : s->start + after * s->step;
    return true;
}

static share loop_of(bool up, fluv_omp_ull start, fluv_omp_ull end, fluv_omp_ull step,
                     fluv_omp_ull chunk)
{
    fluv_omp_ull length = up ? end - start : start - end, stride = up ? step : -step;
    assert(stride > 0);
    fluv_omp_ull count = length / stride + (length % stride != 0);
    return (share){.start = start, .end = end, .step = step, .chunk = chunk, .count = count};
}

static share signed_loop(long start, long end, long step, long chunk)
{
    bool up = step > 0, any = up ? start < end : start > end;
    return loop_of(up, (fluv_omp_ull)start, (fluv_omp_ull)(any ? end : start), (fluv_omp_ull)step,
                   (fluv_omp_ull)chunk);
}

bool fluv_omp_loop_next(long *from, long *to)
{
    fluv_omp_ull first, after;
    if (!next_chunk(&first, &after))
        return false;
    *from = (long)first;
    *to = (long)after;
    return true;
}

bool fluv_omp_loop_start(long start, long end, long step, long chunk, long *from, long *to)
{
    share loop = signed_loop(start, end, step, chunk);
    enter_loop(&loop);
    return fluv_omp_loop_next(from, to);
}

bool fluv_omp_loop_ull_next(fluv_omp_ull *from, fluv_omp_ull *to)
{
    return next_chunk(from, to);
}

bool fluv_omp_loop_ull_start(bool up, fluv_omp_ull start, fluv_omp_ull end, fluv_omp_ull step,
                             fluv_omp_ull chunk, fluv_omp_ull *from, fluv_omp_ull *to)
{
    bool any = up ? start < end : start > end;
    share loop = loop_of(up, start, any ? end : start, step, chunk);
    enter_loop(&loop);
    return next_chunk(from, to);
}

void fluv_omp_loop_end_nowait(void)
{
    atomic_fetch_sub(&self.team->shares[self.loops % 2].inside, 1);
}

void fluv_omp_loop_end(void)
{
    fluv_omp_loop_end_nowait();
    fluv_omp_barrier();
}

void fluv_omp_parallel_loop(fluv_omp_body *body, void *data, unsigned threads, long start, long end,
                            long step, long chunk, unsigned flags)
{
    (void)flags;
    assert(body && threads > 0);
    team t = {.body = body, .data = data, .loop = true};
    share loop = signed_loop(start, end, step, chunk);
    open_share(&t.shares[1], 1, &loop);
    atomic_init(&t.shares[1].inside, threads);
    run_team(&t, threads);
}

/* ---- One at a time ---- */

void fluv_omp_critical_start(void **name)
{
    (void)name;
    pthread_mutex_lock(&critical);
}

void fluv_omp_critical_end(void **name)
{
    (void)name;
    pthread_mutex_unlock(&critical);
}

void fluv_omp_atomic_start(void)
{
    pthread_mutex_lock(&updating);
}

void fluv_omp_atomic_end(void)
{
    pthread_mutex_unlock(&updating);
}
