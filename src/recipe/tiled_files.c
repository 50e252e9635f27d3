// SPDX-License-Identifier: MIT
/* The files of a run in tiles: rasters from its grids, vectors from what rank 0 kept and from grids
 * of labels. Grids are looked at as memory that lies on disk, which the system holds as far as
 * there is room. */
#include "recipe/tiled.h"

#include "hydrography/rivers.h"
#include "output/folder.h"
#include "output/raster.h"
#include "recipe/relative.h"
#include "stages/lakes/surveyed.h"
#include "stages/shared/sea.h"
#include "tiles/lakes.h"
#include "tiles/rivers.h"
#include "tiles/shown.h"

#include <stdlib.h>
#include <string.h>

/* Rasters, those first that take longest: the grid they are made of, without and with rivers. */
static const struct {
    const char *name;
    fluv_tile_grid grid, with_rivers;
} files[] = {{"area.tif", FLUV_GRID_AREA, FLUV_GRID_AREA},
             {"height.tif", FLUV_GRID_HEIGHT, FLUV_GRID_BEDS},
             {"discharge.tif", FLUV_GRID_DISCHARGE, FLUV_GRID_DISCHARGE},
             {"direction.tif", FLUV_GRID_DIRECTION, FLUV_GRID_DIRECTION},
             {"water.tif", FLUV_GRID_WATER, FLUV_GRID_SURFACE},
             {"cover.tif", FLUV_GRID_COVER, FLUV_GRID_COVERED}};
enum { FILES = sizeof files / sizeof *files };

bool fluv_tiled_is_share(const char *name)
{
    for (int i = 0; i < FILES; i++) {
        size_t length = strlen(files[i].name);
        if (strncmp(name, files[i].name, length) == 0 &&
            (!name[length] || strcmp(name + length, ".aux.xml") == 0))
            return true;
    }
    return false;
}

static const fluv_store *store_of(const fluv_tiled *t, int file)
{
    fluv_tile_grid grid = t->rivers ? files[file].with_rivers : files[file].grid;
    if (grid == FLUV_GRID_HEIGHT)
        grid = t->work.ground;
    else if (grid == FLUV_GRID_BEDS && !t->lakes) /* hollows have kept their passes */
        grid = FLUV_GRID_GROUND;
    return &t->work.grids[grid];
}

/* ---- Vectors ---- */

static fluv_status add_coast(fluv_tiled *t)
{
    static const size_t size = 1;
    fluv_list sea = {0};
    FLUV_TRY(fluv_tile_restore(&t->work, FLUV_TILES_SEA, &size, 1, &sea));
    bool any = sea.count > 0;
    fluv_list_free(&sea);
    if (!any)
        return FLUV_OK;
    const fluv_store *labels = &t->work.grids[FLUV_GRID_LAND];
    const fluv_store *heights = &t->work.grids[FLUV_GRID_HEIGHT];
    const uint32_t *label = fluv_store_map(t->ctx, labels);
    const float *height = label ? fluv_store_map(t->ctx, heights) : NULL;
    fluv_status status = height ? fluv_coast_outline(t->ctx, &t->land, label, height) : FLUV_IO;
    fluv_store_unmap(heights, height);
    fluv_store_unmap(labels, label);
    return status;
}

static fluv_status add_rivers(fluv_tiled *t)
{
    static const size_t sizes[2] = {sizeof(fluv_reach), sizeof(fluv_river_point)};
    fluv_list parts[2] = {{0}, {0}};
    fluv_status status = fluv_tile_restore(&t->work, FLUV_TILES_RIVERS, sizes, 2, parts);
    fluv_shared *sealed = status == FLUV_OK ? fluv_rivers_seal(t->ctx, &parts[0], &parts[1]) : NULL;
    fluv_list_free(&parts[0]);
    fluv_list_free(&parts[1]);
    if (!sealed)
        return status == FLUV_OK ? FLUV_NO_MEMORY : status;
    fluv_layer_put(&t->land, FLUV_LAYER_rivers, sealed);
    return FLUV_OK;
}

static fluv_status outline_sheds(fluv_tiled *t, fluv_list *sheds, fluv_rings *rings)
{
    const fluv_store *store = &t->work.grids[FLUV_GRID_SHED];
    const uint32_t *label = fluv_store_map(t->ctx, store);
    fluv_status status =
        label ? fluv_watersheds_outline(t->ctx, &t->land.frame, label, sheds, rings) : FLUV_IO;
    fluv_store_unmap(store, label);
    return status;
}

static fluv_status add_watersheds(fluv_tiled *t)
{
    static const size_t size = sizeof(fluv_watershed);
    fluv_list sheds = {0};
    fluv_rings rings = {0};
    fluv_status status = fluv_tile_restore(&t->work, FLUV_TILES_SHEDS, &size, 1, &sheds);
    if (status == FLUV_OK && sheds.count)
        status = outline_sheds(t, &sheds, &rings);
    fluv_shared *sealed = status == FLUV_OK ? fluv_watersheds_seal(t->ctx, &sheds, &rings) : NULL;
    fluv_list_free(&sheds);
    fluv_rings_free(&rings);
    if (!sealed)
        return status == FLUV_OK ? FLUV_NO_MEMORY : status;
    fluv_layer_put(&t->land, FLUV_LAYER_watersheds, sealed);
    return FLUV_OK;
}

static fluv_status add_change(fluv_tiled *t)
{
    static const size_t size = sizeof t->land.change;
    fluv_list change = {0};
    if (t->work.ground != FLUV_GRID_CARVED)
        return FLUV_OK;
    FLUV_TRY(fluv_tile_restore(&t->work, FLUV_TILES_CHANGE, &size, 1, &change));
    t->land.change = *(const fluv_ground_change *)change.items;
    fluv_list_free(&change);
    return FLUV_OK;
}

static fluv_status outline_lakes(fluv_tiled *t, fluv_list *lakes, fluv_rings *rings)
{
    const fluv_store *labels = &t->work.grids[FLUV_GRID_LAKE];
    const fluv_store *heights = &t->work.grids[FLUV_GRID_SETTLED];
    const uint32_t *label = fluv_store_map(t->ctx, labels);
    const float *height = label ? fluv_store_map(t->ctx, heights) : NULL;
    fluv_status status =
        height ? fluv_lakes_outline(t->ctx, &t->land.frame, height, label, lakes, rings) : FLUV_IO;
    fluv_store_unmap(heights, height);
    fluv_store_unmap(labels, label);
    return status;
}

static fluv_status add_outlets(fluv_tiled *t, fluv_list *lakes)
{
    static const size_t size = sizeof(int64_t);
    fluv_list outlets = {0};
    if (!t->rivers)
        return FLUV_OK;
    FLUV_TRY(fluv_tile_restore(&t->work, FLUV_TILES_OUTLETS, &size, 1, &outlets));
    for (size_t i = 0; i < lakes->count; i++)
        ((fluv_lake *)lakes->items)[i].outlet = ((const int64_t *)outlets.items)[i];
    fluv_list_free(&outlets);
    return FLUV_OK;
}

/* What the stage `lakes` says of lakes that the map shows. */
static fluv_status note_lakes(fluv_tiled *t)
{
    static const size_t sizes[3] = {sizeof(fluv_found_lake), sizeof(uint64_t),
                                    sizeof(fluv_lakes_total)};
    static const size_t size = sizeof(fluv_surveyed_lake);
    fluv_list parts[3] = {{0}, {0}, {0}};
    fluv_survey survey = {0};
    fluv_status status = fluv_tile_restore(&t->work, FLUV_TILES_FOUND, sizes, 3, parts);
    if (status == FLUV_OK)
        status = fluv_tile_restore(&t->work, FLUV_TILES_STOOD, &size, 1, &survey.lakes);
    const fluv_lakes_found found = {.lakes = parts[0]};
    if (status == FLUV_OK)
        fluv_lakes_note_surveyed(&survey, &found, &t->land);
    for (int i = 0; i < 3; i++)
        fluv_list_free(&parts[i]);
    fluv_survey_free(&survey);
    return status;
}

static fluv_status add_lakes(fluv_tiled *t)
{
    static const size_t sizes[2] = {sizeof(fluv_lake), sizeof(fluv_lakes_total)};
    fluv_list parts[2] = {{0}, {0}};
    fluv_rings rings = {0};
    if (!t->lakes)
        return FLUV_OK;
    fluv_status status = fluv_tile_restore(&t->work, FLUV_TILES_LAKES, sizes, 2, parts);
    if (status == FLUV_OK) {
        const fluv_lakes_total *total = parts[1].items;
        t->land.change = total->change;
        t->land.budget = total->budget;
    }
    if (status == FLUV_OK && t->work.lakes.flats)
        status = note_lakes(t);
    if (status == FLUV_OK)
        status = add_outlets(t, &parts[0]);
    if (status == FLUV_OK && parts[0].count)
        status = outline_lakes(t, &parts[0], &rings);
    fluv_shared *sealed = status == FLUV_OK ? fluv_lakes_seal(t->ctx, &parts[0], &rings) : NULL;
    fluv_list_free(&parts[0]);
    fluv_list_free(&parts[1]);
    fluv_rings_free(&rings);
    if (!sealed)
        return status == FLUV_OK ? FLUV_NO_MEMORY : status;
    fluv_layer_put(&t->land, FLUV_LAYER_lakes, sealed);
    return FLUV_OK;
}

static fluv_status add_vectors(fluv_tiled *t)
{
    FLUV_TRY(add_change(t));
    FLUV_TRY(add_coast(t));
    FLUV_TRY(add_lakes(t));
    if (!t->rivers)
        return FLUV_OK;
    FLUV_TRY(add_rivers(t));
    return add_watersheds(t);
}

/* ---- Files ---- */

/* Of several ranks each writes some of the files, where what is done stands. */
static fluv_status write_shares(fluv_tiled *t)
{
    const fluv_transport *by = t->work.transport;
    for (int i = by->rank; i < FILES; i += by->ranks) {
        const fluv_store *store = store_of(t, i);
        const void *cells = fluv_store_map(t->ctx, store);
        if (!cells)
            return FLUV_IO;
        fluv_begin_step(t->ctx, "write", files[i].name, (size_t)i + 1, FILES);
        fluv_status status =
            fluv_cells_write(t->ctx, &t->land, files[i].name, cells, t->bench.folder);
        fluv_store_unmap(store, cells);
        FLUV_TRY(status);
        FLUV_TRY(fluv_end_step(t->ctx));
    }
    by->meet(by);
    return FLUV_OK;
}

/* On rank 0. */
static fluv_status write_result(fluv_tiled *t, const char *dir)
{
    fluv_ready_grid ready[FILES + 1] = {{0}};
    char *text = NULL;
    bool shared = t->work.transport->ranks > 1;
    fluv_status status = add_vectors(t);
    for (int i = 0; i < FILES && status == FLUV_OK; i++) {
        ready[i] = (fluv_ready_grid){.name = files[i].name, .made = t->bench.folder};
        if (shared)
            continue;
        ready[i].made = NULL;
        ready[i].cells = fluv_store_map(t->ctx, store_of(t, i));
        status = ready[i].cells ? FLUV_OK : FLUV_IO;
    }
    char *whole = fluv_path_whole(dir);
    if (status == FLUV_OK)
        status = fluv_recipe_text_in(t->ctx, t->recipe, whole, &text);
    free(whole);
    const fluv_folder_content content = {.land = &t->land, .ready = ready, .recipe_text = text};
    if (status == FLUV_OK)
        status = fluv_folder_write(t->ctx, &content, dir);
    for (int i = 0; i < FILES; i++)
        fluv_store_unmap(store_of(t, i), ready[i].cells);
    fluv_text_free(text);
    return status;
}

static fluv_status write_files(fluv_tiled *t, const char *dir)
{
    const fluv_transport *by = t->work.transport;
    if (by->ranks > 1)
        FLUV_TRY(write_shares(t));
    return by->rank == 0 ? write_result(t, dir) : FLUV_OK;
}

/* Overviews, and marks where outlines were walked, are made whole: where they do not fit into the
 * memory that was given, they lie on disk. */
fluv_status fluv_tiled_write(fluv_tiled *t, const char *dir, uint64_t memory)
{
    fluv_ctx *ctx = t->ctx;
    const uint64_t limit = ctx->memory_limit, in_memory = ctx->in_memory;
    char disk[sizeof ctx->disk];
    memcpy(disk, ctx->disk, sizeof disk);
    ctx->memory_limit = memory ? memory : limit;
    fluv_status status = fluv_set_disk(ctx, t->bench.folder);
    if (status == FLUV_OK)
        status = write_files(t, dir);
    memcpy(ctx->disk, disk, sizeof disk);
    ctx->memory_limit = limit;
    ctx->in_memory = in_memory;
    return status;
}
