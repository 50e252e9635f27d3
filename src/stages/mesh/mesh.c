// SPDX-License-Identifier: MIT
/* A mesh over the frame.
 *
 * in   frame        out   mesh
 *
 * The spacing is in metres and the frame's sides are all that counts of it, so that the mesh is the
 * same at every size. O(vertices). */
#include "stages/mesh/mesh.h"

#include "mesh/mesh.h"

#include <math.h>

#define VISITS_A_VERTEX 3.0    /* to find its place and its triangles */
#define STANDARD_SPACES 1024.0 /* along the frame's longer side */

static fluv_mesh_job make_job(const fluv_mesh_params *params, const fluv_landscape *land)
{
    const fluv_frame *frame = &land->frame;
    fluv_mesh_job job = {.width = frame->cell * frame->cols,
                         .height = frame->cell * frame->rows,
                         .spacing = params->spacing,
                         .kind = params->kind == FLUV_MESH_KIND_grid ? FLUV_MESH_GRID
                                                                     : FLUV_MESH_POISSON,
                         .key = fluv_key_make(land->seed, "mesh", "points")};
    if (job.spacing <= 0.0)
        job.spacing =
            fmin(fmax(job.width, job.height) / STANDARD_SPACES, 0.5 * fmin(job.width, job.height));
    return job;
}

static fluv_status check_job(fluv_ctx *ctx, const fluv_mesh_job *job)
{
    if (job->spacing > 0.5 * fmin(job->width, job->height))
        return fluv_fail(ctx, FLUV_BAD_RECIPE,
                         "mesh.spacing: %g m, but the frame is %g x %g m: at most half a side",
                         job->spacing, job->width, job->height);
    return FLUV_OK;
}

static double expect_vertices(const void *params, const fluv_landscape *land)
{
    fluv_mesh_job job = make_job(params, land);
    return job.width / job.spacing * (job.height / job.spacing);
}

static double visits(const void *params, const fluv_landscape *land, fluv_extent extent)
{
    (void)params, (void)land;
    return VISITS_A_VERTEX * extent.vertices;
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    fluv_mesh_job job = make_job(params, land);
    fluv_shared *mesh;
    FLUV_TRY(check_job(ctx, &job));
    FLUV_TRY(fluv_mesh_make(ctx, &job, &mesh));
    fluv_layer_put(land, FLUV_LAYER_mesh, mesh);
    return fluv_advance(ctx, 1.0);
}

#define PARAMS fluv_mesh_params
static const fluv_param table[] = {
#include "base/param_rows.h"
#include "stages/mesh/mesh.def"
};

const fluv_stage fluv_stage_mesh = {
    .info = {.name = "mesh",
             .summary = "Points over the frame and their triangles, for stages that grow land.",
             .params = table,
             .param_count = sizeof table / sizeof *table},
    .params_size = sizeof(fluv_mesh_params),
    FLUV_NEEDS(),
    FLUV_MAKES(mesh),
    FLUV_AMENDS(),
    .bytes_per_vertex = 140.0,
    .vertices = expect_vertices,
    .visits = visits,
    .run = run,
};
