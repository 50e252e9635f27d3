// SPDX-License-Identifier: MIT
/* The rules see in a folder what they see in memory, as far as files keep it. */
#include "breaches.h"
#include "little_land.h"
#include "own_folder.h"

#include "output/folder.h"
#include "output/model_glb.h"

#include <string.h>

static fluv_landscape *written_and_read(fluv_ctx *ctx, const fluv_landscape *land,
                                        const char *without)
{
    fluv_landscape *read = NULL;
    fluv_folder_content content = {.land = land, .recipe_text = "a: 1\n", .without = without};
    if (fluv_folder_write(ctx, &content, path_of("little")) != FLUV_OK ||
        fluv_read(ctx, path_of("little"), &read) != FLUV_OK)
        return NULL; /* not everything can be a file */
    return read;
}

static void expect_all_hold(fluv_ctx *ctx, const fluv_landscape *land)
{
    fluv_verdict verdicts[FLUV_RULES];
    assert_int_equal(fluv_check(ctx, land, verdicts), FLUV_OK);
    for (int i = 0; i < FLUV_RULES; i++)
        if (!verdicts[i].holds || (!verdicts[i].applies && i != 9))
            fail_msg("%s", verdicts[i].text);
}

static void a_right_folder_holds(void **state)
{
    (void)state;
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_landscape land = {0};
    assert_true(little_land_make(ctx, &land));
    fluv_landscape *read = written_and_read(ctx, &land, "map.png");
    assert_non_null(read);
    assert_non_null(read->model);
    expect_all_hold(ctx, read);
    fluv_landscape_delete(read);
    fluv_landscape_free(&land);
    fluv_ctx_delete(ctx);
}

/* Whether the breach's rule finds it in a folder. */
static bool found_in_files(fluv_ctx *ctx, const breach *one)
{
    fluv_landscape land = {0};
    fluv_verdict verdicts[FLUV_RULES];
    assert_true(little_land_make(ctx, &land));
    one->break_it(&land);
    fluv_landscape *read = written_and_read(ctx, &land, "map.png,terrain.glb");
    bool found = false;
    if (read) {
        assert_int_equal(fluv_check(ctx, read, verdicts), FLUV_OK);
        const fluv_verdict *verdict = &verdicts[one->rule - 1];
        found = !verdict->holds && strstr(verdict->text, one->where);
        fluv_landscape_delete(read);
    }
    fluv_landscape_free(&land);
    return found;
}

/* Files keep no coordinates that are no numbers, and the model is left out here: so many of each
 * rule's breaches remain. */
static void breaches_are_found_in_files(void **state)
{
    (void)state;
    static const int expected[FLUV_RULES] = {8, 8, 12, 4, 5, 3, 5, 3, 17, 11, 12, 0};
    int found[FLUV_RULES] = {0};
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_set_threads(ctx, 1);
    for (int b = 0; b < breach_count(); b++)
        found[breach_at(b)->rule - 1] += found_in_files(ctx, breach_at(b));
    for (int i = 0; i < FLUV_RULES; i++)
        if (found[i] != expected[i])
            print_error("rule %d: %d found, expected %d\n", i + 1, found[i], expected[i]);
    assert_memory_equal(found, expected, sizeof found);
    fluv_ctx_delete(ctx);
}

/* The water of the file, with one triangle broken, written in its place. */
static void break_model(fluv_ctx *ctx, const fluv_landscape *land, size_t triangle, bool turn)
{
    const fluv_model_water *water = (const void *)land->model->data;
    size_t bytes = water->index_count * sizeof(uint32_t);
    float *vertices = calloc(water->vertex_count, 6 * sizeof *vertices);
    uint32_t *indices = malloc(bytes);
    for (size_t i = 0; i < water->vertex_count; i++)
        memcpy(vertices + 6 * i, water->xyz + 3 * i, 3 * sizeof *vertices);
    memcpy(indices, water->indices, bytes);
    uint32_t *corner = indices + 3 * triangle, first = corner[0];
    corner[0] = corner[1];
    corner[1] = turn ? first : corner[1];
    fluv_model_mesh none = {.floats = 8},
                    mesh = {water->vertex_count, water->index_count, 6, vertices, indices};
    fluv_model_parts parts = {.terrain = &none, .water = &mesh};
    assert_int_equal(fluv_glb_write(ctx, &parts, path_of("little/terrain.glb")), FLUV_OK);
    free(vertices);
    free(indices);
}

static void expect_model_fault(fluv_ctx *ctx, const char *fault)
{
    fluv_landscape *read = NULL;
    fluv_verdict verdicts[FLUV_RULES];
    assert_int_equal(fluv_read(ctx, path_of("little"), &read), FLUV_OK);
    assert_int_equal(fluv_check(ctx, read, verdicts), FLUV_OK);
    if (verdicts[11].holds || !strstr(verdicts[11].text, fault))
        fail_msg("'%s' is not in '%s'", fault, verdicts[11].text);
    fluv_landscape_delete(read);
}

static void a_wrong_model_is_found(void **state)
{
    (void)state;
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_landscape land = {0};
    assert_true(little_land_make(ctx, &land));
    fluv_landscape *read = written_and_read(ctx, &land, "map.png");
    assert_non_null(read);
    break_model(ctx, read, 5, true);
    expect_model_fault(ctx, "triangle 5 near cell");
    break_model(ctx, read, 5, false);
    expect_model_fault(ctx, "has no area");
    fluv_model_mesh none = {.floats = 8};
    fluv_model_parts parts = {.terrain = &none, .water = &none};
    assert_int_equal(fluv_glb_write(ctx, &parts, path_of("little/terrain.glb")), FLUV_OK);
    expect_model_fault(ctx, "water that the model does not show");
    fluv_landscape_delete(read);
    fluv_landscape_free(&land);
    fluv_ctx_delete(ctx);
}

/* The sum of the coast's areas in the file is the land's, but for half a cell along the shore. */
static void the_coast_in_the_file_is_the_land(void **state)
{
    (void)state;
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_landscape land = {0};
    assert_true(little_land_make(ctx, &land));
    fluv_landscape *read = written_and_read(ctx, &land, "map.png");
    assert_non_null(read);
    GDALDatasetH data = GDALOpenEx(path_of("little/water.gpkg"), GDAL_OF_VECTOR, NULL, NULL, NULL);
    OGRLayerH coast = GDALDatasetGetLayerByName(data, "coast");
    assert_non_null(coast);
    double area = 0;
    for (OGRFeatureH feature; (feature = OGR_L_GetNextFeature(coast));) {
        area += OGR_F_GetFieldAsDouble(feature, OGR_F_GetFieldIndex(feature, "area_skm"));
        OGR_F_Destroy(feature);
    }
    GDALClose(data);
    assert_near(area * 1e6, 17.0 * LITTLE_COLS * LITTLE_CELL * LITTLE_CELL, 1e-3);
    fluv_landscape_delete(read);
    fluv_landscape_free(&land);
    fluv_ctx_delete(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_right_folder_holds),
        cmocka_unit_test(breaches_are_found_in_files),
        cmocka_unit_test(a_wrong_model_is_found),
        cmocka_unit_test(the_coast_in_the_file_is_the_land),
    };
    return cmocka_run_group_tests_name("check_folder", tests, make_folder, remove_folder);
}
