// SPDX-License-Identifier: MIT
/* View "basin": every larger drainage basin in a colour of its own, small ones as plain paper.
 *
 * in   receivers, areas        out   for each pixel the cell where its water ends
 *
 * O(cells + pixels). */
#include "output/picture_layout.h"
#include "output/picture_map.h"
#include "water/topology.h"

#define OPEN_WAY    (FLUV_NONE - 1)
#define WALKED_WAY  (FLUV_NONE - 2)
#define LEAST_SHARE 5e-4 /* of the frame: smaller basins have no colour */

static void start_labels(const fluv_landscape *land, uint32_t cells, uint32_t *label)
{
    const uint32_t *receiver = fluv_receiver_of(land);
    const uint8_t *cover = fluv_cover_of(land);
    for (uint32_t c = 0; c < cells; c++) {
        bool sea = cover && cover[c] == FLUV_OCEAN;
        uint32_t to = receiver[c];
        bool ends = to >= cells || (cover && cover[to] == FLUV_OCEAN);
        label[c] = sea ? FLUV_NONE : ends ? c : OPEN_WAY;
    }
}

/* Gives every cell of a way the label of its end; a way that leads back to itself has none. */
static void follow(const uint32_t *receiver, uint32_t cell, uint32_t *label)
{
    uint32_t at = cell;
    for (; label[at] == OPEN_WAY; at = receiver[at])
        label[at] = WALKED_WAY;
    uint32_t end = label[at] == WALKED_WAY ? FLUV_NONE : label[at];
    for (at = cell; label[at] == WALKED_WAY; at = receiver[at])
        label[at] = end;
}

/* Labels of cells, brought to the pixels. */
static fluv_status find_basins(fluv_ctx *ctx, const fluv_scene *scene, double least,
                               uint32_t *basin)
{
    const fluv_frame *frame = &scene->land->frame;
    fluv_topology topology = fluv_topology_grid(frame->cols, frame->rows, frame->cell);
    uint32_t *label = fluv_scratch(ctx, topology.count, sizeof *label);
    if (!label)
        return FLUV_NO_MEMORY;
    start_labels(scene->land, topology.count, label);
    for (uint32_t c = 0; c < topology.count; c++)
        follow(fluv_receiver_of(scene->land), c, label);
    const double *area = fluv_area_of(scene->land);
    for (size_t at = 0; at < scene->pixels; at++) {
        uint64_t row = at / scene->width * frame->rows / scene->height;
        uint64_t col = at % scene->width * frame->cols / scene->width;
        uint32_t end = label[row * frame->cols + col];
        basin[at] = end < topology.count && area[end] >= least ? end : FLUV_NONE;
    }
    fluv_scratch_drop(ctx, label);
    return FLUV_OK;
}

fluv_status fluv_sheet_basins(fluv_ctx *ctx, fluv_sheet *sheet)
{
    const fluv_scene *scene = sheet->scene;
    const fluv_frame *frame = &scene->land->frame;
    double least = LEAST_SHARE * frame->cell * frame->cell * frame->cols * frame->rows;
    sheet->basin = fluv_scratch(ctx, scene->pixels, sizeof *sheet->basin);
    if (!sheet->basin)
        return FLUV_NO_MEMORY;
    if (fluv_receiver_of(scene->land) && fluv_area_of(scene->land))
        return find_basins(ctx, scene, least, sheet->basin);
    fluv_layout_basins_find(ctx->threads, scene, least, sheet->basin);
    return FLUV_OK;
}
