// SPDX-License-Identifier: MIT
/* Files that the values of a recipe name: found, made whole, kept to the project's folder. */
#ifndef FLUV_STUDIO_FILES_H
#define FLUV_STUDIO_FILES_H

#include "interfluve.h"

#include <jansson.h>

/* The name as seen from a folder when it lies below it, otherwise as it is. */
const char *files_from(const char *folder, const char *file);
/* Whether the recipe names a file or folder that is not there. */
bool files_missing(fluv_ctx *ctx, const fluv_recipe *recipe);
/* Lets names that begin nowhere begin at the folder. */
FLUV_MUST_CHECK fluv_status files_make_whole(fluv_ctx *ctx, fluv_recipe *recipe,
                                             const char *folder);
/* The first file that lies outside of the folder and that `before` (may be NULL) does not name; ""
 * if there is none. */
void files_find_foreign(fluv_ctx *ctx, const fluv_recipe *recipe, const fluv_recipe *before,
                        const char *folder, char *out, size_t room);

/* Writes a file whole or not at all, and for good: what a power cut leaves is the old file or the
 * new one. */
bool file_save(const char *folder, const char *name, const void *bytes, size_t size);
/* The bytes of a file and a zero behind them; NULL: cannot be read, or is larger than `most`. */
char *file_load(const char *path, size_t most, size_t *size);
/* With the files in it; "" is nothing. */
void files_remove_folder(const char *folder);
/* Names of the folders in a folder, in order; at most a thousand. */
json_t *files_folders_in(const char *folder);
/* Names of all that is in a folder, in order; folders with a slash. At most a thousand. */
json_t *files_in(const char *folder);
bool file_copy(const char *from, const char *to);
/* A name that a file may have: letters, digits, dots, dashes and underscores, no dot first. */
bool file_name_is_plain(const char *name);

#endif
