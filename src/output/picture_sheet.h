// SPDX-License-Identifier: MIT
/* Many pictures on one. */
#ifndef FLUV_OUTPUT_PICTURE_SHEET_H
#define FLUV_OUTPUT_PICTURE_SHEET_H

#include "output/picture.h"

FLUV_MUST_CHECK fluv_status fluv_panels_draw(fluv_ctx *ctx, const fluv_panel *panels, size_t count,
                                             uint32_t columns, fluv_picture *out);

#endif
