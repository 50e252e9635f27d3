// SPDX-License-Identifier: MIT
/* View "basin": every larger drainage basin in a colour of its own, small ones as plain paper.
 *
 * in   receivers, areas        out   for each pixel the cell where its water ends
 *
 * O(cells + pixels). */
#include "output/picture_map.h"
#include "water/basins.h"

#define LEAST_SHARE 5e-4 /* of the frame: smaller basins have no colour */

static void start_labels(const fluv_landscape *land, uint32_t cells, uint32_t *label)
{
    const uint32_t *receiver = fluv_receiver(land);
    const uint8_t *cover = fluv_cover_of(land);
    for (uint32_t c = 0; c < cells; c++) {
        bool sea = cover && cover[c] == FLUV_OCEAN;
        uint32_t to = receiver[c];
        bool ends = to >= cells || (cover && cover[to] == FLUV_OCEAN);
        label[c] = sea ? FLUV_NONE : ends ? c : FLUV_UNLABELLED;
    }
}

fluv_status fluv_sheet_basins(fluv_ctx *ctx, fluv_sheet *sheet)
{
    const fluv_scene *scene = sheet->scene;
    const fluv_frame *frame = &scene->land->frame;
    fluv_topology topology = fluv_topology_grid(frame->cols, frame->rows, frame->cell);
    uint32_t *label = fluv_scratch(ctx, topology.count, sizeof *label);
    sheet->basin = fluv_scratch(ctx, scene->pixels, sizeof *sheet->basin);
    if (!label || !sheet->basin)
        return FLUV_NO_MEMORY;
    start_labels(scene->land, topology.count, label);
    fluv_labels_follow(&topology, ctx->threads, fluv_receiver(scene->land), label);
    const double *area = fluv_area(scene->land);
    double least = LEAST_SHARE * frame->cell * frame->cell * topology.count;
    for (size_t at = 0; at < scene->pixels; at++) {
        uint64_t row = at / scene->width * frame->rows / scene->height;
        uint64_t col = at % scene->width * frame->cols / scene->width;
        uint32_t end = label[row * frame->cols + col];
        sheet->basin[at] = end < topology.count && area[end] >= least ? end : FLUV_NONE;
    }
    fluv_scratch_drop(ctx, label);
    return FLUV_OK;
}
