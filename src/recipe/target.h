// SPDX-License-Identifier: MIT
/* Where an assignment leads: "min_area", "landmasses[0].inside", "types.marsh.growth". */
#ifndef FLUV_RECIPE_TARGET_H
#define FLUV_RECIPE_TARGET_H

#include "recipe/slot.h"

/* The struct that holds the value, the value's row, and the way to the struct for messages. The
 * struct of a field's part is the field. */
typedef struct fluv_target {
    void *params;
    fluv_param row;
    bool needed; /* a list that must not be empty */
    bool inside; /* of a list: of its row `outermost` */
    size_t outermost;
    fluv_path_text owner;
} fluv_target;

/* Finds the value that `way` names in a stage's parameters, through rows of lists that are there:
 * by index, or by the text of their first column. Such a row alone stands for its second column.
 * Behind a field stands one of its parts.
 * `way` is cut into its parts. */
FLUV_MUST_CHECK fluv_status fluv_target_find(const fluv_origin *source, const fluv_stage_info *info,
                                             void *params, char *way, fluv_target *out);

/* Slots for messages about the target: what it is a part of, and itself. */
static inline fluv_slot fluv_target_owner(const fluv_origin *source, const fluv_target *to)
{
    return (fluv_slot){
        .source = source, .name = to->owner.text, .inside = to->inside, .index = to->outermost};
}
static inline fluv_slot fluv_target_slot(const fluv_slot *owner, const fluv_target *to)
{
    return (fluv_slot){.source = owner->source,
                       .outer = owner,
                       .name = to->row.name,
                       .row = &to->row,
                       .needed = to->needed};
}

#endif
