// SPDX-License-Identifier: MIT
/* Meshes: points, triangulation, and what comes after them; surfaces over rasters. */
#include "bench.h"

#include "mesh/delaunay.h"
#include "mesh/mesh.h"
#include "mesh/surface.h"

#include <math.h>
#include <stdio.h>

#define BUDGET_POINT 1000.0 /* ns */
#define BYTES_POINT  160.0

typedef struct figures {
    double points, delaunay, whole; /* seconds a vertex */
    double peak, at_rest;           /* bytes a vertex */
} figures;

/* A mesh, step by step, so that each can be timed. */
static fluv_status time_steps(fluv_ctx *ctx, const fluv_mesh_job *job, figures *now)
{
    fluv_mesh_lattice lattice;
    fluv_points points;
    fluv_edges edges;
    double start = fluv_clock();
    FLUV_TRY(fluv_mesh_lattice_init(ctx, job->width, job->height, 0.856 * job->spacing, &lattice));
    FLUV_TRY(fluv_points_make(ctx, &lattice, job->key, &points));
    now->points = (fluv_clock() - start) / points.count;
    start = fluv_clock();
    FLUV_TRY(fluv_delaunay(ctx, &points, &edges));
    now->delaunay = (fluv_clock() - start) / points.count;
    return FLUV_OK;
}

static fluv_status time_whole(fluv_ctx *ctx, const fluv_mesh_job *job, figures *now)
{
    fluv_shared *block;
    size_t before = atomic_load(&ctx->memory.now);
    fluv_spare_release(ctx);
    atomic_store(&ctx->memory.peak, before);
    double start = fluv_clock();
    FLUV_TRY(fluv_mesh_make(ctx, job, &block));
    double count = fluv_mesh_of(block)->count;
    now->whole = (fluv_clock() - start) / count;
    now->peak = (double)(atomic_load(&ctx->memory.peak) - before) / count;
    now->at_rest = (double)block->bytes / count;
    fluv_shared_drop(block);
    return FLUV_OK;
}

static fluv_status time_mesh(fluv_ctx *ctx, double vertices)
{
    fluv_mesh_job job = {
        .width = 5000.0, .height = 5000.0, .key = fluv_key_make(1, "bench", "mesh")};
    job.spacing = job.width / sqrt(vertices);
    figures best = {INFINITY, INFINITY, INFINITY, 0.0, 0.0};
    for (int i = 0; i < BENCH_REPEATS; i++) {
        figures now;
        FLUV_TRY(time_steps(ctx, &job, &now));
        fluv_scratch_release(ctx, NULL);
        FLUV_TRY(time_whole(ctx, &job, &now));
        fluv_scratch_release(ctx, NULL);
        best = (figures){fmin(best.points, now.points), fmin(best.delaunay, now.delaunay),
                         fmin(best.whole, now.whole), now.peak, now.at_rest};
    }
    double whole = 1e9 * best.whole, parts = 1e9 * (best.points + best.delaunay);
    printf("%-10.0f %8.0f %9.0f %8.0f %8.0f %-13s %8.1f %-13s %8.1f\n", vertices, 1e9 * best.points,
           1e9 * best.delaunay, whole - parts, whole, bench_judge(whole, BUDGET_POINT).text,
           best.peak, bench_judge(best.peak, BYTES_POINT).text, best.at_rest);
    return FLUV_OK;
}

static float height_at(double x, double y)
{
    return (float)(300.0 * sin(x / 400.0) * cos(y / 300.0) + 20.0 * sin((x + y) / 30.0));
}

static fluv_status time_surface(fluv_ctx *ctx, const fluv_mesh *mesh, fluv_surface_form form,
                                uint32_t size)
{
    float *value = fluv_scratch(ctx, mesh->count, sizeof *value);
    float *out = fluv_scratch(ctx, (size_t)size * size, sizeof *out);
    if (!value || !out)
        return FLUV_NO_MEMORY;
    for (uint32_t v = 0; v < mesh->count; v++)
        value[v] = height_at(mesh->x[v], mesh->y[v]);
    double prepared = INFINITY, filled = INFINITY;
    for (int i = 0; i < BENCH_REPEATS; i++) {
        fluv_surface surface;
        double start = fluv_clock();
        FLUV_TRY(fluv_surface_init(ctx, mesh, value, form, &surface));
        prepared = fmin(prepared, fluv_clock() - start);
        start = fluv_clock();
        FLUV_TRY(fluv_surface_fill(ctx, &surface, size, size, out));
        filled = fmin(filled, fluv_clock() - start);
    }
    printf("%-32s %8.0f %8.0f\n", form == FLUV_SURFACE_LINEAR ? "linear" : "smooth",
           1e9 * prepared / mesh->count, 1e9 * filled / ((double)size * size));
    fluv_scratch_release(ctx, NULL);
    return FLUV_OK;
}

static fluv_status time_surfaces(fluv_ctx *ctx, uint32_t size)
{
    fluv_mesh_job job = {.width = 5000.0,
                         .height = 5000.0,
                         .spacing = 5000.0 / size,
                         .key = fluv_key_make(1, "bench", "mesh")};
    fluv_shared *block;
    FLUV_TRY(fluv_mesh_make(ctx, &job, &block));
    fluv_scratch_release(ctx, NULL);
    printf("\nsurfaces over %u^2 cells, a vertex a cell\n%-32s %8s %8s\n", size, "form",
           "ns/vertex", "ns/cell");
    fluv_status status = time_surface(ctx, fluv_mesh_of(block), FLUV_SURFACE_LINEAR, size);
    if (status == FLUV_OK)
        status = time_surface(ctx, fluv_mesh_of(block), FLUV_SURFACE_SMOOTH, size);
    fluv_shared_drop(block);
    return status;
}

fluv_status bench_mesh(fluv_ctx *ctx, uint32_t size)
{
    printf(
        "\nmesh, ns a vertex, %d threads, best of %d\n%-10s %8s %9s %8s %8s %-13s %8s %-13s %8s\n",
        ctx->threads, BENCH_REPEATS, "vertices", "points", "delaunay", "rest", "whole", "budget",
        "bytes", "budget", "at rest");
    double most = (double)size * size;
    for (double vertices = fmin(1 << 20, most); vertices <= most; vertices *= 4.0)
        FLUV_TRY(time_mesh(ctx, vertices));
    return time_surfaces(ctx, size / 2);
}
