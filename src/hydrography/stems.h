// SPDX-License-Identifier: MIT
/* Which of two rivers that meet is the river and which its tributary: what names follow. */
#ifndef FLUV_HYDROGRAPHY_STEMS_H
#define FLUV_HYDROGRAPHY_STEMS_H

#include "landscape/landscape.h"

/* Whether `a` brings more water; of those with the same, more land. */
bool fluv_reach_is_stronger(const fluv_reach *a, const fluv_reach *b);
/* The strongest reach that runs into one, which may be through a lake; of dry ones the one with the
 * most land. NULL: none does.  O(count). */
fluv_reach *fluv_reach_above(fluv_reach *reaches, size_t count, const fluv_reach *below);
/* Down the river until it ends or joins a stronger one: its last reach.  O(count * reaches). */
fluv_reach *fluv_reach_foot(fluv_reach *reaches, size_t count, fluv_reach *at);
/* From a reach up the river to its head, as long as reaches have no name: they get this one.
 * Returns how many. */
size_t fluv_reach_call(fluv_reach *reaches, size_t count, fluv_reach *foot, const char *name);

#endif
