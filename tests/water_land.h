// SPDX-License-Identifier: MIT
/* Landscapes for tests of the water stages: made from a terrain, run through stages with settings,
 * judged by the rules of water, hashed. */
#ifndef WATER_LAND_H
#define WATER_LAND_H

#include "landscape/landscape.h"
#include "terrain.h"

/* One parameter; FIELDs become numbers, choices are given by place. A row ends with name NULL. */
typedef struct setting {
    const char *name;
    double value;
} setting;

enum { MODE_FULL, MODE_VOLUME, MODE_STEADY, MODES };

/* A landscape with the terrain as height. */
void land_of_terrain(fluv_ctx *ctx, const terrain *t, fluv_landscape *land);
/* A landscape of the noise stage, `size` cells a side and 30 km wide. */
void land_of_noise(fluv_ctx *ctx, uint64_t seed, uint32_t size, const setting *settings,
                   fluv_landscape *land);

typedef struct climate {
    double runoff, evaporation, rain;
} climate;

/* Usual, wet, dry, half dry, and one without evaporation and hardly any rain. */
#define LAND_CLIMATES 5
extern const climate land_climates[LAND_CLIMATES];
extern const double land_smallest[4]; /* min_area, from none to large */
/* One of many landscapes of noise: its form, size and steps follow from the seed. */
void land_of_variant(fluv_ctx *ctx, uint64_t seed, fluv_landscape *land);

/* Rounds heights to whole metres. */
void land_round(fluv_ctx *ctx, fluv_landscape *land);

/* Runs one stage as the runner does; settings may be NULL. */
fluv_status land_run(fluv_ctx *ctx, fluv_landscape *land, const char *stage,
                     const setting *settings);
/* drain, lakes, rivers; fails the test if one does. Returns how many lakes have no place in the
 * frame, 0 if all is well; then rivers are not made. */
int land_run_water(fluv_ctx *ctx, fluv_landscape *land, const setting *lakes,
                   const setting *rivers);

/* How many rules are broken; each is printed with `name` and `seed`. */
int land_count_broken(fluv_ctx *ctx, const fluv_landscape *land, const char *name, uint64_t seed);

/* FNV-1a over all layers and vectors, field by field. */
uint64_t land_hash(const fluv_landscape *land);

/* Whether a preset's land comes from a file of the user's; tests of import give it one. */
bool land_is_the_users(const char *preset);

/* For cmocka: a context with one thread: many tests run at once. */
int land_set_up(void **state);
int land_tear_down(void **state);

#endif
