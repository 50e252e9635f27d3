// SPDX-License-Identifier: MIT
/* The same land every time: the hash of all layers of every preset at 96 cells a side.
 *
 * When a change is meant to change land: run this test, it prints the new rows; put them here. */
#include "water_land.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

typedef struct golden {
    const char *preset;
    uint64_t hash;
} golden;

static const golden table[] = {
    {"basins-archipelago", 0x410075327a138bf1u},
    {"basins-continent", 0x059a97d8cdc3e349u},
    {"basins-delta", 0xb032bf8321c4709au},
    {"basins-desert-coast", 0x46eb9625c78d541bu},
    {"basins-island", 0x77596774c489c8bfu},
    {"basins-small", 0x71eebfa6ea1d3983u},
    {"demo", 0x1d307751dd611041u},
    {"faults-badlands", 0x6b65c7f9c23f4de5u},
    {"faults-desert", 0x3a8ee2d752c40662u},
    {"faults-highland", 0x11d7994d6e8a3e93u},
    {"hydrology-alps", 0x78ac988e97430b1bu},
    {"hydrology-braided", 0xd4bb2bba1eed0c67u},
    {"hydrology-dendritic", 0x21749b50ce71c43fu},
    {"hydrology-island", 0x148a9ce2084339c8u},
    {"hydrology-trunk", 0xe00d81e902104b18u},
    {"uplift-basic", 0x326e7af19a48ee0au},
    {"uplift-lake-district", 0x2368177adf40dc97u},
    {"uplift-mountain-layers", 0x5ef6e64d481091dfu},
    {"uplift-mountain-simple", 0x41c8eed0c506ddaau},
    {"uplift-mountain-steep", 0xf305752c75bb2bffu},
    {"uplift-perlin", 0xbaf520bc0475ec07u},
    {"uplift-plateau", 0x2a80c7b8d3795f04u},
    {"uplift-range", 0x3c33de40d8a8abf4u},
};

/* Meshes do not grow with the size: presets that have one get one that is coarse enough. */
static const struct {
    const char *preset, *setting;
} coarser[] = {
    {"demo", "mesh.spacing=800 m"},
    {"uplift-basic", "mesh.spacing=80 m"},
    {"uplift-lake-district", "mesh.spacing=450 m"},
    {"uplift-mountain-layers", "mesh.spacing=80 m"},
    {"uplift-mountain-simple", "mesh.spacing=80 m"},
    {"uplift-mountain-steep", "mesh.spacing=80 m"},
    {"uplift-perlin", "mesh.spacing=80 m"},
    {"uplift-plateau", "mesh.spacing=600 m"},
    {"uplift-range", "mesh.spacing=900 m"},
};

static fluv_status make_small(fluv_ctx *ctx, fluv_recipe *recipe, const char *name)
{
    for (size_t i = 0; i < sizeof coarser / sizeof *coarser; i++)
        if (strcmp(coarser[i].preset, name) == 0)
            FLUV_TRY(fluv_recipe_set(ctx, recipe, coarser[i].setting));
    return fluv_recipe_set(ctx, recipe, "frame.size=96");
}

static uint64_t hash_of_preset(fluv_ctx *ctx, const char *name, int threads)
{
    fluv_recipe *recipe = NULL;
    const fluv_landscape *land = NULL;
    fluv_builder *builder = fluv_builder_new(ctx);
    assert_non_null(builder);
    fluv_set_threads(ctx, threads);
    if (fluv_recipe_read(ctx, name, &recipe) != FLUV_OK ||
        make_small(ctx, recipe, name) != FLUV_OK ||
        fluv_builder_run(ctx, builder, recipe, NULL, &land) != FLUV_OK)
        fail_msg("%s: %s", name, fluv_message(ctx));
    assert_int_equal(land_count_broken(ctx, land, name, 96), 0);
    uint64_t hash = land_hash(land);
    fluv_recipe_delete(recipe);
    fluv_builder_delete(builder);
    return hash;
}

static const golden *row_of(const char *preset)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].preset, preset) == 0)
            return &table[i];
    return NULL;
}

static void presets_are_the_same_land_as_ever(void **state)
{
    int changed = 0;
    for (size_t i = 0; i < fluv_preset_count(); i++) {
        const char *name = fluv_preset_name(i);
        if (land_is_the_users(name))
            continue;
        uint64_t hash = hash_of_preset(*state, name, 1);
        assert_true(hash_of_preset(*state, name, 3) == hash);
        const golden *row = row_of(name);
        if (row && row->hash == hash)
            continue;
        changed++;
        fprintf(stderr, "    {\"%s\", 0x%016llxu},\n", name, (unsigned long long)hash);
    }
    if (changed)
        fail_msg("%d presets are other land than before; their rows are above", changed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(presets_are_the_same_land_as_ever)};
    return cmocka_run_group_tests(tests, land_set_up, land_tear_down);
}
