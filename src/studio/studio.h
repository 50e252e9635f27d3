// SPDX-License-Identifier: MIT
/* The studio as the command sees it: a server on the loopback address that serves a page and does
 * what the page asks. docs/studio-protocol.md describes what travels between them.
 *
 * Everything in this folder stands on interfluve.h, libmicrohttpd and jansson alone. */
#ifndef FLUV_STUDIO_STUDIO_H
#define FLUV_STUDIO_STUDIO_H

#include "interfluve.h"

#define STUDIO_PORT 7340 /* where it listens unless told otherwise */

typedef struct studio_options {
    const char *what;    /* recipe, preset, height map or folder to open; NULL: the gallery */
    const char *project; /* folder of the project; NULL: found or made by the name */
    int port;            /* 0: STUDIO_PORT, or the next that is free */
    bool open;           /* show the page in a browser where there is a screen */
    int threads;         /* 0: one per core */
} studio_options;

typedef enum studio_end {
    STUDIO_DONE,     /* stopped by a signal, all saved */
    STUDIO_REFUSED,  /* what it was asked to open cannot be opened */
    STUDIO_FAILED,   /* no port, no page, no memory */
    STUDIO_NOT_BUILT /* the program was built without it */
} studio_end;

/* The version of libmicrohttpd; NULL: built without it. */
const char *studio_server_version(void);

/* Runs until a signal comes. `why` gets one line when it does not begin at all. */
studio_end studio_run(const studio_options *options, char why[512]);

#endif
