// SPDX-License-Identifier: MIT
/* YAML as a tree of nodes with their places, small and safe: no aliases, anchors or tags, bounded
 * in bytes, depth and number. */
#ifndef FLUV_RECIPE_YAML_H
#define FLUV_RECIPE_YAML_H

#include "base/ctx.h"

#define FLUV_YAML_BYTES ((size_t)16 << 20)
#define FLUV_YAML_NODES 1000000
#define FLUV_YAML_DEPTH 16

/* Where a text comes from, for its messages and for the files it names. */
typedef struct fluv_origin {
    fluv_ctx *ctx;
    fluv_status mistake; /* the status a mistake in it returns */
    const char *name;    /* stands before line and column; NULL: messages carry no place */
    const char *folder;  /* relative file names start here; NULL: in the working folder */
} fluv_origin;

typedef struct fluv_place {
    int line, column; /* from 1 */
} fluv_place;

typedef enum fluv_node_kind { FLUV_NODE_SCALAR, FLUV_NODE_LIST, FLUV_NODE_MAP } fluv_node_kind;

/* Items of a list hang on `first`, one after the other by `next`; so do the values of a map, each
 * with its key. Keys differ from each other. */
typedef struct fluv_node {
    fluv_node_kind kind;
    fluv_place place, key_place;
    const char *key;  /* within a map; otherwise NULL */
    const char *text; /* of a scalar */
    bool quoted;      /* a scalar that cannot be null */
    struct fluv_node *first, *next;
    size_t count; /* items or values */
} fluv_node;

/* "name:line:column: …", with the status for mistakes. */
FLUV_MUST_CHECK fluv_status fluv_fail_at(const fluv_origin *source, fluv_place place,
                                         const char *format, ...) FLUV_PRINTF(3, 4);

/* The one document of a text, in scratch memory. */
FLUV_MUST_CHECK fluv_status fluv_yaml_read(const fluv_origin *source, const char *text,
                                           size_t length, const fluv_node **out);

bool fluv_node_is_null(const fluv_node *node);
const fluv_node *fluv_node_value(const fluv_node *map, const char *key); /* NULL: no such key */

#endif
