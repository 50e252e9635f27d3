// SPDX-License-Identifier: MIT
/* Stage `strata`: layers of rock under the mesh.
 *
 * in   mesh; ground, where there is some     out   rock
 *
 * The layers' own heights are those of the start, before anything was lifted: the ground that is
 * there, or its highest place, or 0; less a plane that dips, and with waves of folds that noise
 * bends and a step at each fault. What wears sees them through
 * water/strata.h.  O(vertices * (layers + faults)). */
#include "stages/strata/strata.h"

#include "field/noise.h"
#include "mesh/mesh.h"
#include "stages/shared/ground.h"
#include "water/strata.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#define BLOCK 1024

/* Hard and soft in turn. */
static const fluv_strata_layer usual[] = {
    {.thickness = {.kind = FLUV_FIELD_NUMBER, .number = 250.0}, .erodibility = 0.4, .talus = 1.2},
    {.thickness = {.kind = FLUV_FIELD_NUMBER, .number = 400.0}, .erodibility = 1.5, .talus = 0.5},
};

typedef struct layers {
    const fluv_strata_layer *rows;
    size_t count;
} layers;

static layers layers_of(const fluv_strata_params *p)
{
    if (p->layers.count)
        return (layers){p->layers.rows, p->layers.count};
    return (layers){usual, sizeof usual / sizeof *usual};
}

/* ---- The shape of the layers ---- */

typedef struct shape {
    double dip_x, dip_y;   /* fall over run, eastwards and southwards */
    double wave_x, wave_y; /* folds: phase over run, radians a m */
    double fold_half;      /* m */
    fluv_noise bend;       /* of the folds */
    fluv_key faults;
} shape;

static shape make_shape(const fluv_strata_params *p, const fluv_landscape *land,
                        const fluv_mesh *mesh)
{
    assert(mesh->width > 0.0 && mesh->height > 0.0);
    double shorter = fmin(mesh->width, mesh->height);
    double width = p->fold_width > 0.0 ? p->fold_width : shorter / 5.0;
    double dip = tan(p->tilt * M_PI / 180.0), to = p->tilt_to * M_PI / 180.0;
    double fold = p->fold_to * M_PI / 180.0;
    return (shape){.dip_x = dip * cos(to),
                   .dip_y = -dip * sin(to),
                   .wave_x = 2.0 * M_PI / width * cos(fold),
                   .wave_y = -2.0 * M_PI / width * sin(fold),
                   .fold_half = 0.5 * p->fold_height,
                   .bend = {.key = fluv_key_make(land->seed, "strata", "folds"),
                            .wavelength = 3.0 * width,
                            .octaves = 3,
                            .gain = 0.5,
                            .lacunarity = 2.0},
                   .faults = fluv_key_make(land->seed, "strata", "faults")};
}

/* Where the layers begin: the ground itself, or the height of its highest place. */
static void find_ground(const fluv_strata_params *p, const fluv_landscape *land, int threads,
                        const fluv_mesh *mesh, float *top)
{
    if (!fluv_ground_at_mesh(land, threads, mesh, top))
        return;
    float highest = -INFINITY;
    for (uint32_t v = 0; v < mesh->count; v++)
        highest = fmaxf(highest, top[v]); /* NaN is passed over */
    for (uint32_t v = 0; v < mesh->count; v++)
        if (p->lie == FLUV_STRATA_LIE_level || isnan(top[v]))
            top[v] = isfinite(highest) ? highest : 0.0f;
}

/* How far fault number i moved a place: one side of a random line through the frame. */
static double fault_at(const fluv_strata_params *p, const shape *s, const fluv_mesh *mesh,
                       uint64_t i, double x, double y)
{
    fluv_key key = fluv_key_split(s->faults, i);
    double angle = fluv_random_between(key, 0, 0.0, 2.0 * M_PI);
    double through_x = mesh->width * fluv_random(key, 1);
    double through_y = mesh->height * fluv_random(key, 2);
    double side = (x - through_x) * cos(angle) + (y - through_y) * sin(angle);
    return side > 0.0 ? p->throw *fluv_random(key, 3) : 0.0;
}

static void raise_block(const fluv_strata_params *p, const shape *s, const fluv_mesh *mesh,
                        uint32_t from, uint32_t n, float *top)
{
    assert(n <= BLOCK && n <= mesh->count - from);
    const double *x = mesh->x + from, *y = mesh->y + from;
    float bend[BLOCK];
    fluv_noise_points(&s->bend, x, y, n, bend);
    for (uint32_t i = 0; i < n; i++) {
        double east = x[i] - 0.5 * mesh->width, south = y[i] - 0.5 * mesh->height;
        double phase = s->wave_x * east + s->wave_y * south + 4.0 * (double)bend[i];
        double height = p->top - s->dip_x * east - s->dip_y * south + s->fold_half * sin(phase);
        for (uint64_t f = 0; f < (uint64_t)p->faults; f++)
            height += fault_at(p, s, mesh, f, x[i], y[i]);
        top[i] = (float)((double)top[i] + height);
    }
}

/* ---- The layers ---- */

/* Sublayers of a layer: as thick together as it is, softer and harder in turn. Harder ones stand
 * steeper: that makes cliffs of them and benches of the others. */
static void cut_layer(const fluv_strata_params *p, const fluv_strata_layer *layer, const float *map,
                      fluv_stratum *out)
{
    assert(p->sublayers > 0);
    const fluv_field *thickness = &layer->thickness;
    double all = thickness->kind == FLUV_FIELD_NUMBER ? thickness->number : 1.0;
    for (int64_t i = 0; i < p->sublayers; i++) {
        double softer = p->sublayers == 1 ? 0.0 : i % 2 ? -p->contrast : p->contrast;
        out[i] = (fluv_stratum){.rock = {(float)(layer->erodibility * (1.0 + softer)),
                                         (float)(layer->talus * (1.0 - softer))},
                                .thickness = (float)(all / (double)p->sublayers),
                                .thickness_map = map};
    }
}

/* One block: the rock, its strata, their top, and a map for each layer whose thickness varies. */
static fluv_shared *make_room(fluv_ctx *ctx, const fluv_strata_params *p, layers from,
                              uint32_t vertices, fluv_strata *out)
{
    assert(from.count > 0 && from.rows);
    size_t maps = 1, strata = from.count * (size_t)p->sublayers;
    for (size_t i = 0; i < from.count; i++)
        maps += from.rows[i].thickness.kind != FLUV_FIELD_NUMBER;
    size_t head = (sizeof *out + strata * sizeof(fluv_stratum) + 63) / 64 * 64;
    fluv_shared *block = fluv_shared_new(ctx, head + maps * vertices * sizeof(float), 1);
    if (!block)
        return NULL;
    *out = (fluv_strata){.count = (uint32_t)strata,
                         .strata = (fluv_stratum *)(void *)(block->data + sizeof *out),
                         .top = (float *)(void *)(block->data + head),
                         .repeat = p->repeat};
    return block;
}

static fluv_status fill_layers(fluv_ctx *ctx, const fluv_strata_params *p, layers from,
                               const fluv_landscape *land, const fluv_mesh *mesh,
                               fluv_stratum *strata, float *map)
{
    fluv_places places = {mesh->count, mesh->x, mesh->y, fluv_mesh_spacing(mesh)};
    for (size_t i = 0; i < from.count; i++) {
        bool varies = from.rows[i].thickness.kind != FLUV_FIELD_NUMBER;
        char name[32];
        (void)snprintf(name, sizeof name, "thickness %zu", i);
        if (varies)
            FLUV_TRY(
                fluv_field_at(ctx, land, &from.rows[i].thickness, "strata", name, &places, map));
        cut_layer(p, &from.rows[i], varies ? map : NULL, strata + i * (size_t)p->sublayers);
        map += varies ? mesh->count : 0;
    }
    return FLUV_OK;
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    const fluv_strata_params *p = params;
    const fluv_mesh *mesh = fluv_layer_read(land, FLUV_LAYER_mesh);
    layers from = layers_of(p);
    fluv_strata strata;
    fluv_shared *block = make_room(ctx, p, from, mesh->count, &strata);
    if (!block)
        return FLUV_NO_MEMORY;
    memcpy(block->data, &strata, sizeof strata);
    fluv_layer_put(land, FLUV_LAYER_rock, block);
    float *top = (float *)(void *)(block->data + ((const unsigned char *)strata.top - block->data));
    fluv_stratum *list = (fluv_stratum *)(void *)(block->data + sizeof strata);
    FLUV_TRY(fill_layers(ctx, p, from, land, mesh, list, top + mesh->count));
    FLUV_TRY(fluv_advance(ctx, 0.3));
    shape s = make_shape(p, land, mesh);
    find_ground(p, land, ctx->threads, mesh, top);
#pragma omp parallel for num_threads(ctx->threads) schedule(dynamic)
    for (uint32_t at = 0; at < mesh->count; at += BLOCK)
        raise_block(p, &s, mesh, at, mesh->count - at < BLOCK ? mesh->count - at : BLOCK, top + at);
    return fluv_advance(ctx, 1.0);
}

#define PARAMS fluv_strata_layer
static const fluv_param layer_table[] = {
#include "base/param_rows.h"
#include "stages/strata/layer.def"
};
static const fluv_list_columns fluv_strata_layer_columns = {.params = layer_table,
                                                            .count = sizeof layer_table /
                                                                     sizeof *layer_table,
                                                            .row_size = sizeof(fluv_strata_layer)};

#undef PARAMS
#define PARAMS fluv_strata_params
static const fluv_param table[] = {
#include "base/param_rows.h"
#include "stages/strata/strata.def"
};

const fluv_stage fluv_stage_strata = {
    .info = {.name = "strata",
             .summary = "Layers of rock, hard and soft, tilted, folded and faulted.",
             .params = table,
             .param_count = sizeof table / sizeof *table},
    .params_size = sizeof(fluv_strata_params),
    FLUV_NEEDS(mesh),
    FLUV_MAKES(rock),
    FLUV_AMENDS(),
    .bytes_per_vertex = 12.0,
    .run = run,
};
