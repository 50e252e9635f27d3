// SPDX-License-Identifier: MIT
/* Inside the stage `regions`: the table of types, and regions on the lattice. */
#ifndef FLUV_STAGES_REGIONS_PARTS_H
#define FLUV_STAGES_REGIONS_PARTS_H

#include "landscape/regions.h"
#include "stages/regions/regions.h"

typedef struct fluv_regions_job {
    const fluv_regions_params *params;
    fluv_landscape *landscape;
    fluv_lattice lattice;
    double longer; /* the frame's longer side, m */
    uint32_t type_count;
    fluv_region_type types[FLUV_REGION_TYPES];
} fluv_regions_job;

/* A region about to be painted. */
typedef struct fluv_patch {
    uint8_t type;
    bool marker;        /* a place of the user's */
    double x, y, range; /* m */
    double noise;       /* share of the range */
    double wavelength;  /* m */
    double stretch;
    double cosine, sine; /* of its direction */
    fluv_key key;        /* of its border's noise */
} fluv_patch;

/* The types that are always there and those of the recipe (types.c). */
FLUV_MUST_CHECK fluv_status fluv_regions_types(fluv_ctx *ctx, fluv_regions_job *job);
/* The type with a name; `where` is the parameter that names it. */
FLUV_MUST_CHECK fluv_status fluv_regions_find(fluv_ctx *ctx, const fluv_regions_job *job,
                                              const char *name, const char *where, uint8_t *type);
/* Types of the lattice's cells: image, random regions and markers, the later over the earlier
 * (place.c). */
FLUV_MUST_CHECK fluv_status fluv_regions_place(fluv_ctx *ctx, const fluv_regions_job *job,
                                               uint8_t *type);
/* The region of a marker (place.c). */
fluv_patch fluv_regions_patch(const fluv_regions_marker *marker, uint8_t type, fluv_key key);
/* Random regions, the earlier over the later; scratch (scatter.c). */
FLUV_MUST_CHECK fluv_status fluv_regions_scatter(fluv_ctx *ctx, const fluv_regions_job *job,
                                                 fluv_patch **patches, size_t *count);
/* Types out of an image (image.c). */
FLUV_MUST_CHECK fluv_status fluv_regions_image(fluv_ctx *ctx, const fluv_regions_job *job,
                                               uint8_t *type);

#endif
