// SPDX-License-Identifier: MIT
/* Rivers, lakes, coast and watersheds of a result. */
#include "studio/bundle.h"
#include "studio/server.h"

#include <stddef.h>

static const studio_field reach_fields[] = {
    STUDIO_FIELD(fluv_reach, id),          STUDIO_FIELD(fluv_reach, next_down),
    STUDIO_FIELD(fluv_reach, main_riv),    STUDIO_FIELD(fluv_reach, lake),
    STUDIO_FIELD(fluv_reach, from_lake),   STUDIO_FIELD(fluv_reach, first_point),
    STUDIO_FIELD(fluv_reach, point_count), STUDIO_FIELD(fluv_reach, length),
    STUDIO_FIELD(fluv_reach, dist_down),   STUDIO_FIELD(fluv_reach, dist_up),
    STUDIO_FIELD(fluv_reach, catchment),   STUDIO_FIELD(fluv_reach, upland),
    STUDIO_FIELD(fluv_reach, discharge),   STUDIO_FIELD(fluv_reach, width),
    STUDIO_FIELD(fluv_reach, depth),       STUDIO_FIELD(fluv_reach, slope),
    STUDIO_FIELD(fluv_reach, velocity),    STUDIO_FIELD(fluv_reach, strahler),
    STUDIO_FIELD(fluv_reach, kind),        STUDIO_FIELD(fluv_reach, endorheic),
    STUDIO_FIELD(fluv_reach, locked),      STUDIO_FIELD(fluv_reach, rosgen),
    STUDIO_FIELD(fluv_reach, name),
};
static const studio_field lake_fields[] = {
    STUDIO_FIELD(fluv_lake, id),          STUDIO_FIELD(fluv_lake, level),
    STUDIO_FIELD(fluv_lake, depth_max),   STUDIO_FIELD(fluv_lake, area),
    STUDIO_FIELD(fluv_lake, volume),      STUDIO_FIELD(fluv_lake, catchment),
    STUDIO_FIELD(fluv_lake, x),           STUDIO_FIELD(fluv_lake, y),
    STUDIO_FIELD(fluv_lake, outlet),      STUDIO_FIELD(fluv_lake, inflow),
    STUDIO_FIELD(fluv_lake, evaporation), STUDIO_FIELD(fluv_lake, demand),
    STUDIO_FIELD(fluv_lake, closed),      STUDIO_FIELD(fluv_lake, surveyed),
    STUDIO_FIELD(fluv_lake, locked),      STUDIO_FIELD(fluv_lake, state),
    STUDIO_FIELD(fluv_lake, merged),      STUDIO_FIELD(fluv_lake, first_ring),
    STUDIO_FIELD(fluv_lake, ring_count),  STUDIO_FIELD(fluv_lake, name),
};
static const studio_field watershed_fields[] = {
    STUDIO_FIELD(fluv_watershed, id),         STUDIO_FIELD(fluv_watershed, endorheic),
    STUDIO_FIELD(fluv_watershed, area),       STUDIO_FIELD(fluv_watershed, first_ring),
    STUDIO_FIELD(fluv_watershed, ring_count),
};

#define FIELDS(table) .fields = (table), .field_count = sizeof(table) / sizeof *(table)

static void put_points(studio_bundle *bundle, const fluv_rivers *rivers)
{
    size_t count = rivers ? rivers->point_count : 0;
    double *x = bundle_array(bundle, "x", FLUV_FLOAT64, count);
    double *y = bundle_array(bundle, "y", FLUV_FLOAT64, count);
    float *surface = bundle_array(bundle, "surface", FLUV_FLOAT32, count);
    float *bed = bundle_array(bundle, "bed", FLUV_FLOAT32, count);
    float *width = bundle_array(bundle, "width", FLUV_FLOAT32, count);
    float *velocity = bundle_array(bundle, "velocity", FLUV_FLOAT32, count);
    for (size_t i = 0; !bundle->failed && i < count; i++) {
        const fluv_river_point *p = &rivers->points[i];
        x[i] = p->x;
        y[i] = p->y;
        surface[i] = p->surface;
        bed[i] = p->bed;
        width[i] = p->width;
        velocity[i] = p->velocity;
    }
}

void answer_rivers(studio_call *call)
{
    studio_result *result = call_result(call);
    if (!result)
        return;
    const fluv_rivers *rivers = fluv_rivers_of(result->land);
    studio_bundle bundle = {.head = json_object()};
    bundle_items(&bundle, &(studio_items){
                              FIELDS(reach_fields), .first = rivers ? rivers->reaches : NULL,
                              .count = rivers ? rivers->count : 0, .stride = sizeof(fluv_reach)});
    put_points(&bundle, rivers);
    bundle_answer(&bundle, call);
    result_release(result);
}

/* ---- Outlines ----------------------------------------------------------------------------------
 */

static void put_outline(studio_bundle *bundle, const fluv_outline *outline)
{
    size_t rings = outline && outline->first_point ? outline->ring_count : 0;
    size_t count = rings ? outline->first_point[rings] : 0;
    double *x = bundle_array(bundle, "x", FLUV_FLOAT64, count);
    double *y = bundle_array(bundle, "y", FLUV_FLOAT64, count);
    uint32_t *first = bundle_array(bundle, "first_point", FLUV_UINT32, rings + 1);
    for (size_t i = 0; !bundle->failed && i < count; i++) {
        x[i] = outline->xy[2 * i];
        y[i] = outline->xy[2 * i + 1];
    }
    for (size_t i = 0; !bundle->failed && i <= rings; i++)
        first[i] = rings ? outline->first_point[i] : 0;
}

void answer_lakes(studio_call *call)
{
    studio_result *result = call_result(call);
    if (!result)
        return;
    const fluv_lakes *lakes = fluv_lakes_of(result->land);
    studio_bundle bundle = {.head = json_object()};
    bundle_items(&bundle,
                 &(studio_items){FIELDS(lake_fields), .first = lakes ? lakes->lakes : NULL,
                                 .count = lakes ? lakes->count : 0, .stride = sizeof(fluv_lake)});
    put_outline(&bundle, lakes ? &lakes->outline : NULL);
    bundle_answer(&bundle, call);
    result_release(result);
}

void answer_watersheds(studio_call *call)
{
    studio_result *result = call_result(call);
    if (!result)
        return;
    const fluv_watersheds *all = fluv_watersheds_of(result->land);
    studio_bundle bundle = {.head = json_object()};
    bundle_items(&bundle,
                 &(studio_items){FIELDS(watershed_fields), .first = all ? all->watersheds : NULL,
                                 .count = all ? all->count : 0, .stride = sizeof(fluv_watershed)});
    put_outline(&bundle, all ? &all->outline : NULL);
    bundle_answer(&bundle, call);
    result_release(result);
}

void answer_coast(studio_call *call)
{
    studio_result *result = call_result(call);
    if (!result)
        return;
    studio_bundle bundle = {.head = json_object()};
    put_outline(&bundle, fluv_coast_of(result->land));
    bundle_answer(&bundle, call);
    result_release(result);
}
