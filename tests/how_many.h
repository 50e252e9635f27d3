// SPDX-License-Identifier: MIT
/* How many random cases a test looks at: as many as the environment says, or as usual. */
#ifndef FLUV_TESTS_HOW_MANY_H
#define FLUV_TESTS_HOW_MANY_H

#include <stdlib.h>

static inline int how_many(const char *variable, int usual)
{
    const char *asked = getenv(variable);
    return asked && atoi(asked) > 0 ? atoi(asked) : usual;
}

#endif
