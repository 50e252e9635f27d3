// SPDX-License-Identifier: MIT
/* A bundle: words and arrays in one body, as docs/studio-protocol.md lays it out. */
#ifndef FLUV_STUDIO_BUNDLE_H
#define FLUV_STUDIO_BUNDLE_H

#include "studio/call.h"

#define BUNDLE_ARRAYS 40

/* What a value is called and how many bytes it has, by fluv_value_type. */
typedef struct studio_type {
    const char *name;
    size_t size;
} studio_type;
extern const studio_type studio_types[];

typedef struct studio_array {
    const char *name;
    fluv_value_type type;
    size_t count;
    void *values; /* the bundle's, from malloc */
    bool column;  /* of its items: a value each */
    bool truth;   /* true or false, a byte each */
} studio_array;

/* What kind of value a field of an item is. */
typedef enum studio_field_type {
    FIELD_INT64,
    FIELD_UINT32,
    FIELD_FLOAT64,
    FIELD_FLOAT32,
    FIELD_UINT8,
    FIELD_BOOL,
    FIELD_WORDS /* an array of char */
} studio_field_type;

typedef struct studio_field {
    const char *name;
    studio_field_type type;
    size_t at, room; /* bytes from the item's start, bytes of it */
} studio_field;

#define STUDIO_FIELD(item, field)                                                                    \
    {                                                                                                \
        .name = #field, .at = offsetof(item, field), .room = sizeof(((item *)0)->field),           \
        .type = _Generic(((item *)0)->field, int64_t                                               \
                         : FIELD_INT64, uint32_t                                                   \
                         : FIELD_UINT32, double                                                    \
                         : FIELD_FLOAT64, float                                                    \
                         : FIELD_FLOAT32, uint8_t                                                  \
                         : FIELD_UINT8, bool                                                       \
                         : FIELD_BOOL, char *                                                      \
                         : FIELD_WORDS) \
    }

typedef struct studio_items {
    const studio_field *fields;
    size_t field_count;
    const void *first; /* NULL where there are none */
    size_t count, stride;
} studio_items;

typedef struct studio_bundle {
    json_t *head; /* what it says beside `arrays`; stolen */
    studio_array arrays[BUNDLE_ARRAYS];
    size_t count;
    bool failed; /* no memory for an array */
} studio_bundle;

/* Room for an array of `count` values; NULL: no memory. */
void *bundle_array(studio_bundle *bundle, const char *name, fluv_value_type type, size_t count);
/* The items, a column a field; words in the head, those that say something. */
void bundle_items(studio_bundle *bundle, const studio_items *items);
/* Answers with the bundle and frees it. */
void bundle_answer(studio_bundle *bundle, studio_call *call);

#endif
