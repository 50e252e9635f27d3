// SPDX-License-Identifier: MIT
/* What the parameters of `place` say, checked, as the layer `placed` holds it. */
#include "stages/place/place.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define NO_LEVEL (-1000.0) /* m, of a lake: none is given */

/* A name as data can hold it. `what` and `number` are for the message. */
static fluv_status take_name(fluv_ctx *ctx, const char *what, size_t number, const char *name,
                             char to[FLUV_NAME_ROOM])
{
    if (strlen(name) >= FLUV_NAME_ROOM)
        return fluv_fail(ctx, FLUV_BAD_RECIPE,
                         "place.%s[%zu].name: more than %d bytes: choose a shorter one", what,
                         number, FLUV_NAME_ROOM - 1);
    for (const char *c = name; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            return fluv_fail(ctx, FLUV_BAD_RECIPE,
                             "place.%s[%zu].name: a name has no control characters", what, number);
    memset(to, 0, FLUV_NAME_ROOM);
    memcpy(to, name, strlen(name));
    return FLUV_OK;
}

/* Appends points; `first` becomes their place in the list. */
static fluv_status take_points(fluv_ctx *ctx, const fluv_point *points, size_t count, fluv_list *xy,
                               uint32_t *first)
{
    assert(count == 0 || points);
    *first = (uint32_t)(xy->count / 2);
    double *to = fluv_list_append(ctx, xy, 2 * count, sizeof *to);
    if (count && !to)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        to[2 * i] = points[i].x;
        to[2 * i + 1] = points[i].y;
    }
    return FLUV_OK;
}

static fluv_status take_river(fluv_ctx *ctx, const fluv_place_river *row, size_t number,
                              fluv_placing *to)
{
    if (row->line.count < 2)
        return fluv_fail(ctx, FLUV_BAD_RECIPE,
                         "place.rivers[%zu].line: a river needs two points or more", number);
    fluv_placed_river river = {.point_count = (uint32_t)row->line.count,
                               .discharge = row->discharge,
                               .width = row->width,
                               .freedom = row->freedom,
                               .by = fluv_placing_by(to, "place.rivers", (int)number)};
    FLUV_TRY(take_name(ctx, "rivers", number, row->name, river.name));
    FLUV_TRY(take_points(ctx, row->line.rows, row->line.count, &to->xy, &river.first_point));
    fluv_placed_river *added = fluv_list_append(ctx, &to->rivers, 1, sizeof *added);
    if (!added)
        return FLUV_NO_MEMORY;
    *added = river;
    return FLUV_OK;
}

static fluv_status take_lake(fluv_ctx *ctx, const fluv_place_lake *row, size_t number,
                             fluv_placing *to)
{
    size_t points = row->outline.count;
    if (!points && !(row->area > 0.0))
        return fluv_fail(ctx, FLUV_BAD_RECIPE,
                         "place.lakes[%zu]: a lake needs an area, or an outline", number);
    fluv_placed_lake lake = {.x = points ? row->outline.rows[0].x : row->x,
                             .y = points ? row->outline.rows[0].y : row->y,
                             .area = row->area,
                             .depth = row->depth,
                             .level = row->level > NO_LEVEL ? (float)row->level : NAN,
                             .point_count = (uint32_t)points,
                             .by = fluv_placing_by(to, "place.lakes", (int)number)};
    FLUV_TRY(take_name(ctx, "lakes", number, row->name, lake.name));
    FLUV_TRY(take_points(ctx, row->outline.rows, points, &to->xy, &lake.first_point));
    if (points)
        FLUV_TRY(fluv_placing_ring(ctx, (uint32_t)points, &lake, to));
    fluv_placed_lake *added = fluv_list_append(ctx, &to->lakes, 1, sizeof *added);
    if (!added)
        return FLUV_NO_MEMORY;
    *added = lake;
    return FLUV_OK;
}

/* `list`: "place.peaks", say. */
static fluv_status take_spot(fluv_ctx *ctx, const fluv_placed_spot *spot, const char *list,
                             size_t number, const char *name, fluv_placing *to)
{
    assert(strncmp(list, "place.", strlen("place.")) == 0);
    fluv_placed_spot *added = fluv_list_append(ctx, &to->spots, 1, sizeof *added);
    if (!added)
        return FLUV_NO_MEMORY;
    *added = *spot;
    added->by = fluv_placing_by(to, list, (int)number);
    return take_name(ctx, list + strlen("place."), number, name, added->name);
}

static fluv_status take_heights(fluv_ctx *ctx, fluv_spot_kind kind, const char *list,
                                const fluv_place_spot *rows, size_t count, fluv_placing *to)
{
    for (size_t i = 0; i < count; i++) {
        const fluv_placed_spot spot = {.kind = kind,
                                       .x = rows[i].x,
                                       .y = rows[i].y,
                                       .height = rows[i].height,
                                       .radius = rows[i].radius};
        FLUV_TRY(take_spot(ctx, &spot, list, i, rows[i].name, to));
    }
    return FLUV_OK;
}

fluv_status fluv_place_gather(fluv_ctx *ctx, const fluv_place_params *p, fluv_placing *to)
{
    to->slope = p->slope;
    for (size_t i = 0; i < p->rivers.count; i++)
        FLUV_TRY(take_river(ctx, &p->rivers.rows[i], i, to));
    for (size_t i = 0; i < p->lakes.count; i++)
        FLUV_TRY(take_lake(ctx, &p->lakes.rows[i], i, to));
    FLUV_TRY(take_heights(ctx, FLUV_SPOT_PEAK, "place.peaks", p->peaks.rows, p->peaks.count, to));
    FLUV_TRY(
        take_heights(ctx, FLUV_SPOT_PASS, "place.passes", p->passes.rows, p->passes.count, to));
    for (size_t i = 0; i < p->no_lakes.count; i++) {
        const fluv_point *at = &p->no_lakes.rows[i];
        const fluv_placed_spot spot = {.kind = FLUV_SPOT_NO_LAKE, .x = at->x, .y = at->y};
        FLUV_TRY(take_spot(ctx, &spot, "place.no_lakes", i, "", to));
    }
    for (size_t i = 0; i < p->mouths.count; i++) {
        const fluv_place_mouth *at = &p->mouths.rows[i];
        const fluv_placed_spot spot = {
            .kind = FLUV_SPOT_MOUTH, .x = at->x, .y = at->y, .weight = at->weight};
        FLUV_TRY(take_spot(ctx, &spot, "place.mouths", i, at->name, to));
    }
    return FLUV_OK;
}
