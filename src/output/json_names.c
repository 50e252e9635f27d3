// SPDX-License-Identifier: MIT
/* What has a name, for landscape.json: rivers by name with their length, and lakes. */
#include "output/json.h"

#include "landscape/placed.h"

#include <string.h>

/* Whether an earlier reach has the name too. */
static bool is_said(const fluv_rivers *rivers, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (strcmp(rivers->reaches[i].name, rivers->reaches[index].name) == 0)
            return true;
    return false;
}

/* A name's reaches together; the last of them is its lowest. */
static json_t *river_named(const fluv_rivers *rivers, const char *name)
{
    double length = 0.0;
    const fluv_reach *lowest = NULL;
    for (size_t i = 0; i < rivers->count; i++)
        if (strcmp(rivers->reaches[i].name, name) == 0) {
            lowest = &rivers->reaches[i];
            length += lowest->length;
        }
    return json_pack("{s:s, s:I, s:o, s:o, s:b}", "name", name, "lowest", (json_int_t)lowest->id,
                     "length_km", fluv_json_number(length / 1e3), "discharge_cms",
                     fluv_json_number(lowest->discharge), "locked", lowest->locked);
}

/* Spots of either kind: those that the author placed, and those that are there by themselves. */
static json_t *spots_named(const fluv_landscape *land, fluv_spot_kind one, fluv_spot_kind other)
{
    const fluv_placed *placed = fluv_layer_read(land, FLUV_LAYER_placed);
    json_t *out = json_array();
    for (size_t i = 0; placed && i < placed->spot_count; i++) {
        const fluv_placed_spot *spot = &placed->spots[i];
        if (!*spot->name || (spot->kind != one && spot->kind != other))
            continue;
        json_t *entry = json_pack("{s:s, s:o, s:o}", "name", spot->name, "x",
                                  fluv_json_number(spot->x), "y", fluv_json_number(spot->y));
        if (spot->kind != FLUV_SPOT_LAND)
            json_object_set_new(entry, "height_m", fluv_json_number(spot->height));
        json_array_append_new(out, entry);
    }
    return out;
}

json_t *fluv_json_names(const fluv_landscape *land)
{
    const fluv_rivers *rivers = fluv_rivers_of(land);
    const fluv_lakes *lakes = fluv_lakes_of(land);
    json_t *of_rivers = json_array(), *of_lakes = json_array();
    for (size_t i = 0; rivers && i < rivers->count; i++)
        if (*rivers->reaches[i].name && !is_said(rivers, i))
            fluv_json_add(&of_rivers, river_named(rivers, rivers->reaches[i].name));
    for (size_t i = 0; lakes && i < lakes->count; i++) {
        const fluv_lake *lake = &lakes->lakes[i];
        if (*lake->name)
            fluv_json_add(&of_lakes,
                          json_pack("{s:s, s:I, s:o, s:o, s:b}", "name", lake->name, "id",
                                    (json_int_t)lake->id, "area_skm",
                                    fluv_json_number(lake->area / 1e6), "level_m",
                                    fluv_json_number((double)lake->level), "locked", lake->locked));
    }
    return json_pack("{s:o, s:o, s:o, s:o}", "rivers", of_rivers, "lakes", of_lakes, "peaks",
                     spots_named(land, FLUV_SPOT_PEAK, FLUV_SPOT_SUMMIT), "regions",
                     spots_named(land, FLUV_SPOT_LAND, FLUV_SPOT_LAND));
}
