// SPDX-License-Identifier: MIT
/* Sealing contour, network, cells and courses into layers. */
#include "landscape/hydrology.h"

#include "landscape/block.h"

const char *fluv_rosgen_name(fluv_rosgen type)
{
    static const char *const names[FLUV_ROSGEN_TYPES] = {"A+", "A", "B", "C", "D",
                                                         "DA", "E", "F", "G"};
    return names[type];
}

void fluv_shapes_free(fluv_shapes *shapes)
{
    fluv_rings_free(&shapes->outlines);
    fluv_rings_free(&shapes->rivers);
    fluv_list_free(&shapes->mouths);
}

fluv_shared *fluv_contour_seal(fluv_ctx *ctx, const fluv_rings *rings, const fluv_list *mouths,
                               const fluv_rings *sketches)
{
    fluv_block_part parts[] = {{.bytes = sizeof(fluv_contour)}, fluv_block_starts(rings),
                               fluv_block_list(&rings->xy),     fluv_block_list(mouths),
                               fluv_block_starts(sketches),     fluv_block_list(&sketches->xy)};
    fluv_shared *shared = fluv_block_seal(ctx, parts, sizeof parts / sizeof *parts);
    if (shared)
        *(fluv_contour *)parts[0].at =
            (fluv_contour){.outline = fluv_block_outline(rings, parts[1].at, parts[2].at),
                           .mouth_count = mouths->count,
                           .mouths = parts[3].at,
                           .sketches = fluv_block_outline(sketches, parts[4].at, parts[5].at)};
    return shared;
}

fluv_shared *fluv_streams_seal(fluv_ctx *ctx, const fluv_stream_node *nodes, size_t count,
                               double edge)
{
    fluv_block_part parts[] = {{.bytes = sizeof(fluv_streams)},
                               {.from = nodes, .bytes = count * sizeof *nodes}};
    fluv_shared *shared = fluv_block_seal(ctx, parts, 2);
    if (shared)
        *(fluv_streams *)parts[0].at =
            (fluv_streams){.count = count, .nodes = parts[1].at, .edge = edge};
    return shared;
}

fluv_shared *fluv_patches_seal(fluv_ctx *ctx, const fluv_patches *patches)
{
    fluv_block_part parts[] = {
        {.from = patches, .bytes = sizeof *patches},
        {.from = patches->patches, .bytes = patches->count * sizeof *patches->patches},
        {.from = patches->corners, .bytes = patches->corner_count * sizeof *patches->corners}};
    fluv_shared *shared = fluv_block_seal(ctx, parts, 3);
    if (shared) {
        fluv_patches *sealed = parts[0].at;
        sealed->patches = parts[1].at;
        sealed->corners = parts[2].at;
    }
    return shared;
}

fluv_shared *fluv_courses_seal(fluv_ctx *ctx, const fluv_list *courses, const fluv_list *points,
                               const fluv_list *axis)
{
    fluv_block_part parts[] = {{.bytes = sizeof(fluv_courses)},
                               fluv_block_list(courses),
                               fluv_block_list(points),
                               fluv_block_list(axis)};
    fluv_shared *shared = fluv_block_seal(ctx, parts, 4);
    if (shared)
        *(fluv_courses *)parts[0].at = (fluv_courses){.count = courses->count,
                                                      .courses = parts[1].at,
                                                      .point_count = points->count,
                                                      .points = parts[2].at,
                                                      .axis_count = axis->count,
                                                      .axis = parts[3].at};
    return shared;
}
