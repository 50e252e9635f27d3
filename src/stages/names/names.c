// SPDX-License-Identifier: MIT
/* Stage `names`: what rivers and lakes are called.
 *
 * in   rivers, lakes        out   the same, with names
 *
 * A name is given to whatever lies at a place, so that it stays with its river while all else
 * changes. What `place` or an earlier row has called already keeps that name; a name that finds
 * nothing is told in a note. With `invent`, call.c names the rest.  O(names * points). */
#include "stages/names/names.h"

#include "hydrography/stems.h"
#include "landscape/vectors.h"
#include "stages/names/call.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define NEAR_SHARE 0.01 /* of the frame's longer side, */
#define NEAR_CELLS 3.0

static double near_of(const fluv_names_params *p, const fluv_frame *frame)
{
    return p->reach > 0.0 ? p->reach
                          : fmax(NEAR_SHARE * fluv_frame_side(frame), NEAR_CELLS * frame->cell);
}

static fluv_status check_rows(fluv_ctx *ctx, const char *list, const fluv_name *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!*rows[i].name)
            return fluv_fail(ctx, FLUV_BAD_RECIPE, "names.%s[%zu]: the name is missing", list, i);
        if (strlen(rows[i].name) >= FLUV_NAME_ROOM)
            return fluv_fail(ctx, FLUV_BAD_RECIPE,
                             "names.%s[%zu]: a name has at most %d bytes, this one has %zu", list,
                             i, FLUV_NAME_ROOM - 1, strlen(rows[i].name));
    }
    return FLUV_OK;
}

/* Whether what lies at a row's place can be called so; if not, a note tells why. `now`: its name,
 * NULL: nothing lies there. */
static bool is_to_be_called(fluv_landscape *land, const char *what, const fluv_name *row,
                            const char *now)
{
    if (!now)
        fluv_note_add(land, "names", "no %s is near (%.0f, %.0f) that could be called %s", what,
                      row->x, row->y, row->name);
    else if (*now)
        fluv_note_add(land, "names", "the %s at (%.0f, %.0f) is not called %s: it is %s", what,
                      row->x, row->y, row->name, now);
    return now && !*now;
}

/* Distance of a place from the piece between two points of a line. */
static double from_piece(const fluv_river_point *a, const fluv_river_point *b, double x, double y)
{
    double dx = b->x - a->x, dy = b->y - a->y, square = dx * dx + dy * dy;
    double along = square > 0.0 ? ((x - a->x) * dx + (y - a->y) * dy) / square : 0.0;
    along = fmin(fmax(along, 0.0), 1.0);
    return hypot(a->x + along * dx - x, a->y + along * dy - y);
}

static fluv_reach *reach_at(const fluv_rivers *rivers, fluv_reach *reaches, const fluv_name *row,
                            double near)
{
    fluv_reach *best = NULL;
    for (size_t i = 0; i < rivers->count; i++) {
        const fluv_river_point *points = rivers->points + reaches[i].first_point;
        for (uint32_t k = 1; k < reaches[i].point_count; k++) {
            double far = from_piece(&points[k - 1], &points[k], row->x, row->y);
            if (far < near) {
                near = far;
                best = &reaches[i];
            }
        }
    }
    return best;
}

static fluv_status call_rivers(fluv_ctx *ctx, const fluv_names_params *p, fluv_landscape *land)
{
    const fluv_rivers *rivers = fluv_rivers_of(land);
    fluv_reach *reaches = NULL;
    if (!p->rivers.count)
        return FLUV_OK;
    if (rivers->count) {
        reaches = fluv_rivers_edit(ctx, land);
        if (!reaches)
            return FLUV_NO_MEMORY;
        rivers = fluv_rivers_of(land);
    }
    for (size_t i = 0; i < p->rivers.count; i++) {
        const fluv_name *row = &p->rivers.rows[i];
        fluv_reach *at = reach_at(rivers, reaches, row, near_of(p, &land->frame));
        if (is_to_be_called(land, "river", row, at ? at->name : NULL))
            (void)fluv_reach_call(reaches, rivers->count,
                                  fluv_reach_foot(reaches, rivers->count, at), row->name);
        FLUV_TRY(fluv_advance(ctx, 0.5 * (double)i / (double)p->rivers.count));
    }
    return FLUV_OK;
}

static bool holds(const fluv_outline *outline, const fluv_lake *lake, double x, double y)
{
    bool inside = false;
    for (uint32_t r = lake->first_ring; r < lake->first_ring + lake->ring_count; r++) {
        uint32_t first = outline->first_point[r];
        inside ^= fluv_ring_holds(outline->xy + 2 * (size_t)first,
                                  outline->first_point[r + 1] - first, x, y);
    }
    return inside;
}

/* The lake around a place, or else the one whose shore is nearest. */
static fluv_lake *lake_at(const fluv_lakes *lakes, fluv_lake *list, const fluv_name *row,
                          double near)
{
    fluv_lake *best = NULL;
    for (size_t i = 0; i < lakes->count; i++) {
        const fluv_lake *lake = &list[i];
        if (lake->ring_count && holds(&lakes->outline, lake, row->x, row->y))
            return &list[i];
        uint32_t from = lake->ring_count ? lakes->outline.first_point[lake->first_ring] : 0;
        uint32_t to = lake->ring_count ? lakes->outline.first_point[lake->first_ring + 1] : 0;
        for (uint32_t k = from; k < to; k++) {
            const double *at = lakes->outline.xy + 2 * (size_t)k;
            double far = hypot(at[0] - row->x, at[1] - row->y);
            if (far < near) {
                near = far;
                best = &list[i];
            }
        }
    }
    return best;
}

static fluv_status call_lakes(fluv_ctx *ctx, const fluv_names_params *p, fluv_landscape *land)
{
    const fluv_lakes *lakes = fluv_lakes_of(land);
    fluv_lake *list = NULL;
    if (!p->lakes.count)
        return FLUV_OK;
    if (lakes && lakes->count) {
        list = fluv_lakes_edit(ctx, land);
        if (!list)
            return FLUV_NO_MEMORY;
        lakes = fluv_lakes_of(land);
    }
    for (size_t i = 0; i < p->lakes.count; i++) {
        const fluv_name *row = &p->lakes.rows[i];
        fluv_lake *at = list ? lake_at(lakes, list, row, near_of(p, &land->frame)) : NULL;
        if (is_to_be_called(land, "lake", row, at ? at->name : NULL))
            snprintf(at->name, sizeof at->name, "%s", row->name);
        FLUV_TRY(fluv_advance(ctx, 0.5 + 0.5 * (double)i / (double)p->lakes.count));
    }
    return FLUV_OK;
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    const fluv_names_params *p = params;
    FLUV_TRY(check_rows(ctx, "rivers", p->rivers.rows, p->rivers.count));
    FLUV_TRY(check_rows(ctx, "lakes", p->lakes.rows, p->lakes.count));
    FLUV_TRY(call_rivers(ctx, p, land));
    FLUV_TRY(call_lakes(ctx, p, land));
    FLUV_TRY(fluv_names_invent(ctx, p, land));
    return fluv_advance(ctx, 1.0);
}

#define PARAMS fluv_name
static const fluv_param name_table[] = {
#include "base/param_rows.h"
#include "stages/names/name.def"
};
static const fluv_list_columns fluv_name_columns = {
    .params = name_table,
    .count = sizeof name_table / sizeof *name_table,
    .required = 1,
    .row_size = sizeof(fluv_name),
};

#undef PARAMS
#define PARAMS fluv_names_params
static const fluv_param table[] = {
#include "base/param_rows.h"
#include "stages/names/names.def"
};

const fluv_stage fluv_stage_names = {
    .info = {.name = "names",
             .summary = "What rivers, lakes, mountains and regions are called.",
             .params = table,
             .param_count = sizeof table / sizeof *table},
    .params_size = sizeof(fluv_names_params),
    FLUV_NEEDS(rivers),
    FLUV_MAKES(),
    FLUV_AMENDS(rivers, placed), /* and lakes, where there are any */
    .run = run,
};
