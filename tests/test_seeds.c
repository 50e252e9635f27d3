// SPDX-License-Identifier: MIT
/* `seed` in a stage re-rolls that stage alone: the same bytes come of another seed for the whole
 * recipe where all other stages keep the first, and no random number of another stage is another.
 */
#include "water_land.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define FIRST  42
#define SECOND 99

typedef struct lands {
    const char *text;
    const char *stages; /* each once, in their order */
    const char *rolled; /* of these, which change with their seed */
} lands;

#define FRAME "interfluve: 1\nframe: {size: 64, width: 40 km, height: [-400 m, 2000 m]}\nstages:\n"

static const lands all[] = {
    {FRAME "  - coast: {shape: island}\n  - regions: {random: {mountain: 3}}\n"
           "  - place: {rivers: {A: {line: [[20 km, 20 km], [20 km, 4 km]], freedom: 0.3}}}\n"
           "  - basins: {spacing: 1 km}\n  - channels: {}\n  - relief: {erosion: 0}\n  - names: "
           "{invent: nordic, least: 0.01}\n",
     "coast regions place basins channels relief names",
     "coast regions place basins channels relief names"},
    {FRAME "  - contour: {}\n  - network: {edge: 4 km}\n  - watersheds: {terrain_slope: {noise: "
           "{low: 0.2, high: 0.6}}}\n  - courses: {}\n"
           "  - tree: {}\n  - sample: {}\n",
     "contour network watersheds courses tree sample", "contour network watersheds courses tree"},
    {FRAME "  - mesh: {spacing: 1 km}\n"
           "  - uplift: {rate: {noise: {low: 1e-3, high: 5e-3, wavelength: 8 km}}}\n"
           "  - strata: {sublayers: 5, contrast: 0.5, fold_height: 300 m}\n"
           "  - erode: {steps: 20, step: 100 ky, talus: {noise: {low: 0.4, high: 0.9}}}\n"
           "  - lakes: {}\n  - rivers: {}\n",
     "mesh uplift strata erode lakes rivers", "mesh uplift strata erode lakes"},
    {FRAME "  - noise: {}\n  - amplify: {}\n  - thermal: {}\n  - lakes: {}\n  - rivers: {}\n",
     "noise amplify thermal lakes rivers", "noise amplify lakes"},
    {FRAME
     "  - faults: {}\n  - hydraulic: {steps: 4, rain: {noise: {low: 10 mm/h, high: 90 mm/h}}}\n"
     "  - drain: {runoff: {noise: {low: 0.2 m/y, high: 2 m/y}}}\n  - rivers: {}\n",
     "faults hydraulic drain rivers", "faults hydraulic drain"},
    {FRAME "  - midpoint: {}\n  - glacier: {snow_line: {noise: {low: 300 m, high: 900 m}}}\n  - "
           "lakes: {}\n"
           "  - rivers: {}\n",
     "midpoint glacier lakes rivers", "midpoint glacier lakes"}};

/* Of what the files hold as text: rivers' names. */
static uint64_t hash_of_names(const fluv_landscape *land)
{
    const fluv_rivers *rivers = fluv_rivers_of(land);
    uint64_t hash = 0;
    for (size_t i = 0; rivers && i < rivers->count; i++)
        for (const char *at = rivers->reaches[i].name; *at; at++)
            hash = (hash ^ (uint8_t)*at) * 0x100000001b3u;
    return hash;
}

/* The land of `seed`, with the seed `own` in one stage, or, where `others`, in all but that one. */
static uint64_t made(fluv_ctx *ctx, const lands *l, int seed, const char *stage, int own,
                     bool others)
{
    fluv_recipe *recipe = NULL;
    const fluv_landscape *land = NULL;
    char names[200], set[64];
    if (fluv_recipe_parse(ctx, l->text, strlen(l->text), "seeds", &recipe) != FLUV_OK)
        fail_msg("%s", fluv_message(ctx));
    fluv_recipe_set_seed(recipe, (uint64_t)seed);
    snprintf(names, sizeof names, "%s", l->stages);
    for (char *rest, *name = strtok_r(names, " ", &rest); name; name = strtok_r(NULL, " ", &rest)) {
        if (!stage || (strcmp(name, stage) == 0) == others)
            continue;
        snprintf(set, sizeof set, "%s.seed=%d", name, own);
        assert_int_equal(fluv_recipe_set(ctx, recipe, set), FLUV_OK);
    }
    fluv_builder *builder = fluv_builder_new(ctx);
    assert_non_null(builder);
    if (fluv_builder_run(ctx, builder, recipe, NULL, &land) != FLUV_OK)
        fail_msg("%s: %s", stage ? stage : "bare", fluv_message(ctx));
    uint64_t hash = land_hash(land) ^ hash_of_names(land);
    fluv_builder_delete(builder);
    fluv_recipe_delete(recipe);
    return hash;
}

static bool is_named(const char *list, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = list; (at = strstr(at, name)); at += length)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    return false;
}

static void a_seed_rolls_its_stage_alone(void **state)
{
    fluv_ctx *ctx = *state;
    int wrong = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char names[200];
        uint64_t first = made(ctx, &all[i], FIRST, NULL, 0, false);
        snprintf(names, sizeof names, "%s", all[i].stages);
        for (char *rest, *name = strtok_r(names, " ", &rest); name;
             name = strtok_r(NULL, " ", &rest)) {
            uint64_t rolled = made(ctx, &all[i], FIRST, name, SECOND, false);
            if ((rolled != first) != is_named(all[i].rolled, name))
                wrong++, print_message("%s.seed %s the land\n", name,
                                       rolled == first ? "leaves" : "changes");
            if (made(ctx, &all[i], SECOND, name, FIRST, true) != rolled)
                wrong++, print_message("%s.seed rolls another stage too\n", name);
        }
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_seed_rolls_its_stage_alone)};
    return cmocka_run_group_tests(tests, land_set_up, land_tear_down);
}
