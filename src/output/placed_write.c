// SPDX-License-Identifier: MIT
/* Writes placed.json; folder/placed.h says what stands in it. */
#include "output/json.h"

#include "folder/placed.h"
#include "landscape/placed.h"

static json_t *numbers_json(const double *values, size_t count)
{
    json_t *out = json_array();
    for (size_t i = 0; i < count; i++)
        fluv_json_add(&out, fluv_json_number(values[i]));
    return out;
}

static json_t *cells_json(const uint32_t *cells, size_t count)
{
    json_t *out = json_array();
    for (size_t i = 0; i < count; i++)
        fluv_json_add(&out, json_integer((json_int_t)cells[i]));
    return out;
}

/* null: there is none. */
static json_t *index_json(uint32_t index)
{
    return index == FLUV_NONE ? json_null() : json_integer((json_int_t)index);
}

static json_t *rivers_json(const fluv_placed *placed)
{
    json_t *out = json_array();
    for (size_t i = 0; i < placed->river_count; i++) {
        const fluv_placed_river *r = &placed->rivers[i];
        const double *xy = placed->xy + 2 * (size_t)r->first_point;
        fluv_json_add(&out,
                      json_pack("{s:s, s:o, s:o, s:o, s:o, s:b, s:b, s:o}", "name", r->name, "line",
                                numbers_json(xy, 2 * (size_t)r->point_count), "discharge",
                                fluv_json_number(r->discharge), "width", fluv_json_number(r->width),
                                "freedom", fluv_json_number(r->freedom), "kept", r->kept, "mapped",
                                r->mapped, "mend", fluv_json_number(r->mend)));
    }
    return out;
}

static json_t *rings_json(const fluv_placed *placed, const fluv_placed_lake *lake)
{
    json_t *out = json_array();
    const double *xy = placed->xy + 2 * (size_t)lake->first_point;
    for (uint32_t i = 0; i < lake->ring_count; i++) {
        size_t points = placed->rings[lake->first_ring + i];
        fluv_json_add(&out, numbers_json(xy, 2 * points));
        xy += 2 * points;
    }
    return out;
}

static json_t *lakes_json(const fluv_placed *placed)
{
    json_t *out = json_array();
    for (size_t i = 0; i < placed->lake_count; i++) {
        const fluv_placed_lake *lake = &placed->lakes[i];
        fluv_json_add(
            &out, json_pack("{s:s, s:I, s:o, s:o, s:o, s:o, s:o, s:b, s:b, s:o}", "name",
                            lake->name, "id", (json_int_t)lake->id, "x", fluv_json_number(lake->x),
                            "y", fluv_json_number(lake->y), "area", fluv_json_number(lake->area),
                            "depth", fluv_json_number(lake->depth), "level",
                            fluv_json_number((double)lake->level), "follows", lake->follows, "made",
                            lake->made, "rings", rings_json(placed, lake)));
    }
    return out;
}

static json_t *spots_json(const fluv_placed *placed)
{
    json_t *out = json_array();
    for (size_t i = 0; i < placed->spot_count; i++) {
        const fluv_placed_spot *spot = &placed->spots[i];
        fluv_json_add(&out,
                      json_pack("{s:s, s:s, s:o, s:o, s:o, s:o, s:o}", "name", spot->name, "kind",
                                fluv_spot_words[spot->kind], "x", fluv_json_number(spot->x), "y",
                                fluv_json_number(spot->y), "height", fluv_json_number(spot->height),
                                "radius", fluv_json_number(spot->radius), "weight",
                                fluv_json_number(spot->weight)));
    }
    return out;
}

static json_t *laid_json(const fluv_laid *laid)
{
    if (!laid)
        return json_null();
    json_t *ways = json_array(), *lakes = json_array();
    for (size_t i = 0; i < laid->way_count; i++) {
        const fluv_laid_way *way = &laid->ways[i];
        fluv_json_add(&ways,
                      json_pack("{s:o, s:o, s:I, s:o}", "river", index_json(way->river), "cells",
                                cells_json(laid->cells + way->first_cell, way->cell_count), "drawn",
                                (json_int_t)way->drawn, "end", index_json(way->end)));
    }
    for (size_t i = 0; i < laid->lake_count; i++) {
        const fluv_laid_lake *lake = &laid->lakes[i];
        fluv_json_add(&lakes,
                      json_pack("{s:o, s:o}", "cells",
                                cells_json(laid->cells + lake->first_cell, lake->cell_count),
                                "level", fluv_json_number((double)lake->level)));
    }
    return json_pack("{s:o, s:o}", "ways", ways, "lakes", lakes);
}

fluv_status fluv_placed_write(fluv_ctx *ctx, const fluv_landscape *land, const char *file)
{
    const fluv_placed *placed = fluv_layer_read(land, FLUV_LAYER_placed);
    json_t *whole =
        json_pack("{s:o, s:o, s:o, s:o, s:o}", "slope", fluv_json_number(placed->slope), "rivers",
                  rivers_json(placed), "lakes", lakes_json(placed), "spots", spots_json(placed),
                  "laid", laid_json(fluv_layer_read(land, FLUV_LAYER_laid)));
    return fluv_json_dump(ctx, whole, JSON_COMPACT, file, FLUV_PLACED_NAME);
}
