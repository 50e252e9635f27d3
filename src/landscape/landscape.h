// SPDX-License-Identifier: MIT
/* A landscape: layers over one frame, and who owns them.
 *
 * Layers are shared memory with counted references. `fluv_layer_edit` gives a stage a layer to
 * write: the one that is there when nobody else holds it, a copy when a kept result does, a new one
 * when there is none. The other layers (coast, rivers, lakes, watersheds, mesh, …) are made whole
 * by one stage and replaced whole by another. */
#ifndef FLUV_LANDSCAPE_LANDSCAPE_H
#define FLUV_LANDSCAPE_LANDSCAPE_H

#include "base/shared.h"

typedef enum fluv_layer {
    FLUV_LAYER_HEIGHT,    /* float, m; NaN: nodata */
    FLUV_LAYER_WATER,     /* float, m; NaN: dry */
    FLUV_LAYER_COVER,     /* uint8_t, fluv_cover */
    FLUV_LAYER_REGION,    /* uint8_t */
    FLUV_LAYER_RECEIVER,  /* uint32_t, a neighbour's cell index or FLUV_NONE */
    FLUV_LAYER_AREA,      /* double, m2 */
    FLUV_LAYER_DISCHARGE, /* float, m3/s */
    FLUV_LAYER_FLOW,      /* float, m3/s */
    FLUV_LAYER_WEAR,      /* float, m */
    FLUV_LAYER_DEPOSIT,   /* float, m */
    FLUV_GRID_LAYERS,     /* the layers above are grids of the frame's size */
    FLUV_LAYER_COAST = FLUV_GRID_LAYERS,
    FLUV_LAYER_RIVERS,
    FLUV_LAYER_LAKES,
    FLUV_LAYER_WATERSHEDS,
    FLUV_LAYER_SHORE,    /* landscape/shore.h: the distance to the coast at any place */
    FLUV_LAYER_REGIONS,  /* landscape/regions.h: the types of regions and where they are */
    FLUV_LAYER_BASINS,   /* landscape/basins.h: which way water goes, on a mesh in metres */
    FLUV_LAYER_CHANNELS, /* landscape/layout.h: rivers and lakes as lines and shapes in metres */
    FLUV_LAYER_MESH,     /* fluv_mesh */
    FLUV_LAYER_UPLIFT,   /* float, m/y, one a vertex of the mesh */
    FLUV_LAYER_ROCK,     /* fluv_strata under the mesh, erodibility in parts of a whole */
    FLUV_LAYER_CONTOUR,  /* from here on: landscape/hydrology.h and landscape/tree.h */
    FLUV_LAYER_STORES,   /* landscape/stores.h: water in hollows, from the making of the ground */
    FLUV_LAYER_NETWORK,
    FLUV_LAYER_TERRITORIES,
    FLUV_LAYER_COURSES,
    FLUV_LAYER_TREE,
    FLUV_LAYERS
} fluv_layer;

typedef uint32_t fluv_layer_set; /* bit 1 << fluv_layer */
#define FLUV_HAS(layer) ((fluv_layer_set)1 << (layer))

const char *fluv_layer_name(fluv_layer layer);
size_t fluv_layer_cell_bytes(fluv_layer layer);   /* grid layers: bytes a cell */
size_t fluv_layer_vertex_bytes(fluv_layer layer); /* layers on the mesh: about, bytes a vertex */

/* What a stage took and cost, for landscape.json. */
typedef struct fluv_stage_record {
    const char *stage;
    double seconds;
    size_t peak_bytes;
    bool reused;
} fluv_stage_record;

#define FLUV_MAX_STAGES 64

/* One line that the user should know. */
typedef struct fluv_note {
    const char *stage;
    char text[280];
} fluv_note;

#define FLUV_MAX_NOTES 24

/* How `drain` led water, for stages that drain the ground again. */
typedef struct fluv_drained {
    bool known; /* false: by default */
    uint8_t descent;
    float wander;
} fluv_drained;

struct fluv_landscape {
    fluv_frame frame; /* cols == 0: no stage or recipe has set it yet */
    char *crs;        /* WKT, NULL: invented land */
    uint64_t seed;
    fluv_shared *layers[FLUV_LAYERS];
    fluv_shared *hollows; /* water/drainage.h, as the receivers' maker left them for the next stage;
                             gone once ground, cover or receivers are edited */
    fluv_drained drained;
    fluv_budget budget;
    fluv_ground_change change;
    fluv_note notes[FLUV_MAX_NOTES];
    size_t note_count;
    fluv_erosion erosion;
    fluv_stage_record records[FLUV_MAX_STAGES];
    size_t record_count;
};

/* The vector layers' data begins with the public struct; its pointers lead into the same block. */

size_t fluv_cell_count(const fluv_landscape *land);

/* The centre of a cell, CRS. */
static inline double fluv_cell_x(const fluv_frame *frame, uint32_t cell)
{
    return frame->west + frame->cell * (cell % frame->cols + 0.5);
}

static inline double fluv_cell_y(const fluv_frame *frame, uint32_t cell)
{
    return frame->north - frame->cell * (cell / frame->cols + 0.5);
}

/* A layer to read; NULL while there is none. */
const void *fluv_layer_read(const fluv_landscape *land, fluv_layer layer);
/* A grid layer to write, see above; a new one is filled with 0, or NaN for height and water, or
 * NONE for receivers. NULL with a message when there is no memory. */
void *fluv_layer_edit(fluv_ctx *ctx, fluv_landscape *land, fluv_layer layer);
/* The same for a stage that writes all of it: what is in it does not matter, and is not set. */
void *fluv_layer_renew(fluv_ctx *ctx, fluv_landscape *land, fluv_layer layer);
/* Hands a whole layer over to the landscape (the reference moves); NULL takes the layer away. */
void fluv_layer_put(fluv_landscape *land, fluv_layer layer, fluv_shared *data);
fluv_layer_set fluv_layers_present(const fluv_landscape *land);

/* Notes what the user should know of a stage's work; further notes than there is room for are left
 * out, and the last says so. */
void fluv_note_add(fluv_landscape *land, const char *stage, const char *format, ...)
    FLUV_PRINTF(3, 4);

/* Zeroed is valid. */
void fluv_landscape_free(fluv_landscape *land);
/* The same layers under one more owner; hollows are not among them. */
FLUV_MUST_CHECK fluv_status fluv_landscape_share(fluv_ctx *ctx, const fluv_landscape *from,
                                                 fluv_landscape *to);
FLUV_MUST_CHECK fluv_status fluv_landscape_set_crs(fluv_ctx *ctx, fluv_landscape *land,
                                                   const char *wkt);

#endif
