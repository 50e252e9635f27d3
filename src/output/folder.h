// SPDX-License-Identifier: MIT
/* The folder of files that a landscape becomes. */
#ifndef FLUV_OUTPUT_FOLDER_H
#define FLUV_OUTPUT_FOLDER_H

#include "output/folder_files.h"

/* Whether fluv_folder_write would refuse the folder, or what is to be left out (NULL: nothing). */
FLUV_MUST_CHECK fluv_status fluv_folder_check(fluv_ctx *ctx, const char *dir, const char *without);

/* Writes every file the content has something for. The folder appears complete or not at all; an
 * older result in its place is replaced. */
FLUV_MUST_CHECK fluv_status fluv_folder_write(fluv_ctx *ctx, const fluv_folder_content *content,
                                              const char *dir);

#endif
