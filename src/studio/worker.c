// SPDX-License-Identifier: MIT
/* The worker. It takes the newest wish, makes a coarse picture first where the whole would take
 * long, then the whole; then judges the water and draws the stages' small pictures. A newer wish
 * stops what is under way, but for this: of first pictures only one in a row is stopped, so that a
 * drag, whose wishes come faster than any picture, is seen while it goes on. */
#include "studio/worker.h"

#include "studio/call.h"
#include "studio/describe.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BRIEF  0.4  /* seconds of a first picture that is always let finish */
#define PAUSE  0.3  /* seconds between a land and what follows from it */
#define BREATH 0.06 /* between a first picture and the whole, */
#define DRAW   0.3  /* or, where pages tell when they have drawn it, at the most */
/* Seconds of a run before it is told of: most changes are seen sooner than anybody reads that they
 * are under way, and bars that come and go are restless and take time from the land to draw. */
#define TELL_AFTER 0.25
#define TELL_EVERY 0.06

double studio_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void wish_free(studio_wish *wish)
{
    if (wish)
        active_free(&wish->active);
    free(wish);
}

size_t wish_end(const studio_wish *wish)
{
    size_t end = 0;
    while (*wish->until && end < wish->active.count &&
           strcmp(wish->active.keys[end], wish->until) != 0)
        end++;
    return *wish->until && end < wish->active.count ? end + 1 : wish->active.count;
}

/* ---- What it does, told ------------------------------------------------------------------------
 */

typedef struct run_news {
    const char *state, *stage, *name;
    int step, steps;
    double fraction;
    json_t *error; /* stolen */
} run_news;

static void tell_run(studio_worker *worker, const studio_wish *wish, bool coarse, run_news news)
{
    uint32_t size = !wish    ? 0
                    : coarse ? bench_coarse_size(&worker->coarse, worker->ctx, wish)
                             : wish->size;
    json_t *run =
        json_pack("{s:s, s:I, s:I, s:b, s:s, s:s, s:i, s:i, s:f, s:o}", "state", news.state,
                  "revision", wish ? wish->revision : 0, "size", (json_int_t)size, "coarse", coarse,
                  "stage", news.stage ? news.stage : "", "name", news.name ? news.name : "", "step",
                  news.step, "steps", news.steps, "fraction", news.fraction, "error",
                  news.error ? news.error : json_null());
    pthread_mutex_lock(&worker->lock);
    json_decref(worker->run);
    worker->run = json_incref(run);
    pthread_mutex_unlock(&worker->lock);
    events_tell(worker->events, "run", run);
}

json_t *worker_run(studio_worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    json_t *run = json_deep_copy(worker->run);
    pthread_mutex_unlock(&worker->lock);
    return run;
}

json_t *worker_check(studio_worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    json_t *check = worker->check ? json_deep_copy(worker->check) : NULL;
    pthread_mutex_unlock(&worker->lock);
    return check;
}

/* ---- Progress and giving way -------------------------------------------------------------------
 */

bool worker_is_wanted_elsewhere(studio_worker *worker, const studio_wish *wish)
{
    pthread_mutex_lock(&worker->lock);
    bool elsewhere = worker->stop || worker->cancel ||
                     (wish && wish->number != worker->last_number) || (!wish && worker->next);
    pthread_mutex_unlock(&worker->lock);
    return elsewhere;
}

static bool must_give_way(studio_worker *worker, studio_at_work *work)
{
    pthread_mutex_lock(&worker->lock);
    bool stop = worker->stop || worker->cancel;
    bool fresh = work->wish && work->wish->epoch != worker->epoch;
    bool newer = work->wish ? work->wish->number != worker->last_number : worker->next != NULL;
    pthread_mutex_unlock(&worker->lock);
    if (stop || fresh || !newer)
        return stop || fresh;
    if (!work->first)
        return true;
    bool brief = work->expected > 0.0 && work->expected < BRIEF;
    if (brief || worker->gave_way > 0)
        return false;
    work->gave_way = true;
    return true;
}

static void note_progress(studio_at_work *work, const fluv_progress *now)
{
    const studio_active *active = &work->wish->active;
    size_t index = fluv_builder_reused(work->bench->builder) + (size_t)now->step - 1;
    double clock = studio_clock();
    if (now->fraction >= 1.0 && index < STUDIO_STAGES) {
        work->seconds[index] = now->seconds;
        work->done = index + 1;
    }
    bool same = work->told && work->told_stage == index && work->told_fraction == now->fraction;
    if (same || clock - work->began < TELL_AFTER || clock - work->told_at < TELL_EVERY)
        return;
    work->told_stage = index;
    work->told_fraction = now->fraction;
    work->told = true;
    work->told_at = clock;
    tell_run(work->worker, work->wish, work->bench == &work->worker->coarse,
             (run_news){.state = "running",
                        .stage = active_key(active, (int)index),
                        .name = now->stage,
                        .step = now->step,
                        .steps = now->steps,
                        .fraction = now->fraction});
}

static void report(void *user, const fluv_progress *now)
{
    studio_at_work *work = user;
    if (must_give_way(work->worker, work))
        fluv_cancel(work->worker->ctx);
    if (work->bench && work->wish && strcmp(now->phase, "make") == 0)
        note_progress(work, now);
}

void worker_at_work(studio_worker *worker, studio_at_work *work)
{
    if (work) {
        work->worker = worker;
        work->began = studio_clock();
    }
    fluv_set_progress(worker->ctx, work ? report : NULL, work);
}

/* ---- Making ------------------------------------------------------------------------------------
 */

static void publish(studio_worker *worker, const studio_wish *wish, studio_at_work *work,
                    const fluv_landscape *land, json_int_t *id)
{
    bool coarse = work->bench == &worker->coarse;
    double seconds[STUDIO_STAGES] = {0};
    for (size_t i = 0; i < wish->active.count; i++)
        for (size_t j = 0; j < work->bench->time_count; j++)
            if (strcmp(work->bench->times[j].key, wish->active.keys[i]) == 0)
                seconds[i] = work->bench->times[j].seconds;
    size_t reused = fluv_builder_reused(work->bench->builder);
    double raised = coarse ? draft_raised(&worker->drafts, wish, work->bench->size) : 1.0;
    const studio_made made = {.active = &wish->active,
                              .revision = wish->revision,
                              .epoch = wish->results_epoch,
                              .size = work->bench->size,
                              .until = wish->until,
                              .coarse = coarse,
                              .raised = raised,
                              .seconds = seconds,
                              .reused = reused,
                              .ran = work->done > reused ? work->done : reused};
    pthread_mutex_lock(&worker->lock);
    bool ours = wish->epoch == worker->epoch && !worker->stop;
    pthread_mutex_unlock(&worker->lock);
    studio_result *result = ours ? results_add(worker->results, worker->ctx, land, &made) : NULL;
    *id = result ? result->id : 0;
    if (result)
        events_tell(worker->events, "result", json_incref(result->words));
    result_release(result);
}

static void tell_end(studio_worker *worker, const studio_wish *wish, bool coarse,
                     fluv_status status)
{
    run_news news = {.state = status == FLUV_OK ? "idle" : "failed", .fraction = 1.0};
    if (status == FLUV_CANCELLED) {
        pthread_mutex_lock(&worker->lock);
        bool asked = worker->cancel;
        pthread_mutex_unlock(&worker->lock);
        if (!asked)
            return; /* something newer begins */
        news.state = "cancelled";
    } else if (status != FLUV_OK) {
        const char *key = active_key(&wish->active, fluv_error_of(worker->ctx)->stage_index);
        news.error = error_of(worker->ctx, key);
        news.stage = key;
    }
    tell_run(worker, wish, coarse, news);
}

/* One picture of a wish; FLUV_OK: it is out. */
static fluv_status make_picture(studio_worker *worker, const studio_wish *wish, bool coarse,
                                bool first, json_int_t *id)
{
    studio_bench *bench = coarse ? &worker->coarse : &worker->full;
    uint32_t size = coarse ? bench_coarse_size(bench, worker->ctx, wish) : wish->size;
    double expected = bench_expects(bench, worker->ctx, wish, size);
    static studio_at_work work; /* large, and the thread's alone */
    work = (studio_at_work){.wish = wish,
                            .bench = bench,
                            .first = first,
                            .expected = isfinite(expected) ? expected : 0.0};
    const fluv_landscape *land = NULL;
    worker_at_work(worker, &work);
    fluv_status status = bench_run(worker, &work, size, wish->until, &land);
    worker_at_work(worker, NULL);
    worker->gave_way = work.gave_way ? worker->gave_way + 1 : 0;
    if (status == FLUV_OK) {
        publish(worker, wish, &work, land, id);
        if (coarse)
            draft_note(&worker->drafts, wish, size, land);
        else
            draft_compare(&worker->drafts, wish, land);
    }
    if (status != FLUV_OK || !coarse)
        tell_end(worker, wish, coarse, status);
    return status;
}

/* A pause for the pages, which now read the land and draw it, before the processor is given to what
 * nobody waits for, or not so much. Ends early when something is wanted, or when a page has drawn
 * `id`; 0: that does not end it. */
static void let_pages_draw(studio_worker *worker, const studio_wish *wish, json_int_t id,
                           double seconds)
{
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_nsec += (long)(seconds * 1e9);
    end.tv_sec += end.tv_nsec / 1000000000;
    end.tv_nsec %= 1000000000;
    pthread_mutex_lock(&worker->lock);
    int over = 0;
    while (!over && !worker->stop && !worker->cancel && wish->number == worker->last_number &&
           (!id || worker->drawn < id))
        over = pthread_cond_timedwait(&worker->news, &worker->lock, &end);
    pthread_mutex_unlock(&worker->lock);
}

static bool pages_tell(studio_worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    bool tell = worker->drawn > 0;
    pthread_mutex_unlock(&worker->lock);
    return tell;
}

static void fulfil(studio_worker *worker, const studio_wish *wish)
{
    json_int_t id = 0;
    if (wish->active.count == 0) { /* an empty frame is no mistake */
        tell_end(worker, wish, false, FLUV_OK);
        return;
    }
    bool coarse_first = bench_coarse_first(&worker->coarse, &worker->full, worker->ctx, wish);
    if (coarse_first) {
        if (make_picture(worker, wish, true, true, &id) != FLUV_OK)
            return;
        let_pages_draw(worker, wish, id, pages_tell(worker) ? DRAW : BREATH);
        if (worker_is_wanted_elsewhere(worker, wish)) {
            tell_end(worker, wish, true, FLUV_CANCELLED);
            return;
        }
    }
    if (make_picture(worker, wish, false, !coarse_first, &id) != FLUV_OK || !id)
        return;
    let_pages_draw(worker, wish, 0, PAUSE);
    studio_result *result = results_hold(worker->results, id);
    if (result && !worker_is_wanted_elsewhere(worker, wish))
        worker_judge(worker, wish, result);
    if (!worker_is_wanted_elsewhere(worker, wish))
        worker_picture_stages(worker, wish, id);
    if (result && !worker_is_wanted_elsewhere(worker, wish))
        worker_learn_draft(worker, wish, result);
    result_release(result);
}

/* ---- The thread --------------------------------------------------------------------------------
 */

/* The next wish; NULL: to stop. While none comes there are pictures of presets to make. */
static studio_wish *await_wish(studio_worker *worker)
{
    bool more = true;
    for (;;) {
        pthread_mutex_lock(&worker->lock);
        while (!worker->stop && !worker->next && !worker->poked && !more)
            pthread_cond_wait(&worker->news, &worker->lock);
        studio_wish *wish = worker->next;
        bool stop = worker->stop;
        worker->next = NULL;
        worker->poked = false;
        worker->cancel = false; /* was meant for what was under way */
        pthread_mutex_unlock(&worker->lock);
        if (stop) {
            wish_free(wish);
            return NULL;
        }
        if (wish)
            return wish;
        more = worker_picture_preset(worker);
    }
}

static void *work(void *user)
{
    studio_worker *worker = user;
    studio_wish *wish;
    while ((wish = await_wish(worker))) {
        fulfil(worker, wish);
        wish_free(wish);
    }
    return NULL;
}

bool worker_start(studio_worker *worker, studio_events *events, studio_results *results,
                  const studio_page *page, int threads)
{
    *worker = (studio_worker){.events = events, .results = results, .page = page};
    pthread_mutex_init(&worker->lock, NULL);
    pthread_condattr_t steady; /* a clock that is put back makes no pause longer */
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&worker->news, &steady);
    pthread_condattr_destroy(&steady);
    worker->ctx = fluv_ctx_new();
    worker->run = json_pack("{s:s, s:i, s:i, s:b, s:s, s:s, s:i, s:i, s:f, s:n}", "state", "idle",
                            "revision", 0, "size", 0, "coarse", 0, "stage", "", "name", "", "step",
                            0, "steps", 0, "fraction", 0.0, "error");
    if (!worker->ctx || !worker->run)
        return false;
    fluv_set_threads(worker->ctx, threads);
    worker->coarse.builder = fluv_builder_new(worker->ctx);
    worker->full.builder = fluv_builder_new(worker->ctx);
    if (worker->coarse.builder)
        fluv_builder_draft(worker->coarse.builder, true);
    worker->runs = worker->coarse.builder && worker->full.builder &&
                   pthread_create(&worker->thread, NULL, work, worker) == 0;
    return worker->runs;
}

void worker_stop(studio_worker *worker)
{
    if (!worker->events)
        return; /* was never started */
    pthread_mutex_lock(&worker->lock);
    worker->stop = true;
    pthread_cond_signal(&worker->news);
    pthread_mutex_unlock(&worker->lock);
    if (worker->runs)
        pthread_join(worker->thread, NULL);
    worker->runs = false;
}

void worker_free(studio_worker *worker)
{
    if (!worker->events)
        return;
    wish_free(worker->next);
    bench_free(&worker->coarse);
    bench_free(&worker->full);
    fluv_recipe_delete(worker->pictured);
    fluv_ctx_delete(worker->ctx);
    json_decref(worker->run);
    json_decref(worker->check);
    for (size_t i = 0; i < worker->thumb_count; i++)
        fluv_text_free(worker->thumbs[i].png);
    pthread_cond_destroy(&worker->news);
    pthread_mutex_destroy(&worker->lock);
}

void worker_wish(studio_worker *worker, studio_wish *steals, bool fresh)
{
    pthread_mutex_lock(&worker->lock);
    wish_free(worker->next);
    worker->next = steals;
    if (fresh) {
        worker->epoch++;
        json_decref(worker->check);
        worker->check = NULL;
        while (worker->thumb_count > 0)
            fluv_text_free(worker->thumbs[--worker->thumb_count].png);
    }
    worker->last_number++;
    if (steals) {
        steals->number = worker->last_number;
        steals->epoch = worker->epoch;
    }
    pthread_cond_signal(&worker->news);
    pthread_mutex_unlock(&worker->lock);
}

void worker_poke(studio_worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    worker->poked = true;
    pthread_cond_signal(&worker->news);
    pthread_mutex_unlock(&worker->lock);
}

void worker_drawn(studio_worker *worker, json_int_t result)
{
    pthread_mutex_lock(&worker->lock);
    worker->drawn = result > worker->drawn ? result : worker->drawn;
    pthread_cond_signal(&worker->news);
    pthread_mutex_unlock(&worker->lock);
}

void worker_cancel(studio_worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    wish_free(worker->next);
    worker->next = NULL;
    worker->cancel = true;
    pthread_mutex_unlock(&worker->lock);
}
