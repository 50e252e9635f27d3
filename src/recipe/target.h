// SPDX-License-Identifier: MIT
/* Where an assignment leads: "min_area", "landmasses[0].inside", "types.marsh.growth". */
#ifndef FLUV_RECIPE_TARGET_H
#define FLUV_RECIPE_TARGET_H

#include "recipe/slot.h"

/* The struct that holds the value, the value's row, and the way to the struct for messages. */
typedef struct fluv_target {
    void *params;
    const fluv_param *row;
    bool needed; /* a list that must not be empty */
    fluv_path_text owner;
} fluv_target;

/* Finds the value that `way` names in a stage's parameters, through rows of lists that are there:
 * by index, or by the text of their first column. Such a row alone stands for its second column.
 * `way` is cut into its parts. */
FLUV_MUST_CHECK fluv_status fluv_target_find(const fluv_origin *source, const fluv_stage_info *info,
                                             void *params, char *way, fluv_target *out);

#endif
