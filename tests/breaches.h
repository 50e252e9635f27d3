// SPDX-License-Identifier: MIT
/* What breaks each rule of water in the little landscape. */
#ifndef BREACHES_H
#define BREACHES_H

#include "landscape/landscape.h"

typedef struct breach {
    int rule;
    bool alone; /* no other rule is broken by it */
    void (*break_it)(fluv_landscape *land);
    const char *where; /* a part of the line */
} breach;

extern const breach breaches[];
extern const int breach_count;

#endif
