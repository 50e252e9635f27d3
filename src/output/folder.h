// SPDX-License-Identifier: MIT
/* The folder of files that a landscape becomes. */
#ifndef FLUV_OUTPUT_FOLDER_H
#define FLUV_OUTPUT_FOLDER_H

#include "landscape/landscape.h"

/* Whether a result may be written to `dir`: it does not exist but its parent does, it is empty, or
 * it is an older result. */
FLUV_MUST_CHECK fluv_status fluv_folder_check(fluv_ctx *ctx, const char *dir);

/* Writes every file the landscape has layers for. The folder appears complete or not at all; an
 * older result in its place is replaced. `recipe_text` and `verdicts` (FLUV_RULES of them) may be
 * NULL. */
FLUV_MUST_CHECK fluv_status fluv_write_folder(fluv_ctx *ctx, const fluv_landscape *land,
                                              const char *recipe_text, const fluv_verdict *verdicts,
                                              const char *dir);

#endif
