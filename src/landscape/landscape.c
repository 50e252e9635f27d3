// SPDX-License-Identifier: MIT
/* Layers: reading, editing with copy on write, handing over, sharing. */
#include "landscape/landscape.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    size_t bytes;        /* a cell; 0: no grid */
    size_t vertex_bytes; /* a vertex of the mesh, about */
} kinds[FLUV_LAYERS] = {
    [FLUV_LAYER_HEIGHT] = {"height", sizeof(float)},
    [FLUV_LAYER_WATER] = {"water", sizeof(float)},
    [FLUV_LAYER_COVER] = {"cover", sizeof(uint8_t)},
    [FLUV_LAYER_REGION] = {"region", sizeof(uint8_t)},
    [FLUV_LAYER_RECEIVER] = {"receiver", sizeof(uint32_t)},
    [FLUV_LAYER_AREA] = {"area", sizeof(double)},
    [FLUV_LAYER_DISCHARGE] = {"discharge", sizeof(float)},
    [FLUV_LAYER_FLOW] = {"flow", sizeof(float)},
    [FLUV_LAYER_WEAR] = {"wear", sizeof(float)},
    [FLUV_LAYER_DEPOSIT] = {"deposit", sizeof(float)},
    [FLUV_LAYER_COAST] = {"coast", 0},
    [FLUV_LAYER_RIVERS] = {"rivers", 0},
    [FLUV_LAYER_LAKES] = {"lakes", 0},
    [FLUV_LAYER_WATERSHEDS] = {"watersheds", 0},
    [FLUV_LAYER_MESH] = {"mesh", 0, 53},
    [FLUV_LAYER_SHORE] = {"shore", 0},
    [FLUV_LAYER_REGIONS] = {"regions", 0},
    [FLUV_LAYER_UPLIFT] = {"uplift", 0, sizeof(float)},
    [FLUV_LAYER_ROCK] = {"rock", 0, 3 * sizeof(float)},
    [FLUV_LAYER_STORES] = {"stores", 0},
    [FLUV_LAYER_BASINS] = {"basins", 0},
    [FLUV_LAYER_CHANNELS] = {"channels", 0},
    [FLUV_LAYER_CONTOUR] = {"contour", 0},
    [FLUV_LAYER_NETWORK] = {"network", 0},
    [FLUV_LAYER_TERRITORIES] = {"cells", 0},
    [FLUV_LAYER_COURSES] = {"courses", 0},
    [FLUV_LAYER_TREE] = {"tree", 0},
};

const char *fluv_layer_name(fluv_layer layer)
{
    return kinds[layer].name;
}

size_t fluv_layer_cell_bytes(fluv_layer layer)
{
    return kinds[layer].bytes;
}

size_t fluv_layer_vertex_bytes(fluv_layer layer)
{
    return kinds[layer].vertex_bytes;
}

size_t fluv_cell_count(const fluv_landscape *land)
{
    return (size_t)land->frame.cols * land->frame.rows;
}

const void *fluv_layer_read(const fluv_landscape *land, fluv_layer layer)
{
    return land->layers[layer] ? land->layers[layer]->data : NULL;
}

static void fill_new(fluv_layer layer, void *data, size_t cells)
{
    if (layer == FLUV_LAYER_HEIGHT || layer == FLUV_LAYER_WATER) {
        float *values = data;
        for (size_t i = 0; i < cells; i++)
            values[i] = NAN;
    } else {
        memset(data, layer == FLUV_LAYER_RECEIVER ? 0xff : 0, cells * kinds[layer].bytes);
    }
}

static void forget_hollows(fluv_landscape *land, fluv_layer edited)
{
    if (edited != FLUV_LAYER_HEIGHT && edited != FLUV_LAYER_COVER && edited != FLUV_LAYER_RECEIVER)
        return;
    fluv_shared_drop(land->hollows);
    land->hollows = NULL;
}

void *fluv_layer_renew(fluv_ctx *ctx, fluv_landscape *land, fluv_layer layer)
{
    assert(layer < FLUV_GRID_LAYERS);
    if (land->layers[layer] && land->layers[layer]->references > 1)
        fluv_layer_put(land, layer, NULL);
    if (!land->layers[layer])
        land->layers[layer] = fluv_shared_new(ctx, fluv_cell_count(land), kinds[layer].bytes);
    forget_hollows(land, layer);
    return land->layers[layer] ? land->layers[layer]->data : NULL;
}

void *fluv_layer_edit(fluv_ctx *ctx, fluv_landscape *land, fluv_layer layer)
{
    assert(layer < FLUV_GRID_LAYERS);
    fluv_shared *old = land->layers[layer];
    forget_hollows(land, layer);
    if (old && old->references == 1)
        return old->data;
    size_t cells = fluv_cell_count(land);
    fluv_shared *own = fluv_shared_new(ctx, cells, kinds[layer].bytes);
    if (!own)
        return NULL;
    if (old)
        memcpy(own->data, old->data, own->bytes);
    else
        fill_new(layer, own->data, cells);
    fluv_layer_put(land, layer, own);
    return own->data;
}

void fluv_layer_put(fluv_landscape *land, fluv_layer layer, fluv_shared *data)
{
    fluv_shared_drop(land->layers[layer]);
    land->layers[layer] = data;
    forget_hollows(land, layer);
}

fluv_layer_set fluv_layers_present(const fluv_landscape *land)
{
    fluv_layer_set present = 0;
    for (int layer = 0; layer < FLUV_LAYERS; layer++)
        if (land->layers[layer])
            present |= FLUV_HAS(layer);
    return present;
}

void fluv_note_add(fluv_landscape *land, const char *stage, const char *format, ...)
{
    if (land->note_count == FLUV_MAX_NOTES) {
        snprintf(land->notes[FLUV_MAX_NOTES - 1].text, sizeof land->notes->text,
                 "there is more to say than is shown here");
        return;
    }
    fluv_note *note = &land->notes[land->note_count++];
    va_list args;
    va_start(args, format);
    note->stage = stage;
    vsnprintf(note->text, sizeof note->text, format, args);
    va_end(args);
}

void fluv_landscape_free(fluv_landscape *land)
{
    for (int layer = 0; layer < FLUV_LAYERS; layer++)
        fluv_shared_drop(land->layers[layer]);
    fluv_shared_drop(land->model);
    fluv_shared_drop(land->hollows);
    fluv_free(land->crs);
    *land = (fluv_landscape){0};
}

fluv_status fluv_landscape_share(fluv_ctx *ctx, const fluv_landscape *from, fluv_landscape *to)
{
    char *crs = from->crs ? fluv_text_copy(ctx, from->crs) : NULL;
    if (from->crs && !crs)
        return FLUV_NO_MEMORY;
    *to = *from;
    to->crs = crs;
    to->hollows = to->model = NULL;
    for (int layer = 0; layer < FLUV_LAYERS; layer++)
        fluv_shared_keep(to->layers[layer]);
    return FLUV_OK;
}

fluv_status fluv_landscape_set_crs(fluv_ctx *ctx, fluv_landscape *land, const char *wkt)
{
    char *copy = wkt && *wkt ? fluv_text_copy(ctx, wkt) : NULL;
    if (wkt && *wkt && !copy)
        return FLUV_NO_MEMORY;
    fluv_free(land->crs);
    land->crs = copy;
    return FLUV_OK;
}

void fluv_landscape_delete(fluv_landscape *land)
{
    if (!land)
        return;
    fluv_landscape_free(land);
    fluv_free(land);
}

/* The public ways to look at a landscape. */

const fluv_frame *fluv_frame_of(const fluv_landscape *land)
{
    return &land->frame;
}

const char *fluv_crs(const fluv_landscape *land)
{
    return land->crs ? land->crs : "";
}

size_t fluv_note_count(const fluv_landscape *land)
{
    return land->note_count;
}

const char *fluv_note_text(const fluv_landscape *land, size_t index)
{
    return index < land->note_count ? land->notes[index].text : "";
}

const char *fluv_note_stage(const fluv_landscape *land, size_t index)
{
    return index < land->note_count ? land->notes[index].stage : "";
}

uint64_t fluv_seed(const fluv_landscape *land)
{
    return land->seed;
}

const float *fluv_height(const fluv_landscape *land)
{
    return fluv_layer_read(land, FLUV_LAYER_HEIGHT);
}

const float *fluv_water(const fluv_landscape *land)
{
    return fluv_layer_read(land, FLUV_LAYER_WATER);
}

const uint8_t *fluv_cover_of(const fluv_landscape *land)
{
    return fluv_layer_read(land, FLUV_LAYER_COVER);
}

const uint8_t *fluv_region(const fluv_landscape *land)
{
    return fluv_layer_read(land, FLUV_LAYER_REGION);
}

const uint32_t *fluv_receiver(const fluv_landscape *land)
{
    return fluv_layer_read(land, FLUV_LAYER_RECEIVER);
}

const double *fluv_area(const fluv_landscape *land)
{
    return fluv_layer_read(land, FLUV_LAYER_AREA);
}

const float *fluv_discharge(const fluv_landscape *land)
{
    return fluv_layer_read(land, FLUV_LAYER_DISCHARGE);
}

const float *fluv_flow(const fluv_landscape *land)
{
    return fluv_layer_read(land, FLUV_LAYER_FLOW);
}

const float *fluv_wear(const fluv_landscape *land)
{
    return fluv_layer_read(land, FLUV_LAYER_WEAR);
}

const float *fluv_deposit(const fluv_landscape *land)
{
    return fluv_layer_read(land, FLUV_LAYER_DEPOSIT);
}

const fluv_rivers *fluv_rivers_of(const fluv_landscape *land)
{
    return fluv_layer_read(land, FLUV_LAYER_RIVERS);
}

const fluv_lakes *fluv_lakes_of(const fluv_landscape *land)
{
    return fluv_layer_read(land, FLUV_LAYER_LAKES);
}

const fluv_watersheds *fluv_watersheds_of(const fluv_landscape *land)
{
    return fluv_layer_read(land, FLUV_LAYER_WATERSHEDS);
}

const fluv_outline *fluv_coast(const fluv_landscape *land)
{
    return fluv_layer_read(land, FLUV_LAYER_COAST);
}

const fluv_budget *fluv_budget_of(const fluv_landscape *land)
{
    return &land->budget;
}

const fluv_ground_change *fluv_ground_change_of(const fluv_landscape *land)
{
    return &land->change;
}

const fluv_erosion *fluv_erosion_of(const fluv_landscape *land)
{
    return &land->erosion;
}
