// SPDX-License-Identifier: MIT
/* A studio's server in this process, and a client that speaks to it over plain sockets. */
#ifndef FLUV_TESTS_STUDIO_BENCH_H
#define FLUV_TESTS_STUDIO_BENCH_H

#include "studio/server.h"

/* A small land that is made in some milliseconds. */
#define SMALL_LAND                                                                                 \
    "interfluve: 1\nseed: 5\nframe: {size: 48, width: 10 km, height: [-100 m, 900 m]}\n"           \
    "stages:\n  - noise: {}\n  - drain: {}\n  - lakes: {}\n  - rivers: {}\n"

typedef struct reply {
    int code;
    char *head, *body; /* texts */
    size_t size;       /* of the body */
} reply;

extern studio *bench_studio;
extern char bench_folder[64]; /* the one that projects are made in */

/* For cmocka: a folder of its own; removed at the end. */
int bench_begin(void **state);
int bench_end(void **state);
/* For each test: a server without a project, and its end. */
int bench_up(void **state);
int bench_down(void **state);

/* One request with a body; what comes back is kept until the next eight. */
reply *ask_with(const char *method, const char *path, const void *body, size_t size,
                const char *headers);
reply *get(const char *format, ...) FLUV_PRINTF(1, 2);
reply *post(const char *path, const char *body);
/* The same, 200 expected, as JSON; to be let go. */
json_t *get_json(const char *format, ...) FLUV_PRINTF(1, 2);
json_t *post_json(const char *path, const char *body);
/* A refusal: its code, and its one line has the words. */
void refused(const reply *r, int code, const char *words);

/* Sends bytes as they are and returns what comes until the other end closes or is silent for so
 * long. */
reply *send_raw(const void *bytes, size_t size, int milliseconds);

/* Opens SMALL_LAND, or a text, and waits for its result. */
json_t *open_land(const char *text);
/* Waits until the whole of the newest revision is made; its id. */
json_int_t wait_result(void);
/* Edits with these operations; the project. */
json_t *edit(const char *ops);
/* A value of a stage of the project, borrowed. */
json_t *value_of(json_t *project, const char *stage, const char *name);
char *read_text(const char *format, ...)
    FLUV_PRINTF(1, 2); /* a file below the folder, to be freed */

/* A listener: reads events as they come. */
typedef struct listener {
    int socket;
    size_t size;
    char text[1 << 20];
} listener;
listener *listen_to_news(void);
/* Waits for an event whose data has these words; false after ten seconds. */
bool hears(listener *l, const char *event, const char *words);
void stop_listening(listener *l);

#endif
