// SPDX-License-Identifier: MIT
/* Water as meshes: ribbons of rivers, planes of lakes, the sea. */
#ifndef FLUV_EXPORT_WATER_SCENE_H
#define FLUV_EXPORT_WATER_SCENE_H

#include "export/lines.h"
#include "export/scene.h"

/* Arrays of one mesh, scratch memory. */
typedef struct fluv_water_mesh {
    size_t vertex_count, index_count;
    float *position, *normal, *uv;
    uint8_t *colour;
    uint32_t *indices;
} fluv_water_mesh;

/* ribbons.c. One strip a reach: UV.u across, UV.v metres downstream, counted so that it goes on
 * through junctions; colour is flow: red east, green south (128 none), blue speed up to
 * FLUV_RIBBON_FASTEST, alpha 255. */
#define FLUV_RIBBON_FASTEST 8.0 /* m/s */
FLUV_MUST_CHECK fluv_status fluv_ribbons_make(fluv_ctx *ctx, const fluv_export_job *job,
                                              const fluv_axes *axes, fluv_water_mesh *mesh);

/* water_scene.c. `extra` meshes stand before the water's; their extras are taken over, also when it
 * fails. */
FLUV_MUST_CHECK fluv_status fluv_water_scene(fluv_ctx *ctx, fluv_export_job *job,
                                             const fluv_axes *axes, const fluv_scene_mesh *extra,
                                             size_t extra_count, const char *file);

#endif
