// SPDX-License-Identifier: MIT
/* Builds for other programs: what is wished, and what the files must be told with. */
#ifndef FLUV_STUDIO_HANDOVER_H
#define FLUV_STUDIO_HANDOVER_H

#include "interfluve.h"

#include <jansson.h>

typedef struct studio_handover {
    char *profile;       /* NULL: none, the land's own files */
    char *format, *maps; /* NULL: as the profile has them */
    uint32_t size;       /* vertices that the program takes, along the longer side */
    uint32_t tiles;
    double snow_line;
} studio_handover;

/* The profiles and maps there are, for `about`. */
json_t *handover_profiles(void);
json_t *handover_maps(void);

/* `for`, `size`, `tiles`, `format`, `maps` and `snow_line` of a wish for land of so many cells,
 * with the nearest size that the program takes. NULL: done; else what is wrong. */
json_t *handover_read(fluv_ctx *ctx, const json_t *wish, uint32_t cols, uint32_t rows,
                      studio_handover *out);
void handover_free(studio_handover *handover);

/* `told`: what the program must be told, a line each, to be freed with fluv_text_free. */
FLUV_MUST_CHECK fluv_status handover_write(fluv_ctx *ctx, const fluv_landscape *land,
                                           const fluv_recipe *recipe, const char *dir,
                                           const studio_handover *handover, char **told);
/* Whether a folder can take an export: it is not there, empty, or an earlier one. */
bool handover_may_write(const char *folder);

#endif
