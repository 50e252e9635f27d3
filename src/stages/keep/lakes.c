// SPDX-License-Identifier: MIT
/* Lakes to keep: their shores, levels and depths. */
#include "stages/keep/parts.h"

#include <math.h>
#include <string.h>

#define FEWEST_CELLS 4.0 /* that a lake can be kept with */

static fluv_status add_ring(const fluv_keeper *k, const fluv_outline *outline, uint32_t ring,
                            fluv_placed_lake *lake, fluv_placing *to)
{
    uint32_t first = outline->first_point[ring], count = outline->first_point[ring + 1] - first;
    double *xy = fluv_list_append(k->ctx, &to->xy, 2 * (size_t)count, sizeof *xy);
    if (!xy)
        return FLUV_NO_MEMORY;
    memcpy(xy, outline->xy + 2 * (size_t)first, 2 * (size_t)count * sizeof *xy);
    lake->point_count += count;
    return fluv_placing_ring(k->ctx, count, lake, to);
}

static fluv_status add_lake(const fluv_keeper *k, const fluv_lakes *lakes, const fluv_lake *from,
                            fluv_placing *to)
{
    fluv_placed_lake lake = {.x = from->x,
                             .y = from->y,
                             .area = from->area,
                             .depth = (double)from->depth_max,
                             .level = from->level,
                             .id = k->same_cells ? from->id : 0,
                             .follows = true,
                             .first_point = (uint32_t)(to->xy.count / 2),
                             .by = fluv_placing_by(to, "keep.lakes", -1)};
    memcpy(lake.name, from->name, sizeof lake.name);
    for (uint32_t r = 0; r < from->ring_count; r++)
        FLUV_TRY(add_ring(k, &lakes->outline, from->first_ring + r, &lake, to));
    fluv_placed_lake *added = fluv_list_append(k->ctx, &to->lakes, 1, sizeof *added);
    if (!added)
        return FLUV_NO_MEMORY;
    *added = lake;
    return FLUV_OK;
}

fluv_status fluv_keep_lakes(const fluv_keeper *k, fluv_landscape *notes, fluv_placing *to)
{
    const fluv_lakes *lakes = fluv_lakes_of(&k->old);
    size_t small = 0;
    for (size_t r = 0; r < k->params->lakes.count; r++) {
        const char *which = k->params->lakes.rows[r].which;
        bool any = false;
        for (size_t i = 0; lakes && i < lakes->count; i++) {
            const fluv_lake *lake = &lakes->lakes[i];
            if (lake->state == FLUV_EMPTY || !fluv_keep_names(which, lake->id, lake->name))
                continue;
            any = true;
            if (k->present && lake->locked)
                continue;
            if (lake->area < (FEWEST_CELLS - 0.5) * k->cell_area)
                small++;
            else
                FLUV_TRY(add_lake(k, lakes, lake, to));
        }
        if (!any && strcmp(which, "all") != 0)
            return fluv_keep_unknown(k, "lakes", which);
    }
    if (small)
        fluv_note_add(notes, "keep", "%zu lakes have fewer than %g cells here, and are left out",
                      small, FEWEST_CELLS);
    return FLUV_OK;
}
