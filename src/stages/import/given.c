// SPDX-License-Identifier: MIT
/* Water that files give beside a height map: directions, areas, discharge, lakes, rivers.
 *
 * in   height; files        out   receiver, area, discharge, cover, water, coast, lakes; mapped
 *
 * Directions are taken as they are: lakes let their water out at one place, ways that end inland
 * are led on or become small lakes, and then the ground is moved, as little as can be, until no
 * water rises (water/fit.h). What would have to move too far is refused: such directions, or such
 * lakes, are not this map's.  O(n log n). */
#include "stages/import/given.h"

#include "hydrography/lakes.h"
#include "landscape/sound.h"
#include "stages/import/directions.h"
#include "stages/import/given_area.h"
#include "stages/import/given_lakes.h"
#include "stages/import/given_rivers.h"
#include "stages/import/lake_cells.h"
#include "stages/lakes/collect.h"
#include "stages/shared/flow.h"
#include "stages/shared/sea.h"
#include "stages/shared/sinks.h"
#include "stages/shared/ways.h"
#include "water/fit.h"
#include "water/forest.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define MOST_UPHILL 0.2 /* of the ways; where more climb they are another map's */

typedef struct job {
    const fluv_import_params *params;
    const fluv_beside *beside;
    fluv_landscape *land;
    fluv_topology topology;
    uint8_t *kind;
    float *height;
    uint32_t *receiver;
    fluv_list mapped; /* fluv_mapped_lake */
    fluv_led_lakes lakes;
    const double *inflow; /* m2 of land beyond the edge whose water comes in here; NULL: none */
    fluv_lakes_found found;
} job;

static const char *named(const char *file)
{
    return file ? file : "";
}

fluv_layer_set fluv_given_makes(const fluv_import_params *params)
{
    bool lakes = *named(params->lakes) != '\0';
    fluv_layer_set makes = lakes ? FLUV_SET(mapped) : 0;
    if (*named(params->rivers))
        makes |= FLUV_SET(placed, laid, cover, water, coast);
    if (!*named(params->directions))
        return makes;
    makes |= FLUV_SET(receiver, area, discharge, cover, water, coast, change);
    return lakes || params->sinks == FLUV_IMPORT_SINKS_keep ? makes | FLUV_SET(lakes) : makes;
}

static fluv_status at_cell(fluv_ctx *ctx, const job *j, uint32_t cell, const char *what)
{
    assert(cell < j->topology.count);
    return fluv_fail(ctx, FLUV_BAD_INPUT, "import.directions: column %u, row %u: %s",
                     cell % j->topology.cols, cell / j->topology.cols, what);
}

/* ---- Cells, sea and lakes ---- */

static fluv_status find_cells(fluv_ctx *ctx, job *j, bool water)
{
    const fluv_frame *frame = &j->land->frame;
    if (water) {
        FLUV_TRY(fluv_sea_find(ctx, j->land, &j->topology, &j->kind));
    } else {
        j->topology = fluv_topology_grid(frame->cols, frame->rows, frame->cell);
        j->kind = fluv_scratch(ctx, j->topology.count, sizeof *j->kind);
        uint32_t *queue = fluv_scratch(ctx, j->topology.count, sizeof *queue);
        if (!j->kind || !queue)
            return FLUV_NO_MEMORY;
        const float *height = fluv_height_of(j->land);
        fluv_cells_classify(&j->topology, ctx->threads, height, j->kind);
        (void)fluv_cells_find_sea(&j->topology, height, j->kind, queue);
        fluv_scratch_drop(ctx, queue);
    }
    j->height = fluv_layer_edit(ctx, j->land, FLUV_LAYER_height);
    return j->height ? FLUV_OK : FLUV_NO_MEMORY;
}

static void note_lakes(const job *j, size_t shapes, size_t shown)
{
    fluv_note_add(
        j->land, "import",
        "%zu of %zu lake shapes lie on the map's cells, as %zu lakes at the levels of the "
        "file, or of the map along their shores",
        shown, shapes, j->mapped.count);
}

/* How many shapes hold the centre of a cell. */
static fluv_status count_shown(fluv_ctx *ctx, const job *j, const uint32_t *shape_of, size_t shapes,
                               size_t *shown)
{
    uint8_t *seen = fluv_scratch_zero(ctx, shapes, sizeof *seen);
    if (!seen)
        return FLUV_NO_MEMORY;
    *shown = 0;
    for (uint32_t c = 0; c < j->topology.count; c++)
        if (shape_of[c] != FLUV_NONE && !seen[shape_of[c]]) {
            seen[shape_of[c]] = 1;
            ++*shown;
        }
    fluv_scratch_drop(ctx, seen);
    return FLUV_OK;
}

static fluv_status take_lakes(fluv_ctx *ctx, job *j, fluv_list *shapes)
{
    size_t cells = j->topology.count;
    uint32_t *lake_of = fluv_scratch(ctx, cells, sizeof *lake_of);
    if (!lake_of)
        return FLUV_NO_MEMORY;
    size_t shown;
    FLUV_TRY(fluv_lake_shapes_read(ctx, j->params->lakes, j->land, shapes, lake_of));
    FLUV_TRY(count_shown(ctx, j, lake_of, shapes->count, &shown));
    fluv_lake_cells_job level = {.file = j->params->lakes,
                                 .topology = j->topology,
                                 .kind = j->kind,
                                 .shapes = shapes,
                                 .spread = j->params->shore};
    FLUV_TRY(fluv_lake_cells_level(ctx, &level, j->height, lake_of, &j->mapped));
    fluv_shared *sealed = fluv_mapped_seal(ctx, &j->mapped, lake_of, cells);
    if (!sealed)
        return FLUV_NO_MEMORY;
    fluv_layer_put(j->land, FLUV_LAYER_mapped, sealed);
    fluv_scratch_drop(ctx, lake_of);
    note_lakes(j, shapes->count, shown);
    return FLUV_OK;
}

static fluv_status find_lakes(fluv_ctx *ctx, job *j)
{
    fluv_list shapes = {0};
    fluv_status status = take_lakes(ctx, j, &shapes);
    fluv_list_free(&shapes);
    return status;
}

/* ---- Directions ---- */

static fluv_status judge_directions(fluv_ctx *ctx, const job *j, const float *values,
                                    const fluv_directions_found *found)
{
    char text[120];
    if (found->code < 0) {
        snprintf(text, sizeof text, "%g is no direction%s", (double)values[found->wrong],
                 j->params->directions_code == FLUV_IMPORT_CODE_auto
                     ? " of any code (import.directions_code)"
                     : " of this code");
        return at_cell(ctx, j, found->wrong, text);
    }
    if (!found->steps)
        return fluv_fail(ctx, FLUV_BAD_INPUT, "import.directions: %s holds none",
                         j->params->directions);
    if (found->uphill <= MOST_UPHILL * found->steps)
        return FLUV_OK;
    snprintf(text, sizeof text, "leads uphill, and so do %u of %u (as %s): not this map's?",
             found->uphill, found->steps, fluv_directions_code_name(found->code));
    return at_cell(ctx, j, found->first, text);
}

/* The sea beside a cell, straight ways first; NONE: there is none. */
static uint32_t sea_beside(const job *j, uint32_t cell)
{
    assert(cell < j->topology.count);
    fluv_around around = fluv_around_cell(&j->topology, cell);
    uint32_t sea = FLUV_NONE;
    for (uint32_t k = 0; k < around.count; k++) {
        uint32_t other = around.cell[k];
        bool straight = fluv_cell_distance(&j->topology, cell, other) <= j->topology.cell;
        if ((j->kind[other] & FLUV_CELL_SEA) && (sea == FLUV_NONE || straight))
            sea = other;
    }
    return sea;
}

/* What ends beside the sea and does not leave the map ends in it; sea and voids lead nowhere. */
static void tidy(const job *j)
{
    assert(j->kind && j->receiver);
    for (uint32_t c = 0; c < j->topology.count; c++) {
        if (j->kind[c] & (FLUV_CELL_SEA | FLUV_CELL_VOID))
            j->receiver[c] = FLUV_NONE;
        else if (j->receiver[c] == FLUV_NONE && !(j->kind[c] & FLUV_CELL_OPEN))
            j->receiver[c] = sea_beside(j, c);
    }
}

static fluv_status expect_no_circle(fluv_ctx *ctx, const job *j, const char *param)
{
    char text[200];
    fluv_status status = fluv_sound_grid(ctx, &j->land->frame, FLUV_LAYER_receiver, j->receiver);
    if (status != FLUV_BAD_INPUT)
        return status;
    snprintf(text, sizeof text, "%s", fluv_message(ctx));
    return fluv_fail(ctx, status, "import.%s: %s", param, text);
}

static fluv_status take_directions(fluv_ctx *ctx, job *j)
{
    float *values;
    FLUV_TRY(fluv_beside_read(ctx, j->beside, "directions", j->params->directions, &values));
    uint8_t *work = fluv_scratch(ctx, j->topology.count, sizeof *work);
    j->receiver = fluv_layer_renew(ctx, j->land, FLUV_LAYER_receiver);
    if (!work || !j->receiver)
        return FLUV_NO_MEMORY;
    fluv_directions_job take = {.frame = j->land->frame,
                                .height = j->height,
                                .values = values,
                                .code = (int)j->params->directions_code - 1,
                                .work = work};
    fluv_directions_found found = fluv_directions_take(&take, j->receiver);
    FLUV_TRY(judge_directions(ctx, j, values, &found));
    fluv_scratch_drop(ctx, work);
    fluv_scratch_drop(ctx, values);
    tidy(j);
    if (found.uphill)
        fluv_note_add(j->land, "import", "%u of %u directions (%s) led uphill", found.uphill,
                      found.steps, fluv_directions_code_name(found.code));
    return expect_no_circle(ctx, j, "directions");
}

/* ---- Where water ends ---- */

/* A way that ends inland, and not in a lake. */
static bool is_sink(const job *j, uint32_t cell)
{
    bool lake = j->lakes.lake_of && j->lakes.lake_of[cell] != FLUV_NONE;
    return !lake && fluv_is_sink(j->kind, j->receiver, cell);
}

static uint32_t count_sinks(const job *j)
{
    uint32_t count = 0;
    for (uint32_t c = 0; c < j->topology.count; c++)
        count += is_sink(j, c);
    return count;
}

static fluv_status fit(fluv_ctx *ctx, const job *j, float *height, fluv_fit *out)
{
    uint32_t count = j->topology.count;
    fluv_fit_job ground = {.topology = &j->topology,
                           .kind = j->kind,
                           .receiver = j->receiver,
                           .lake_of = j->lakes.lake_of,
                           .level = j->lakes.level};
    fluv_fit_work work = {.order = fluv_scratch(ctx, count, sizeof *work.order),
                          .heap = fluv_scratch(ctx, count, sizeof *work.heap),
                          .left = fluv_scratch(ctx, count, sizeof *work.left),
                          .right = fluv_scratch(ctx, count, sizeof *work.right),
                          .key = fluv_scratch(ctx, count, sizeof *work.key),
                          .cap = fluv_scratch(ctx, count, sizeof *work.cap),
                          .fitted = fluv_scratch(ctx, count, sizeof *work.fitted),
                          .donors = fluv_scratch(ctx, count, sizeof *work.donors)};
    if (!work.order || !work.heap || !work.left || !work.right || !work.key || !work.cap ||
        !work.fitted || !work.donors)
        return FLUV_NO_MEMORY;
    *out = fluv_ground_fit(&ground, &work, height);
    return FLUV_OK;
}

/* Closed lakes keep what reaches them: while passes are looked for they are as good as the sea. */
static void hide_closed(const job *j, uint8_t *kind, uint32_t *receiver)
{
    const fluv_surveyed_lake *lakes = j->lakes.survey.lakes.items;
    for (uint32_t c = 0; j->lakes.lake_of && c < j->topology.count; c++)
        if (j->lakes.lake_of[c] != FLUV_NONE && lakes[j->lakes.lake_of[c]].closed) {
            kind[c] |= FLUV_CELL_SEA;
            receiver[c] = FLUV_NONE;
        }
}

/* Ways that end inland go on over the lowest pass. The hollows are those of ground that fits. */
static fluv_status connect_sinks(fluv_ctx *ctx, const job *j)
{
    uint32_t count = j->topology.count;
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    float *height = fluv_scratch(ctx, count, sizeof *height);
    uint8_t *kind = fluv_scratch(ctx, count, sizeof *kind);
    uint32_t *receiver = fluv_scratch(ctx, count, sizeof *receiver);
    if (!height || !kind || !receiver)
        return FLUV_NO_MEMORY;
    memcpy(height, j->height, count * sizeof *height);
    memcpy(kind, j->kind, count * sizeof *kind);
    memcpy(receiver, j->receiver, count * sizeof *receiver);
    fluv_fit fitted;
    FLUV_TRY(fit(ctx, j, height, &fitted));
    hide_closed(j, kind, receiver);
    fluv_drainage_job drain = {.topology = j->topology,
                               .height = height,
                               .kind = kind,
                               .receiver = receiver,
                               .leads = {.all = true}};
    fluv_drainage drainage;
    FLUV_TRY(fluv_drainage_find(ctx, &drain, &drainage));
    fluv_ways_connect(&drainage.hierarchy, receiver);
    fluv_drainage_forget(ctx, &drainage);
    for (uint32_t c = 0; c < count; c++)
        if (!(kind[c] & FLUV_CELL_SEA))
            j->receiver[c] = receiver[c];
    fluv_scratch_release(ctx, mark);
    return FLUV_OK;
}

static fluv_status settle_sinks(fluv_ctx *ctx, job *j)
{
    uint32_t sinks = count_sinks(j);
    if (!sinks)
        return FLUV_OK;
    if (j->params->sinks == FLUV_IMPORT_SINKS_keep) {
        fluv_note_add(j->land, "import",
                      "%u ways end inland, each in a closed lake of one cell: the stage `lakes` "
                      "gives them the water that their climate allows",
                      sinks);
        return FLUV_OK;
    }
    fluv_note_add(j->land, "import",
                  "%u ways ended inland and were led on over the lowest pass (import.sinks=keep "
                  "leaves them)",
                  sinks);
    return connect_sinks(ctx, j);
}

/* ---- The ground ---- */

static fluv_status refuse_move(fluv_ctx *ctx, const job *j, const char *way, float by, uint32_t at)
{
    assert(at < j->topology.count);
    return fluv_fail(ctx, FLUV_BAD_INPUT,
                     "import.directions: column %u, row %u: the ground would have to be %s by %.4g "
                     "m for water to run as they say (import.mend allows %g m)",
                     at % j->topology.cols, at / j->topology.cols, way, (double)by,
                     j->params->mend);
}

static fluv_status fit_ground(fluv_ctx *ctx, job *j)
{
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    fluv_fit fitted;
    FLUV_TRY(fit(ctx, j, j->height, &fitted));
    fluv_scratch_release(ctx, mark);
    if (fitted.conflict != FLUV_NONE)
        return fluv_fail(ctx, FLUV_BAD_INPUT,
                         "import.lakes: column %u, row %u: here the directions lead from a lake to "
                         "one that stands higher, or past it (without import.directions the stages "
                         "`drain` and `lakes` find it a way)",
                         fitted.conflict % j->topology.cols, fitted.conflict / j->topology.cols);
    if ((double)fitted.deepest > j->params->mend)
        return refuse_move(ctx, j, "cut", fitted.deepest, fitted.deepest_at);
    if ((double)fitted.highest > j->params->mend)
        return refuse_move(ctx, j, "raised", fitted.highest, fitted.highest_at);
    j->land->change = (fluv_ground_change){.volume_cut = fitted.cut,
                                           .volume_filled = fitted.filled,
                                           .deepest_cut = fitted.deepest,
                                           .highest_fill = fitted.highest};
    if (fitted.moved)
        fluv_note_add(j->land, "import",
                      "the ground of %u cells was moved to fit the directions: cut by up to %.3g m "
                      "and raised by up to %.3g m",
                      fitted.moved, (double)fitted.deepest, (double)fitted.highest);
    fluv_receivers_uncross(&j->topology, j->height, j->lakes.lake_of, j->receiver);
    return FLUV_OK;
}

/* ---- Lakes and flow ---- */

static fluv_status add_lake(fluv_ctx *ctx, job *j, const fluv_found_lake *lake)
{
    fluv_found_lake *added = fluv_list_append(ctx, &j->found.lakes, 1, sizeof *added);
    if (!added)
        return FLUV_NO_MEMORY;
    *added = *lake;
    return FLUV_OK;
}

/* Lakes of the file, and one for each way that ends inland. */
static fluv_status list_lakes(fluv_ctx *ctx, job *j)
{
    const fluv_surveyed_lake *lakes = j->lakes.survey.lakes.items;
    j->found.lake_of = fluv_scratch(ctx, j->topology.count, sizeof *j->found.lake_of);
    if (!j->found.lake_of)
        return FLUV_NO_MEMORY;
    for (uint32_t c = 0; c < j->topology.count; c++)
        j->found.lake_of[c] = j->lakes.lake_of ? j->lakes.lake_of[c] : FLUV_NONE;
    for (size_t i = 0; i < j->lakes.survey.lakes.count; i++)
        FLUV_TRY(add_lake(ctx, j,
                          &(fluv_found_lake){.level = lakes[i].level,
                                             .root = lakes[i].root,
                                             .exit = FLUV_NONE,
                                             .merged = 1,
                                             .surveyed = true,
                                             .locked = true,
                                             .state = FLUV_FULL}));
    return fluv_sinks_keep(ctx, &j->topology, j->kind, j->receiver, j->height, &j->found);
}

/* Floors for the lakes of which the map shows the surface. */
static fluv_status deepen(fluv_ctx *ctx, job *j)
{
    const fluv_mapped *mapped = fluv_mapped_of(j->land);
    assert(!mapped || !mapped->count || j->lakes.survey.lake_of);
    for (uint32_t c = 0; mapped && c < j->topology.count; c++)
        if (mapped->lake_of[c] != FLUV_NONE && mapped->lakes[mapped->lake_of[c]].floor)
            j->lakes.survey.lake_of[c] = FLUV_NONE;
    if (!j->lakes.survey.lake_of)
        return FLUV_OK;
    float *distance = fluv_scratch(ctx, j->topology.count, sizeof *distance);
    if (!distance)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_survey_deepen(ctx, &j->topology, &j->lakes.survey, distance, j->height));
    fluv_scratch_drop(ctx, distance);
    return FLUV_OK;
}

static fluv_status find_flow(fluv_ctx *ctx, job *j)
{
    fluv_flow_job flow = {.topology = &j->topology,
                          .kind = j->kind,
                          .receiver = j->receiver,
                          .inflow = j->inflow,
                          .lake = j->found.lake_of,
                          .exits = j->found.exits,
                          .lake_count = j->found.lakes.count};
    FLUV_TRY(fluv_rate_of(ctx, j->land, &j->params->runoff, "import", "runoff", &flow.runoff));
    flow.water = fluv_scratch_zero(ctx, flow.lake_count, sizeof *flow.water);
    if (!flow.water)
        return FLUV_NO_MEMORY;
    fluv_flow_sums sums;
    FLUV_TRY(fluv_flow_find(ctx, j->land, &flow, &sums));
    if (!*named(j->params->discharge))
        return FLUV_OK;
    float *values;
    FLUV_TRY(fluv_beside_read(ctx, j->beside, "discharge", j->params->discharge, &values));
    const fluv_given_ways ways = {&j->topology, j->kind, j->height, j->receiver};
    return fluv_given_discharge(ctx, &ways, values, j->land);
}

static fluv_status lead_water(fluv_ctx *ctx, job *j)
{
    FLUV_TRY(take_directions(ctx, j));
    FLUV_TRY(fluv_advance(ctx, 0.6));
    const fluv_given_ways ways = {&j->topology, j->kind, j->height, j->receiver};
    if (*named(j->params->area)) {
        float *values;
        FLUV_TRY(fluv_beside_read(ctx, j->beside, "area", j->params->area, &values));
        FLUV_TRY(fluv_given_area(ctx, &ways, values, j->land, &j->inflow));
    }
    FLUV_TRY(fluv_lakes_lead(ctx, &ways, fluv_mapped_of(j->land), &j->lakes));
    FLUV_TRY(expect_no_circle(ctx, j, "lakes"));
    FLUV_TRY(settle_sinks(ctx, j));
    FLUV_TRY(fluv_advance(ctx, 0.7));
    FLUV_TRY(fit_ground(ctx, j));
    FLUV_TRY(fluv_advance(ctx, 0.9));
    FLUV_TRY(list_lakes(ctx, j));
    FLUV_TRY(deepen(ctx, j));
    FLUV_TRY(fluv_lakes_find_exits(ctx, &j->topology, j->kind, j->receiver, &j->found));
    FLUV_TRY(find_flow(ctx, j));
    j->land->drained.given = true;
    if (!j->found.lakes.count)
        return FLUV_OK;
    FLUV_TRY(fluv_mapped_set_floors(ctx, j->land));
    return fluv_lakes_publish(ctx, &j->topology, &j->found, j->land);
}

static fluv_status check_files(fluv_ctx *ctx, const fluv_import_params *params)
{
    bool area = *named(params->area), discharge = *named(params->discharge);
    if (*named(params->directions) && *named(params->rivers))
        return fluv_fail(ctx, FLUV_BAD_INPUT,
                         "import.rivers: import.directions says already where water goes: give one "
                         "of the two");
    if (*named(params->directions) || (!area && !discharge))
        return FLUV_OK;
    return fluv_fail(ctx, FLUV_BAD_INPUT, "import.%s: needs import.directions to go with it",
                     area ? "area" : "discharge");
}

fluv_status fluv_given_take(fluv_ctx *ctx, const fluv_import_params *params,
                            const fluv_beside *beside, fluv_landscape *land)
{
    job j = {.params = params, .beside = beside, .land = land};
    bool directions = *named(params->directions), lakes = *named(params->lakes);
    bool rivers = *named(params->rivers);
    FLUV_TRY(check_files(ctx, params));
    fluv_status status = directions || lakes ? find_cells(ctx, &j, directions) : FLUV_OK;
    if (status == FLUV_OK && lakes)
        status = find_lakes(ctx, &j);
    if (status == FLUV_OK && directions)
        status = lead_water(ctx, &j);
    if (status == FLUV_OK && rivers)
        status = fluv_given_rivers(ctx, params, land);
    fluv_list_free(&j.mapped);
    fluv_list_free(&j.lakes.survey.lakes);
    fluv_list_free(&j.found.lakes);
    return status;
}
