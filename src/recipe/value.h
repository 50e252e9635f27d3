// SPDX-License-Identifier: MIT
/* From YAML nodes to parameter values and back to text. */
#ifndef FLUV_RECIPE_VALUE_H
#define FLUV_RECIPE_VALUE_H

#include "base/param.h"
#include "recipe/yaml.h"

#include <stdio.h>

/* Puts one value into a parameter struct, checked by its row: type, unit, range. On failure the
 * struct is as it was. `owner` is the stage's name for messages. */
FLUV_MUST_CHECK fluv_status fluv_value_read(const fluv_origin *source, const char *owner,
                                            const fluv_param *row, const fluv_node *node,
                                            void *params);

/* Puts every value of a map into a parameter struct; NULL nodes and null leave all as it is. */
FLUV_MUST_CHECK fluv_status fluv_values_read(const fluv_origin *source, const fluv_stage_info *info,
                                             const fluv_node *map, void *params);

/* "unknown stage `y`: did you mean `x`?", or the list of what there is; `what` begins it. */
FLUV_MUST_CHECK fluv_status fluv_fail_unknown(const fluv_origin *source, fluv_place place,
                                              const char *what, const char *word,
                                              const char *const *known, size_t count);
FLUV_MUST_CHECK fluv_status fluv_fail_param(const fluv_origin *source, fluv_place place,
                                            const fluv_stage_info *info, const char *word);

typedef struct fluv_writer {
    FILE *out;
    const char *folder; /* files are named as seen from here; NULL: by their whole path */
} fluv_writer;

/* A value as YAML: one line, and one more for every row of a list; numbers read back to the same
 * bits. */
void fluv_value_write(const fluv_writer *to, const fluv_param *row, const void *params);
void fluv_number_write(FILE *out, double number, const char *unit);
/* The same as an assignment takes it: a text without quotes, files as they are named. */
void fluv_value_show(FILE *out, const fluv_param *row, const void *params);

/* What `write` writes, with decimal points wherever the program runs; to be freed with free(). */
typedef void fluv_text_fn(FILE *out, const void *user);
FLUV_MUST_CHECK fluv_status fluv_text_make(fluv_ctx *ctx, fluv_text_fn *write, const void *user,
                                           char **out);

/* A parameter that names a file or a folder: a row PATH. */
bool fluv_param_is_file(const fluv_param *row);
/* Calls `visit` with every file that the values of a struct name, in the order of its table. */
typedef void fluv_file_fn(void *user, const char *file);
void fluv_files_visit(const fluv_param *table, size_t count, const void *params,
                      fluv_file_fn *visit, void *user);

#endif
