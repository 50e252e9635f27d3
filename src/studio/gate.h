// SPDX-License-Identifier: MIT
/* Who may come in: requests for our own address, from our own page, with the token. */
#ifndef FLUV_STUDIO_GATE_H
#define FLUV_STUDIO_GATE_H

#include "interfluve.h"

#include <microhttpd.h>

typedef struct studio_gate {
    char token[33]; /* 128 random bits in hexadecimal */
    int port;
} studio_gate;

bool gate_init(studio_gate *gate); /* false: the system gives no random bytes */
/* NULL if the request may come in; otherwise why not. `token`: whether it must carry it. */
const char *gate_refuses(const studio_gate *gate, struct MHD_Connection *connection, bool token);
/* Headers that keep the page to itself. `keep`: it never changes. */
void gate_guard(struct MHD_Response *response, bool keep);

#endif
