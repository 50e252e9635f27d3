// SPDX-License-Identifier: MIT
/* Lanes for slow requests. */
#include "studio/lanes.h"

#include "studio/server.h"

static void report(void *user, const fluv_progress *now)
{
    studio_lane *lane = user;
    (void)now;
    pthread_mutex_lock(&lane->lock);
    bool stop = lane->stop;
    pthread_mutex_unlock(&lane->lock);
    if (stop)
        fluv_cancel(lane->ctx);
}

static studio_call *next_call(studio_lane *lane, bool *stop)
{
    pthread_mutex_lock(&lane->lock);
    while (!lane->stop && !lane->first)
        pthread_cond_wait(&lane->news, &lane->lock);
    studio_call *call = lane->first;
    if (call) {
        lane->first = call->next;
        lane->waiting--;
        if (!lane->first)
            lane->last = &lane->first;
    }
    *stop = lane->stop;
    pthread_mutex_unlock(&lane->lock);
    return call;
}

static void *work(void *user)
{
    studio_lane *lane = user;
    studio_call *call;
    bool stop = false;
    while ((call = next_call(lane, &stop))) {
        call->ctx = lane->ctx;
        if (stop)
            answer_line(call, 503, "the studio stops");
        else
            call->route->answer(call);
        MHD_resume_connection(call->connection);
    }
    return NULL;
}

bool lane_start(studio_lane *lane, int threads)
{
    *lane = (studio_lane){.ctx = fluv_ctx_new()};
    lane->last = &lane->first;
    pthread_mutex_init(&lane->lock, NULL);
    pthread_cond_init(&lane->news, NULL);
    if (!lane->ctx)
        return false;
    fluv_set_threads(lane->ctx, threads);
    fluv_set_progress(lane->ctx, report, lane);
    lane->runs = pthread_create(&lane->thread, NULL, work, lane) == 0;
    return lane->runs;
}

void lane_stop(studio_lane *lane)
{
    if (!lane->last)
        return; /* was never started */
    pthread_mutex_lock(&lane->lock);
    lane->stop = true;
    pthread_cond_signal(&lane->news);
    pthread_mutex_unlock(&lane->lock);
    if (lane->runs)
        pthread_join(lane->thread, NULL);
    lane->runs = false;
}

void lane_free(studio_lane *lane)
{
    if (!lane->last)
        return;
    fluv_ctx_delete(lane->ctx);
    pthread_cond_destroy(&lane->news);
    pthread_mutex_destroy(&lane->lock);
    lane->last = NULL;
}

bool lane_add(studio_lane *lane, studio_call *call)
{
    pthread_mutex_lock(&lane->lock);
    bool room = !lane->stop && lane->waiting < STUDIO_WAITING;
    if (room) {
        MHD_suspend_connection(call->connection); /* before anybody can wake it */
        call->next = NULL;
        *lane->last = call;
        lane->last = &call->next;
        lane->waiting++;
        pthread_cond_signal(&lane->news);
    }
    pthread_mutex_unlock(&lane->lock);
    return room;
}
