// SPDX-License-Identifier: MIT
/* Rivers, lakes, coast and watersheds of a result. */
#include "studio/bundle.h"
#include "studio/describe.h"
#include "studio/server.h"

#include <string.h>

static json_t *reach_json(const fluv_reach *r)
{
    char rosgen[sizeof r->rosgen + 1] = "";
    memcpy(rosgen, r->rosgen, sizeof r->rosgen);
    return json_pack(
        "{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, "
        "s:i, s:i, s:b, s:b, s:o, s:o}",
        "id", (json_int_t)r->id, "next_down", (json_int_t)r->next_down, "main_riv",
        (json_int_t)r->main_riv, "lake", (json_int_t)r->lake, "from_lake", (json_int_t)r->from_lake,
        "first_point", (json_int_t)r->first_point, "point_count", (json_int_t)r->point_count,
        "length", json_number(r->length), "dist_down", json_number(r->dist_down), "dist_up",
        json_number(r->dist_up), "catchment", json_number(r->catchment), "upland",
        json_number(r->upland), "discharge", json_number(r->discharge), "width",
        json_number((double)r->width), "depth", json_number((double)r->depth), "slope",
        json_number((double)r->slope), "velocity", json_number((double)r->velocity), "strahler",
        (int)r->strahler, "kind", (int)r->kind, "endorheic", r->endorheic, "locked", r->locked,
        "rosgen", json_words(rosgen), "name", json_words(r->name));
}

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
    json_t *items = json_array();
    for (size_t i = 0; rivers && i < rivers->count; i++)
        json_array_append_new(items, reach_json(&rivers->reaches[i]));
    studio_bundle bundle = {.head = json_pack("{s:o}", "items", items)};
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

static json_t *lake_json(const fluv_lake *l)
{
    return json_pack(
        "{s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:I, s:o, s:o, s:o, s:b, s:b, s:b, s:i, s:I, "
        "s:I, s:I, s:o}",
        "id", (json_int_t)l->id, "level", json_number((double)l->level), "depth_max",
        json_number((double)l->depth_max), "area", json_number(l->area), "volume",
        json_number(l->volume), "catchment", json_number(l->catchment), "x", json_number(l->x), "y",
        json_number(l->y), "outlet", (json_int_t)l->outlet, "inflow", json_number(l->inflow),
        "evaporation", json_number(l->evaporation), "demand", json_number(l->demand), "closed",
        l->closed, "surveyed", l->surveyed, "locked", l->locked, "state", (int)l->state, "merged",
        (json_int_t)l->merged, "first_ring", (json_int_t)l->first_ring, "ring_count",
        (json_int_t)l->ring_count, "name", json_words(l->name));
}

void answer_lakes(studio_call *call)
{
    studio_result *result = call_result(call);
    if (!result)
        return;
    const fluv_lakes *lakes = fluv_lakes_of(result->land);
    json_t *items = json_array();
    for (size_t i = 0; lakes && i < lakes->count; i++)
        json_array_append_new(items, lake_json(&lakes->lakes[i]));
    studio_bundle bundle = {.head = json_pack("{s:o}", "items", items)};
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
    json_t *items = json_array();
    for (size_t i = 0; all && i < all->count; i++) {
        const fluv_watershed *w = &all->watersheds[i];
        json_array_append_new(
            items, json_pack("{s:I, s:b, s:o, s:I, s:I}", "id", (json_int_t)w->id, "endorheic",
                             w->endorheic, "area", json_number(w->area), "first_ring",
                             (json_int_t)w->first_ring, "ring_count", (json_int_t)w->ring_count));
    }
    studio_bundle bundle = {.head = json_pack("{s:o}", "items", items)};
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
