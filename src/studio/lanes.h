// SPDX-License-Identifier: MIT
/* Requests that take longer than the network's thread may: each lane is a thread with a context of
 * its own that answers them one after the other while their connections sleep. */
#ifndef FLUV_STUDIO_LANES_H
#define FLUV_STUDIO_LANES_H

#include "studio/call.h"

#include <pthread.h>

#define STUDIO_WAITING 48 /* in one lane; more are sent away */

typedef enum studio_lane_id {
    LANE_NONE,    /* answered at once */
    LANE_PROJECT, /* all that waits for the project, which waits for the disk: news go on */
    LANE_GRIDS,   /* layers; rivers and lakes are put into words at the same time */
    LANE_WORDS,
    LANE_PICTURES,
    LANE_COUNT
} studio_lane_id;

typedef struct studio_lane {
    pthread_t thread;
    bool runs;
    pthread_mutex_t lock;
    pthread_cond_t news;
    bool stop;
    studio_call *first, **last;
    size_t waiting;
    fluv_ctx *ctx;
} studio_lane;

bool lane_start(studio_lane *lane, int threads);
/* Calls that wait are sent away, and those that come from now on. What was started is freed when
 * nobody can call any more. */
void lane_stop(studio_lane *lane);
void lane_free(studio_lane *lane);
/* Puts a call to sleep until it has its answer. False: too many wait, it stays awake. */
bool lane_add(studio_lane *lane, studio_call *call);

#endif
