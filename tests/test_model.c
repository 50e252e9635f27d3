// SPDX-License-Identifier: MIT
/* The model: a valid file, the same for any number of threads, with the land and the water where
 * they belong. The models stay in the working folder for the Khronos validator. */
#include "model/model.h"
#include "output/model.h"

#include "context.h"
#include "failing_memory.h"
#include "scenery.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

/* A .glb read back. */
typedef struct model {
    unsigned char *bytes;
    size_t count;
    json_t *json;
    const unsigned char *binary;
} model;

static uint32_t word_at(const model *read, size_t at)
{
    uint32_t word;
    assert_true(at + 4 <= read->count);
    memcpy(&word, read->bytes + at, 4);
    return word;
}

static model read_model(const char *file)
{
    model read = {0};
    FILE *in = fopen(file, "rb");
    assert_non_null(in);
    fseek(in, 0, SEEK_END);
    read.count = (size_t)ftell(in);
    rewind(in);
    read.bytes = malloc(read.count);
    assert_int_equal(fread(read.bytes, 1, read.count, in), read.count);
    fclose(in);
    assert_memory_equal(read.bytes, "glTF", 4);
    assert_int_equal(word_at(&read, 8), read.count);
    uint32_t json_bytes = word_at(&read, 12);
    assert_int_equal(json_bytes % 4, 0);
    read.json = json_loadb((const char *)read.bytes + 20, json_bytes, 0, NULL);
    assert_non_null(read.json);
    if (20 + json_bytes < read.count) {
        assert_int_equal(word_at(&read, 20 + json_bytes) % 4, 0);
        read.binary = read.bytes + 28 + json_bytes;
    }
    return read;
}

static model write_and_read(fluv_ctx *ctx, const fluv_landscape *land, const char *file)
{
    assert_int_equal(fluv_model_write(ctx, land, NULL, file), FLUV_OK);
    return read_model(file);
}

static void free_model(model *read)
{
    json_decref(read->json);
    free(read->bytes);
}

static json_int_t number(const json_t *object, const char *name)
{
    return json_integer_value(json_object_get(object, name));
}

static const json_t *node_named(const model *read, const char *name)
{
    size_t i;
    json_t *node;
    json_array_foreach(json_object_get(read->json, "nodes"), i,
                       node) if (strcmp(json_string_value(json_object_get(node, "name")), name) ==
                                 0) return node;
    return NULL;
}

/* The mesh under the node of that name. */
static fluv_model_mesh mesh_named(const model *read, const char *name)
{
    const json_t *node = node_named(read, name);
    assert_non_null(node);
    const json_t *mesh =
        json_array_get(json_object_get(read->json, "meshes"), (size_t)number(node, "mesh"));
    const json_t *primitive = json_array_get(json_object_get(mesh, "primitives"), 0);
    const json_t *accessors = json_object_get(read->json, "accessors");
    const json_t *views = json_object_get(read->json, "bufferViews");
    const json_t *position = json_array_get(
        accessors, (size_t)number(json_object_get(primitive, "attributes"), "POSITION"));
    const json_t *index = json_array_get(accessors, (size_t)number(primitive, "indices"));
    const json_t *vertex_view = json_array_get(views, (size_t)number(position, "bufferView"));
    const json_t *index_view = json_array_get(views, (size_t)number(index, "bufferView"));
    fluv_model_mesh out = {.vertex_count = (size_t)number(position, "count"),
                           .index_count = (size_t)number(index, "count"),
                           .floats = (uint32_t)number(vertex_view, "byteStride") / 4};
    out.vertices = malloc(out.vertex_count * out.floats * 4);
    out.indices = malloc(out.index_count * 4);
    memcpy(out.vertices, read->binary + number(vertex_view, "byteOffset"),
           out.vertex_count * out.floats * 4);
    memcpy(out.indices, read->binary + number(index_view, "byteOffset"), out.index_count * 4);
    return out;
}

static void free_mesh(fluv_model_mesh *mesh)
{
    free(mesh->vertices);
    free(mesh->indices);
}

/* Twice the area of a triangle seen from above; positive when it is counter-clockwise there. */
static double seen_from_above(const fluv_model_mesh *mesh, size_t triangle)
{
    const float *v[3];
    for (int i = 0; i < 3; i++)
        v[i] = mesh->vertices + (size_t)mesh->indices[3 * triangle + (size_t)i] * mesh->floats;
    return ((double)v[1][2] - v[0][2]) * ((double)v[2][0] - v[0][0]) -
           ((double)v[1][0] - v[0][0]) * ((double)v[2][2] - v[0][2]);
}

static double area_from_above(const fluv_model_mesh *mesh)
{
    double area = 0;
    for (size_t i = 0; i < mesh->index_count / 3; i++)
        area += seen_from_above(mesh, i) / 2;
    return area;
}

static void the_ground_covers_every_cell_with_data_and_looks_up(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land = scenery_land(ctx, 160, 120);
    model read = write_and_read(ctx, &land, "model-hills.glb");
    fluv_model_mesh terrain = mesh_named(&read, "terrain");
    size_t cells = 0;
    for (size_t i = 0; i < 160 * 120; i++)
        cells += isfinite(fluv_height_of(&land)[i]) ? 1 : 0;
    double expected = (double)cells * SCENERY_CELL * SCENERY_CELL;
    assert_true(fabs(area_from_above(&terrain) - expected) < 1e-4 * expected);
    for (size_t i = 0; i < terrain.index_count / 3; i++)
        assert_true(seen_from_above(&terrain, i) > 0);
    for (size_t i = 0; i < terrain.vertex_count; i++) {
        const float *v = terrain.vertices + 8 * i;
        assert_true(fabsf(v[3] * v[3] + v[4] * v[4] + v[5] * v[5] - 1) < 1e-4f && v[4] > 0);
        assert_true(v[6] >= 0 && v[6] <= 1 && v[7] >= 0 && v[7] <= 1);
        assert_true(fabsf(v[0]) <= 80 * 30.0f && fabsf(v[2]) <= 60 * 30.0f);
    }
    free_mesh(&terrain);
    free_model(&read);
    fluv_landscape_free(&land);
}

/* Rough in the middle, smooth around it, with a hole: larger than a block, and no multiple of it.
 */
static fluv_landscape rough_land(fluv_ctx *ctx, uint32_t cols, uint32_t rows)
{
    fluv_landscape land = scenery_frame(cols, rows);
    float *height = fluv_layer_edit(ctx, &land, FLUV_LAYER_height);
    uint32_t random = 99;
    for (uint32_t row = 0; row < rows; row++)
        for (uint32_t col = 0; col < cols; col++) {
            double x = (double)col / cols - 0.5, y = (double)row / rows - 0.5;
            random = random * 1664525u + 1013904223u;
            height[(size_t)row * cols + col] =
                (float)(300 * exp(-20 * (x * x + y * y)) * (random >> 8) / 0x1p24 + 400 * x);
        }
    for (uint32_t row = rows / 5; row < rows / 5 + 9; row++)
        for (uint32_t col = cols / 4; col < cols / 4 + row; col++)
            height[(size_t)row * cols + col] = NAN;
    return land;
}

static fluv_model_grid grid_of(fluv_ctx *ctx, const fluv_landscape *land)
{
    fluv_model_grid grid;
    assert_int_equal(fluv_model_grid_make(ctx, land, 1e6, &grid), FLUV_OK);
    return grid;
}

/* The ground of at most so many triangles, moved by no more than `error` where that can be. */
static fluv_model_mesh ground_of(fluv_ctx *ctx, const fluv_model_grid *grid, size_t triangles,
                                 double error, float *moved)
{
    fluv_model_goal goal = {triangles, error};
    fluv_model_mesh mesh;
    assert_int_equal(fluv_terrain_mesh(ctx, grid, &goal, &mesh, moved), FLUV_OK);
    return mesh;
}

typedef struct edge {
    uint32_t from, to;
} edge;

static int by_ends(const void *a, const void *b)
{
    const edge *p = a, *q = b;
    return p->from != q->from ? (p->from > q->from) - (p->from < q->from)
                              : (p->to > q->to) - (p->to < q->to);
}

static float height_near(const fluv_landscape *land, double x, double z)
{
    double col = floor(x / SCENERY_CELL + land->frame.cols * 0.5);
    double row = floor(z / SCENERY_CELL + land->frame.rows * 0.5);
    if (col < 0 || row < 0 || col >= land->frame.cols || row >= land->frame.rows)
        return NAN;
    return fluv_height_of(land)[(size_t)row * land->frame.cols + (size_t)col];
}

/* An edge without a neighbour on its other side has no data there, just beside its middle. */
static bool is_rim(const fluv_model_mesh *mesh, const fluv_landscape *land, edge side)
{
    const float *a = mesh->vertices + 8 * (size_t)side.from;
    const float *b = mesh->vertices + 8 * (size_t)side.to;
    double x = ((double)a[0] + b[0]) / 2, z = ((double)a[2] + b[2]) / 2;
    double along_x = (double)b[0] - a[0], along_z = (double)b[2] - a[2];
    double length = hypot(along_x, along_z);
    return !isfinite(height_near(land, x + along_z / length, z - along_x / length)) ||
           !isfinite(height_near(land, x - along_z / length, z + along_x / length));
}

static void expect_no_cracks(const fluv_model_mesh *mesh, const fluv_landscape *land)
{
    size_t count = mesh->index_count, rim = 0;
    edge *edges = malloc(count * sizeof *edges);
    for (size_t i = 0; i < count; i++)
        edges[i] = (edge){mesh->indices[i], mesh->indices[i / 3 * 3 + (i + 1) % 3]};
    qsort(edges, count, sizeof *edges, by_ends);
    for (size_t i = 0; i < count; i++) {
        edge back = {edges[i].to, edges[i].from};
        assert_false(i > 0 && by_ends(&edges[i - 1], &edges[i]) == 0);
        if (bsearch(&back, edges, count, sizeof *edges, by_ends))
            continue;
        assert_true(is_rim(mesh, land, edges[i]));
        rim++;
    }
    assert_true(rim > 0);
    free(edges);
}

static void triangles_fit_together_and_none_is_turned_over(void **state)
{
    fluv_ctx *ctx = *state;
    static const uint32_t sizes[][2] = {{700, 530}, {512, 256}, {37, 300}, {3, 900}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        fluv_landscape land = rough_land(ctx, sizes[i][0], sizes[i][1]);
        fluv_model_grid grid = grid_of(ctx, &land);
        for (size_t most = 1000000; most > 9000; most /= 10) {
            float moved;
            fluv_model_mesh mesh = ground_of(ctx, &grid, most, 0.5, &moved);
            if (!isfinite(moved)) /* the rim alone is more than that */
                continue;
            assert_true(mesh.index_count > 0 && mesh.index_count / 3 <= most);
            for (size_t t = 0; t < mesh.index_count / 3; t++)
                assert_true(seen_from_above(&mesh, t) > 0);
            expect_no_cracks(&mesh, &land);
        }
        fluv_scratch_release(ctx, NULL);
        fluv_landscape_free(&land);
    }
}

/* Height of the triangle above a corner of the grid; NAN outside the triangle. */
static double height_at(const fluv_model_mesh *mesh, size_t triangle, double x, double z)
{
    const float *v[3];
    double weight[3], sum = 0, height = 0;
    for (size_t i = 0; i < 3; i++)
        v[i] = mesh->vertices + 8 * (size_t)mesh->indices[3 * triangle + i];
    for (size_t i = 0; i < 3; i++) {
        const float *a = v[(i + 1) % 3], *b = v[(i + 2) % 3];
        weight[i] = (a[2] - z) * (b[0] - x) - (a[0] - x) * (b[2] - z);
        if (weight[i] < -1e-3)
            return NAN;
        sum += weight[i];
    }
    for (size_t i = 0; i < 3; i++)
        height += weight[i] / sum * (double)v[i][1];
    return height;
}

/* How far the ground is from where it was at the corners of the grid that a triangle covers. */
static double farthest_move(const fluv_model_mesh *mesh, size_t triangle,
                            const fluv_model_grid *grid, const float *fine, size_t *corners)
{
    double low[2] = {INFINITY, INFINITY}, high[2] = {0, 0}, most = 0;
    for (size_t i = 0; i < 3; i++)
        for (size_t k = 0; k < 2; k++) {
            double side = k ? grid->rows : grid->cols;
            double at = rint(side * mesh->vertices[8 * mesh->indices[3 * triangle + i] + 6 + k]);
            low[k] = fmin(low[k], at);
            high[k] = fmax(high[k], at);
        }
    for (uint32_t row = (uint32_t)low[1]; row <= high[1]; row++)
        for (uint32_t col = (uint32_t)low[0]; col <= high[0]; col++) {
            double height =
                height_at(mesh, triangle, fluv_corner_x(grid, col), fluv_corner_z(grid, row));
            if (isnan(height))
                continue;
            most = fmax(most, fabs(height - (double)fine[row * (grid->cols + 1) + col]));
            (*corners)++;
        }
    return most;
}

/* The triangle that covers a corner of the grid may miss it by more than the error, which is that
 * of one size of triangles against the next: the errors of all sizes add up. */
static void the_ground_moves_by_little_more_than_the_error(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land = rough_land(ctx, 300, 280);
    fluv_model_grid grid = grid_of(ctx, &land);
    float moved, nothing;
    fluv_model_mesh mesh = ground_of(ctx, &grid, 40000, 0.5, &moved);
    fluv_model_mesh all = ground_of(ctx, &grid, 1000000, 0, &nothing);
    assert_true(moved > 0.5f && isfinite(moved));
    float *fine = malloc(301 * 281 * sizeof *fine);
    for (size_t i = 0; i < 301 * 281; i++)
        fine[i] = NAN;
    for (size_t i = 0; i < all.vertex_count; i++) {
        const float *v = all.vertices + 8 * i;
        fine[lrintf(v[7] * 280) * 301 + lrintf(v[6] * 300)] = v[1];
    }
    double worst = 0;
    size_t corners = 0;
    for (size_t t = 0; t < mesh.index_count / 3; t++)
        worst = fmax(worst, farthest_move(&mesh, t, &grid, fine, &corners));
    assert_true(corners > 280 * 260 && worst > 0.5 && worst <= 2 * (double)moved);
    free(fine);
    fluv_scratch_release(ctx, NULL);
    fluv_landscape_free(&land);
}

static bool still_near(const fluv_landscape *land, double x, double z)
{
    size_t col = (size_t)floor(x / SCENERY_CELL + land->frame.cols * 0.5);
    size_t row = (size_t)floor(z / SCENERY_CELL + land->frame.rows * 0.5);
    return fluv_is_still(fluv_cover_of(land)[row * land->frame.cols + col]);
}

static void no_triangle_crosses_a_shore(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land = scenery_land(ctx, 160, 120);
    fluv_model_grid grid = grid_of(ctx, &land);
    float moved;
    fluv_model_mesh mesh = ground_of(ctx, &grid, 1000000, 1000, &moved);
    size_t wet = 0;
    for (size_t t = 0; t < mesh.index_count / 3; t++) {
        const float *v[3];
        for (size_t i = 0; i < 3; i++)
            v[i] = mesh.vertices + 8 * (size_t)mesh.indices[3 * t + i];
        double x = ((double)v[0][0] + v[1][0] + v[2][0]) / 3;
        double z = ((double)v[0][2] + v[1][2] + v[2][2]) / 3;
        bool still = still_near(&land, x, z);
        for (int i = 0; i < 3; i++)
            assert_int_equal(still,
                             still_near(&land, x + 0.99 * (v[i][0] - x), z + 0.99 * (v[i][2] - z)));
        wet += still;
    }
    assert_true(wet > 10);
    fluv_scratch_release(ctx, NULL);
    fluv_landscape_free(&land);
}

/* Every second cell without data: no two cells share a triangle, so the grid has to be coarser. */
static void a_land_full_of_holes_is_made_coarser(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land = scenery_frame(900, 900);
    float *height = fluv_layer_edit(ctx, &land, FLUV_LAYER_height);
    for (uint32_t i = 0; i < 900 * 900; i++)
        height[i] = (i % 900 + i / 900) % 2 ? 100.0f : NAN;
    model read = write_and_read(ctx, &land, "model-holes.glb");
    fluv_model_mesh mesh = mesh_named(&read, "terrain");
    assert_true(mesh.index_count > 0 && mesh.index_count / 3 <= 750000);
    free_mesh(&mesh);
    free_model(&read);
    remove("model-holes.glb");
    fluv_landscape_free(&land);
}

static void still_water_is_flat_and_rivers_are_above_their_beds(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land = scenery_land(ctx, 160, 120);
    model read = write_and_read(ctx, &land, "model-hills.glb");
    fluv_model_mesh water = mesh_named(&read, "water");
    size_t sea = 0, lakes = 0, rivers = 0;
    for (size_t i = 0; i < water.vertex_count; i++) {
        float x = water.vertices[6 * i], z = water.vertices[6 * i + 2];
        float level = water.vertices[6 * i + 1];
        sea += level == 0;
        lakes += level == 400;
        if (level == 0 || level == 400)
            continue;
        rivers++;
        assert_true(fabsf(z) < 2 * SCENERY_CELL); /* the river runs along the middle row */
        size_t col = (size_t)lrint(x / SCENERY_CELL + 80);
        const float *bed = fluv_height_of(&land) + 60 * 160;
        float left = bed[col > 40 ? col - 1 : col], right = bed[col < 160 ? col : col - 1];
        assert_true(level >= (left + right) / 2 + 2.99f);
    }
    assert_true(sea > 10 && lakes > 10 && rivers > 10);
    free_mesh(&water);
    free_model(&read);
    fluv_landscape_free(&land);
}

static void the_file_is_the_same_for_any_number_of_threads(void **state)
{
    fluv_ctx *ctx = *state;
    static const int threads[] = {1, 2, 7};
    fluv_landscape land = scenery_land(ctx, 160, 30);
    model first = {0};
    for (int i = 0; i < 3; i++) {
        fluv_set_threads(ctx, threads[i]);
        model read = write_and_read(ctx, &land, "model-threads.glb");
        if (i == 0) {
            first = read;
        } else {
            assert_int_equal(read.count, first.count);
            assert_memory_equal(read.bytes, first.bytes, first.count);
            free_model(&read);
        }
    }
    free_model(&first);
    remove("model-threads.glb");
    fluv_landscape_free(&land);
}

static size_t ground_triangles(fluv_ctx *ctx, uint32_t cols, uint32_t rows, bool empty,
                               const char *file)
{
    fluv_landscape land = scenery_land(ctx, cols, rows);
    float *height = fluv_layer_edit(ctx, &land, FLUV_LAYER_height);
    for (size_t i = 0; i < fluv_cell_count(&land); i++)
        height[i] = empty ? NAN : isfinite(height[i]) ? height[i] : 5;
    model read = write_and_read(ctx, &land, file);
    assert_non_null(node_named(&read, "landscape"));
    size_t triangles = 0;
    if (node_named(&read, "terrain")) {
        fluv_model_mesh mesh = mesh_named(&read, "terrain");
        triangles = mesh.index_count / 3;
        free_mesh(&mesh);
    }
    free_model(&read);
    fluv_landscape_free(&land);
    return triangles;
}

static void odd_frames_give_valid_models(void **state)
{
    fluv_ctx *ctx = *state;
    assert_int_equal(ground_triangles(ctx, 1, 1, false, "model-point.glb"), 2);
    assert_true(ground_triangles(ctx, 1, 50, false, "model-line.glb") >= 2);
    assert_true(ground_triangles(ctx, 50, 1, false, "model-line.glb") >= 2);
    assert_int_equal(ground_triangles(ctx, 8, 8, true, "model-empty.glb"), 0);
}

static void heights_beyond_reason_are_survived(void **state)
{
    fluv_ctx *ctx = *state;
    static const float odd[] = {3e38f, -3e38f, INFINITY, NAN, 0, 1e-38f};
    fluv_landscape land = scenery_land(ctx, 100, 4);
    float *height = fluv_layer_edit(ctx, &land, FLUV_LAYER_height);
    for (size_t i = 0; i < 400; i++)
        height[i] = odd[i % 6];
    assert_int_equal(fluv_model_write(ctx, &land, NULL, "model-odd.glb"), FLUV_OK);
    remove("model-odd.glb");
    fluv_landscape_free(&land);
}

static void a_large_frame_is_averaged_before_it_becomes_a_mesh(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land = scenery_frame(1900, 1700);
    fluv_model_grid grid;
    float *height = fluv_layer_edit(ctx, &land, FLUV_LAYER_height);
    for (size_t i = 0; i < fluv_cell_count(&land); i++)
        height[i] = 7;
    assert_int_equal(fluv_model_grid_make(ctx, &land, 1500.0 * 1500.0, &grid), FLUV_OK);
    assert_true((double)grid.cols * grid.rows <= 1500.0 * 1500.0);
    assert_true(fabs(grid.step_x * grid.cols - 1900 * SCENERY_CELL) < 1e-6);
    for (size_t i = 0; i < (size_t)grid.cols * grid.rows; i++)
        assert_true(grid.ground[i] == 7);
    fluv_scratch_release(ctx, NULL);
    land.frame.cols = 1900 * 1700;
    land.frame.rows = 1;
    assert_int_equal(fluv_model_grid_make(ctx, &land, 1500.0 * 1500.0, &grid), FLUV_OK);
    assert_true((double)grid.cols * grid.rows <= 1500.0 * 1500.0 && grid.rows == 1);
    fluv_scratch_release(ctx, NULL);
    land.frame.cols = 1;
    land.frame.rows = 1900 * 1700;
    assert_int_equal(fluv_model_grid_make(ctx, &land, 1500.0 * 1500.0, &grid), FLUV_OK);
    assert_true((double)grid.cols * grid.rows <= 1500.0 * 1500.0 && grid.cols == 1);
    fluv_scratch_release(ctx, NULL);
    fluv_landscape_free(&land);
}

static fluv_status write_model(fluv_ctx *ctx, void *land)
{
    return fluv_model_write(ctx, land, NULL, "model-memory.glb");
}

static void every_allocation_may_fail(void **state)
{
    fluv_landscape land = scenery_land(*state, 1000, 6);
    assert_true(fail_each_allocation(*state, write_model, &land) > 20);
    remove("model-memory.glb");
    fluv_landscape_free(&land);
}

static void what_cannot_be_written_is_said(void **state)
{
    fluv_ctx *ctx = *state;
    fluv_landscape land = scenery_frame(4, 4);
    assert_int_equal(fluv_model_write(ctx, &land, NULL, "x.glb"), FLUV_BAD_USE);
    assert_non_null(strstr(fluv_message(ctx), "height"));
    land = scenery_land(ctx, 100, 4);
    assert_int_equal(fluv_model_write(ctx, &land, NULL, "no/such/folder/x.glb"), FLUV_IO);
    assert_non_null(strstr(fluv_message(ctx), "no/such/folder/x.glb"));
    fluv_cancel(ctx);
    assert_int_equal(fluv_model_write(ctx, &land, NULL, "x.glb"), FLUV_CANCELLED);
    fluv_landscape_free(&land);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_ground_covers_every_cell_with_data_and_looks_up),
        TEST(triangles_fit_together_and_none_is_turned_over),
        TEST(the_ground_moves_by_little_more_than_the_error),
        TEST(no_triangle_crosses_a_shore),
        TEST(a_land_full_of_holes_is_made_coarser),
        TEST(still_water_is_flat_and_rivers_are_above_their_beds),
        TEST(the_file_is_the_same_for_any_number_of_threads),
        TEST(odd_frames_give_valid_models),
        TEST(heights_beyond_reason_are_survived),
        TEST(a_large_frame_is_averaged_before_it_becomes_a_mesh),
        TEST(every_allocation_may_fail),
        TEST(what_cannot_be_written_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
