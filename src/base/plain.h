// SPDX-License-Identifier: MIT
/* Numbers in files and pictures, with a point whatever the locale of the calling program says. */
#ifndef FLUV_BASE_PLAIN_H
#define FLUV_BASE_PLAIN_H

#include "interfluve.h"

#include <locale.h>

/* The locale "C" between begin and end, for the calling thread alone. */
typedef struct fluv_plain {
    locale_t plain, before; /* the locale meanwhile, and the calling program's */
} fluv_plain;

void fluv_plain_begin(fluv_plain *plain);
void fluv_plain_end(fluv_plain *plain);

/* As snprintf. */
FLUV_PRINTF(3, 4) void fluv_plain_print(char *to, size_t room, const char *format, ...);

#endif
