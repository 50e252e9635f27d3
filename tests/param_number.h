// SPDX-License-Identifier: MIT
/* A number for any parameter that can be one. */
#ifndef FLUV_TESTS_PARAM_NUMBER_H
#define FLUV_TESTS_PARAM_NUMBER_H

#include "base/param.h"

/* FIELDs become numbers, choices are given by place. Whether the parameter took it: texts and lists
 * do not. */
static inline bool param_put_number(void *params, const fluv_param *row, double number)
{
    void *value = fluv_param_at(params, row);
    switch (row->type) {
    case FLUV_PARAM_REAL:
        *(double *)value = number;
        return true;
    case FLUV_PARAM_INT:
        *(int64_t *)value = (int64_t)number;
        return true;
    case FLUV_PARAM_FIELD:
        *(fluv_field *)value = (fluv_field){.kind = FLUV_FIELD_NUMBER, .number = number};
        return true;
    case FLUV_PARAM_CHOICE:
        *(int *)value = (int)number;
        return true;
    case FLUV_PARAM_FLAG:
        *(bool *)value = number != 0.0;
        return true;
    case FLUV_PARAM_TEXT:
    case FLUV_PARAM_LIST:
        break;
    }
    return false;
}

#endif
