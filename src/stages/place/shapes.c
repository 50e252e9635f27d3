// SPDX-License-Identifier: MIT
/* What a file of shapes holds, as the layer `placed` holds it: lines are rivers, polygons lakes or
 * ground that stays, points what they say they are. */
#include "stages/place/place.h"

#include "base/words.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static double known(double value, double missing)
{
    return isfinite(value) && value >= 0.0 ? value : missing;
}

static fluv_status refuse(fluv_ctx *ctx, const char *file, const char *what, const char *kind,
                          const char *expected)
{
    return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: a %s has the kind `%s`: expected %s",
                     fluv_show(file).text, what, fluv_show(kind).text, expected);
}

static fluv_status take_ring(fluv_ctx *ctx, const fluv_rings *rings, size_t ring, fluv_placing *to,
                             uint32_t *first, uint32_t *count)
{
    size_t points;
    const double *xy = fluv_rings_read(rings, ring, &points);
    *first = (uint32_t)(to->xy.count / 2);
    *count = (uint32_t)points;
    double *added = fluv_list_append(ctx, &to->xy, 2 * points, sizeof *added);
    if (!added)
        return FLUV_NO_MEMORY;
    memcpy(added, xy, 2 * points * sizeof *added);
    return FLUV_OK;
}

static fluv_status take_river(fluv_ctx *ctx, const fluv_shapes *shapes, size_t i, const char *file,
                              fluv_placing *to)
{
    assert(i < shapes->river_facts.count);
    const fluv_shape_facts *facts = (const fluv_shape_facts *)shapes->river_facts.items + i;
    fluv_placed_river river = {.discharge = known(facts->discharge, 0.0),
                               .width = known(facts->width, 0.0),
                               .freedom = fmin(known(facts->freedom, 0.0), 0.5),
                               .by = fluv_placing_by(to, "place.file", -1)};
    if (*facts->kind && strcmp(facts->kind, "river") != 0)
        return refuse(ctx, file, "line", facts->kind, "river");
    memcpy(river.name, facts->name, sizeof river.name);
    FLUV_TRY(take_ring(ctx, &shapes->rivers, i, to, &river.first_point, &river.point_count));
    fluv_placed_river *added = fluv_list_append(ctx, &to->rivers, 1, sizeof *added);
    if (!added)
        return FLUV_NO_MEMORY;
    *added = river;
    return FLUV_OK;
}

static fluv_status take_lake(fluv_ctx *ctx, const fluv_shape_facts *facts, fluv_placed_lake lake,
                             fluv_placing *to)
{
    fluv_placed_lake *added = fluv_list_append(ctx, &to->lakes, 1, sizeof *added);
    if (!added)
        return FLUV_NO_MEMORY;
    lake.area = known(facts->area, 0.0);
    lake.depth = known(facts->depth, 0.0);
    lake.level = (float)facts->level;
    lake.by = fluv_placing_by(to, "place.file", -1);
    memcpy(lake.name, facts->name, sizeof lake.name);
    *added = lake;
    return FLUV_OK;
}

bool fluv_place_is_frozen(const fluv_shapes *shapes, size_t outline)
{
    assert(outline < shapes->outline_facts.count);
    const fluv_shape_facts *facts = (const fluv_shape_facts *)shapes->outline_facts.items + outline;
    return strcmp(facts->kind, "frozen") == 0;
}

/* Holes of lakes, which run clockwise, are islands: they are filled, as lakes here have none. */
static fluv_status take_outline(fluv_ctx *ctx, const fluv_shapes *shapes, size_t i,
                                const char *file, fluv_placing *to)
{
    const fluv_shape_facts *facts = (const fluv_shape_facts *)shapes->outline_facts.items + i;
    size_t points;
    const double *xy = fluv_rings_read(&shapes->outlines, i, &points);
    if (fluv_place_is_frozen(shapes, i) || fluv_ring_turn(xy, points) < 0.0)
        return FLUV_OK;
    if (*facts->kind && strcmp(facts->kind, "lake") != 0)
        return refuse(ctx, file, "polygon", facts->kind, "lake or frozen");
    fluv_placed_lake lake = {.x = xy[0], .y = xy[1]};
    FLUV_TRY(take_ring(ctx, &shapes->outlines, i, to, &lake.first_point, &lake.point_count));
    FLUV_TRY(fluv_placing_ring(ctx, lake.point_count, &lake, to));
    return take_lake(ctx, facts, lake, to);
}

static fluv_status take_point(fluv_ctx *ctx, const fluv_shapes *shapes, size_t i, const char *file,
                              fluv_placing *to)
{
    assert(i < shapes->mouth_facts.count && i < shapes->mouths.count);
    static const char *const kinds[] = {[FLUV_SPOT_PEAK] = "peak",
                                        [FLUV_SPOT_PASS] = "pass",
                                        [FLUV_SPOT_MOUTH] = "mouth",
                                        [FLUV_SPOT_NO_LAKE] = "no_lake"};
    const fluv_shape_facts *facts = (const fluv_shape_facts *)shapes->mouth_facts.items + i;
    const fluv_mouth *at = (const fluv_mouth *)shapes->mouths.items + i;
    fluv_placed_spot spot = {.x = at->x,
                             .y = at->y,
                             .height = isfinite(facts->height) ? facts->height : 0.0,
                             .radius = known(facts->radius, 0.0),
                             .weight = at->weight,
                             .by = fluv_placing_by(to, "place.file", -1)};
    if (strcmp(facts->kind, "lake") == 0 && facts->area > 0.0)
        return take_lake(ctx, facts, (fluv_placed_lake){.x = at->x, .y = at->y}, to);
    size_t kind = 0;
    while (kind < sizeof kinds / sizeof *kinds && strcmp(kinds[kind], facts->kind) != 0)
        kind++;
    if (kind == sizeof kinds / sizeof *kinds)
        return refuse(ctx, file, "point", facts->kind,
                      "peak or pass with a height, mouth, no_lake, or lake with an area");
    spot.kind = (fluv_spot_kind)kind;
    memcpy(spot.name, facts->name, sizeof spot.name);
    fluv_placed_spot *added = fluv_list_append(ctx, &to->spots, 1, sizeof *added);
    if (!added)
        return FLUV_NO_MEMORY;
    *added = spot;
    return FLUV_OK;
}

fluv_status fluv_place_take(fluv_ctx *ctx, const char *file, const fluv_shapes *shapes,
                            fluv_placing *to)
{
    for (size_t i = 0; i < shapes->river_facts.count; i++)
        FLUV_TRY(take_river(ctx, shapes, i, file, to));
    for (size_t i = 0; i < shapes->outline_facts.count; i++)
        FLUV_TRY(take_outline(ctx, shapes, i, file, to));
    for (size_t i = 0; i < shapes->mouth_facts.count; i++)
        FLUV_TRY(take_point(ctx, shapes, i, file, to));
    return FLUV_OK;
}
