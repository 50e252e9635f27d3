// SPDX-License-Identifier: MIT
/* How many random cases a test looks at: as many as the environment says, or as usual; and what is
 * for the quick build alone. */
#ifndef FLUV_TESTS_HOW_MANY_H
#define FLUV_TESTS_HOW_MANY_H

#include <stdlib.h>

/* A sanitizer looks for bad reads and writes, and finds no more of them in the twelfth landscape of
 * a kind than in the first: means over many, and the same land at two sizes, are left to the quick
 * build, where they cost a tenth. */
#ifdef __SANITIZE_ADDRESS__
#define FLUV_SANITIZED 1
#else
#define FLUV_SANITIZED 0
#endif

static inline int how_many(const char *variable, int usual)
{
    const char *asked = getenv(variable);
    return asked && atoi(asked) > 0 ? atoi(asked) : usual;
}

/* As many in the quick build, so few under a sanitizer. */
static inline unsigned cases_of(unsigned all, unsigned few)
{
    return FLUV_SANITIZED ? few : all;
}

/* At the head of a test for the quick build alone; cmocka says that it was skipped. */
#define QUICK_BUILD_ALONE()                                                                        \
    do {                                                                                           \
        if (FLUV_SANITIZED)                                                                        \
            skip();                                                                                \
    } while (0)

#endif
