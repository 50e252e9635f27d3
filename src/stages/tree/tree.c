// SPDX-License-Identifier: MIT
/* Stage `tree`: land as a construction tree.
 *
 * in   contour, network, cells, courses, placed        out   tree; courses, where the frame asks
 * for a height
 *
 * Valleys and shores are kept where the warp of the terrain takes them, rivers where they are, so
 * that a river lies in its valley after the warp.  O(primitives).
 *
 * Based on: Genevaux, Galin, Guerin, Peytavie, Benes. Terrain generation using procedural models
 * based on hydrology. 2013 */
#include "stages/tree/tree.h"

#include "stages/tree/ponds.h"
#include "stages/tree/spots.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define DETAIL_WAVE     0.3 /* of an edge */
#define WARP_WAVE       0.6
#define SHORE_PIECE     0.06
#define MOST_POINTS     512           /* of a valley warped at a time */
#define BEACH           (1.0 / 400.0) /* of the frame's longer side */
#define VISITS_A_NODE   50.0          /* see stage.h */
#define VISITS_A_DISC   1.3
#define VISITS_A_RAVINE 20.0
#define ASIDE           0.3 /* m: the frame's middle is seldom so near to a whole metre */

/* How high the valley's floor lies above the river, in depths. */
static const float freeboard[FLUV_ROSGEN_TYPES] = {
    [FLUV_ROSGEN_AA] = 1.0f, [FLUV_ROSGEN_A] = 1.0f, [FLUV_ROSGEN_B] = 0.7f,
    [FLUV_ROSGEN_C] = 0.4f,  [FLUV_ROSGEN_D] = 0.3f, [FLUV_ROSGEN_DA] = 0.3f,
    [FLUV_ROSGEN_E] = 0.3f,  [FLUV_ROSGEN_F] = 4.0f, [FLUV_ROSGEN_G] = 3.0f,
};

fluv_status fluv_tree_add_valley(fluv_ctx *ctx, fluv_tree_work *work, const fluv_axis_point *points,
                                 uint32_t count)
{
    assert(count >= 2);
    uint32_t *first = fluv_list_append(ctx, &work->valley_first, 1, sizeof *first);
    if (!first)
        return FLUV_NO_MEMORY;
    *first = (uint32_t)work->valley_vertices.count;
    fluv_tree_vertex *to = fluv_list_append(ctx, &work->valley_vertices, count, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    double x[MOST_POINTS], y[MOST_POINTS];
    for (uint32_t from = 0; from < count; from += MOST_POINTS) {
        uint32_t n = count - from < MOST_POINTS ? count - from : MOST_POINTS;
        for (uint32_t i = 0; i < n; i++) {
            x[i] = points[from + i].x;
            y[i] = points[from + i].y;
        }
        fluv_tree_warp(&work->head, 0.0, x, y, n, x, y);
        for (uint32_t i = 0; i < n; i++)
            to[from + i] =
                (fluv_tree_vertex){(float)(x[i] - work->head.x), (float)(y[i] - work->head.y),
                                   points[from + i].z, points[from + i].floor};
    }
    return FLUV_OK;
}

float fluv_tree_freeboard(const fluv_tree_work *work, const fluv_course *course)
{
    return freeboard[course->type] * work->courses->points[course->first_point].depth;
}

/* Room for the axes of all courses of a river, and how long it is so far. */
typedef struct axis_work {
    fluv_axis_point *points;
    uint32_t count;
} axis_work;

static void append_axis(const fluv_tree_work *work, const fluv_course *course, axis_work *axis)
{
    const fluv_axis_point *from = work->courses->axis + course->first_axis;
    assert(course->first_axis + (size_t)course->axis_count <= work->courses->axis_count);
    float above = fluv_tree_freeboard(work, course);
    for (uint32_t i = axis->count ? 1 : 0; i < course->axis_count; i++) {
        axis->points[axis->count] = from[i];
        axis->points[axis->count++].z += above;
    }
}

/* For every course of the mass the one above it with the most land; FLUV_NONE: a source. */
static void find_stems(const fluv_courses *courses, const fluv_tree_mass *mass, uint32_t *stem)
{
    for (size_t i = mass->first_course; i < mass->end_course; i++)
        stem[i] = FLUV_NONE;
    for (uint32_t i = mass->first_course; i < mass->end_course; i++) {
        uint32_t next = courses->courses[i].next;
        assert(next == FLUV_NONE || (next > i && next < mass->end_course));
        if (next != FLUV_NONE && (stem[next] == FLUV_NONE ||
                                  courses->courses[i].upland > courses->courses[stem[next]].upland))
            stem[next] = i;
    }
}

/* A valley for every river of the mass from its source down to a greater one or the sea: where two
 * valleys meet there is a crest, and there is none between the pieces of one. */
static fluv_status add_axes(fluv_ctx *ctx, fluv_tree_work *work)
{
    const fluv_courses *courses = work->courses;
    uint32_t *stem = fluv_scratch(ctx, courses->count, sizeof *stem);
    axis_work axis = {.points = fluv_scratch(ctx, courses->axis_count, sizeof *axis.points)};
    if (!stem || !axis.points)
        return FLUV_NO_MEMORY;
    find_stems(courses, &work->mass, stem);
    for (uint32_t i = work->mass.first_course; i < work->mass.end_course; i++) {
        if (stem[i] != FLUV_NONE)
            continue;
        axis.count = 0;
        append_axis(work, &courses->courses[i], &axis);
        for (uint32_t at = i, next;
             (next = courses->courses[at].next) != FLUV_NONE && stem[next] == at; at = next)
            append_axis(work, &courses->courses[next], &axis);
        FLUV_TRY(fluv_tree_add_valley(ctx, work, axis.points, axis.count));
    }
    fluv_scratch_drop(ctx, axis.points);
    fluv_scratch_drop(ctx, stem);
    return FLUV_OK;
}

static fluv_status add_river(fluv_ctx *ctx, fluv_tree_work *work, const fluv_course_point *points,
                             uint32_t count, uint32_t type)
{
    assert(count >= 2 && type < FLUV_ROSGEN_TYPES);
    fluv_tree_river *river = fluv_list_append(ctx, &work->rivers, 1, sizeof *river);
    if (!river)
        return FLUV_NO_MEMORY;
    *river = (fluv_tree_river){(uint32_t)work->river_vertices.count, type, points->depth};
    fluv_tree_vertex *to = fluv_list_append(ctx, &work->river_vertices, count, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        to[i] =
            (fluv_tree_vertex){(float)(points[i].x - work->head.x),
                               (float)(points[i].y - work->head.y), points[i].z, points[i].width};
    return FLUV_OK;
}

/* A side channel runs in its course's valley; the arm of a delta has a low one of its own. */
static fluv_status add_arm(fluv_ctx *ctx, fluv_tree_work *work, const fluv_branch *branch)
{
    const fluv_course_point *points = work->courses->points + branch->first_point;
    fluv_axis_point *axis = fluv_scratch(ctx, branch->point_count, sizeof *axis);
    if (!axis)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < branch->point_count; i++)
        axis[i] = (fluv_axis_point){points[i].x, points[i].y, points[i].z + 0.3f * points[i].depth,
                                    2.0f * points[i].width};
    fluv_status status = fluv_tree_add_valley(ctx, work, axis, branch->point_count);
    fluv_scratch_drop(ctx, axis);
    return status;
}

static fluv_status add_arms(fluv_ctx *ctx, fluv_tree_work *work)
{
    for (size_t i = 0; i < work->courses->branch_count; i++) {
        const fluv_branch *branch = &work->courses->branches[i];
        if (branch->sea && branch->course >= work->mass.first_course &&
            branch->course < work->mass.end_course)
            FLUV_TRY(add_arm(ctx, work, branch));
    }
    return FLUV_OK;
}

/* The origin is the frame's, so that coordinates are rounded alike whatever the land is. */
static void set_head(fluv_tree_work *work)
{
    const fluv_tree_params *p = work->params;
    const fluv_frame *frame = &work->land->frame;
    double edge = work->streams->edge, half = 0.5 * fluv_frame_side(frame);
    double depth = frame->low < 0.0 ? -frame->low : p->sea_depth;
    double beach = p->beach > 0.0 ? p->beach : BEACH * 2.0 * half;
    work->head = (fluv_tree_head){.key = fluv_key_make(work->land->seed, "tree", "noise").bits,
                                  .x = floor(frame->west + half + ASIDE),
                                  .y = floor(frame->north - half + ASIDE),
                                  .tile = (float)fmax(0.25 * edge, 1.01 * fluv_disc_radius(work)),
                                  .warp = (float)(p->warp * edge),
                                  .warp_wavelength = (float)(WARP_WAVE * edge),
                                  .detail_wavelength = (float)(DETAIL_WAVE * edge),
                                  .beach = (float)beach,
                                  .crest = (float)(p->crest * edge),
                                  .shelf_slope = (float)p->sea_slope,
                                  .shelf_depth = (float)depth,
                                  .shelf_reach = (float)(4.0 * depth / p->sea_slope)};
    work->head.shelf_reach = fminf(work->head.shelf_reach, (float)(4.0 * edge));
}

/* The contour with its deltas, where the warp takes it, in short pieces. */
static fluv_status add_ring(fluv_ctx *ctx, fluv_tree_work *work, const double *xy, uint32_t count)
{
    uint32_t *first = fluv_list_append(ctx, &work->ring_first, 1, sizeof *first);
    assert(count >= 3);
    if (!first)
        return FLUV_NO_MEMORY;
    *first = (uint32_t)work->ring_places.count;
    for (uint32_t i = 0; i < count; i++) {
        const double *a = xy + 2 * (size_t)i, *b = xy + 2 * (size_t)(i + 1 < count ? i + 1 : 0);
        double length = hypot(b[0] - a[0], b[1] - a[1]);
        size_t parts = (size_t)(length / (SHORE_PIECE * work->streams->edge)) + 1;
        fluv_tree_place *to = fluv_list_append(ctx, &work->ring_places, parts, sizeof *to);
        if (!to)
            return FLUV_NO_MEMORY;
        for (size_t k = 0; k < parts; k++) {
            double t = (double)k / (double)parts;
            double x = a[0] + (b[0] - a[0]) * t, y = a[1] + (b[1] - a[1]) * t;
            for (size_t d = 0; d < work->courses->delta_count; d++)
                fluv_delta_shift(&work->courses->deltas[d], &x, &y);
            fluv_tree_warp(&work->head, 0.0, &x, &y, 1, &x, &y);
            to[k] = (fluv_tree_place){(float)(x - work->head.x), (float)(y - work->head.y)};
        }
    }
    return FLUV_OK;
}

static fluv_status add_rings(fluv_ctx *ctx, fluv_tree_work *work)
{
    const fluv_outline *outline = &work->mass.outline;
    for (size_t r = 0; r < outline->ring_count; r++) {
        uint32_t first = outline->first_point[r], end = outline->first_point[r + 1];
        FLUV_TRY(add_ring(ctx, work, outline->xy + 2 * (size_t)first, end - first));
    }
    return FLUV_OK;
}

static void copy_list(const void *to, const fluv_list *from)
{
    memcpy((void *)(uintptr_t)to, from->items, from->count * from->size);
}

static fluv_shared *seal(fluv_ctx *ctx, fluv_tree_work *work)
{
    work->head.disc_count = (uint32_t)work->discs.count;
    work->head.valley_count = (uint32_t)work->valley_first.count;
    work->head.valley_points = (uint32_t)work->valley_vertices.count;
    work->head.river_count = (uint32_t)work->rivers.count;
    work->head.river_points = (uint32_t)work->river_vertices.count;
    work->head.ring_count = (uint32_t)work->ring_first.count;
    work->head.ring_points = (uint32_t)work->ring_places.count;
    fluv_shared *shared = fluv_shared_new(ctx, fluv_tree_bytes(&work->head), 1);
    if (!shared)
        return NULL;
    *(fluv_tree_head *)shared->data = work->head;
    fluv_tree_parts parts = fluv_tree_parts_of(shared->data);
    copy_list(parts.discs, &work->discs);
    copy_list(parts.valley_first, &work->valley_first);
    copy_list(parts.valley_vertices, &work->valley_vertices);
    copy_list(parts.rivers, &work->rivers);
    copy_list(parts.river_vertices, &work->river_vertices);
    copy_list(parts.ring_first, &work->ring_first);
    copy_list(parts.ring_places, &work->ring_places);
    fluv_tree_seal(shared->data);
    return shared;
}

/* Courses of a mass follow each other, as its nodes do; they stand the other way around. */
static fluv_status open_mass(fluv_ctx *ctx, fluv_tree_work *work, uint32_t number)
{
    const fluv_courses *courses = work->courses;
    fluv_tree_mass *mass = &work->mass;
    *mass = (fluv_tree_mass){.number = number,
                             .first_node = work->streams->first_node[number],
                             .end_node = work->streams->first_node[number + 1],
                             .first_disc = work->discs.count,
                             .first_vertex = work->valley_vertices.count,
                             .first_place = work->ring_places.count};
    while (mass->first_course < courses->count &&
           courses->courses[mass->first_course].node >= mass->end_node)
        mass->first_course++;
    mass->end_course = mass->first_course;
    while (mass->end_course < courses->count &&
           courses->courses[mass->end_course].node >= mass->first_node)
        mass->end_course++;
    FLUV_TRY(fluv_mass_outline(ctx, work->contour, number, &mass->outline));
    return fluv_domain_init(ctx, &mass->outline, 0.5 * work->streams->edge, &mass->domain);
}

static fluv_status build_mass(fluv_ctx *ctx, fluv_tree_work *work, uint32_t number)
{
    FLUV_TRY(open_mass(ctx, work, number));
    FLUV_TRY(fluv_tree_add_discs(ctx, work));
    FLUV_TRY(add_axes(ctx, work));
    FLUV_TRY(add_arms(ctx, work));
    FLUV_TRY(add_rings(ctx, work));
    FLUV_TRY(fluv_tree_add_ponds(ctx, work));
    FLUV_TRY(fluv_tree_slope_spots(ctx, work));
    FLUV_TRY(fluv_tree_add_ravines(ctx, work));
    FLUV_TRY(fluv_tree_calm_discs(ctx, work));
    return work->land->frame.high > 0.0 ? fluv_tree_stretch_mass(ctx, work) : FLUV_OK;
}

/* Rivers of courses stand first, in their order. */
static fluv_status add_rivers(fluv_ctx *ctx, fluv_tree_work *work)
{
    const fluv_courses *courses = work->courses;
    for (size_t i = 0; i < courses->count; i++) {
        const fluv_course *course = &courses->courses[i];
        FLUV_TRY(add_river(ctx, work, courses->points + course->first_point, course->point_count,
                           course->type));
    }
    for (size_t i = 0; i < courses->branch_count; i++) {
        const fluv_branch *branch = &courses->branches[i];
        FLUV_TRY(add_river(ctx, work, courses->points + branch->first_point, branch->point_count,
                           courses->courses[branch->course].type));
    }
    return FLUV_OK;
}

static fluv_status build(fluv_ctx *ctx, fluv_tree_work *work, fluv_landscape *land,
                         fluv_shared **out)
{
    FLUV_TRY(
        fluv_domain_init(ctx, &work->contour->outline, 0.5 * work->streams->edge, &work->domain));
    set_head(work);
    FLUV_TRY(fluv_tree_find_ponds(ctx, work, land));
    FLUV_TRY(fluv_tree_open_spots(ctx, work));
    FLUV_TRY(add_rivers(ctx, work));
    for (uint32_t m = 0; m < work->contour->mass_count; m++) {
        struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
        FLUV_TRY(build_mass(ctx, work, m));
        fluv_scratch_release(ctx, mark);
    }
    if (land->frame.high > 0.0)
        FLUV_TRY(fluv_tree_stretch_rivers(ctx, work, land));
    FLUV_TRY(fluv_tree_fill_ponds(ctx, work));
    *out = seal(ctx, work);
    return *out ? fluv_tree_fit_spots(ctx, work, (*out)->data) : FLUV_NO_MEMORY;
}

static fluv_status run(fluv_ctx *ctx, const void *params, fluv_landscape *land)
{
    fluv_tree_work work = {.params = params,
                           .draft = ctx->draft,
                           .land = land,
                           .contour = fluv_layer_read(land, FLUV_LAYER_contour),
                           .streams = fluv_layer_read(land, FLUV_LAYER_network),
                           .cells = fluv_layer_read(land, FLUV_LAYER_territories),
                           .courses = fluv_layer_read(land, FLUV_LAYER_courses)};
    fluv_shared *tree = NULL;
    fluv_status status = build(ctx, &work, land, &tree);
    fluv_list_free(&work.discs);
    fluv_list_free(&work.valley_first);
    fluv_list_free(&work.valley_vertices);
    fluv_list_free(&work.rivers);
    fluv_list_free(&work.river_vertices);
    fluv_list_free(&work.ring_first);
    fluv_list_free(&work.ring_places);
    if (status != FLUV_OK) {
        fluv_shared_drop(tree);
        return status;
    }
    fluv_layer_put(land, FLUV_LAYER_tree, tree);
    return fluv_advance(ctx, 1.0);
}

/* Side valleys grow as a graph of their own for each order, with an edge of its own. */
static double visits(const void *params, const fluv_landscape *land, fluv_extent extent)
{
    const fluv_tree_params *p = params;
    double a_node = VISITS_A_NODE + VISITS_A_DISC * (double)p->discs, edge = p->ravines;
    for (int64_t i = 0; i < p->ravine_orders && edge > 0.0; i++, edge *= FLUV_RAVINES_LONGER)
        a_node += VISITS_A_RAVINE / (edge * edge);
    return a_node * fluv_extent_nodes(land, extent);
}

#define PARAMS fluv_tree_params
static const fluv_param table[] = {
#include "base/param_rows.h"
#include "stages/tree/tree.def"
};

const fluv_stage fluv_stage_tree = {
    .info = {.name = "tree",
             .summary = "Land as a construction tree: a function of place at any scale.",
             .params = table,
             .param_count = sizeof table / sizeof *table},
    .params_size = sizeof(fluv_tree_params),
    FLUV_NEEDS(contour, network, territories, courses),
    FLUV_MAKES(tree),
    FLUV_AMENDS(courses),
    .visits = visits,
    .run = run,
};
