// SPDX-License-Identifier: MIT
/* A stage: a function that reads some layers of a landscape and writes others, with a name, what it
 * needs, what it makes and a table of parameters. One registry lists them all. */
#ifndef FLUV_STAGES_STAGE_H
#define FLUV_STAGES_STAGE_H

#include "base/param.h"
#include "landscape/landscape.h"

/* What work follows from beside the frame, as far as the stages before make it. */
typedef struct fluv_extent {
    double vertices; /* of the mesh */
    double edge;     /* m between nodes of the river graph; 0: there is none */
} fluv_extent;

typedef struct fluv_stage {
    fluv_stage_info info;
    size_t params_size;
    fluv_layer_set needs, makes, amends; /* info says the same in words */
    fluv_layer_set keeps;                /* made from what it makes, and true all the same */
    fluv_layer_set reads_last;           /* go with what it makes, but only once it has run */
    /* What it makes with these parameters where these layers are there, if not just `makes`, which
     * is what it finds in *makes; NULL: just that. It may look into files. */
    fluv_status (*makes_with)(fluv_ctx *ctx, const void *params, fluv_layer_set present,
                              fluv_layer_set *makes);
    fluv_layer_set judged; /* where it makes one of these, the rules of water must hold after it */
    bool moves_sea;        /* the ground changes, and the sea goes with it */
    bool sets_frame;       /* brings a frame of its own, as import does */
    double bytes_per_cell; /* scratch and new layers at its peak, for the memory estimate */
    double bytes_per_vertex; /* the same for the vertices of the mesh, */
    double (*more_bytes_per_vertex)(
        const void *params); /* and what parameters add; NULL: nothing */
    /* About how many vertices the mesh will have that the stage makes; NULL: it makes none. */
    double (*vertices)(const void *params, const fluv_landscape *land);
    /* How far apart the nodes of the river graph will be that it makes; NULL: it makes none. */
    double (*edge)(const void *params, const fluv_landscape *land);
    /* About how many cells, vertices of the mesh or nodes it looks at, each as often as it does;
     * NULL: a few times the cells of the frame. One takes about a microsecond. */
    double (*visits)(const void *params, const fluv_landscape *land, fluv_extent extent);
    fluv_status (*run)(fluv_ctx *ctx, const void *params, fluv_landscape *land);
} fluv_stage;

/* Layers of a stage, for its table: what it needs; what it makes anew, so that all that was made
 * from the old ones is dropped; what it amends, or makes where it is missing, so that what was made
 * from it stays true. */
#define FLUV_NEEDS(...)  .needs = FLUV_SET(__VA_ARGS__), .info.needs = FLUV_WORDS(__VA_ARGS__)
#define FLUV_MAKES(...)  .makes = FLUV_SET(__VA_ARGS__), .info.makes = FLUV_WORDS(__VA_ARGS__)
#define FLUV_AMENDS(...) .amends = FLUV_SET(__VA_ARGS__), .info.amends = FLUV_WORDS(__VA_ARGS__)

/* What becomes of the layers that are there when a stage runs. */
typedef struct fluv_layer_turn {
    fluv_layer_set stale;   /* dropped before it runs */
    fluv_layer_set written; /* made anew or amended */
    fluv_layer_set after;   /* there when it is done, at the most */
} fluv_layer_turn;

FLUV_MUST_CHECK fluv_status fluv_stage_turn(fluv_ctx *ctx, const fluv_stage *stage,
                                            const void *params, fluv_layer_set present,
                                            fluv_layer_turn *turn);

extern const fluv_stage *const fluv_stages[];
extern const size_t fluv_stages_count;

const fluv_stage *fluv_stage_named(const char *name);

/* About how many nodes a river graph has: an edge gives as many as its square fits the land, half
 * of the frame as a rule, however few cells there are. */
static inline double fluv_extent_nodes(const fluv_landscape *land, fluv_extent extent)
{
    double area = (double)fluv_cell_count(land) * land->frame.cell * land->frame.cell;
    return extent.edge > 0.0 ? 0.5 * area / (extent.edge * extent.edge) : 0.0;
}

/* Fills cols * rows values of the frame from a FIELD parameter. `stage` and `name` key the noise.
 */
FLUV_MUST_CHECK fluv_status fluv_field_fill(fluv_ctx *ctx, const fluv_landscape *land,
                                            const fluv_field *field, const char *stage,
                                            const char *name, float *out);

/* Places to ask for a value, in m from the frame's north-west corner, eastwards and southwards.
 * `spacing` between them says how fine a noise may be, m. */
typedef struct fluv_places {
    size_t count;
    const double *x, *y;
    double spacing;
} fluv_places;

/* The same at any places: the values do not depend on the frame's cells. */
FLUV_MUST_CHECK fluv_status fluv_field_at(fluv_ctx *ctx, const fluv_landscape *land,
                                          const fluv_field *field, const char *stage,
                                          const char *name, const fluv_places *places, float *out);

#endif
