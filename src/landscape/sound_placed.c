// SPDX-License-Identifier: MIT
/* Whether what was placed, and where it was laid, is such as stages count on: numbers are finite,
 * ways go from cell to cell inside the frame, and none leads back to itself.  O(n). */
#include "landscape/sound.h"

#include "field/grid.h"
#include "landscape/placed.h"

#include <math.h>

#define FAR 1e9 /* m: no place is as far */

static bool is_place(double x, double y)
{
    return fabs(x) <= FAR && fabs(y) <= FAR;
}

static bool are_places(const double *xy, size_t points)
{
    for (size_t i = 0; i < points; i++)
        if (!is_place(xy[2 * i], xy[2 * i + 1]))
            return false;
    return true;
}

static bool in_range(double value, double low, double high)
{
    return value >= low && value <= high;
}

static bool is_name(const char *name)
{
    for (; *name; name++)
        if ((unsigned char)*name < ' ' || *name == 0x7f)
            return false;
    return true;
}

static bool is_river(const fluv_placed *placed, const fluv_placed_river *r)
{
    return r->point_count >= 2 && in_range(r->discharge, 0.0, FAR) &&
           in_range(r->width, 0.0, FAR) && in_range(r->freedom, 0.0, 0.5) &&
           in_range(r->mend, 0.0, FAR) && is_name(r->name) &&
           are_places(placed->xy + 2 * (size_t)r->first_point, r->point_count);
}

static bool is_lake(const fluv_placed *placed, const fluv_placed_lake *lake)
{
    for (uint32_t i = 0; i < lake->ring_count; i++)
        if (placed->rings[lake->first_ring + i] < 3)
            return false;
    return (lake->ring_count || lake->area > 0.0) && in_range(lake->area, 0.0, FAR * FAR) &&
           in_range(lake->depth, 0.0, FAR) && is_place(lake->x, lake->y) && is_name(lake->name) &&
           are_places(placed->xy + 2 * (size_t)lake->first_point, lake->point_count);
}

static bool is_spot(const fluv_placed_spot *spot)
{
    return spot->kind <= FLUV_SPOT_LAND && is_place(spot->x, spot->y) && is_name(spot->name) &&
           in_range(spot->height, -FAR, FAR) && in_range(spot->radius, 0.0, FAR) &&
           in_range(spot->weight, 0.0, 1.0);
}

static fluv_status refuse(fluv_ctx *ctx, const char *layer, const char *what, size_t number)
{
    return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: %s %zu is none that could be", layer, what, number);
}

static fluv_status check_placed(fluv_ctx *ctx, const fluv_placed *placed)
{
    if (!in_range(placed->slope, 1e-6, FAR))
        return fluv_fail(ctx, FLUV_BAD_INPUT, "placed: sides have no slope");
    for (size_t i = 0; i < placed->river_count; i++)
        if (!is_river(placed, &placed->rivers[i]))
            return refuse(ctx, "placed", "river", i);
    for (size_t i = 0; i < placed->lake_count; i++)
        if (!is_lake(placed, &placed->lakes[i]))
            return refuse(ctx, "placed", "lake", i);
    for (size_t i = 0; i < placed->spot_count; i++)
        if (!is_spot(&placed->spots[i]))
            return refuse(ctx, "placed", "spot", i);
    return FLUV_OK;
}

/* Notes the way of each of its cells. */
static bool mark_way(const fluv_landscape *land, const fluv_placed *placed, const fluv_laid *laid,
                     uint32_t index, uint32_t *way_of)
{
    const fluv_laid_way *way = &laid->ways[index];
    const uint32_t *cells = laid->cells + way->first_cell;
    size_t count = fluv_cell_count(land);
    bool right = way->cell_count > 0 && way->drawn <= way->cell_count &&
                 (way->river == FLUV_NONE || way->river < placed->river_count);
    for (uint32_t i = 0; right && i < way->cell_count; i++) {
        right = cells[i] < count && way_of[cells[i]] == FLUV_NONE &&
                (i == 0 || fluv_cells_touch(land->frame.cols, cells[i - 1], cells[i]));
        if (right)
            way_of[cells[i]] = index;
    }
    return right && (way->end == FLUV_NONE ||
                     (way->end < count &&
                      fluv_cells_touch(land->frame.cols, cells[way->cell_count - 1], way->end)));
}

/* Whether a way leads on to itself, over no more others than there are. */
static bool is_circle(const fluv_laid *laid, const uint32_t *way_of, uint32_t index)
{
    uint32_t at = index;
    for (size_t steps = 0; at != FLUV_NONE; steps++) {
        uint32_t end = laid->ways[at].end;
        if (steps > laid->way_count)
            return true;
        at = end == FLUV_NONE ? FLUV_NONE : way_of[end];
    }
    return false;
}

static fluv_status check_laid_lakes(fluv_ctx *ctx, const fluv_landscape *land,
                                    const fluv_placed *placed, const fluv_laid *laid,
                                    uint32_t *lake_of)
{
    if (laid->lake_count != placed->lake_count)
        return fluv_fail(ctx, FLUV_BAD_INPUT, "laid: %zu lakes, of %zu that were placed",
                         laid->lake_count, placed->lake_count);
    for (uint32_t i = 0; i < laid->lake_count; i++) {
        const fluv_laid_lake *lake = &laid->lakes[i];
        for (uint32_t k = 0; k < lake->cell_count; k++) {
            uint32_t cell = laid->cells[lake->first_cell + k];
            if (cell >= fluv_cell_count(land) || lake_of[cell] != FLUV_NONE ||
                !isfinite(lake->level))
                return refuse(ctx, "laid", "lake", i);
            lake_of[cell] = i;
        }
    }
    return FLUV_OK;
}

static fluv_status check_laid(fluv_ctx *ctx, const fluv_landscape *land, const fluv_placed *placed,
                              const fluv_laid *laid)
{
    size_t cells = fluv_cell_count(land);
    uint32_t *way_of = fluv_scratch(ctx, cells, sizeof *way_of);
    uint32_t *lake_of = fluv_scratch(ctx, cells, sizeof *lake_of);
    if (!way_of || !lake_of)
        return FLUV_NO_MEMORY;
    for (size_t c = 0; c < cells; c++)
        way_of[c] = lake_of[c] = FLUV_NONE;
    for (uint32_t i = 0; i < laid->way_count; i++)
        if (!mark_way(land, placed, laid, i, way_of))
            return refuse(ctx, "laid", "way", i);
    for (uint32_t i = 0; i < laid->way_count; i++)
        if (is_circle(laid, way_of, i))
            return refuse(ctx, "laid", "way", i);
    return check_laid_lakes(ctx, land, placed, laid, lake_of);
}

fluv_status fluv_sound_placed(fluv_ctx *ctx, const fluv_landscape *land)
{
    const fluv_placed *placed = fluv_layer_read(land, FLUV_LAYER_placed);
    const fluv_laid *laid = fluv_layer_read(land, FLUV_LAYER_laid);
    if (placed)
        FLUV_TRY(check_placed(ctx, placed));
    if (!laid)
        return FLUV_OK;
    if (!placed)
        return fluv_fail(ctx, FLUV_BAD_INPUT, "laid: it goes with the layer `placed`");
    return check_laid(ctx, land, placed, laid);
}
