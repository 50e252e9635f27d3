// SPDX-License-Identifier: MIT
/* How much memory and how many cores there are: what the machine, its control group and the
 * process's own limits leave. */
#ifndef FLUV_BASE_ROOM_H
#define FLUV_BASE_ROOM_H

#include "base/ctx.h"

/* Bytes the context may hold in all, those it holds now included: what is free on disk, if large
 * blocks go there, or the limit that was set, or else what the machine has. UINT64_MAX where
 * nothing is known. */
uint64_t fluv_room(const fluv_ctx *ctx);

/* Cores the process may use; at least 1. */
int fluv_cores(void);

/* Bytes for people: "640 MB", "12.3 GB". */
typedef struct fluv_bytes_text {
    char text[24];
} fluv_bytes_text;
fluv_bytes_text fluv_bytes_show(double bytes);

#endif
