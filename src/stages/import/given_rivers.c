// SPDX-License-Identifier: MIT
/* Rivers of a survey beside a height map.
 *
 * in   a file of lines, height        out   placed, laid; height that lets water run along them
 *
 * The lines become a network whose pieces run down (river_lines.h), and the pieces are placed as
 * `place` would place them (stages/shared/lay.h). */
#include "stages/import/given_rivers.h"

#include "stages/import/read_shapes.h"
#include "stages/import/river_lines.h"
#include "stages/shared/lay.h"
#include "stages/shared/sea.h"

#include <assert.h>
#include <string.h>

/* Turned around, if it has to be. */
static fluv_status add_points(fluv_ctx *ctx, const fluv_river_lines *lines,
                              const fluv_river_piece *piece, fluv_placing *to)
{
    assert(piece->count >= 2);
    const double *from = (const double *)lines->xy.items + 2 * piece->first;
    double *xy = fluv_list_append(ctx, &to->xy, 2 * piece->count, sizeof *xy);
    if (!xy)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < piece->count; i++) {
        size_t at = piece->turned ? piece->count - 1 - i : i;
        xy[2 * i] = from[2 * at];
        xy[2 * i + 1] = from[2 * at + 1];
    }
    return FLUV_OK;
}

static fluv_status add_river(fluv_ctx *ctx, const fluv_import_params *params,
                             const fluv_shapes *shapes, const fluv_river_lines *lines,
                             const fluv_river_piece *piece, fluv_placing *to)
{
    assert(piece->shape < shapes->river_facts.count);
    const fluv_shape_facts *facts =
        (const fluv_shape_facts *)shapes->river_facts.items + piece->shape;
    fluv_placed_river river = {.first_point = (uint32_t)(to->xy.count / 2),
                               .point_count = (uint32_t)piece->count,
                               .mapped = true,
                               .mend = params->mend,
                               .by = fluv_placing_by(to, "import.rivers", -1)};
    memcpy(river.name, facts->name, sizeof river.name);
    FLUV_TRY(add_points(ctx, lines, piece, to));
    fluv_placed_river *added = fluv_list_append(ctx, &to->rivers, 1, sizeof *added);
    if (!added)
        return FLUV_NO_MEMORY;
    *added = river;
    return FLUV_OK;
}

static fluv_status place(fluv_ctx *ctx, const fluv_import_params *params, const fluv_shapes *shapes,
                         const fluv_river_lines *lines, fluv_placing *placing, fluv_landscape *land)
{
    const fluv_river_piece *pieces = lines->pieces.items;
    size_t turned = 0, arms = 0;
    placing->slope = FLUV_LAY_SLOPE;
    placing->stage = (uint32_t)land->record_count;
    for (size_t i = 0; i < lines->pieces.count; i++) {
        arms += pieces[i].arm;
        turned += pieces[i].turned && !pieces[i].arm;
        if (!pieces[i].arm)
            FLUV_TRY(add_river(ctx, params, shapes, lines, &pieces[i], placing));
    }
    if (!shapes->river_facts.count)
        return fluv_fail(ctx, FLUV_BAD_INPUT, "import.rivers: %s has no lines, which rivers are",
                         params->rivers);
    if (!placing->rivers.count)
        return fluv_fail(ctx, FLUV_BAD_INPUT,
                         "import.rivers: %s: none of its %zu lines lies on the "
                         "map",
                         params->rivers, shapes->river_facts.count);
    fluv_note_add(
        land, "import",
        "%zu lines of rivers are %zu pieces between junctions on this map: %zu were turned "
        "to run down, %zu more are arms that leave a river and come back, and were left "
        "out",
        shapes->river_facts.count, placing->rivers.count, turned, arms);
    return fluv_lay(ctx, placing, land);
}

static fluv_status take(fluv_ctx *ctx, const fluv_import_params *params, fluv_shapes *shapes,
                        fluv_river_lines *lines, fluv_placing *placing, fluv_landscape *land)
{
    fluv_topology topology;
    uint8_t *kind;
    FLUV_TRY(fluv_read_rivers(ctx, params->rivers, land->crs, shapes));
    FLUV_TRY(fluv_sea_find(ctx, land, &topology, &kind));
    FLUV_TRY(fluv_river_lines_split(ctx, shapes, land, kind, lines));
    FLUV_TRY(fluv_river_lines_turn(ctx, lines));
    fluv_scratch_drop(ctx, kind);
    return place(ctx, params, shapes, lines, placing, land);
}

fluv_status fluv_given_rivers(fluv_ctx *ctx, const fluv_import_params *params, fluv_landscape *land)
{
    fluv_shapes shapes = {0};
    fluv_river_lines lines = {0};
    fluv_placing placing = {0};
    fluv_status status = take(ctx, params, &shapes, &lines, &placing, land);
    fluv_shapes_free(&shapes);
    fluv_river_lines_free(&lines);
    fluv_placing_free(&placing);
    return status;
}
