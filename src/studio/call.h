// SPDX-License-Identifier: MIT
/* A request on its way through the server, and the answers it can get. */
#ifndef FLUV_STUDIO_CALL_H
#define FLUV_STUDIO_CALL_H

#include "interfluve.h"

#include <jansson.h>
#include <microhttpd.h>

#define STUDIO_PARTS   2  /* of a path that a route leaves open */
#define STUDIO_QUERIES 12 /* words behind the question mark */

struct studio;
struct studio_route;

typedef struct studio_query {
    char *name, *value;
} studio_query;

typedef struct studio_call {
    struct studio *studio;
    fluv_ctx *ctx; /* of the thread at work on it */
    const struct studio_route *route;
    struct MHD_Connection *connection;
    char *path;               /* cut into `part` */
    char *part[STUDIO_PARTS]; /* what stands for the stars of the route */
    studio_query query[STUDIO_QUERIES];
    size_t query_count;
    char *body; /* `size` bytes and a zero */
    size_t size, room;
    struct MHD_Response *response; /* the answer, once there is one */
    unsigned code;
    struct studio_call *next; /* in the line of calls that wait */
} studio_call;

/* What stands behind ?name=, NULL: nothing. */
const char *call_query(const studio_call *call, const char *name);
/* A number in a range; `otherwise` where it is not given. False, with an answer, if it is wrong. */
bool call_number(studio_call *call, const char *name, double low, double high, double otherwise,
                 double *out);
/* The body as a JSON object; NULL, with an answer, if it is none. */
json_t *call_object(studio_call *call);

/* ---- Answers: each gives a call its only one ---- */

void answer_json(studio_call *call, json_t *steals); /* 200 */
void answer_done(studio_call *call);                 /* 200 and {} */
void answer_line(studio_call *call, unsigned code, const char *format, ...) FLUV_PRINTF(3, 4);
/* 200 and bytes that are freed with `release(release_user)` in the end. */
void answer_bytes(studio_call *call, const char *type, const void *bytes, size_t size,
                  void (*release)(void *), void *release_user);
/* 200 and bytes in several places; `release` is called in any case. */
void answer_parts(studio_call *call, const struct MHD_IoVec *parts, unsigned count,
                  void (*release)(void *), void *release_user);
void answer_header(studio_call *call, const char *name, const char *value);
/* 400 with the context's error; its stage as a key where one is given, NULL: not known. */
void answer_error(studio_call *call, json_t *steals);

/* The error that a context holds, with the fields of the protocol. */
json_t *error_of(const fluv_ctx *ctx, const char *stage_key);

#endif
