// SPDX-License-Identifier: MIT
/* The same land every time: the hash of all layers of every preset at 96 cells a side.
 *
 * When a change is meant to change land: run this test, it prints the new rows; put them here. */
#include "how_many.h"
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
    {"basins-archipelago", 0x69f9dedf3d3923e9u},
    {"basins-continent", 0x4aa23dce0208c377u},
    {"basins-delta", 0xeef34b2969c9b2cfu},
    {"basins-desert-coast", 0x93eb518d7f8bef6eu},
    {"basins-island", 0x24058d4d73e7f351u},
    {"basins-refined", 0x7e4a7063477f894eu},
    {"basins-small", 0x3a6f7eb4033d0320u},
    {"carved-island", 0x8ee0e00a1da2fa19u},
    {"demo", 0x63ba16ea93fa9fd3u},
    {"faults-badlands", 0x80f8655013c42e51u},
    {"faults-desert", 0xa32da2e740b73eb3u},
    {"faults-highland", 0x0c30facdb6185d0au},
    {"hydrology-alps", 0xb50bd1453978ca4fu},
    {"hydrology-braided", 0xba3fe51d6a3bd340u},
    {"hydrology-dendritic", 0xb804c1ea41fe6e30u},
    {"hydrology-eroded", 0x13f13ee2873cccd8u},
    {"hydrology-island", 0xf61758fad4fdd9d1u},
    {"hydrology-trunk", 0xcc358043de0db1aau},
    {"ice-alps", 0xcd59d9e55d9dc261u},
    {"ice-fjords", 0x5c4df96d9592a77bu},
    {"ice-lakes", 0x3f2882bc1708b485u},
    {"painted-island", 0xc10772598e40e41eu},
    {"uplift-basic", 0x1fb97be00131933eu},
    {"uplift-folded", 0x9418ff02bba909bbu},
    {"uplift-lake-district", 0x774557660e205743u},
    {"uplift-lowland", 0x37d191c1d68f6de0u},
    {"uplift-mountain-layers", 0x725bf3174b8ba75au},
    {"uplift-mountain-simple", 0x6b6b1856fcdbdceeu},
    {"uplift-mountain-steep", 0x5b4b2ee43cde42b3u},
    {"uplift-perlin", 0x99c25676b51642b3u},
    {"uplift-plateau", 0x16e7781dd41999f7u},
    {"uplift-range", 0x4474456970208365u},
};

/* Meshes do not grow with the size: presets that have one get one that is coarse enough. */
static const struct {
    const char *preset, *setting;
} coarser[] = {
    {"carved-island", "mesh.spacing=800 m"},
    {"demo", "mesh.spacing=800 m"},
    {"faults-desert", "mesh.spacing=900 m"},
    {"hydrology-eroded", "mesh.spacing=800 m"},
    {"ice-alps", "mesh.spacing=800 m"},
    {"ice-fjords", "mesh.spacing=900 m"},
    {"ice-lakes", "mesh.spacing=700 m"},
    {"painted-island", "mesh.spacing=800 m"},
    {"uplift-basic", "mesh.spacing=80 m"},
    {"uplift-folded", "mesh.spacing=450 m"},
    {"uplift-lake-district", "mesh.spacing=450 m"},
    {"uplift-lowland", "mesh.spacing=250 m"},
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
        uint64_t hash = hash_of_preset(*state, name, 3);
        if (!FLUV_SANITIZED) /* which would find the table's hash once more */
            assert_true(hash_of_preset(*state, name, 1) == hash);
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
