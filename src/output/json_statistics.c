// SPDX-License-Identifier: MIT
/* Statistics of a landscape: how much of it is land, sea, lake and river, and what its water sums
 * up to.  O(cells + reaches + lakes). */
#include "output/json.h"

#include <math.h>
#include <stdlib.h>

#define MOST_CLOSED 100 /* lakes that are listed */

json_t *fluv_json_number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *cover_shares(const fluv_landscape *land)
{
    static const char *const names[] = {"land_share", "ocean_share", "lake_share", "river_share",
                                        "dry_bed_share"};
    const uint8_t *cover = fluv_cover_of(land);
    const float *height = fluv_height_of(land);
    size_t cells = fluv_cell_count(land), counts[5] = {0}, known = 0;
    if (!cover)
        return json_null();
    for (size_t i = 0; i < cells; i++)
        if (cover[i] < 5 && !(height && isnan(height[i]))) {
            counts[cover[i]]++;
            known++;
        }
    json_t *out = json_object();
    fluv_json_set(&out, "cells", json_integer((json_int_t)known));
    for (int i = 0; i < 5; i++)
        fluv_json_set(&out, names[i],
                      fluv_json_number(known ? (double)counts[i] / (double)known : (double)NAN));
    return out;
}

static json_t *river_sums(const fluv_rivers *rivers)
{
    if (!rivers)
        return json_null();
    double length = 0.0, longest = 0.0, largest = 0.0;
    size_t systems = 0;
    unsigned order = 0;
    for (size_t i = 0; i < rivers->count; i++) {
        const fluv_reach *reach = &rivers->reaches[i];
        length += reach->length;
        longest = fmax(longest, reach->dist_up);
        largest = fmax(largest, reach->discharge);
        systems += reach->next_down == 0;
        order = reach->strahler > order ? reach->strahler : order;
    }
    return json_pack("{s:I, s:I, s:o, s:o, s:o, s:i}", "reaches", (json_int_t)rivers->count,
                     "systems", (json_int_t)systems, "length_km", fluv_json_number(length / 1e3),
                     "longest_km", fluv_json_number(longest / 1e3), "largest_discharge_cms",
                     fluv_json_number(largest), "highest_order", (int)order);
}

static json_t *lake_sums(const fluv_lakes *lakes)
{
    if (!lakes)
        return json_null();
    double area = 0.0, volume = 0.0, deepest = 0.0;
    size_t states[3] = {0}, closed = 0;
    for (size_t i = 0; i < lakes->count; i++) {
        const fluv_lake *lake = &lakes->lakes[i];
        states[lake->state < 3 ? lake->state : 0]++;
        closed += lake->closed;
        area += lake->area;
        volume += lake->volume;
        deepest = fmax(deepest, (double)lake->depth_max);
    }
    return json_pack("{s:I, s:I, s:I, s:I, s:I, s:o, s:o, s:o}", "count", (json_int_t)lakes->count,
                     "full", (json_int_t)states[FLUV_FULL], "partial",
                     (json_int_t)states[FLUV_PARTIAL], "dry", (json_int_t)states[FLUV_EMPTY],
                     "closed", (json_int_t)closed, "area_skm", fluv_json_number(area / 1e6),
                     "volume_m3", fluv_json_number(volume), "deepest_m", fluv_json_number(deepest));
}

/* Why nothing leaves it. */
static const char *closed_because(const fluv_lake *lake, const fluv_budget *budget)
{
    if (lake->state == FLUV_EMPTY)
        return "no water reaches it";
    if (!budget->known)
        return "unknown";
    if (lake->surveyed)
        return "of the map, and could lose more than it receives";
    return budget->per_year ? "loses what it receives" : "holds and loses what it receives";
}

/* Largest catchments first. */
static int by_catchment(const void *a, const void *b)
{
    const fluv_lake *left = *(const fluv_lake *const *)a, *right = *(const fluv_lake *const *)b;
    if (left->catchment != right->catchment)
        return left->catchment > right->catchment ? -1 : 1;
    return left->id < right->id ? -1 : left->id > right->id;
}

static json_t *closed_lake(const fluv_lake *lake, const fluv_budget *budget)
{
    return json_pack("{s:I, s:o, s:o, s:o, s:o, s:s}", "id", (json_int_t)lake->id, "catch_skm",
                     fluv_json_number(lake->catchment / 1e6), "area_skm",
                     fluv_json_number(lake->area / 1e6), "inflow_m3",
                     fluv_json_number(lake->inflow), "demand_m3", fluv_json_number(lake->demand),
                     "why", closed_because(lake, budget));
}

static json_t *endorheic_sums(const fluv_landscape *land)
{
    const fluv_lakes *lakes = fluv_lakes_of(land);
    fluv_endorheic all = fluv_endorheic_of(land);
    json_t *list = json_array();
    const fluv_lake **closed = lakes ? malloc((all.lakes + 1) * sizeof *closed) : NULL;
    size_t count = 0;
    if (!lakes || !closed || !list) {
        json_decref(list);
        free(closed);
        return lakes ? NULL : json_null();
    }
    for (size_t i = 0; i < lakes->count; i++)
        if (lakes->lakes[i].closed)
            closed[count++] = &lakes->lakes[i];
    qsort(closed, count, sizeof *closed, by_catchment);
    for (size_t i = 0; i < count && i < MOST_CLOSED; i++)
        fluv_json_add(&list, closed_lake(closed[i], &land->budget));
    free(closed);
    return json_pack("{s:o, s:o, s:I, s:o}", "share", fluv_json_number(all.share), "area_skm",
                     fluv_json_number(all.area / 1e6), "closed_lakes", (json_int_t)all.lakes,
                     "largest", list);
}

json_t *fluv_json_statistics(const fluv_landscape *land)
{
    const fluv_watersheds *sheds = fluv_watersheds_of(land);
    const fluv_outline *coast = fluv_coast_of(land);
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "cover", cover_shares(land), "rivers",
                     river_sums(fluv_rivers_of(land)), "lakes", lake_sums(fluv_lakes_of(land)),
                     "endorheic", endorheic_sums(land), "watersheds",
                     sheds ? json_integer((json_int_t)sheds->count) : json_null(), "coast_rings",
                     coast ? json_integer((json_int_t)coast->ring_count) : json_null());
}
