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
#include "landscape/layers.h"

#include <math.h>

/* What a stage took and cost, for landscape.json. */
typedef struct fluv_stage_record {
    const char *stage;
    double seconds;
    size_t peak_bytes;
    bool reused;
} fluv_stage_record;

#define FLUV_MAX_STAGES     64
#define FLUV_SECONDS_A_YEAR 31556952.0 /* the mean of the calendar */

/* m3/s that `cells` of one area (m2) give together where every one has the same runoff (m/y). Not a
 * sum: it is the same for all orders of adding cells up. */
static inline float fluv_even_discharge(double cells, double cell_area, double runoff)
{
    return (float)(cells * (cell_area * runoff) / FLUV_SECONDS_A_YEAR);
}

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
    bool given; /* the receivers are those of a file: who drains the ground begins with them */
} fluv_drained;

struct fluv_landscape {
    atomic_size_t others; /* holders beside the one there always is */
    fluv_frame frame;     /* cols == 0: no stage or recipe has set it yet */
    char *crs;            /* WKT, NULL: invented land */
    uint64_t seed;
    fluv_shared *layers[FLUV_LAYER_COUNT]; /* those that are sums stand below */
    fluv_shared *hollows; /* water/drainage.h, as the receivers' maker left them for the next stage;
                             gone once ground, cover or receivers are edited */
    fluv_shared *model;   /* model/model.h: the water of a model read from a file; NULL: none */
    bool surveyed; /* the ground is that of a map, changed or not: its flats are measured water */
    fluv_drained drained;
    fluv_note notes[FLUV_MAX_NOTES];
    size_t note_count;
#define GRID(name, ...)
#define SITE(name, ...)
#define WHOLE(name, ...)
#define SUMS(name, type, ...) type name;
#include "landscape/layers.def"
#include "landscape/layers_clear.h"
    fluv_stage_record records[FLUV_MAX_STAGES];
    size_t record_count;
};

/* The vector layers' data begins with the public struct; its pointers lead into the same block. */

size_t fluv_cell_count(const fluv_landscape *land);

/* The frame's longer side, m, the same to the last bit for every number of cells. */
static inline double fluv_frame_side(const fluv_frame *frame)
{
    return 1e-3 * rint(1e3 * frame->cell * (frame->cols > frame->rows ? frame->cols : frame->rows));
}

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
/* A grid layer to write, see above; a new one is filled with what the table of
 * layers says. NULL with a message when there is no memory. */
void *fluv_layer_edit(fluv_ctx *ctx, fluv_landscape *land, fluv_layer layer);
/* The same for a stage that writes all of it: what is in it does not matter, and is not set. */
void *fluv_layer_renew(fluv_ctx *ctx, fluv_landscape *land, fluv_layer layer);
/* Hands a whole layer over to the landscape (the reference moves); NULL takes the layer away. */
void fluv_layer_put(fluv_landscape *land, fluv_layer layer, fluv_shared *data);
/* Takes layers away, sums among them. */
void fluv_layers_drop(fluv_landscape *land, fluv_layer_set layers);
/* Those that stages can work with. Sums are not counted, they are there or 0; nor are regions that
 * are names alone, as files keep them. */
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
