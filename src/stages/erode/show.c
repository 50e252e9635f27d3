// SPDX-License-Identifier: MIT
/* From the mesh to the raster: ground whose water goes the way it went on the mesh.
 *
 * in   a mesh's heights and the routes of its water     out   heights at the raster's cells
 *
 * Heights at cell centres alone miss valleys and crests between the centres: dams and gaps. So:
 *
 *   1. a smooth surface through the vertices
 *   2. a cell that a stream runs through is no higher than the stream that enters it; nor is one on
 *      the way over the pass of a hollow. Streams fall, so such ways fall from cell to cell
 *   3. gaps in the rims of hollows are closed (rim.c)
 *   4. hollows in which no hollow of the mesh lies are cut open or filled
 *
 * Streams and hollows count that drain some cells: what is smaller cannot be seen.
 * O(vertices + cells). */
#include "stages/erode/show.h"

#include "mesh/surface.h"
#include "stages/erode/raster.h"
#include "stages/shared/settle.h"

#include <assert.h>
#include <string.h>

typedef fluv_erosion_raster raster;

static void cut_cell(const raster *r, uint32_t cell, double level)
{
    if ((float)level < r->height[cell]) /* not where there is no height */
        r->height[cell] = (float)level;
}

static uint32_t cell_of(const raster *r, const fluv_erosion_tier *l, uint32_t vertex)
{
    return fluv_raster_cell(r, l->mesh->x[vertex], l->mesh->y[vertex]);
}

static void cut_vertex(const raster *r, const fluv_erosion_tier *l, uint32_t vertex)
{
    cut_cell(r, cell_of(r, l, vertex), (double)l->height[vertex]);
}

/* Down the edge between two vertices, in steps of a cell at most, so that the cells touch: each is
 * as high as the water that enters it. The one it comes from stays as it is. What leads to the sea
 * ends at its surface. */
static void cut_along(const raster *r, const fluv_erosion_tier *l, uint32_t from, uint32_t to)
{
    assert(from != to && to < l->mesh->count);
    const fluv_mesh *mesh = l->mesh;
    double dx = mesh->x[to] - mesh->x[from], dy = mesh->y[to] - mesh->y[from];
    double high = (double)l->height[from], low = (double)l->height[to];
    if (l->kind[to] & FLUV_CELL_SEA)
        low = fmin(high, fmax(low, 0.0));
    double steps = ceil(fmax(fabs(dx), fabs(dy)) / r->cell);
    uint32_t last = cell_of(r, l, from);
    for (double i = 1.0; i <= steps; i += 1.0) {
        double share = i / steps;
        uint32_t cell = fluv_raster_cell(r, mesh->x[from] + share * dx, mesh->y[from] + share * dy);
        if (cell != last)
            cut_cell(r, cell, high + share * (low - high));
        last = cell;
    }
}

/* Whether a stream leaves a vertex that is seen and is no hollow's root: from there water jumps to
 * the other side of its pass. */
static bool is_stream(const raster *r, const fluv_erosion_tier *l, uint32_t vertex)
{
    const fluv_connection *c = &l->connection;
    if ((l->kind[vertex] & FLUV_CELL_SEA) || !fluv_raster_sees(r, l, vertex))
        return false;
    return !c->basin_count || c->label[vertex] == FLUV_OUTSIDE ||
           c->outflows[c->label[vertex]].root != vertex;
}

static void cut_streams(const raster *r, fluv_erosion_tier *l)
{
    uint8_t *entered = l->donors;
    memset(entered, 0, l->mesh->count);
    for (uint32_t v = 0; v < l->mesh->count; v++)
        if (l->receiver[v] != FLUV_NONE && fluv_raster_sees(r, l, v))
            entered[l->receiver[v]] = 1;
    for (uint32_t v = 0; v < l->mesh->count; v++) {
        if (!is_stream(r, l, v))
            continue;
        if (!entered[v])
            cut_vertex(r, l, v);
        if (l->receiver[v] != FLUV_NONE)
            cut_along(r, l, v, l->receiver[v]);
    }
}

/* The pass of a hollow, as high as it is, and the way down from it on both sides. */
static void cut_pass(const raster *r, const fluv_erosion_tier *l, const fluv_outflow *hollow)
{
    uint32_t beyond = l->receiver[hollow->root];
    double level = (double)fluv_pass_height(l, hollow);
    if (beyond != FLUV_NONE) {
        cut_cell(r, cell_of(r, l, beyond), level);
        cut_along(r, l, hollow->pass, beyond);
    }
    cut_cell(r, cell_of(r, l, hollow->pass), level);
    cut_vertex(r, l, hollow->root);
    for (uint32_t v = hollow->pass; v != hollow->root; v = l->receiver[v])
        cut_along(r, l, v, l->receiver[v]);
}

/* Marks the cells in which hollows of the mesh lie. */
static void mark_hollows(const raster *r, const fluv_erosion_tier *l, uint8_t *marked)
{
    const fluv_connection *c = &l->connection;
    for (uint32_t b = 1; b <= c->basin_count; b++)
        if (fluv_raster_sees(r, l, c->outflows[b].root))
            marked[cell_of(r, l, c->outflows[b].root)] = 1;
}

static fluv_status drain_others(fluv_ctx *ctx, const raster *r, const fluv_erosion_tier *l)
{
    fluv_topology topology = fluv_topology_grid(r->cols, r->rows, r->cell);
    uint8_t *kind = fluv_scratch(ctx, topology.count, sizeof *kind);
    uint8_t *marked = fluv_scratch_zero(ctx, topology.count, sizeof *marked);
    uint32_t *queue = fluv_scratch(ctx, topology.count, sizeof *queue);
    if (!kind || !marked || !queue)
        return FLUV_NO_MEMORY;
    fluv_cells_classify(&topology, ctx->threads, r->height, kind);
    (void)fluv_cells_find_sea(&topology, r->height, kind, queue);
    fluv_scratch_drop(ctx, queue);
    mark_hollows(r, l, marked);
    FLUV_TRY(fluv_look(ctx));
    return fluv_ground_settle(ctx, &topology, kind, marked, r->height);
}

/* The outermost cells show the frame's edge itself: that is the rim over which water leaves, and
 * half a cell further in the ground may lie much lower. */
static fluv_status show_edge(fluv_ctx *ctx, const raster *r, const fluv_surface *surface)
{
    uint32_t count = 2 * (r->cols + r->rows), n = 0;
    double *x = fluv_scratch(ctx, count, sizeof *x), *y = fluv_scratch(ctx, count, sizeof *y);
    uint32_t *cell = fluv_scratch(ctx, count, sizeof *cell);
    float *height = fluv_scratch(ctx, count, sizeof *height);
    if (!x || !y || !cell || !height)
        return FLUV_NO_MEMORY;
    double wide = surface->guide.mesh->width, high = surface->guide.mesh->height;
    for (uint32_t c = 0; c < r->cols * r->rows;) {
        uint32_t col = c % r->cols, row = c / r->cols;
        bool west = col == 0, east = col + 1 == r->cols, inner = row && row + 1 < r->rows;
        assert(n < count);
        cell[n] = c;
        x[n] = west ? 0.0 : east ? wide : (col + 0.5) * r->cell;
        y[n++] = row == 0 ? 0.0 : row + 1 == r->rows ? high : (row + 0.5) * r->cell;
        c += inner && west && !east ? r->cols - 1 : 1;
    }
    fluv_surface plain = *surface;
    plain.slope = NULL; /* linear: its neighbours all lie on one side */
    FLUV_TRY(fluv_surface_at(ctx, &plain, x, y, n, height));
    for (uint32_t i = 0; i < n; i++)
        r->height[cell[i]] = height[i];
    return FLUV_OK;
}

fluv_status fluv_erosion_show(fluv_ctx *ctx, fluv_erosion_tier *level, fluv_landscape *land)
{
    assert(level->height && level->kind && level->donors && level->receiver && level->area);
    fluv_surface surface;
    float *height = fluv_layer_edit(ctx, land, FLUV_LAYER_height);
    if (!height)
        return FLUV_NO_MEMORY;
    const fluv_frame *frame = &land->frame;
    raster r = {frame->cols, frame->rows, frame->cell, height};
    FLUV_TRY(fluv_surface_init(ctx, level->mesh, level->height, FLUV_SURFACE_SMOOTH, &surface));
    FLUV_TRY(fluv_surface_fill(ctx, &surface, r.cols, r.rows, height));
    FLUV_TRY(show_edge(ctx, &r, &surface));
    cut_streams(&r, level);
    for (uint32_t b = 1; b <= level->connection.basin_count; b++)
        if (fluv_raster_sees(&r, level, level->connection.outflows[b].root))
            cut_pass(&r, level, &level->connection.outflows[b]);
    FLUV_TRY(fluv_look(ctx));
    FLUV_TRY(fluv_rims_raise(ctx, level, &surface.guide, &r));
    fluv_surface_drop(ctx, &surface);
    FLUV_TRY(fluv_look(ctx));
    return drain_others(ctx, &r, level);
}
