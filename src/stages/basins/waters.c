// SPDX-License-Identifier: MIT
/* Placed lakes and mouths on the mesh.
 *
 * in   what was placed        out   the vertices under each lake; outlets, and how easy ways to
 * them are
 *
 * A lake has all vertices whose cell it touches: they belong together. The first of them that the
 * forest reaches is where its water leaves, and all others run there. A mouth of weight w draws
 * water as if ways to it had  4^(1 - 2 w)  of their length, so that its basin is larger or smaller
 * than those of its neighbours.  O(vertices under lakes + mouths * vertices). */
#include "landscape/layout.h"
#include "landscape/shore.h"
#include "stages/basins/parts.h"
#include "stages/shared/lake_shape.h"

#include <assert.h>
#include <stdio.h>

#define FINER   3.0  /* places looked at to a spacing */
#define AT_SEA  0.03 /* of the longer side: how far a mouth may lie from the coast */
#define STRONG  4.0  /* how much nearer the strongest mouth seems */
#define NEAREST 3.0  /* spacings from a placed river's mouth: that one is meant */

/* ---- Lakes ---- */

/* A lake on its way to the mesh. */
typedef struct laying {
    const fluv_basins_job *job;
    uint32_t lake, near; /* which one; the vertex looked at last */
    bool left_out;       /* it is of an earlier result, and has lost its place */
} laying;

static fluv_status refuse(fluv_ctx *ctx, laying *l, double x, double y, const char *why)
{
    const fluv_placed_lake *asked = &l->job->placed->lakes[l->lake];
    if (asked->follows) {
        l->left_out = true;
        return FLUV_OK;
    }
    return fluv_blame(ctx, &asked->by,
                      fluv_fail(ctx, FLUV_BAD_RECIPE, "place: lake %s cannot be at %.7g, %.7g: %s",
                                fluv_called(asked->name), x, y, why));
}

/* One place of a lake: its vertex is the lake's. */
static fluv_status take_place(fluv_ctx *ctx, laying *l, double x, double y)
{
    const fluv_basins_job *job = l->job;
    float shore;
    if (l->left_out)
        return FLUV_OK;
    fluv_shore_points(fluv_shore_of(job->landscape), job->spacing, &x, &y, 1, &shore);
    if (!fluv_basins_in_frame(job, x, y))
        return refuse(ctx, l, x, y, "it would touch the frame's edge");
    if (!((double)shore > 0.0))
        return refuse(ctx, l, x, y, "it would lie in the sea");
    uint32_t v = l->near = fluv_basins_nearest(job, l->near, x, y);
    assert(v < job->count && l->lake < job->placed->lake_count);
    if (job->lake[v] != FLUV_NONE && job->lake[v] != l->lake) {
        char why[FLUV_NAME_ROOM + 40];
        snprintf(why, sizeof why, "lake %s has that place",
                 fluv_called(job->placed->lakes[job->lake[v]].name));
        return refuse(ctx, l, x, y, why);
    }
    if (job->ocean[v] || fluv_basins_beside_ocean(job, v))
        return refuse(ctx, l, x, y, "it would touch the sea");
    if (job->at_edge[v])
        return refuse(ctx, l, x, y, "it would touch the frame's edge");
    job->lake[v] = l->lake;
    return FLUV_OK;
}

static bool outside(const fluv_basins_job *job, const fluv_outline *shore)
{
    for (uint32_t i = 0; i < shore->first_point[shore->ring_count]; i++)
        if (fluv_basins_in_frame(job, shore->xy[2 * i], shore->xy[2 * i + 1]))
            return false;
    return true;
}

static fluv_status take_all(fluv_ctx *ctx, laying *l, const fluv_lake_shape *shape)
{
    const fluv_outline *shore = &shape->shore;
    double step = l->job->spacing / FINER;
    for (size_t r = 0; r < shore->ring_count; r++)
        for (uint32_t i = shore->first_point[r]; i < shore->first_point[r + 1]; i++) {
            uint32_t next = i + 1 < shore->first_point[r + 1] ? i + 1 : shore->first_point[r];
            const double *a = shore->xy + 2 * (size_t)i, *b = shore->xy + 2 * (size_t)next;
            double parts = ceil(fluv_length(b[0] - a[0], b[1] - a[1]) / step);
            for (double k = 0.0; k < parts; k++)
                FLUV_TRY(take_place(ctx, l, a[0] + k / parts * (b[0] - a[0]),
                                    a[1] + k / parts * (b[1] - a[1])));
        }
    for (double y = shape->y - shape->reach; y <= shape->y + shape->reach; y += step)
        for (double x = shape->x - shape->reach; x <= shape->x + shape->reach; x += step)
            if (fluv_outline_holds(shore, x, y))
                FLUV_TRY(take_place(ctx, l, x, y));
    return take_place(ctx, l, shape->x, shape->y);
}

void fluv_basins_lake_drop(const fluv_basins_job *job, uint32_t lake)
{
    assert(job->placed && lake < job->placed->lake_count);
    job->lake_exit[lake] = FLUV_NONE;
    for (size_t v = 0; v < job->count; v++)
        if (job->lake[v] == lake)
            job->lake[v] = FLUV_NONE;
}

static fluv_status take_lake(fluv_ctx *ctx, laying *l)
{
    const fluv_basins_job *job = l->job;
    fluv_lake_shape shape;
    FLUV_TRY(fluv_lake_shape_find(ctx, job->landscape, job->placed, l->lake, &shape));
    if (outside(job, &shape.shore))
        return FLUV_OK;
    FLUV_TRY(take_all(ctx, l, &shape));
    if (l->left_out)
        fluv_basins_lake_drop(job, l->lake);
    return FLUV_OK;
}

static fluv_status take_lakes(fluv_ctx *ctx, const fluv_basins_job *job)
{
    const fluv_placed_lake *lakes = job->placed->lakes, *first = NULL;
    size_t left_out = 0;
    for (uint32_t i = 0; i < job->placed->lake_count; i++) {
        laying l = {.job = job, .lake = i};
        job->lake_exit[i] = FLUV_NONE;
        FLUV_TRY(take_lake(ctx, &l));
        left_out += l.left_out;
        if (!lakes[i].follows &&
            !fluv_placed_lake_in_frame(&job->landscape->frame, job->placed, &lakes[i]))
            fluv_note_add(job->notes, "place", "lake %s lies outside the frame",
                          fluv_called(lakes[i].name));
        first = l.left_out && !first ? &lakes[i] : first;
    }
    if (left_out)
        fluv_note_add(job->notes, "keep",
                      "%zu of %zu lakes were left out, which would lie in the sea, at the edge or "
                      "in each other now: the first at %.7g, %.7g",
                      left_out, job->placed->lake_count, first->x, first->y);
    return FLUV_OK;
}

fluv_status fluv_basins_waters(fluv_ctx *ctx, fluv_basins_job *job)
{
    job->placed = fluv_layer_read(job->landscape, FLUV_LAYER_placed);
    if (!job->placed)
        return FLUV_OK;
    size_t n = job->count, lakes = job->placed->lake_count, spots = job->placed->spot_count;
    job->river = fluv_scratch(ctx, n, sizeof *job->river);
    job->forced = fluv_scratch(ctx, n, sizeof *job->forced);
    job->source = fluv_scratch_zero(ctx, n, 1);
    job->lake = fluv_scratch(ctx, n, sizeof *job->lake);
    job->ease = fluv_scratch(ctx, n, sizeof *job->ease);
    job->lake_exit = fluv_scratch(ctx, lakes, sizeof *job->lake_exit);
    job->spot_at = fluv_scratch(ctx, spots, sizeof *job->spot_at);
    if (!job->river || !job->forced || !job->source || !job->lake || !job->ease ||
        !job->lake_exit || !job->spot_at)
        return FLUV_NO_MEMORY;
    for (size_t v = 0; v < n; v++) {
        job->river[v] = job->forced[v] = job->lake[v] = FLUV_NONE;
        job->ease[v] = 1.0F;
    }
    for (size_t i = 0; i < spots; i++)
        job->spot_at[i] = FLUV_NONE;
    return take_lakes(ctx, job);
}

void fluv_basins_exits(const fluv_basins_job *job)
{
    for (uint32_t k = job->land_count; job->placed && k-- > 0;) {
        uint32_t v = job->order[k], to = job->receiver[v];
        assert(v < job->count && (to == FLUV_NONE || to < job->count));
        if (job->lake[v] != FLUV_NONE && (to == FLUV_NONE || job->lake[to] != job->lake[v]))
            job->lake_exit[job->lake[v]] = v;
    }
}

/* ---- Mouths ---- */

/* The vertex where a river can reach the sea nearest to a place: a placed river's where one ends
 * near. */
static uint32_t coast_near(const fluv_basins_job *job, const fluv_placed_spot *spot)
{
    bool any_ocean = job->land_count < job->count;
    double least = INFINITY;
    assert(spot->kind == FLUV_SPOT_MOUTH);
    uint32_t best = FLUV_NONE;
    for (uint32_t v = 0; v < job->count; v++) {
        double far = fluv_length(job->x[v] - spot->x, job->y[v] - spot->y);
        bool ends = job->forced[v] != FLUV_NONE && job->ocean[job->forced[v]];
        if (ends && far < NEAREST * job->spacing)
            far = 0.0;
        if (far >= least || job->ocean[v] || job->lake[v] != FLUV_NONE ||
            (job->river[v] != FLUV_NONE && !ends) ||
            !(any_ocean ? fluv_basins_beside_ocean(job, v) : job->at_edge[v]))
            continue;
        least = far;
        best = v;
    }
    return least <= fmax(AT_SEA * job->longer, 2.0 * job->spacing) ? best : FLUV_NONE;
}

fluv_status fluv_basins_mouths(fluv_ctx *ctx, fluv_basins_job *job)
{
    for (size_t i = 0; job->placed && i < job->placed->spot_count; i++) {
        const fluv_placed_spot *spot = &job->placed->spots[i];
        if (spot->kind != FLUV_SPOT_MOUTH || !fluv_basins_in_frame(job, spot->x, spot->y))
            continue;
        uint32_t v = job->spot_at[i] = coast_near(job, spot);
        if (v == FLUV_NONE)
            return fluv_blame(
                ctx, &spot->by,
                fluv_fail(ctx, FLUV_BAD_RECIPE,
                          "place: mouth %s at %.7g, %.7g is far from the coast: expected a place "
                          "within %.3g m of it",
                          fluv_called(spot->name), spot->x, spot->y, AT_SEA * job->longer));
        job->mouth[v] = 1;
        job->ease[v] = (float)pow(STRONG, 1.0 - 2.0 * spot->weight);
    }
    return FLUV_OK;
}
