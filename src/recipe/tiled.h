// SPDX-License-Identifier: MIT
/* Inside the run in tiles: what its phases and its files share. */
#ifndef FLUV_RECIPE_TILED_H
#define FLUV_RECIPE_TILED_H

#include "interfluve.h"

#include "recipe/recipe.h"
#include "stages/import/parts.h"
#include "tiles/bench.h"
#include "tiles/work.h"

typedef struct fluv_tiled {
    fluv_ctx *ctx;
    const fluv_recipe *recipe;
    const fluv_import_params *import;
    const void *lakes, *river_params; /* of the stages that the recipe has, or NULL */
    bool rivers;
    fluv_landscape land; /* frame, CRS and seed; vectors in the end; no grids */
    fluv_import_parts *map;
    char *job;
    fluv_tile_bench bench;
    fluv_tile_work work;
} fluv_tiled;

/* Whether a file in the bench's folder is one of the result that a rank was writing, or what GDAL
 * keeps beside it. */
bool fluv_tiled_is_share(const char *name);

/* Writes the result, of all phases, into `dir`: of several ranks each does its share. Within
 * `memory` bytes; 0: what the context allows. */
FLUV_MUST_CHECK fluv_status fluv_tiled_write(fluv_tiled *tiled, const char *dir, uint64_t memory);

#endif
