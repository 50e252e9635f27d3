// SPDX-License-Identifier: MIT
/* Meshes for `erode`, and what lies under their vertices.
 *
 * in   mesh, uplift, rock     out   the same on a mesh with a coarser spacing
 *
 * The landscape's own mesh takes its maps as they are; a coarser one has them by interpolation. A
 * level holds 26 bytes a vertex beside its mesh, 34 more where soil creeps, 16 where sediment
 * is laid down, 4 for each parameter that is a map, and what connecting hollows takes.  O(n). */
#include "stages/erode/tier.h"

#include "base/random.h"
#include "mesh/surface.h"

#include <assert.h>
#include <string.h>

#define AREA_BITS 60

fluv_status fluv_erosion_carry(fluv_ctx *ctx, const fluv_mesh *from, const float *value,
                               const fluv_mesh *to, float *out)
{
    assert(value && out && value != out);
    fluv_surface surface;
    FLUV_TRY(fluv_surface_init(ctx, from, value, FLUV_SURFACE_LINEAR, &surface));
    FLUV_TRY(fluv_surface_at(ctx, &surface, to->x, to->y, to->count, out));
    fluv_surface_drop(ctx, &surface);
    return FLUV_OK;
}

static fluv_status make_coarse(fluv_ctx *ctx, const fluv_landscape *land, const fluv_mesh *finest,
                               int times, fluv_shared **out)
{
    assert(times > 0);
    fluv_key key = fluv_key_make(land->seed, "erode", "mesh");
    fluv_mesh_job coarser = {.width = finest->width,
                             .height = finest->height,
                             .spacing = ldexp(fluv_mesh_spacing(finest), times),
                             .key = fluv_key_split(key, (uint64_t)times)};
    return fluv_mesh_make(ctx, &coarser, out);
}

/* ---- Maps of the landscape's mesh ---- */

/* Sublayers of a layer share their map. */
static bool shares_map(const fluv_strata *strata, uint32_t i)
{
    return i && strata->strata[i].thickness_map == strata->strata[i - 1].thickness_map;
}

static size_t count_maps(const fluv_strata *strata)
{
    size_t maps = 1 + (strata->top != NULL); /* 1: the uplift */
    for (uint32_t i = 0; i < strata->count; i++)
        maps += strata->strata[i].thickness_map && !shares_map(strata, i);
    return maps;
}

typedef struct carrier {
    const fluv_mesh *from, *to;
    float *room; /* NULL: maps are taken as they are */
} carrier;

/* NULL stays NULL. */
static fluv_status carry(fluv_ctx *ctx, carrier *c, const float *map, const float **out)
{
    *out = map;
    if (!map || !c->room)
        return FLUV_OK;
    FLUV_TRY(fluv_erosion_carry(ctx, c->from, map, c->to, c->room));
    *out = c->room;
    c->room += c->to->count;
    return FLUV_OK;
}

/* The strata with their erodibility in the law's unit, their maps carried over. */
static fluv_status lay_rock(fluv_ctx *ctx, const fluv_erode_params *params, const fluv_strata *rock,
                            carrier *c, fluv_strata *out)
{
    fluv_stratum *own = fluv_scratch(ctx, rock->count, sizeof *own);
    if (!own)
        return FLUV_NO_MEMORY;
    *out = *rock;
    out->strata = own;
    memcpy(own, rock->strata, rock->count * sizeof *own);
    for (uint32_t i = 0; i < rock->count; i++) {
        if (params->erodibility.kind == FLUV_FIELD_NUMBER)
            own[i].rock.erodibility *= (float)params->erodibility.number;
        if (shares_map(rock, i))
            own[i].thickness_map = own[i - 1].thickness_map;
        else
            FLUV_TRY(carry(ctx, c, rock->strata[i].thickness_map, &own[i].thickness_map));
    }
    return carry(ctx, c, rock->top, &out->top);
}

static fluv_status lay_under(fluv_ctx *ctx, const fluv_erode_params *params,
                             const fluv_landscape *land, fluv_erosion_tier *l)
{
    const fluv_strata *rock = fluv_layer_read(land, FLUV_LAYER_rock);
    const fluv_stratum plain = {
        .rock = {.erodibility = 1.0f, .talus = (float)params->talus.number}};
    const fluv_strata everywhere = {.count = 1, .strata = &plain};
    rock = rock ? rock : &everywhere;
    if (l->own_mesh) {
        l->maps = fluv_scratch(ctx, count_maps(rock) * l->mesh->count, sizeof *l->maps);
        if (!l->maps)
            return FLUV_NO_MEMORY;
    }
    carrier c = {fluv_layer_read(land, FLUV_LAYER_mesh), l->mesh, l->maps};
    FLUV_TRY(carry(ctx, &c, fluv_layer_read(land, FLUV_LAYER_uplift), &l->uplift));
    return lay_rock(ctx, params, rock, &c, &l->strata);
}

/* ---- Parameters that may be maps ---- */

static fluv_status lay_map(fluv_ctx *ctx, const fluv_landscape *land, const fluv_field *field,
                           const char *name, const fluv_mesh *mesh, float **out)
{
    fluv_places places = {mesh->count, mesh->x, mesh->y, fluv_mesh_spacing(mesh)};
    if (field->kind == FLUV_FIELD_NUMBER)
        return FLUV_OK;
    *out = fluv_scratch(ctx, mesh->count, sizeof **out);
    if (!*out)
        return FLUV_NO_MEMORY;
    return fluv_field_at(ctx, land, field, "erode", name, &places, *out);
}

/* Values of a map as parts of what lies halfway between its least and its most: those that were
 * asked for of a noise, those that are there of an image. */
static void tell_from_middle(const fluv_field *field, uint32_t count, float *map)
{
    assert(field->kind != FLUV_FIELD_NUMBER && count > 0);
    double least = field->low, most = field->high;
    if (field->kind == FLUV_FIELD_IMAGE)
        least = most = (double)map[0];
    for (uint32_t v = 0; v < count && field->kind == FLUV_FIELD_IMAGE; v++) {
        least = fmin(least, (double)map[v]);
        most = fmax(most, (double)map[v]);
    }
    double middle = 0.5 * (least + most);
    for (uint32_t v = 0; v < count; v++)
        map[v] = middle > 0.0 ? (float)((double)map[v] / middle) : 1.0f;
}

bool fluv_erosion_creeps(const fluv_erode_params *params)
{
    return params->diffusion.kind != FLUV_FIELD_NUMBER || params->diffusion.number > 0.0;
}

static fluv_status lay_maps(fluv_ctx *ctx, const fluv_erode_params *params,
                            const fluv_landscape *land, fluv_erosion_tier *l)
{
    bool layered = fluv_layer_read(land, FLUV_LAYER_rock), creeps = fluv_erosion_creeps(params);
    FLUV_TRY(lay_map(ctx, land, &params->erodibility, "erodibility", l->mesh, &l->erodibility));
    FLUV_TRY(
        lay_map(ctx, land, &params->talus, "talus", l->mesh, layered ? &l->steeper : &l->talus));
    if (l->steeper)
        tell_from_middle(&params->talus, l->mesh->count, l->steeper);
    if (creeps)
        FLUV_TRY(lay_map(ctx, land, &params->diffusion, "diffusion", l->mesh, &l->diffusion));
    if (layered && creeps) {
        l->stands = fluv_scratch(ctx, l->mesh->count, sizeof *l->stands);
        if (!l->stands)
            return FLUV_NO_MEMORY;
        for (uint32_t v = 0; v < l->mesh->count; v++)
            l->stands[v] = l->strata.strata[0].rock.talus * (l->steeper ? l->steeper[v] : 1.0f);
    }
    if (params->floors > 0.0) {
        l->owner = fluv_scratch(ctx, l->mesh->count, sizeof *l->owner);
        l->queue = fluv_scratch(ctx, l->mesh->count, sizeof *l->queue);
        if (!l->owner || !l->queue)
            return FLUV_NO_MEMORY;
    }
    if (params->deposition > 0.0) {
        l->moving = fluv_scratch_zero(ctx, l->mesh->count, sizeof *l->moving);
        l->load = fluv_scratch_zero(ctx, l->mesh->count, sizeof *l->load);
        l->laid = fluv_scratch_zero(ctx, l->mesh->count, sizeof *l->laid);
        if (!l->moving || !l->load || !l->laid)
            return FLUV_NO_MEMORY;
    }
    return creeps ? fluv_hillslopes_init(ctx, &l->topology, &l->slopes) : FLUV_OK;
}

/* ---- The level ---- */

static fluv_status make_room(fluv_ctx *ctx, fluv_erosion_tier *l)
{
    size_t n = l->mesh->count;
    l->height = fluv_scratch(ctx, n, sizeof *l->height);
    l->after = fluv_scratch(ctx, n, sizeof *l->after);
    l->kind = fluv_scratch(ctx, n, sizeof *l->kind);
    l->donors = fluv_scratch(ctx, n, sizeof *l->donors);
    l->receiver = fluv_scratch(ctx, n, sizeof *l->receiver);
    l->area = fluv_scratch(ctx, n, sizeof *l->area);
    bool room = l->height && l->after && l->kind && l->donors && l->receiver && l->area;
    return room ? FLUV_OK : FLUV_NO_MEMORY;
}

fluv_status fluv_erosion_tier_make(fluv_ctx *ctx, const fluv_erode_params *params,
                                   const fluv_landscape *land, int times, fluv_erosion_tier *level)
{
    const fluv_mesh *finest = fluv_layer_read(land, FLUV_LAYER_mesh);
    assert(finest && times >= 0);
    if (times)
        FLUV_TRY(make_coarse(ctx, land, finest, times, &level->own_mesh));
    level->mesh = times ? fluv_mesh_of(level->own_mesh) : finest;
    level->topology = fluv_topology_mesh(level->mesh);
    level->unit = ldexp(finest->width * finest->height, -AREA_BITS);
    FLUV_TRY(lay_under(ctx, params, land, level));
    FLUV_TRY(lay_maps(ctx, params, land, level));
    return make_room(ctx, level);
}

void fluv_erosion_tier_rest(fluv_ctx *ctx, fluv_erosion_tier *level)
{
    float **drop[] = {&level->maps,   &level->erodibility, &level->talus, &level->diffusion,
                      &level->stands, &level->steeper,     &level->after};
    for (size_t i = 0; i < sizeof drop / sizeof *drop; i++) {
        fluv_scratch_drop(ctx, *drop[i]);
        *drop[i] = NULL;
    }
    fluv_hillslopes_drop(ctx, &level->slopes);
    fluv_scratch_drop(ctx, level->moving);
    fluv_scratch_drop(ctx, level->owner);
    fluv_scratch_drop(ctx, level->queue);
    level->moving = NULL;
    level->owner = level->queue = NULL;
}

void fluv_erosion_tier_finish(fluv_ctx *ctx, fluv_erosion_tier *level)
{
    fluv_erosion_tier_rest(ctx, level);
    fluv_scratch_drop(ctx, level->kind);
    fluv_scratch_drop(ctx, level->donors);
    fluv_scratch_drop(ctx, level->receiver);
    fluv_scratch_drop(ctx, level->area);
    fluv_connection_free(&level->connection);
    *level = (fluv_erosion_tier){.mesh = level->mesh,
                                 .own_mesh = level->own_mesh,
                                 .height = level->height,
                                 .load = level->load,
                                 .laid = level->laid};
}

void fluv_erosion_tier_free(fluv_ctx *ctx, fluv_erosion_tier *level)
{
    fluv_erosion_tier_finish(ctx, level);
    fluv_scratch_drop(ctx, level->height);
    fluv_scratch_drop(ctx, level->load);
    fluv_scratch_drop(ctx, level->laid);
    fluv_shared_drop(level->own_mesh);
    *level = (fluv_erosion_tier){0};
}

void fluv_erosion_own_areas(fluv_ctx *ctx, fluv_erosion_tier *l)
{
    assert(l->area && l->unit > 0.0 && ctx->threads > 0);
    double per_unit = 1.0 / l->unit;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t v = 0; v < l->mesh->count; v++)
        l->area[v] = (uint64_t)(l->mesh->area[v] * per_unit);
}
