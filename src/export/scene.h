// SPDX-License-Identifier: MIT
/* glTF files with any number of meshes and lines. */
#ifndef FLUV_EXPORT_SCENE_H
#define FLUV_EXPORT_SCENE_H

#include "export/job.h"

typedef enum fluv_scene_mode { FLUV_SCENE_LINE = 3, FLUV_SCENE_TRIANGLES = 4 } fluv_scene_mode;

/* One mesh, a node of its own. What is NULL is left out. */
typedef struct fluv_scene_mesh {
    char name[64];
    fluv_scene_mode mode;
    size_t vertex_count, index_count;
    const float *position; /* 3 a vertex: x east, y up, z south */
    const float *normal;   /* 3 */
    const float *uv;       /* 2 */
    const uint8_t *colour; /* 4 */
    const uint32_t *indices;
    int material;   /* -1: none */
    json_t *extras; /* of the node; the scene takes it over. NULL: none */
} fluv_scene_mesh;

typedef struct fluv_scene {
    const char *name;
    size_t mesh_count;
    const fluv_scene_mesh *meshes;
    json_t *materials; /* an array, taken over; NULL: none */
} fluv_scene;

/* Says that a file would be larger than glTF can have it. */
fluv_status fluv_scene_too_large(fluv_ctx *ctx, const char *file);
/* Writes `file` into the job's folder and lists it. */
FLUV_MUST_CHECK fluv_status fluv_scene_write(fluv_ctx *ctx, fluv_export_job *job,
                                             const fluv_scene *scene, const char *file,
                                             const char *what);

#endif
