// SPDX-License-Identifier: MIT
/* Rivers and lakes as lines for engines: thinned, in an engine's axes and units. */
#ifndef FLUV_EXPORT_LINES_H
#define FLUV_EXPORT_LINES_H

#include "export/job.h"

typedef struct fluv_spot {
    double x, y, z;
} fluv_spot;

/* An engine's axes. Everything is counted from the first vertex of the lattice, the north-western
 * one, unless the name says otherwise. */
typedef struct fluv_axes {
    const char *unit;
    double metre;                    /* in that unit */
    double east[3], north[3], up[3]; /* where an engine's axes get one metre from */
    bool from_south;                 /* counted from the south-western vertex */
} fluv_axes;

extern const fluv_axes fluv_axes_unreal;     /* cm, X east, Y south, Z up */
extern const fluv_axes fluv_axes_unity;      /* m, X east, Y up, Z north, from the south-west */
extern const fluv_axes fluv_axes_gltf;       /* m, X east, Y up, Z south */
extern const fluv_axes fluv_axes_gltf_south; /* the same, from the south-west */
extern const fluv_axes fluv_axes_blender;    /* m, X east, Y north, Z up */

fluv_spot fluv_spot_of(const fluv_axes *axes, const fluv_export_grid *grid, double x, double y,
                       double height);

/* Marks the points of a line of `count` points that must stay so that none of the others lies
 * farther than `tolerance` from it. `xy(user, i, out)` tells where a point is. */
typedef struct fluv_thinning {
    size_t count;
    double tolerance;
    void (*at)(const void *user, size_t index, double out[3]);
    const void *user;
} fluv_thinning;
FLUV_MUST_CHECK fluv_status fluv_line_thin(fluv_ctx *ctx, const fluv_thinning *line, uint8_t *keep);

/* Depth of water at a point of a reach; its mean where a file did not tell the bed. */
float fluv_point_depth(const fluv_reach *reach, const fluv_river_point *point);

/* The land's rivers, or none, with a mark a point, in the scratch: whether it stays. A quarter of a
 * vertex' step is lost at most, and so much of a metre in height. */
FLUV_MUST_CHECK fluv_status fluv_rivers_thin(fluv_ctx *ctx, const fluv_export_job *job,
                                             const fluv_rivers **rivers, uint8_t **keep);

/* rivers.json and lakes.json. */
FLUV_MUST_CHECK fluv_status fluv_rivers_json(fluv_ctx *ctx, fluv_export_job *job,
                                             const fluv_axes *axes);
FLUV_MUST_CHECK fluv_status fluv_lakes_json(fluv_ctx *ctx, fluv_export_job *job,
                                            const fluv_axes *axes);

#endif
