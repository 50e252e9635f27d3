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

extern const breach breaches_of_ways[], breaches_of_flow[];
extern const int breaches_of_ways_count, breaches_of_flow_count;

static inline int breach_count(void)
{
    return breaches_of_ways_count + breaches_of_flow_count;
}

static inline const breach *breach_at(int index)
{
    return index < breaches_of_ways_count ? &breaches_of_ways[index]
                                          : &breaches_of_flow[index - breaches_of_ways_count];
}

#endif
