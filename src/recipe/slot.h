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
    bool inside; /* `name` leads through rows of lists; `index` is that of the outermost */
} fluv_slot;

typedef struct fluv_path_text {
    char text[160];
} fluv_path_text;
fluv_path_text fluv_slot_path(const fluv_slot *at);

/* "name:line:column: path: …". */
FLUV_MUST_CHECK fluv_status fluv_fail_slot(const fluv_slot *at, fluv_place place,
                                           const char *format, ...) FLUV_PRINTF(3, 4);
/* Notes the slot as the place of the mistake that was just made, and passes its status on. */
FLUV_MUST_CHECK fluv_status fluv_at_slot(const fluv_slot *at, fluv_status status);
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

/* One row of a list, as its `index`-th, into a struct with its defaults. */
FLUV_MUST_CHECK fluv_status fluv_slot_row(const fluv_slot *list, const fluv_node *node,
                                          size_t index, void *to);
/* Whether the list may have so many rows. */
FLUV_MUST_CHECK fluv_status fluv_slot_count(const fluv_slot *list, fluv_place place, size_t count);

/* The row of a field's part: "low", "high", and what its kind has besides; its offset is that in
 * fluv_field. False: the field has no such part. */
bool fluv_field_part(const fluv_param *row, const fluv_field *field, const char *name,
                     fluv_param *out);

/* A file's name as the recipe means it, allocated; relative names start at the recipe's folder. */
char *fluv_file_resolve(const fluv_origin *source, const char *file);

/* "unknown stage `y`: did you mean `x`?", or the names there are; `what` begins it. */
FLUV_MUST_CHECK fluv_status fluv_fail_row(const fluv_origin *source, fluv_place place,
                                          const char *what, const char *word,
                                          const fluv_param *rows, size_t count);

#endif
