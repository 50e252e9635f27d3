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
#include "landscape/waters_at.h"
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

/* Whether what lies at a row's place is to be called so; if it cannot be, a note tells why. `now`:
 * its name, NULL: nothing lies there. */
static bool is_to_be_called(fluv_landscape *land, const char *what, const fluv_name *row,
                            const char *now)
{
    if (!now)
        fluv_note_add(land, "names", "no %s is near (%.0f, %.0f) that could be called %s", what,
                      row->x, row->y, row->name);
    else if (*now && strcmp(now, row->name) != 0)
        fluv_note_add(land, "names", "the %s at (%.0f, %.0f) is not called %s: it is %s", what,
                      row->x, row->y, row->name, now);
    return now && !*now;
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
        size_t found = fluv_reach_near(rivers, row->x, row->y, near_of(p, &land->frame));
        fluv_reach *at = found == SIZE_MAX ? NULL : &reaches[found];
        if (is_to_be_called(land, "river", row, at ? at->name : NULL))
            (void)fluv_reach_call(reaches, rivers->count,
                                  fluv_reach_foot(reaches, rivers->count, at), row->name);
        FLUV_TRY(fluv_advance(ctx, 0.5 * (double)i / (double)p->rivers.count));
    }
    return FLUV_OK;
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
        double near = near_of(p, &land->frame);
        size_t found = list ? fluv_lake_near(lakes, row->x, row->y, near) : SIZE_MAX;
        fluv_lake *at = found == SIZE_MAX ? NULL : &list[found];
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
