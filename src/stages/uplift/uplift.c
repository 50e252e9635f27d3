// SPDX-License-Identifier: MIT
/* Stage `uplift`: how fast the ground rises, for each vertex of the mesh.
 *
 * in   mesh     out   uplift (m/y)
 *
 * The rate is a number, a noise or an image; a shape thins it out away from an axis through the
 * middle of the frame, which noise bends to and fro. Where there are regions, those that grow fast
 * rise fast. What is below the least rate is raised to it,
 * and near the frame's edge to the rim's: ground that sinks lies inland, where it holds lakes.
 * O(n). */
#include "stages/uplift/uplift.h"

#include "field/noise.h"
#include "landscape/regions.h"
#include "mesh/mesh.h"

#include <assert.h>
#include <math.h>

#define BLOCK 1024

typedef struct axis {
    double x, y;              /* m from the frame's north-west corner */
    double along_x, along_y;  /* direction, southwards positive */
    double half_width, swing; /* m */
    fluv_noise bend;
} axis;

static axis make_axis(const fluv_uplift_params *p, const fluv_landscape *land,
                      const fluv_mesh *mesh)
{
    double shorter = fmin(mesh->width, mesh->height), angle = p->direction * M_PI / 180.0;
    return (axis){.x = 0.5 * mesh->width,
                  .y = 0.5 * mesh->height,
                  .along_x = cos(angle),
                  .along_y = -sin(angle),
                  .half_width = 0.5 * p->width * shorter,
                  .swing = p->bend * shorter,
                  .bend = {.key = fluv_key_make(land->seed, "uplift", "bend"),
                           .wavelength = 0.7 * shorter,
                           .octaves = 5,
                           .gain = 0.5,
                           .lacunarity = 2.0}};
}

/* 1 on the axis, 0 far away: a range falls off at once, a block at its rim. */
static float share_at(int shape, double distance)
{
    double d = fabs(distance);
    return (float)(shape == FLUV_UPLIFT_SHAPE_range ? exp(-d * d)
                                                    : 0.5 - 0.5 * tanh(4.0 * (d - 1.0)));
}

static void thin_out(const fluv_uplift_params *p, const axis *a, const fluv_mesh *mesh,
                     uint32_t from, uint32_t n, float *uplift)
{
    assert(n <= BLOCK && n <= mesh->count - from);
    const double *x = mesh->x + from, *y = mesh->y + from;
    float bend[BLOCK];
    fluv_noise_points(&a->bend, x, y, n, bend);
    for (uint32_t i = 0; i < n; i++) {
        double aside = (x[i] - a->x) * a->along_y - (y[i] - a->y) * a->along_x;
        float share = share_at(p->shape, (aside + a->swing * (double)bend[i]) / a->half_width);
        uplift[from + i] *= (float)p->rest + (1.0f - (float)p->rest) * share;
    }
}

#define FADE 25.0 /* of the frame's longer side to the distance over which regions blend */

/* How fast a type grows, as a share of the fastest. */
static float growth_of(const fluv_regions *regions, uint8_t type)
{
    assert(type < regions->type_count);
    float most = 0.0f;
    for (uint32_t i = 0; i < regions->type_count; i++)
        most = fmaxf(most, regions->types[i].growth);
    return most > 0.0f ? regions->types[type].growth / most : 1.0f;
}

static void weigh(const fluv_uplift_params *p, const fluv_landscape *land, const fluv_mesh *mesh,
                  uint32_t from, uint32_t n, float *uplift)
{
    const fluv_regions *regions = fluv_regions_of(land);
    assert(regions && n <= BLOCK && n <= mesh->count - from);
    double x[BLOCK], y[BLOCK], fade = fmax(mesh->width, mesh->height) / FADE;
    fluv_region_blend blend[BLOCK];
    for (uint32_t i = 0; i < n; i++) {
        x[i] = land->frame.west + mesh->x[from + i];
        y[i] = land->frame.north - mesh->y[from + i];
    }
    fluv_regions_blends(regions, fluv_mesh_spacing(mesh), x, y, n, blend);
    for (uint32_t i = 0; i < n; i++) {
        float inside = fminf(blend[i].border / (float)fade, 1.0f);
        float own = 0.5f + 0.5f * inside * (2.0f - inside);
        float growth = own * growth_of(regions, blend[i].type) +
                       (1.0f - own) * growth_of(regions, blend[i].other);
        uplift[from + i] *= 1.0f + (float)p->regions * (growth - 1.0f);
    }
}

#define RIM_WIDTH 0.15 /* shorter sides of the frame */

/* The least rate at a place: the rim's at the edge, falling to that of the inside. */
static double least_at(const fluv_uplift_params *p, const fluv_mesh *mesh, uint32_t vertex)
{
    double x = mesh->x[vertex], y = mesh->y[vertex];
    double inside = fmin(fmin(x, mesh->width - x), fmin(y, mesh->height - y));
    double near = 1.0 - inside / (RIM_WIDTH * fmin(mesh->width, mesh->height));
    return p->least + fmax(near, 0.0) * fmax(p->rim - p->least, 0.0);
}

static void hold(const fluv_uplift_params *p, const fluv_mesh *mesh, int threads, float *uplift)
{
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t v = 0; v < mesh->count; v++)
        uplift[v] = fmaxf(uplift[v], (float)least_at(p, mesh, v));
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    const fluv_uplift_params *p = params;
    const fluv_mesh *mesh = fluv_layer_read(land, FLUV_LAYER_mesh);
    fluv_shared *layer = fluv_shared_new(ctx, mesh->count, sizeof(float));
    if (!layer)
        return FLUV_NO_MEMORY;
    float *uplift = (float *)(void *)layer->data;
    fluv_layer_put(land, FLUV_LAYER_uplift, layer);
    fluv_places places = {mesh->count, mesh->x, mesh->y, fluv_mesh_spacing(mesh)};
    FLUV_TRY(fluv_field_at(ctx, land, &p->rate, "uplift", "rate", &places, uplift));
    FLUV_TRY(fluv_advance(ctx, 0.5));
    if (p->shape != FLUV_UPLIFT_SHAPE_plain) {
        axis a = make_axis(p, land, mesh);
#pragma omp parallel for num_threads(ctx->threads) schedule(dynamic)
        for (uint32_t from = 0; from < mesh->count; from += BLOCK)
            thin_out(p, &a, mesh, from, mesh->count - from < BLOCK ? mesh->count - from : BLOCK,
                     uplift);
    }
    const fluv_regions *regions = fluv_regions_of(land);
    if (regions && fluv_lattice_count(&regions->lattice) && p->regions > 0.0) {
#pragma omp parallel for num_threads(ctx->threads) schedule(dynamic)
        for (uint32_t from = 0; from < mesh->count; from += BLOCK)
            weigh(p, land, mesh, from, mesh->count - from < BLOCK ? mesh->count - from : BLOCK,
                  uplift);
    }
    hold(p, mesh, ctx->threads, uplift);
    return fluv_advance(ctx, 1.0);
}

#define PARAMS fluv_uplift_params
static const fluv_param table[] = {
#include "base/param_rows.h"
#include "stages/uplift/uplift.def"
};

const fluv_stage fluv_stage_uplift = {
    .info = {.name = "uplift",
             .summary = "How fast the ground rises: everywhere alike, a range, a block, a map.",
             .params = table,
             .param_count = sizeof table / sizeof *table},
    .params_size = sizeof(fluv_uplift_params),
    FLUV_NEEDS(mesh),
    FLUV_MAKES(uplift),
    FLUV_AMENDS(),
    .bytes_per_vertex = 4.0,
    .run = run,
};
