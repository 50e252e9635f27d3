// SPDX-License-Identifier: MIT
/* Sealing contour, network, cells and courses into layers. */
#include "landscape/hydrology.h"

#include "landscape/block.h"

#include <assert.h>
#include <math.h>

const char *fluv_rosgen_name(fluv_rosgen type)
{
    static const char *const names[FLUV_ROSGEN_TYPES] = {"A+", "A", "B", "C", "D",
                                                         "DA", "E", "F", "G"};
    assert(type < FLUV_ROSGEN_TYPES);
    return names[type];
}

/* Rosgen 1994, with the flatter B (Bc) and the steeper D. */
fluv_slopes fluv_rosgen_slopes(fluv_rosgen type)
{
    static const fluv_slopes slopes[FLUV_ROSGEN_TYPES] = {
        [FLUV_ROSGEN_AA] = {0.10, INFINITY}, [FLUV_ROSGEN_A] = {0.04, 0.10},
        [FLUV_ROSGEN_B] = {0.01, 0.04},      [FLUV_ROSGEN_C] = {0.0, 0.02},
        [FLUV_ROSGEN_D] = {0.0, 0.04},       [FLUV_ROSGEN_DA] = {0.0, 0.005},
        [FLUV_ROSGEN_E] = {0.0, 0.02},       [FLUV_ROSGEN_F] = {0.0, 0.02},
        [FLUV_ROSGEN_G] = {0.02, 0.04},
    };
    return slopes[type];
}

void fluv_shapes_free(fluv_shapes *shapes)
{
    fluv_rings_free(&shapes->outlines);
    fluv_rings_free(&shapes->rivers);
    fluv_list_free(&shapes->weights);
    fluv_list_free(&shapes->mouths);
    fluv_list_free(&shapes->outline_facts);
    fluv_list_free(&shapes->river_facts);
    fluv_list_free(&shapes->mouth_facts);
}

void fluv_sketched_free(fluv_sketched *sketched)
{
    fluv_list_free(&sketched->mouths);
    fluv_rings_free(&sketched->lines);
    fluv_list_free(&sketched->feet);
}

fluv_shared *fluv_contour_seal(fluv_ctx *ctx, const fluv_rings *rings, const fluv_list *first_ring,
                               const fluv_sketched *sketched)
{
    const fluv_rings *lines = &sketched->lines;
    assert(first_ring->count >= 2);
    fluv_block_part parts[] = {{.bytes = sizeof(fluv_contour)},  fluv_block_starts(rings),
                               fluv_block_list(&rings->xy),      fluv_block_list(&sketched->mouths),
                               fluv_block_starts(lines),         fluv_block_list(&lines->xy),
                               fluv_block_list(&sketched->feet), fluv_block_list(first_ring)};
    fluv_shared *shared = fluv_block_seal(ctx, parts, sizeof parts / sizeof *parts);
    if (shared)
        *(fluv_contour *)parts[0].at =
            (fluv_contour){.outline = fluv_block_outline(rings, parts[1].at, parts[2].at),
                           .mass_count = first_ring->count - 1,
                           .first_ring = parts[7].at,
                           .mouth_count = sketched->mouths.count,
                           .mouths = parts[3].at,
                           .sketches = fluv_block_outline(lines, parts[4].at, parts[5].at),
                           .feet = parts[6].at};
    return shared;
}

fluv_status fluv_mass_outline(fluv_ctx *ctx, const fluv_contour *contour, size_t mass,
                              fluv_outline *out)
{
    assert(mass < contour->mass_count);
    uint32_t from = contour->first_ring[mass], rings = contour->first_ring[mass + 1] - from;
    const uint32_t *first = contour->outline.first_point + from;
    uint32_t *starts = fluv_scratch(ctx, (size_t)rings + 1, sizeof *starts);
    if (!starts)
        return FLUV_NO_MEMORY;
    for (uint32_t r = 0; r <= rings; r++)
        starts[r] = first[r] - first[0];
    *out = (fluv_outline){rings, starts, contour->outline.xy + 2 * (size_t)first[0]};
    return FLUV_OK;
}

fluv_shared *fluv_streams_seal(fluv_ctx *ctx, const fluv_streams *streams, size_t masses)
{
    fluv_block_part parts[] = {
        {.from = streams, .bytes = sizeof *streams},
        {.from = streams->nodes, .bytes = streams->count * sizeof *streams->nodes},
        {.from = streams->first_node, .bytes = (masses + 1) * sizeof *streams->first_node}};
    fluv_shared *shared = fluv_block_seal(ctx, parts, 3);
    if (shared) {
        fluv_streams *sealed = parts[0].at;
        sealed->nodes = parts[1].at;
        sealed->first_node = parts[2].at;
    }
    return shared;
}

fluv_shared *fluv_territories_seal(fluv_ctx *ctx, const fluv_territories *patches)
{
    fluv_block_part parts[] = {
        {.from = patches, .bytes = sizeof *patches},
        {.from = patches->patches, .bytes = patches->count * sizeof *patches->patches},
        {.from = patches->corners, .bytes = patches->corner_count * sizeof *patches->corners}};
    fluv_shared *shared = fluv_block_seal(ctx, parts, 3);
    if (shared) {
        fluv_territories *sealed = parts[0].at;
        sealed->patches = parts[1].at;
        sealed->corners = parts[2].at;
    }
    return shared;
}

void fluv_delta_shift(const fluv_delta *delta, double *x, double *y)
{
    assert(delta->reach > 0.0);
    double dx = *x - delta->x, dy = *y - delta->y;
    double near = 1.0 - (dx * dx + dy * dy) / (delta->reach * delta->reach);
    if (near > 0.0) {
        *x += delta->out_x * near * near;
        *y += delta->out_y * near * near;
    }
}

void fluv_course_lists_free(fluv_course_lists *lists)
{
    fluv_list_free(&lists->courses);
    fluv_list_free(&lists->points);
    fluv_list_free(&lists->axis);
    fluv_list_free(&lists->branches);
    fluv_list_free(&lists->deltas);
}

fluv_courses fluv_course_lists_read(const fluv_course_lists *lists)
{
    return (fluv_courses){.count = lists->courses.count,
                          .courses = lists->courses.items,
                          .point_count = lists->points.count,
                          .points = lists->points.items,
                          .axis_count = lists->axis.count,
                          .axis = lists->axis.items,
                          .branch_count = lists->branches.count,
                          .branches = lists->branches.items,
                          .delta_count = lists->deltas.count,
                          .deltas = lists->deltas.items};
}

fluv_shared *fluv_courses_seal(fluv_ctx *ctx, const fluv_courses *c)
{
    fluv_block_part parts[] = {
        {.from = c, .bytes = sizeof *c},
        {.from = c->courses, .bytes = c->count * sizeof *c->courses},
        {.from = c->points, .bytes = c->point_count * sizeof *c->points},
        {.from = c->axis, .bytes = c->axis_count * sizeof *c->axis},
        {.from = c->branches, .bytes = c->branch_count * sizeof *c->branches},
        {.from = c->deltas, .bytes = c->delta_count * sizeof *c->deltas}};
    fluv_shared *shared = fluv_block_seal(ctx, parts, sizeof parts / sizeof *parts);
    if (shared) {
        fluv_courses *sealed = parts[0].at;
        sealed->courses = parts[1].at;
        sealed->points = parts[2].at;
        sealed->axis = parts[3].at;
        sealed->branches = parts[4].at;
        sealed->deltas = parts[5].at;
    }
    return shared;
}
