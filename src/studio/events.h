// SPDX-License-Identifier: MIT
/* News: server-sent events to every page that listens. */
#ifndef FLUV_STUDIO_EVENTS_H
#define FLUV_STUDIO_EVENTS_H

#include "studio/call.h"

#include <pthread.h>

#define STUDIO_LISTENERS 16
#define STUDIO_NEWS      512 /* that wait for one listener before it is given up */

struct studio_listener;

typedef struct studio_events {
    pthread_mutex_t lock;
    struct studio_listener *first;
    size_t count;
    bool closed;
} studio_events;

void events_init(studio_events *events);
/* Ends all streams; no new one begins. */
void events_close(studio_events *events);
void events_free(studio_events *events);
/* To all that listen; from any thread. */
void events_tell(studio_events *events, const char *name, json_t *steals);
/* Answers the call with a stream that begins with what `news` gives: [[name, data], …]. */
void events_answer(studio_events *events, studio_call *call,
                   json_t *(*news)(struct studio *studio));

#endif
