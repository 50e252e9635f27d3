// SPDX-License-Identifier: MIT
/* One export under way: what it is made from, where its files go, and what export.json will say. */
#ifndef FLUV_EXPORT_JOB_H
#define FLUV_EXPORT_JOB_H

#include "export/maps.h"
#include "export/sizes.h"

#include <jansson.h>

struct fluv_profile;

typedef enum fluv_image_format {
    FLUV_IMAGE_PNG,
    FLUV_IMAGE_R16, /* bare numbers of 16 bits, the low byte first, rows from north to south */
    FLUV_IMAGE_RAW, /* the same with rows from south to north, as Unity reads them */
    FLUV_IMAGE_TIF,
    FLUV_IMAGE_EXR,
    FLUV_IMAGE_TILES,  /* of web maps: the profile writes them itself */
    FLUV_IMAGE_PMTILES /* the same in one file */
} fluv_image_format;

typedef struct fluv_export_job {
    const fluv_landscape *land;
    const struct fluv_profile *profile;
    fluv_export_size size;
    fluv_export_grid grid;
    fluv_map_source source;
    const char *maps;                   /* names with commas between */
    fluv_image_format format;           /* of heights */
    double height_offset, height_scale; /* m: height = offset + scale * number */
    const char *folder;                 /* where files are written for the time being */
    json_t *files, *settings, *notes, *water, *extra;
} fluv_export_job;

/* -- manifest.c: what export.json says */

/* Notes one line that the user should know. */
void fluv_export_note(fluv_export_job *job, const char *format, ...) FLUV_PRINTF(2, 3);
/* A value to be typed into the engine's dialog, or looked up. */
void fluv_export_set(fluv_export_job *job, const char *name, const char *format, ...)
    FLUV_PRINTF(3, 4);
/* A file of the export, which is listed; the object, borrowed, can be added to. NULL: no memory. */
json_t *fluv_export_list(fluv_export_job *job, const char *file, const char *what);
FLUV_MUST_CHECK fluv_status fluv_export_manifest(fluv_ctx *ctx, fluv_export_job *job);
/* Settings and notes as lines; fluv_text_free it. NULL: no memory. */
char *fluv_export_told(const fluv_export_job *job);

/* -- image.c: rasters of the lattice, whole or as tiles */

typedef enum fluv_image_type { FLUV_IMAGE_U8, FLUV_IMAGE_U16, FLUV_IMAGE_F32 } fluv_image_type;

typedef struct fluv_image {
    const char *stem; /* the file's name without what follows the point */
    const char *what, *unit;
    fluv_image_format format;
    fluv_image_type type;
    int channels;         /* stand side by side, a vertex after the other */
    const void *pixels;   /* of the whole lattice */
    double offset, scale; /* value = offset + scale * number */
    bool is_log;          /* ten to the power of that */
} fluv_image;

FLUV_MUST_CHECK fluv_status fluv_image_write(fluv_ctx *ctx, fluv_export_job *job,
                                             const fluv_image *image);

/* A part of an image in memory, and the file it goes to. */
typedef struct fluv_image_part {
    const fluv_image *image;
    const unsigned char *first; /* its first number */
    size_t line;                /* bytes from one row to the next */
    uint32_t cols, rows;
    double west, north; /* of its first vertex, CRS */
    const char *path;
    const char *says; /* one line for the file itself */
} fluv_image_part;

/* exr.c */
FLUV_MUST_CHECK fluv_status fluv_exr_write(fluv_ctx *ctx, const fluv_image_part *part);
FLUV_MUST_CHECK fluv_status fluv_image_png(fluv_ctx *ctx, const fluv_image_part *part);
/* image_tif.c */
FLUV_MUST_CHECK fluv_status fluv_image_tif(fluv_ctx *ctx, const fluv_export_job *job,
                                           const fluv_image_part *part);

/* -- layers.c: what profiles share */

/* Heights in the job's format: `carved` as the land has them, or with rivers filled to their
 * surface. */
FLUV_MUST_CHECK fluv_status fluv_export_heights(fluv_ctx *ctx, fluv_export_job *job,
                                                const char *stem, bool carved);
/* One map as a file of its own. */
FLUV_MUST_CHECK fluv_status fluv_export_map(fluv_ctx *ctx, fluv_export_job *job,
                                            const fluv_map *map);

/* -- text.c: texts into the folder */

FLUV_MUST_CHECK fluv_status fluv_export_text(fluv_ctx *ctx, fluv_export_job *job, const char *name,
                                             const char *what, const char *text, size_t length);

#endif
