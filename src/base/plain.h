// SPDX-License-Identifier: MIT
/* Numbers in files and pictures, with a point whatever the locale of the calling program says. */
#ifndef FLUV_BASE_PLAIN_H
#define FLUV_BASE_PLAIN_H

#include "interfluve.h"

/* As snprintf. */
FLUV_PRINTF(3, 4) void fluv_plain_print(char *to, size_t room, const char *format, ...);

#endif
