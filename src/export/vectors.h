// SPDX-License-Identifier: MIT
/* Rivers, lakes, coast and watersheds for other vector formats: those of a result's water.gpkg,
 * written in memory and taken over from there. */
#ifndef FLUV_EXPORT_VECTORS_H
#define FLUV_EXPORT_VECTORS_H

#include "export/job.h"
#include "output/memory_file.h"

#include <gdal.h>

/* Zeroed is valid. */
typedef struct fluv_vector_source {
    fluv_memory_folder folder;
    char path[96];
    GDALDatasetH data;
    char *crs; /* of the export, WKT */
} fluv_vector_source;

/* Close it also after a failure. */
FLUV_MUST_CHECK fluv_status fluv_vectors_open(fluv_ctx *ctx, const fluv_export_job *job,
                                              fluv_vector_source *out);
void fluv_vectors_close(fluv_vector_source *source);

/* As ogr2ogr does, by its words, with a NULL at the end; `file` in the job's folder. */
FLUV_MUST_CHECK fluv_status fluv_vectors_translate(fluv_ctx *ctx, const fluv_export_job *job,
                                                   const fluv_vector_source *source,
                                                   const char *file, const char *const *words);

#endif
