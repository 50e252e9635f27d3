// SPDX-License-Identifier: MIT
/* Outlines of labelled cells, judged by GEOS: valid polygons, the right area, every cell centre on
 * its side. */
#include "base/random.h"
#include "context.h"
#include "failing_memory.h"
#include "field/outline.h"

#include <math.h>
#include <ogr_api.h>
#include <string.h>

#define MOST_CELLS  1024
#define MOST_LABELS 64

typedef struct made {
    fluv_list first_point, xy;
    uint32_t first_ring[MOST_LABELS + 1];
} made;

typedef fluv_status form(fluv_ctx *, const fluv_outline_job *, fluv_outline_rings);

static const double WEST = 1000.0, NORTH = 5000.0, CELL = 10.0;

static fluv_outline_job job_for(uint32_t cols, uint32_t rows, const uint32_t *label,
                                uint32_t labels)
{
    return (fluv_outline_job){.cols = cols,
                              .rows = rows,
                              .label = label,
                              .label_count = labels,
                              .west = WEST,
                              .north = NORTH,
                              .cell = CELL};
}

static void made_free(made *out)
{
    fluv_list_free(&out->first_point);
    fluv_list_free(&out->xy);
}

static fluv_status make(fluv_ctx *ctx, form *as, const fluv_outline_job *job, made *out)
{
    *out = (made){0};
    return as(ctx, job,
              (fluv_outline_rings){
                  .first_point = &out->first_point, .xy = &out->xy, .first_ring = out->first_ring});
}

static size_t ring_end(const made *out, uint32_t ring)
{
    const uint32_t *first = out->first_point.items;
    return ring + 1 < out->first_point.count ? first[ring + 1] : out->xy.count / 2;
}

static double ring_area(const made *out, uint32_t ring)
{
    const uint32_t *first = out->first_point.items;
    const double *xy = out->xy.items;
    size_t from = first[ring], to = ring_end(out, ring);
    double twice = 0.0;
    for (size_t i = from; i < to; i++) {
        size_t j = i + 1 < to ? i + 1 : from;
        twice += (xy[2 * i] - WEST) * (xy[2 * j + 1] - NORTH) -
                 (xy[2 * j] - WEST) * (xy[2 * i + 1] - NORTH);
    }
    return 0.5 * twice;
}

static OGRGeometryH ring_geometry(const made *out, uint32_t ring)
{
    const uint32_t *first = out->first_point.items;
    const double *xy = out->xy.items;
    OGRGeometryH line = OGR_G_CreateGeometry(wkbLinearRing);
    for (size_t i = first[ring]; i < ring_end(out, ring); i++)
        OGR_G_AddPoint_2D(line, xy[2 * i], xy[2 * i + 1]);
    OGR_G_CloseRings(line);
    return line;
}

/* The rings of one label as a multipolygon; a ring of positive area opens a polygon. */
static OGRGeometryH label_geometry(const made *out, uint32_t label, uint32_t *outer)
{
    OGRGeometryH all = OGR_G_CreateGeometry(wkbMultiPolygon), polygon = NULL;
    *outer = 0;
    for (uint32_t ring = out->first_ring[label]; ring < out->first_ring[label + 1]; ring++) {
        if (ring_area(out, ring) > 0.0) {
            if (polygon)
                OGR_G_AddGeometryDirectly(all, polygon);
            polygon = OGR_G_CreateGeometry(wkbPolygon);
            (*outer)++;
        }
        assert_non_null(polygon);
        OGR_G_AddGeometryDirectly(polygon, ring_geometry(out, ring));
    }
    if (polygon)
        OGR_G_AddGeometryDirectly(all, polygon);
    return all;
}

/* Even-odd rule over all rings of a label. */
static bool inside(const made *out, uint32_t label, double x, double y)
{
    const uint32_t *first = out->first_point.items;
    const double *xy = out->xy.items;
    bool in = false;
    for (uint32_t ring = out->first_ring[label]; ring < out->first_ring[label + 1]; ring++) {
        size_t from = first[ring], to = ring_end(out, ring);
        for (size_t i = from, j = to - 1; i < to; j = i++) {
            double x1 = xy[2 * i], y1 = xy[2 * i + 1], x2 = xy[2 * j], y2 = xy[2 * j + 1];
            if ((y1 > y) != (y2 > y) && x < (x2 - x1) * (y - y1) / (y2 - y1) + x1)
                in = !in;
        }
    }
    return in;
}

static void check_centres(const fluv_outline_job *job, const made *out, uint32_t label)
{
    for (uint32_t row = 0; row < job->rows; row++)
        for (uint32_t col = 0; col < job->cols; col++)
            assert_int_equal(
                inside(out, label, WEST + CELL * (col + 0.5), NORTH - CELL * (row + 0.5)),
                job->label[row * job->cols + col] == label);
}

static double label_area(const fluv_outline_job *job, uint32_t label)
{
    uint32_t cells = 0;
    for (uint32_t i = 0; i < job->cols * job->rows; i++)
        cells += job->label[i] == label;
    return cells * CELL * CELL;
}

/* Groups of the label's cells joined by edges, or by edges and corners. */
static uint32_t count_groups(const fluv_outline_job *job, uint32_t label, bool corners)
{
    static bool seen[MOST_CELLS];
    static uint32_t stack[MOST_CELLS];
    uint32_t groups = 0, cells = job->cols * job->rows;
    memset(seen, 0, sizeof seen);
    for (uint32_t start = 0; start < cells; start++) {
        if (job->label[start] != label || seen[start])
            continue;
        groups++;
        size_t depth = 0;
        seen[start] = true;
        stack[depth++] = start;
        while (depth) {
            uint32_t at = stack[--depth];
            int64_t col = at % job->cols, row = at / job->cols;
            for (int64_t r = row - 1; r <= row + 1; r++)
                for (int64_t c = col - 1; c <= col + 1; c++) {
                    if (c < 0 || r < 0 || c >= job->cols || r >= job->rows ||
                        (!corners && c != col && r != row))
                        continue;
                    size_t next = (size_t)(r * job->cols + c);
                    if (seen[next] || job->label[next] != label)
                        continue;
                    seen[next] = true;
                    stack[depth++] = (uint32_t)next;
                }
        }
    }
    return groups;
}

/* With one label crossing another at a corner only one of them can be joined there. */
static bool labels_cross(const fluv_outline_job *job)
{
    for (uint32_t row = 1; row < job->rows; row++)
        for (uint32_t col = 1; col < job->cols; col++) {
            const uint32_t *at = &job->label[row * job->cols + col];
            uint32_t nw = at[-(ptrdiff_t)job->cols - 1], ne = at[-(ptrdiff_t)job->cols];
            if (nw == at[0] && ne == at[-1] && nw != ne && nw != FLUV_NONE && ne != FLUV_NONE)
                return true;
        }
    return false;
}

static void check_cells(fluv_ctx *ctx, const fluv_outline_job *job)
{
    made out;
    assert_int_equal(make(ctx, fluv_outline_cells, job, &out), FLUV_OK);
    for (uint32_t label = 0; label < job->label_count; label++) {
        uint32_t outer;
        OGRGeometryH shape = label_geometry(&out, label, &outer);
        double area = 0.0;
        for (uint32_t r = out.first_ring[label]; r < out.first_ring[label + 1]; r++)
            area += ring_area(&out, r);
        assert_true(area == label_area(job, label));
        assert_int_equal(outer, count_groups(job, label, false));
        assert_true(outer == 0 || OGR_G_IsValid(shape));
        check_centres(job, &out, label);
        OGR_G_DestroyGeometry(shape);
    }
    made_free(&out);
}

static void check_smooth(fluv_ctx *ctx, const fluv_outline_job *job)
{
    made out;
    assert_int_equal(make(ctx, fluv_outline_smooth, job, &out), FLUV_OK);
    bool groups_known = !job->corners_join || !labels_cross(job);
    for (uint32_t label = 0; label < job->label_count; label++) {
        uint32_t outer;
        OGRGeometryH shape = label_geometry(&out, label, &outer);
        if (groups_known)
            assert_int_equal(outer, count_groups(job, label, job->corners_join));
        assert_true(outer == 0 || OGR_G_IsValid(shape));
        check_centres(job, &out, label);
        OGR_G_DestroyGeometry(shape);
    }
    made_free(&out);
}

static void check_all(fluv_ctx *ctx, fluv_outline_job job, const float *ground, const float *level)
{
    check_cells(ctx, &job);
    for (int kind = 0; kind < 4; kind++) {
        job.corners_join = kind & 1;
        job.ground = kind & 2 ? ground : NULL;
        job.level = kind & 2 ? level : NULL;
        check_smooth(ctx, &job);
    }
}

static void random_labels_give_valid_rings(void **state)
{
    fluv_ctx *ctx = *state;
    static uint32_t label[MOST_CELLS];
    static float ground[MOST_CELLS], level[MOST_LABELS];
    for (uint64_t seed = 0; seed < 300; seed++) {
        fluv_key key = fluv_key_make(seed, "test", "outline");
        uint32_t cols = 1 + (uint32_t)fluv_random_below(key, 0, 24);
        uint32_t rows = 1 + (uint32_t)fluv_random_below(key, 1, 24);
        uint32_t labels = 1 + (uint32_t)fluv_random_below(key, 2, seed % 3 ? 4 : 1);
        double chance = fluv_random_between(key, 3, 0.1, 1.0);
        for (uint32_t i = 0; i < cols * rows; i++) {
            uint32_t value = (uint32_t)fluv_random_below(key, 100 + i, labels);
            label[i] = fluv_random(key, 5000 + i) < chance ? value : FLUV_NONE;
            ground[i] = (float)fluv_random_between(key, 9000 + i, -1.0, 1.0);
        }
        for (uint32_t k = 0; k < labels; k++)
            level[k] = (float)fluv_random_between(key, 20000 + k, -1.0, 1.0);
        ground[0] = NAN;
        check_all(ctx, job_for(cols, rows, label, labels), ground, level);
    }
}

static void named_masks_give_valid_rings(void **state)
{
    fluv_ctx *ctx = *state;
    static const struct {
        uint32_t cols, rows;
        const char *cells;
    } masks[] = {
        {1, 1, "0"},
        {1, 1, "."},
        {1, 5, "0.0.0"},
        {5, 1, "00.00"},
        {2, 2, "0..0"},
        {2, 2, ".00."},
        {2, 2, "0110"},
        {3, 3,
         "000"
         "0.0"
         "000"},
        {3, 3,
         "00."
         "0.0"
         "000"},
        {3, 3,
         "0.0"
         ".0."
         "0.0"},
        {4, 4,
         "0.0."
         ".0.0"
         "0.0."
         ".0.0"},
        {5, 5,
         "00000"
         "0.0.0"
         "00.00"
         "0.0.0"
         "00000"},
        {9, 9,
         "000000000"
         "0.......0"
         "0.11111.0"
         "0.1...1.0"
         "0.1.0.1.0"
         "0.1...1.0"
         "0.11111.0"
         "0.......0"
         "000000000"},
        {4, 4,
         "0011"
         "0011"
         "1100"
         "1100"},
    };
    for (size_t m = 0; m < sizeof masks / sizeof *masks; m++) {
        uint32_t label[MOST_CELLS];
        for (size_t i = 0; masks[m].cells[i]; i++)
            label[i] = masks[m].cells[i] == '.' ? FLUV_NONE : (uint32_t)(masks[m].cells[i] - '0');
        check_all(ctx, job_for(masks[m].cols, masks[m].rows, label, 2), NULL, NULL);
    }
}

static void a_full_frame_is_its_four_corners(void **state)
{
    uint32_t label[12] = {0};
    fluv_outline_job job = job_for(4, 3, label, 1);
    form *forms[2] = {fluv_outline_cells, fluv_outline_smooth};
    for (int f = 0; f < 2; f++) {
        made out;
        assert_int_equal(make(*state, forms[f], &job, &out), FLUV_OK);
        assert_int_equal(out.first_point.count, 1);
        assert_int_equal(out.xy.count, 8);
        assert_true(ring_area(&out, 0) == 12 * CELL * CELL);
        made_free(&out);
    }
}

/* A slanted shore with its ground: the line lies on the plane's zero, away from the frame. */
static void a_slanted_shore_has_no_steps(void **state)
{
    enum { SIDE = 32 };
    static uint32_t label[SIDE * SIDE];
    static float ground[SIDE * SIDE];
    float level = 0.0F;
    double a = 0.94, b = 0.341;
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        double distance = a * (i % SIDE + 0.5 - 16.0) + b * (i / SIDE + 0.5 - 16.0);
        ground[i] = (float)distance;
        label[i] = distance < 0.0 ? 0 : FLUV_NONE;
    }
    fluv_outline_job job = job_for(SIDE, SIDE, label, 1);
    job.ground = ground;
    job.level = &level;
    made out;
    assert_int_equal(make(*state, fluv_outline_smooth, &job, &out), FLUV_OK);
    const double *xy = out.xy.items;
    for (size_t i = 0; i < out.xy.count / 2; i++) {
        double x = (xy[2 * i] - WEST) / CELL, y = (NORTH - xy[2 * i + 1]) / CELL;
        if (x > 2.0 && x < SIDE - 2.0 && y > 2.0 && y < SIDE - 2.0)
            assert_true(fabs(a * (x - 16.0) + b * (y - 16.0)) < 0.2);
    }
    made_free(&out);
}

static fluv_status make_few(fluv_ctx *ctx, void *data)
{
    form *const *as = data;
    uint32_t label[64];
    for (uint32_t i = 0; i < 64; i++)
        label[i] = i * 7 % 5 < 3 ? i % 3 : FLUV_NONE;
    fluv_outline_job job = job_for(8, 8, label, 3);
    made out;
    fluv_status status = make(ctx, *as, &job, &out);
    made_free(&out);
    return status;
}

static void every_allocation_may_fail(void **state)
{
    form *forms[2] = {fluv_outline_cells, fluv_outline_smooth};
    for (int f = 0; f < 2; f++)
        fail_each_allocation(*state, make_few, &forms[f]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(random_labels_give_valid_rings),   TEST(named_masks_give_valid_rings),
        TEST(a_full_frame_is_its_four_corners), TEST(a_slanted_shore_has_no_steps),
        TEST(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
