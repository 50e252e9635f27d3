// SPDX-License-Identifier: MIT
/* A bundle: words and arrays in one body, as docs/studio-protocol.md lays it out. */
#ifndef FLUV_STUDIO_BUNDLE_H
#define FLUV_STUDIO_BUNDLE_H

#include "studio/call.h"

#define BUNDLE_ARRAYS 8

typedef struct studio_array {
    const char *name;
    fluv_value_type type;
    size_t count;
    void *values; /* the bundle's, from malloc */
} studio_array;

typedef struct studio_bundle {
    json_t *head; /* what it says beside `arrays`; stolen */
    studio_array arrays[BUNDLE_ARRAYS];
    size_t count;
    bool failed; /* no memory for an array */
} studio_bundle;

/* Room for an array of `count` values; NULL: no memory. */
void *bundle_array(studio_bundle *bundle, const char *name, fluv_value_type type, size_t count);
/* Answers with the bundle and frees it. */
void bundle_answer(studio_bundle *bundle, studio_call *call);

#endif
