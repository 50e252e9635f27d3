// SPDX-License-Identifier: MIT
/* A value about to be read, and the way to it, so that messages can name it:
 * "coast.landmasses[2].markers[1].direction". The readers of the kinds of values share it. */
#ifndef FLUV_RECIPE_SLOT_H
#define FLUV_RECIPE_SLOT_H

#include "base/param.h"
#include "recipe/yaml.h"

typedef struct fluv_slot {
    const fluv_origin *source;
    const struct fluv_slot *outer; /* what this is a part of; NULL: nothing */
    const char *name;              /* of a stage, parameter, column, part or row; NULL: a row */
    size_t index;                  /* of a row without a name */
    const fluv_param *row;         /* of the table; NULL: this only leads to a value */
    bool needed;                   /* a list that must not be empty */
} fluv_slot;

typedef struct fluv_path_text {
    char text[160];
} fluv_path_text;
fluv_path_text fluv_slot_path(const fluv_slot *at);

/* "name:line:column: path: …". */
FLUV_MUST_CHECK fluv_status fluv_fail_slot(const fluv_slot *at, fluv_place place,
                                           const char *format, ...) FLUV_PRINTF(3, 4);
/* A scalar that is not null; `expected` says what else is wrong. */
FLUV_MUST_CHECK fluv_status fluv_slot_scalar(const fluv_slot *at, const fluv_node *node,
                                             const char *expected);

/* Any value into its struct; on failure the struct is as it was. */
FLUV_MUST_CHECK fluv_status fluv_slot_read(const fluv_slot *at, const fluv_node *node,
                                           void *params);
FLUV_MUST_CHECK fluv_status fluv_slot_number(const fluv_slot *at, const fluv_node *node,
                                             double *out);
FLUV_MUST_CHECK fluv_status fluv_slot_field(const fluv_slot *at, const fluv_node *node,
                                            fluv_field *out);
FLUV_MUST_CHECK fluv_status fluv_slot_list(const fluv_slot *at, const fluv_node *node,
                                           void *params);

/* A file's name as the recipe means it, allocated; relative names start at the recipe's folder. */
char *fluv_file_resolve(const fluv_origin *source, const char *file);

/* "unknown stage `y`: did you mean `x`?", or the names there are; `what` begins it. */
FLUV_MUST_CHECK fluv_status fluv_fail_row(const fluv_origin *source, fluv_place place,
                                          const char *what, const char *word,
                                          const fluv_param *rows, size_t count);

#endif
