// SPDX-License-Identifier: MIT
/* Vector tiles, looked at after they are written. */
#ifndef FLUV_EXPORT_VECTOR_TILES_H
#define FLUV_EXPORT_VECTOR_TILES_H

#include "export/tile_folder.h"
#include "export/vectors.h"

/* Layers of `source` were written as Mapbox vector tiles into `folder` in web Mercator: every tile
 * must be whole, and hold at the finest zoom what begins in it. */
FLUV_MUST_CHECK fluv_status fluv_vector_tiles_check(fluv_ctx *ctx, const fluv_export_job *job,
                                                    const fluv_vector_source *source,
                                                    const char *const *layers,
                                                    const fluv_tile_folder *folder);

#endif
