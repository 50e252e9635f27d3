// SPDX-License-Identifier: MIT
/* Reads a .def file as the fields of a parameter struct. Included again and again: no guard. */
#include "base/param_choices.h"
#include "base/param_clear.h"
#define HYPHEN(left, right)                                 left##_##right
#define REAL(name, standard, low, high, unit, scale, help)  double name;
#define INT(name, standard, low, high, unit, scale, help)   int64_t name;
#define FIELD(name, standard, low, high, unit, scale, help) fluv_field name;
#define CHOICE(name, prefix, standard, words, help)                                                \
    enum { FLUV_CHOICES(FLUV_CHOICE_CONSTANT, FLUV_CHOICE_CONSTANT, prefix, words) } name;
#define FLAG(name, standard, help) bool name;
#define TEXT(name, standard, help) char *name;
#define PATH(name, kind, help)     char *name;
#define LIST(name, row, least, most, help)                                                         \
    struct {                                                                                       \
        size_t count;                                                                              \
        row *rows;                                                                                 \
    } name;
