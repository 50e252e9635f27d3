// SPDX-License-Identifier: MIT
/* Reads a .def file as rows of a fluv_param table; PARAMS names the struct. No guard. */
#include "base/param_choices.h"
#include "base/param_clear.h"
// clang-format off
#define HYPHEN(left, right) left-right
// clang-format on
#define PARAM_NUMBER(kind, field, std, low, high, u, s, h)                                         \
    {.name = #field,                                                                               \
     .type = kind,                                                                                 \
     .standard = std,                                                                              \
     .min = low,                                                                                   \
     .max = high,                                                                                  \
     .unit = u,                                                                                    \
     .scale = FLUV_##s,                                                                            \
     .choices = "",                                                                                \
     .standard_text = "",                                                                          \
     .help = h,                                                                                    \
     .offset = offsetof(PARAMS, field)},
#define PARAM_WORD(kind, field, flag, u, words, text, h)                                           \
    {.name = #field,                                                                               \
     .type = kind,                                                                                 \
     .standard = flag,                                                                             \
     .min = 0,                                                                                     \
     .max = 1,                                                                                     \
     .unit = u,                                                                                    \
     .scale = FLUV_LINEAR,                                                                         \
     .choices = words,                                                                             \
     .standard_text = text,                                                                        \
     .help = h,                                                                                    \
     .offset = offsetof(PARAMS, field)},
#define REAL(name, std, low, high, unit, scale, help)                                              \
    PARAM_NUMBER(FLUV_PARAM_REAL, name, std, low, high, unit, scale, help)
#define INT(name, std, low, high, unit, scale, help)                                               \
    PARAM_NUMBER(FLUV_PARAM_INT, name, std, low, high, unit, scale, help)
#define FIELD(name, std, low, high, unit, scale, help)                                             \
    PARAM_NUMBER(FLUV_PARAM_FIELD, name, std, low, high, unit, scale, help)
#define CHOICE(name, prefix, std, words, help)                                                     \
    PARAM_WORD(FLUV_PARAM_CHOICE, name, 0, "",                                                     \
               FLUV_CHOICES(FLUV_CHOICE_MORE, FLUV_CHOICE_LAST, , words), FLUV_CHOICE_TEXT(std),   \
               help)
#define FLAG(name, std, help)  PARAM_WORD(FLUV_PARAM_FLAG, name, std, "", "", "", help)
#define TEXT(name, std, help)  PARAM_WORD(FLUV_PARAM_TEXT, name, 0, "", "", std, help)
#define PATH(name, kind, help) PARAM_WORD(FLUV_PARAM_TEXT, name, 0, kind, "", "", help)
#define LIST(field, row, least, most, h)                                                           \
    {.name = #field,                                                                               \
     .type = FLUV_PARAM_LIST,                                                                      \
     .min = least,                                                                                 \
     .max = most,                                                                                  \
     .unit = "",                                                                                   \
     .choices = "",                                                                                \
     .standard_text = "",                                                                          \
     .help = h,                                                                                    \
     .offset = offsetof(PARAMS, field),                                                            \
     .columns = &row##_columns},
