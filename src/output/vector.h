// SPDX-License-Identifier: MIT
/* water.gpkg: the layers rivers, lakes, coast, watersheds and the rivers' beds. */
#ifndef FLUV_OUTPUT_VECTOR_H
#define FLUV_OUTPUT_VECTOR_H

#include "landscape/landscape.h"

/* Whether the landscape has anything for the file. */
bool fluv_vectors_present(const fluv_landscape *land);

/* Layers that the landscape lacks are left out. */
FLUV_MUST_CHECK fluv_status fluv_vectors_write(fluv_ctx *ctx, const fluv_landscape *land,
                                               const char *file);

#endif
