// SPDX-License-Identifier: MIT
#include "water_land.h"

#include "one_thread.h"
#include "param_number.h"
#include "stages/stage.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

int land_set_up(void **state)
{
    return set_up(state);
}

int land_tear_down(void **state)
{
    return tear_down(state);
}

void land_of_terrain(fluv_ctx *ctx, const terrain *t, fluv_landscape *land)
{
    *land = (fluv_landscape){.frame = {.cols = t->cols,
                                       .rows = t->rows,
                                       .cell = t->cell,
                                       .west = 1000.0,
                                       .north = 5000.0},
                             .surveyed = true};
    float *height = fluv_layer_edit(ctx, land, FLUV_LAYER_height);
    assert_non_null(height);
    memcpy(height, t->height, t->cells * sizeof *height);
}

void land_of_noise(fluv_ctx *ctx, uint64_t seed, uint32_t size, const setting *settings,
                   fluv_landscape *land)
{
    *land = (fluv_landscape){
        .frame = {.cols = size, .rows = size, .cell = 30000.0 / size, .low = -200.0, .high = 900.0},
        .seed = seed};
    assert_int_equal(land_run(ctx, land, "noise", settings), FLUV_OK);
}

void land_round(fluv_ctx *ctx, fluv_landscape *land)
{
    float *height = fluv_layer_edit(ctx, land, FLUV_LAYER_height);
    assert_non_null(height);
    land->surveyed = true;
    for (size_t c = 0; c < fluv_cell_count(land); c++)
        height[c] = rintf(height[c]);
}

const climate land_climates[LAND_CLIMATES] = {
    {0.4, 0.5, 1.0}, {2.0, 0.1, 20.0}, {0.02, 3.0, 0.3}, {0.1, 1.0, 4.0}, {0.4, 0.0, 1e-3}};
const double land_smallest[4] = {0.0, 1.0, 4e6, 5e5};

void land_of_variant(fluv_ctx *ctx, uint64_t seed, fluv_landscape *land)
{
    const setting form[] = {{"form", (double)(seed % 3)},
                            {"shape", (double)(seed / 3 % 3)},
                            {"ocean", seed % 5 == 0 ? 0.0 : 0.1 * (double)(seed % 5)},
                            {"rough", seed % 2 ? 0.2 : 0.8},
                            {NULL, 0}};
    land_of_noise(ctx, seed, 64 + 16 * (uint32_t)(seed % 4), form, land);
    if (seed % 4 == 3)
        land_round(ctx, land);
}

/* ---- Running ------------------------------------------------------------------------------------
 */

static void set_param(const fluv_stage_info *info, void *params, const setting *s)
{
    const fluv_param *row = fluv_param_find(info, s->name);
    if (!row)
        fail_msg("%s has no parameter %s", info->name, s->name);
    if (!param_put_number(params, row, s->value))
        fail_msg("%s is no number", s->name);
}

fluv_status land_run(fluv_ctx *ctx, fluv_landscape *land, const char *name, const setting *settings)
{
    const fluv_stage *stage = fluv_stage_named(name);
    assert_non_null(stage);
    void *params = test_room(1, stage->params_size);
    long long left = atomic_exchange(&ctx->memory.allocations_left, -1);
    assert_int_equal(fluv_params_init(ctx, &stage->info, params, stage->params_size), FLUV_OK);
    for (; settings && settings->name; settings++)
        set_param(&stage->info, params, settings);
    atomic_store(&ctx->memory.allocations_left, left);
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    fluv_status status = stage->run(ctx, params, land);
    fluv_scratch_release(ctx, mark);
    fluv_params_free(&stage->info, params);
    free(params);
    return status;
}

static void must_run(fluv_ctx *ctx, fluv_landscape *land, const char *stage,
                     const setting *settings)
{
    if (land_run(ctx, land, stage, settings) != FLUV_OK)
        fail_msg("%s: %s", stage, fluv_message(ctx));
}

/* Every lake has cells, and its deepest point is one of them. */
static int count_lost_lakes(const fluv_landscape *land)
{
    int lost = 0;
    const fluv_lakes *lakes = fluv_lakes_of(land);
    const fluv_frame *frame = &land->frame;
    for (size_t i = 0; i < lakes->count; i++) {
        const fluv_lake *lake = &lakes->lakes[i];
        double col = (lake->x - frame->west) / frame->cell;
        double row = (frame->north - lake->y) / frame->cell;
        if (lake->area > 0.0 && col > 0.0 && row > 0.0 && col < frame->cols && row < frame->rows)
            continue;
        if (lost++)
            continue;
        fprintf(stderr, "lake %lld of %g m2, level %g, lies at column %g, row %g\n",
                (long long)lake->id, lake->area, (double)lake->level, col, row);
    }
    return lost;
}

int land_run_water(fluv_ctx *ctx, fluv_landscape *land, const setting *lakes, const setting *rivers)
{
    must_run(ctx, land, "drain", NULL);
    must_run(ctx, land, "lakes", lakes);
    int lost = count_lost_lakes(land);
    if (!lost)
        must_run(ctx, land, "rivers", rivers);
    return lost;
}

int land_count_broken(fluv_ctx *ctx, const fluv_landscape *land, const char *name, uint64_t seed)
{
    fluv_verdict verdicts[FLUV_RULES];
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    assert_int_equal(fluv_check(ctx, land, verdicts), FLUV_OK);
    fluv_scratch_release(ctx, mark);
    int broken = 0;
    for (int i = 0; i < FLUV_RULES; i++) {
        if (!verdicts[i].applies || verdicts[i].holds)
            continue;
        broken++;
        fprintf(stderr, "%s, seed %llu: rule %d: %s\n", name, (unsigned long long)seed,
                verdicts[i].rule, verdicts[i].text);
    }
    return broken;
}

/* ---- Hash ---------------------------------------------------------------------------------------
 */

static void mix_in(uint64_t *hash, const void *bytes, size_t count)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < count; i++)
        *hash = (*hash ^ at[i]) * 0x100000001b3u;
}

#define MIX(hash, value) mix_in(hash, &(value), sizeof(value))

static void mix_reach(uint64_t *hash, const fluv_reach *r)
{
    MIX(hash, r->id);
    MIX(hash, r->next_down);
    MIX(hash, r->main_riv);
    MIX(hash, r->lake);
    MIX(hash, r->from_lake);
    MIX(hash, r->point_count);
    MIX(hash, r->length);
    MIX(hash, r->dist_down);
    MIX(hash, r->dist_up);
    MIX(hash, r->catchment);
    MIX(hash, r->upland);
    MIX(hash, r->discharge);
    MIX(hash, r->width);
    MIX(hash, r->depth);
    MIX(hash, r->slope);
    MIX(hash, r->velocity);
    MIX(hash, r->strahler);
    MIX(hash, r->kind);
    MIX(hash, r->endorheic);
    MIX(hash, r->locked);
    mix_in(hash, r->rosgen, strlen(r->rosgen));
}

static void mix_lake(uint64_t *hash, const fluv_lake *lake)
{
    MIX(hash, lake->id);
    MIX(hash, lake->level);
    MIX(hash, lake->depth_max);
    MIX(hash, lake->area);
    MIX(hash, lake->volume);
    MIX(hash, lake->catchment);
    MIX(hash, lake->x);
    MIX(hash, lake->y);
    MIX(hash, lake->outlet);
    MIX(hash, lake->closed);
    MIX(hash, lake->surveyed);
    MIX(hash, lake->state);
    MIX(hash, lake->merged);
    MIX(hash, lake->first_ring);
    MIX(hash, lake->ring_count);
}

static void mix_outline(uint64_t *hash, const fluv_outline *outline)
{
    MIX(hash, outline->ring_count);
    if (!outline->ring_count)
        return;
    mix_in(hash, outline->first_point, (outline->ring_count + 1) * sizeof *outline->first_point);
    mix_in(hash, outline->xy,
           2 * (size_t)outline->first_point[outline->ring_count] * sizeof *outline->xy);
}

static void mix_vectors(uint64_t *hash, const fluv_landscape *land)
{
    const fluv_rivers *rivers = fluv_rivers_of(land);
    for (size_t i = 0; rivers && i < rivers->count; i++)
        mix_reach(hash, &rivers->reaches[i]);
    if (rivers && rivers->point_count)
        mix_in(hash, rivers->points, rivers->point_count * sizeof *rivers->points);
    const fluv_lakes *lakes = fluv_lakes_of(land);
    for (size_t i = 0; lakes && i < lakes->count; i++)
        mix_lake(hash, &lakes->lakes[i]);
    if (lakes)
        mix_outline(hash, &lakes->outline);
    const fluv_watersheds *sheds = fluv_watersheds_of(land);
    for (size_t i = 0; sheds && i < sheds->count; i++) {
        MIX(hash, sheds->watersheds[i].id);
        MIX(hash, sheds->watersheds[i].area);
        MIX(hash, sheds->watersheds[i].first_ring);
    }
    if (sheds)
        mix_outline(hash, &sheds->outline);
    if (fluv_coast_of(land))
        mix_outline(hash, fluv_coast_of(land));
}

/* Every NaN counts as the same. */
static void mix_floats(uint64_t *hash, const float *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        float value = isnan(values[i]) ? NAN : values[i];
        MIX(hash, value);
    }
}

uint64_t land_hash(const fluv_landscape *land)
{
    uint64_t hash = 0xcbf29ce484222325u;
    size_t cells = fluv_cell_count(land);
    for (int layer = 0; fluv_layer_is_grid((fluv_layer)layer); layer++) {
        const void *data = fluv_layer_read(land, (fluv_layer)layer);
        if (!data)
            continue;
        MIX(&hash, layer);
        if (layer == FLUV_LAYER_height || layer == FLUV_LAYER_water)
            mix_floats(&hash, data, cells);
        else
            mix_in(&hash, data, cells * fluv_layer_rows[layer].bytes);
    }
    mix_vectors(&hash, land);
    MIX(&hash, land->budget.rain);
    MIX(&hash, land->budget.evaporated);
    MIX(&hash, land->budget.stored);
    MIX(&hash, land->budget.left);
    return hash;
}

bool land_is_the_users(const char *preset)
{
    return strstr(fluv_preset_text(preset), "- import:") != NULL;
}
