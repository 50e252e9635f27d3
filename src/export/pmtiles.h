// SPDX-License-Identifier: MIT
/* Tiles of a web map in one file, which a browser reads by ranges of bytes: PMTiles, version 3. */
#ifndef FLUV_EXPORT_PMTILES_H
#define FLUV_EXPORT_PMTILES_H

#include "export/job.h"

typedef struct fluv_pmtiles {
    const char *folder; /* below the job's: {z}/{x}/{y}.ENDING */
    const char *ending, *file;
    bool vector;                     /* vector tiles, to be compressed; otherwise PNG */
    int least, most;                 /* zooms */
    double west, south, east, north; /* degrees */
    const json_t *says;              /* the archive's own metadata, an object */
} fluv_pmtiles;

/* Packs a folder of tiles into one file beside it, and removes the folder. */
FLUV_MUST_CHECK fluv_status fluv_pmtiles_pack(fluv_ctx *ctx, const fluv_export_job *job,
                                              const fluv_pmtiles *what);

#endif
