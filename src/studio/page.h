// SPDX-License-Identifier: MIT
/* The files of the page, as they were built and installed. */
#ifndef FLUV_STUDIO_PAGE_H
#define FLUV_STUDIO_PAGE_H

#include "studio/call.h"

#include <limits.h>

#define STUDIO_PAGE_FILES 256

typedef struct studio_page {
    char folder[PATH_MAX + 64];
    char *names[STUDIO_PAGE_FILES]; /* below the folder: "index.html", "assets/index-4f2a.js" */
    size_t count;
} studio_page;

/* Finds the folder: INTERFLUVE_STUDIO_PAGE, beside the installed program, or in the tree the
 * program was built in. False: there is none. */
bool page_find(studio_page *page);
/* The picture of a preset that comes with the page: whether there is one, and its bytes (WebP;
 * free them). */
bool page_has_preset(const studio_page *page, const char *preset);
char *page_preset(const studio_page *page, const char *preset, size_t *size);
void page_free(studio_page *page);
/* Answers with a file, 404 if the page has none of that name. */
void page_answer(studio_page *page, studio_call *call, const char *url);

#endif
