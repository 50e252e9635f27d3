// SPDX-License-Identifier: MIT
/* News. A listener is a connection with a line of messages; while the line is empty the connection
 * sleeps, and a message wakes it. A listener that does not read is given up when its line is full:
 * nothing waits for it. */
#include "studio/events.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/* A text that several lines share. */
typedef struct message {
    unsigned holders;
    size_t length;
    char text[];
} message;

typedef struct studio_listener {
    studio_events *events;
    struct MHD_Connection *connection;
    message *line[STUDIO_NEWS]; /* a ring */
    size_t first, count;
    size_t sent; /* bytes of the first one */
    bool asleep, given_up;
    struct studio_listener *next;
} studio_listener;

void events_init(studio_events *events)
{
    *events = (studio_events){0};
    pthread_mutex_init(&events->lock, NULL);
}

void events_free(studio_events *events)
{
    assert(!events->first);
    pthread_mutex_destroy(&events->lock);
}

static message *write_message(const char *name, json_t *steals)
{
    char *data = steals ? json_dumps(steals, JSON_COMPACT) : NULL;
    json_decref(steals);
    size_t room = data ? strlen(data) + strlen(name) + 32 : 0;
    message *news = data ? malloc(sizeof *news + room) : NULL;
    if (news) {
        news->holders = 1;
        news->length = (size_t)snprintf(news->text, room, "event: %s\ndata: %s\n\n", name, data);
    }
    free(data);
    return news;
}

static void let_go(message *news) /* with the lock */
{
    if (news && --news->holders == 0)
        free(news);
}

static void wake(studio_listener *listener) /* with the lock */
{
    if (listener->asleep) {
        listener->asleep = false;
        MHD_resume_connection(listener->connection);
    }
}

static void give_up(studio_listener *listener) /* with the lock */
{
    listener->given_up = true;
    wake(listener);
}

static void add(studio_listener *listener, message *news) /* with the lock */
{
    if (listener->count == STUDIO_NEWS) {
        give_up(listener);
        return;
    }
    listener->line[(listener->first + listener->count++) % STUDIO_NEWS] = news;
    news->holders++;
    wake(listener);
}

void events_tell(studio_events *events, const char *name, json_t *steals)
{
    message *news = write_message(name, steals);
    if (!news)
        return;
    pthread_mutex_lock(&events->lock);
    for (studio_listener *at = events->first; at; at = at->next)
        if (!at->given_up)
            add(at, news);
    let_go(news);
    pthread_mutex_unlock(&events->lock);
}

void events_close(studio_events *events)
{
    pthread_mutex_lock(&events->lock);
    events->closed = true;
    for (studio_listener *at = events->first; at; at = at->next)
        give_up(at);
    pthread_mutex_unlock(&events->lock);
}

/* ---- A listener's stream -----------------------------------------------------------------------
 */

static ssize_t read_line(void *user, uint64_t position, char *out, size_t most)
{
    studio_listener *listener = user;
    (void)position;
    ssize_t given = 0;
    pthread_mutex_lock(&listener->events->lock);
    if (listener->given_up) {
        given = MHD_CONTENT_READER_END_OF_STREAM;
    } else if (listener->count == 0) {
        listener->asleep = true;
        MHD_suspend_connection(listener->connection);
    } else {
        message *news = listener->line[listener->first];
        size_t left = news->length - listener->sent, now = left < most ? left : most;
        memcpy(out, news->text + listener->sent, now);
        listener->sent += now;
        given = (ssize_t)now;
        if (listener->sent == news->length) {
            let_go(news);
            listener->first = (listener->first + 1) % STUDIO_NEWS;
            listener->count--;
            listener->sent = 0;
        }
    }
    pthread_mutex_unlock(&listener->events->lock);
    return given;
}

static void leave(void *user)
{
    studio_listener *listener = user;
    studio_events *events = listener->events;
    pthread_mutex_lock(&events->lock);
    studio_listener **at = &events->first;
    while (*at && *at != listener)
        at = &(*at)->next;
    if (*at) {
        *at = listener->next;
        events->count--;
    }
    for (size_t i = 0; i < listener->count; i++)
        let_go(listener->line[(listener->first + i) % STUDIO_NEWS]);
    pthread_mutex_unlock(&events->lock);
    free(listener);
}

/* Whether the other end has closed: a sleeping connection does not notice by itself. */
static bool is_gone(const studio_listener *listener)
{
    char byte;
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(listener->connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    ssize_t heard = info ? recv(info->connect_fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) : 1;
    return heard == 0 || (heard < 0 && errno != EAGAIN && errno != EINTR);
}

static bool join(studio_events *events, studio_listener *listener)
{
    pthread_mutex_lock(&events->lock);
    size_t alive = 0;
    for (studio_listener *at = events->first; at; at = at->next) {
        if (is_gone(at))
            give_up(at);
        alive += !at->given_up;
    }
    bool joins = !events->closed && alive < STUDIO_LISTENERS;
    if (joins) {
        listener->next = events->first;
        events->first = listener;
        events->count++;
    }
    pthread_mutex_unlock(&events->lock);
    return joins;
}

/* What it is told first, [[name, data], …], goes before what has come in meanwhile. */
static void greet(studio_listener *listener, const json_t *news)
{
    pthread_mutex_lock(&listener->events->lock);
    for (size_t i = json_array_size(news); i > 0 && listener->count < STUDIO_NEWS; i--) {
        const json_t *pair = json_array_get(news, i - 1);
        message *next = write_message(json_string_value(json_array_get(pair, 0)),
                                      json_incref(json_array_get(pair, 1)));
        if (!next)
            continue;
        listener->first = (listener->first + STUDIO_NEWS - 1) % STUDIO_NEWS;
        listener->line[listener->first] = next;
        listener->count++;
    }
    pthread_mutex_unlock(&listener->events->lock);
}

void events_answer(studio_events *events, studio_call *call, json_t *(*news)(struct studio *studio))
{
    studio_listener *listener = calloc(1, sizeof *listener);
    if (listener) {
        listener->events = events;
        listener->connection = call->connection;
    }
    bool joins = listener && join(events, listener);
    if (joins) {
        json_t *first = news(call->studio); /* after joining: nothing falls between */
        greet(listener, first);
        json_decref(first);
        call->response =
            MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 16384, read_line, listener, leave);
    }
    if (joins && call->response) {
        call->code = 200;
        answer_header(call, "Content-Type", "text/event-stream");
        return;
    }
    if (listener)
        leave(listener);
    answer_line(call, 503, "too many pages listen already");
}
