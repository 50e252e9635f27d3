// SPDX-License-Identifier: MIT
/* Layers: reading, editing with copy on write, handing over, sharing. */
#include "landscape/landscape.h"

#include "landscape/regions.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

size_t fluv_cell_count(const fluv_landscape *land)
{
    return (size_t)land->frame.cols * land->frame.rows;
}

const void *fluv_layer_read(const fluv_landscape *land, fluv_layer layer)
{
    return land->layers[layer] ? land->layers[layer]->data : NULL;
}

/* One fresh value a cell, as the table says. */
static void fill_new(fluv_layer layer, void *data, size_t cells)
{
    const fluv_layer_row *row = &fluv_layer_rows[layer];
    float *floats = data;
    uint32_t *numbers = data;
    if (row->fresh == 0.0)
        memset(data, 0, cells * row->bytes);
    else if (row->info.type == FLUV_FLOAT32)
        for (size_t i = 0; i < cells; i++)
            floats[i] = (float)row->fresh;
    else
        for (size_t i = 0; i < cells; i++)
            numbers[i] = (uint32_t)row->fresh;
}

static void forget_hollows(fluv_landscape *land, fluv_layer edited)
{
    if (edited != FLUV_LAYER_height && edited != FLUV_LAYER_cover && edited != FLUV_LAYER_receiver)
        return;
    fluv_shared_drop(land->hollows);
    land->hollows = NULL;
}

void *fluv_layer_renew(fluv_ctx *ctx, fluv_landscape *land, fluv_layer layer)
{
    assert(fluv_layer_is_grid(layer));
    if (land->layers[layer] && land->layers[layer]->references > 1)
        fluv_layer_put(land, layer, NULL);
    if (!land->layers[layer])
        land->layers[layer] =
            fluv_shared_new(ctx, fluv_cell_count(land), fluv_layer_rows[layer].bytes);
    forget_hollows(land, layer);
    return land->layers[layer] ? land->layers[layer]->data : NULL;
}

void *fluv_layer_edit(fluv_ctx *ctx, fluv_landscape *land, fluv_layer layer)
{
    assert(fluv_layer_is_grid(layer));
    fluv_shared *old = land->layers[layer];
    forget_hollows(land, layer);
    if (old && old->references == 1)
        return old->data;
    size_t cells = fluv_cell_count(land);
    fluv_shared *own = fluv_shared_new(ctx, cells, fluv_layer_rows[layer].bytes);
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

void fluv_layers_drop(fluv_landscape *land, fluv_layer_set layers)
{
    for (int layer = 0; layer < FLUV_LAYER_COUNT; layer++)
        if (layers & FLUV_HAS(layer))
            fluv_layer_put(land, (fluv_layer)layer, NULL);
#define GRID(name, ...)
#define SITE(name, ...)
#define WHOLE(name, ...)
#define SUMS(name, type, ...)                                                                      \
    if (layers & FLUV_HAS(FLUV_LAYER_##name))                                                      \
        land->name = (type){0};
#include "landscape/layers.def"
#include "landscape/layers_clear.h"
}

fluv_layer_set fluv_layers_present(const fluv_landscape *land)
{
    const fluv_regions *regions = fluv_regions_of(land);
    fluv_layer_set present = 0;
    for (int layer = 0; layer < FLUV_LAYER_COUNT; layer++)
        if (land->layers[layer])
            present |= FLUV_HAS(layer);
    if (regions && !fluv_lattice_count(&regions->lattice))
        present &= ~FLUV_SET(regions);
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
    fluv_text_clean(note->text);
    va_end(args);
}

void fluv_landscape_free(fluv_landscape *land)
{
    for (int layer = 0; layer < FLUV_LAYER_COUNT; layer++)
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
    atomic_init(&to->others, 0);
    to->crs = crs;
    to->hollows = to->model = NULL;
    for (int layer = 0; layer < FLUV_LAYER_COUNT; layer++)
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

/* A landscape that is held is only read, but for the count of its holders. */
static fluv_landscape *holdable(const fluv_landscape *land)
{
    return (fluv_landscape *)(uintptr_t)land;
}

const fluv_landscape *fluv_landscape_hold(const fluv_landscape *land)
{
    if (land)
        atomic_fetch_add(&holdable(land)->others, 1);
    return land;
}

void fluv_landscape_delete(const fluv_landscape *land)
{
    if (!land || atomic_fetch_sub(&holdable(land)->others, 1) > 0)
        return;
    fluv_landscape_free(holdable(land));
    fluv_free(holdable(land));
}

/* The public ways to look at a landscape. */

const fluv_frame *fluv_frame_of(const fluv_landscape *land)
{
    return &land->frame;
}

const char *fluv_crs_of(const fluv_landscape *land)
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

uint64_t fluv_seed_of(const fluv_landscape *land)
{
    return land->seed;
}

/* Where a layer of sums stands; NULL for the others. */
static const void *sums_of(const fluv_landscape *land, fluv_layer layer)
{
    switch (layer) {
#define GRID(name, ...)
#define SITE(name, ...)
#define WHOLE(name, ...)
#define SUMS(name, ...)                                                                            \
    case FLUV_LAYER_##name:                                                                        \
        return &land->name;
#include "landscape/layers.def"
#include "landscape/layers_clear.h"
    default:
        return NULL;
    }
}

fluv_layer_data fluv_layer_get(const fluv_landscape *land, const fluv_layer_info *layer)
{
    fluv_layer index = fluv_layer_of(layer);
    const fluv_shared *data = land->layers[index];
    fluv_layer_data out = {.info = layer, .data = data ? data->data : sums_of(land, index)};
    if (data && layer->place == FLUV_ON_GRID) {
        out.rows = land->frame.rows;
        out.cols = land->frame.cols;
    } else if (data && layer->place == FLUV_ON_MESH) {
        out.rows = 1;
        out.cols = data->bytes / fluv_layer_rows[index].bytes;
    }
    return out;
}

const float *fluv_height_of(const fluv_landscape *land)
{
    return fluv_layer_read(land, FLUV_LAYER_height);
}

const float *fluv_water_of(const fluv_landscape *land)
{
    return fluv_layer_read(land, FLUV_LAYER_water);
}

const uint8_t *fluv_cover_of(const fluv_landscape *land)
{
    return fluv_layer_read(land, FLUV_LAYER_cover);
}

const uint8_t *fluv_region_of(const fluv_landscape *land)
{
    return fluv_layer_read(land, FLUV_LAYER_region);
}

const uint32_t *fluv_receiver_of(const fluv_landscape *land)
{
    return fluv_layer_read(land, FLUV_LAYER_receiver);
}

const double *fluv_area_of(const fluv_landscape *land)
{
    return fluv_layer_read(land, FLUV_LAYER_area);
}

const float *fluv_discharge_of(const fluv_landscape *land)
{
    return fluv_layer_read(land, FLUV_LAYER_discharge);
}

const float *fluv_flow_of(const fluv_landscape *land)
{
    return fluv_layer_read(land, FLUV_LAYER_flow);
}

const float *fluv_wear_of(const fluv_landscape *land)
{
    return fluv_layer_read(land, FLUV_LAYER_wear);
}

const float *fluv_deposit_of(const fluv_landscape *land)
{
    return fluv_layer_read(land, FLUV_LAYER_deposit);
}

const fluv_rivers *fluv_rivers_of(const fluv_landscape *land)
{
    return fluv_layer_read(land, FLUV_LAYER_rivers);
}

const fluv_lakes *fluv_lakes_of(const fluv_landscape *land)
{
    return fluv_layer_read(land, FLUV_LAYER_lakes);
}

const fluv_watersheds *fluv_watersheds_of(const fluv_landscape *land)
{
    return fluv_layer_read(land, FLUV_LAYER_watersheds);
}

const fluv_outline *fluv_coast_of(const fluv_landscape *land)
{
    return fluv_layer_read(land, FLUV_LAYER_coast);
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
