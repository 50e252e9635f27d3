// SPDX-License-Identifier: MIT
/* The server. One thread of libmicrohttpd answers what is quick, lanes answer what is not, the
 * worker makes land, and a clock looks at the disk. All meet in the parts of `studio`, each with a
 * lock of its own that nobody keeps while waiting for another's. */
#include "studio/server.h"

#include "studio/describe.h"
#include "studio/studio.h"

#include <stdlib.h>
#include <string.h>

#define API         "/api/"
#define CONNECTIONS 128
#define PATIENCE    30 /* seconds without a byte before a connection is closed */

/* ---- A request ---------------------------------------------------------------------------------
 */

static void call_free(studio_call *call)
{
    for (size_t i = 0; i < call->query_count; i++) {
        free(call->query[i].name);
        free(call->query[i].value);
    }
    if (call->response)
        MHD_destroy_response(call->response);
    free(call->path);
    free(call->body);
    free(call);
}

const char *studio_server_version(void)
{
    return MHD_get_version();
}

static enum MHD_Result keep_query(void *user, enum MHD_ValueKind kind, const char *name,
                                  const char *value)
{
    studio_call *call = user;
    (void)kind;
    if (call->query_count == STUDIO_QUERIES)
        return MHD_NO;
    studio_query query = {strdup(name), strdup(value ? value : "")};
    if (query.name && query.value) {
        call->query[call->query_count++] = query;
        return MHD_YES;
    }
    free(query.name);
    free(query.value);
    return MHD_NO;
}

static bool announces_too_much(struct MHD_Connection *connection, size_t most)
{
    const char *length = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Content-Length");
    return length && strtoull(length, NULL, 10) > most;
}

/* Everything that can be refused before the body comes. */
static void look_at(studio *s, studio_call *call, const char *url, const char *method)
{
    bool api = strncmp(url, API, strlen(API)) == 0;
    const char *refusal = gate_refuses(&s->gate, call->connection, api);
    if (refusal) {
        answer_line(call, 403, "%s", refusal);
    } else if (!api) {
        if (strcmp(method, "GET") == 0)
            page_answer(&s->page, call, url);
        else
            answer_line(call, 404, "pages are only read");
    } else {
        call->path = strdup(url + strlen(API));
        call->route = call->path ? route_find(method, url + strlen(API), call) : NULL;
        if (!call->route)
            answer_line(call, 404, "there is no such request");
        else if (announces_too_much(call->connection, call->route->most))
            answer_line(call, 413, "the body is larger than the %zu bytes that are taken",
                        call->route->most);
        else
            MHD_get_connection_values(call->connection, MHD_GET_ARGUMENT_KIND, keep_query, call);
    }
}

static void take_body(studio_call *call, const char *data, size_t size)
{
    if (call->response)
        return; /* was refused already */
    if (call->size + size > call->route->most) {
        answer_line(call, 413, "the body is larger than the %zu bytes that are taken",
                    call->route->most);
        return;
    }
    if (call->size + size + 1 > call->room) {
        size_t room = 2 * (call->size + size) + 1024;
        char *body = realloc(call->body, room);
        if (!body) {
            answer_line(call, 503, "no memory for the body");
            return;
        }
        call->body = body;
        call->room = room;
    }
    memcpy(call->body + call->size, data, size);
    call->size += size;
    call->body[call->size] = '\0';
}

static enum MHD_Result send_answer(studio_call *call)
{
    if (!call->response)
        return MHD_NO; /* no memory even for words */
    gate_guard(call->response, false);
    return MHD_queue_response(call->connection, call->code, call->response);
}

static enum MHD_Result handle(void *user, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *data,
                              size_t *size, void **state)
{
    studio *s = user;
    studio_call *call = *state;
    (void)version;
    if (!call) {
        call = calloc(1, sizeof *call);
        if (!call)
            return MHD_NO;
        *state = call;
        call->studio = s;
        call->connection = connection;
        look_at(s, call, url, method);
        return call->response ? send_answer(call) : MHD_YES;
    }
    if (*size > 0) {
        take_body(call, data, *size);
        *size = 0;
        return MHD_YES;
    }
    if (!call->response && call->route->lane != LANE_NONE) {
        if (lane_add(&s->lanes[call->route->lane], call))
            return MHD_YES; /* asleep; comes back with its answer */
        answer_line(call, 503, "too many requests at once");
    }
    if (!call->response) {
        call->ctx = s->project.ctx; /* with the project's lock alone */
        call->route->answer(call);
    }
    return send_answer(call);
}

static void finish(void *user, struct MHD_Connection *connection, void **state,
                   enum MHD_RequestTerminationCode how)
{
    (void)user;
    (void)connection;
    (void)how;
    if (*state)
        call_free(*state);
    *state = NULL;
}

/* ---- The whole ---------------------------------------------------------------------------------
 */

bool studio_start(studio *s, int threads)
{
    s->threads = threads;
    results_init(&s->results);
    events_init(&s->events);
    if (!project_init(&s->project) || !gate_init(&s->gate))
        return false;
    s->about = describe_all(s->project.ctx);
    json_object_set_new(s->about, "limits",
                        json_pack("{s:i, s:I, s:i}", "size", STUDIO_LARGEST, "upload",
                                  (json_int_t)STUDIO_UPLOAD, "sheet", STUDIO_SHEET));
    bool started = s->about && worker_start(&s->worker, &s->events, &s->results, &s->page, threads);
    for (int i = LANE_NONE + 1; i < LANE_COUNT; i++)
        started = started && lane_start(&s->lanes[i], threads);
    return started && jobs_start(&s->jobs, &s->events, threads);
}

bool studio_listen(studio *s, int socket, int port)
{
    s->gate.port = port;
    /* Not by epoll: it tells of an end once, together with the last bytes, and microhttpd, which
     * reads those alone, then holds the connection until it times out. */
    s->daemon = MHD_start_daemon(
        MHD_USE_POLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, handle, s,
        MHD_OPTION_LISTEN_SOCKET, socket, MHD_OPTION_NOTIFY_COMPLETED, finish, s,
        MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS, MHD_OPTION_CONNECTION_TIMEOUT,
        (unsigned)PATIENCE, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)65536, MHD_OPTION_END);
    return s->daemon != NULL;
}

/* First everybody stops, so that no connection sleeps; then the network; then all is freed. */
void studio_stop(studio *s)
{
    events_close(&s->events);
    jobs_stop(&s->jobs);
    worker_stop(&s->worker);
    for (int i = LANE_NONE + 1; i < LANE_COUNT; i++)
        lane_stop(&s->lanes[i]);
    if (s->daemon)
        MHD_stop_daemon(s->daemon);
    jobs_free(&s->jobs);
    worker_free(&s->worker);
    for (int i = LANE_NONE + 1; i < LANE_COUNT; i++)
        lane_free(&s->lanes[i]);
    results_free(&s->results);
    project_free(&s->project);
    events_free(&s->events);
    page_free(&s->page);
    json_decref(s->about);
}
