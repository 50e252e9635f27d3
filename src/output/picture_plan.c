// SPDX-License-Identifier: MIT
/* The view "plan": land from hydrology before it has ground.
 *
 * in   the layers contour, network, territories and courses, as far as they are there
 * out   the outline of the land, what each node of the river graph drains, and its rivers
 *
 * Everything is in metres; polygons are filled by the rows of quarter pixels that lie in them,
 * lines are strokes.  O(points + pixels). */
#include "output/picture_plan.h"

#include "landscape/hydrology.h"
#include "output/picture_parts.h"

#include "base/random.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#define SHARES      4    /* rows to a pixel when polygons are filled */
#define BASE        1600 /* lines are drawn as wide as they are in a picture of so many pixels */
#define THINNEST    0.45 /* of that, in small pictures */
#define CELL_LINE   0.7  /* pixels there, half of a line's width */
#define COAST_LINE  1.3
#define MOUTH       4.5
#define NARROWEST   0.9 /* a river of the first order; each order adds */
#define AN_ORDER    0.75
#define A_FLOW      0.40  /* of the root of m3/s */
#define FLOOR_SHARE 0.55f /* opacity of valley floors */

static const fluv_colour sea = {0.72f, 0.83f, 0.90f}, land_paper = {0.95f, 0.93f, 0.87f},
                         coast_ink = {0.25f, 0.35f, 0.45f}, cell_ink = {1.0f, 1.0f, 1.0f},
                         river_ink = {0.10f, 0.35f, 0.62f}, drawn_ink = {0.80f, 0.36f, 0.10f},
                         floor_ink = {0.66f, 0.78f, 0.58f};

typedef struct plan {
    fluv_ctx *ctx;
    const fluv_landscape *land;
    fluv_picture *picture;
    double scale;    /* pixels a metre */
    double line;     /* pixels to one of a picture of BASE */
    float *mask;     /* 1 where there is land, a pixel each */
    float *opacity;  /* work, likewise */
    fluv_list edges; /* double, of one row of a polygon */
} plan;

typedef struct spot {
    double x, y; /* pixels */
} spot;

static spot place(const plan *p, double x, double y)
{
    const fluv_frame *frame = &p->land->frame;
    return (spot){(x - frame->west) * p->scale, (frame->north - y) * p->scale};
}

static void clear(const plan *p)
{
    size_t pixels = (size_t)p->picture->width * p->picture->height;
    for (size_t i = 0; i < pixels; i++)
        p->opacity[i] = 0;
}

/* ---- Polygons ---- */

static int rising(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return left < right ? -1 : left > right;
}

/* Where a ring's sides cross the height of a row. */
static fluv_status cross_ring(plan *p, const spot *ring, size_t count, double y)
{
    for (size_t i = 0; i < count; i++) {
        spot a = ring[i], b = ring[i + 1 < count ? i + 1 : 0];
        if ((a.y <= y) == (b.y <= y))
            continue;
        double *x = fluv_list_append(p->ctx, &p->edges, 1, sizeof *x);
        if (!x)
            return FLUV_NO_MEMORY;
        *x = a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x);
    }
    return FLUV_OK;
}

static void add_span(float *row, uint32_t width, double from, double to)
{
    from = fmax(0.0, from);
    to = fmin((double)width, to);
    for (uint32_t x = (uint32_t)from; x < width && (double)x < to; x++)
        row[x] += (float)((fmin(to, x + 1.0) - fmax(from, (double)x)) / SHARES);
}

/* Adds the share of each pixel that lies inside an odd number of rings to `opacity`. */
static fluv_status fill(plan *p, const spot *points, const uint32_t *first, size_t rings)
{
    double top = INFINITY, bottom = -INFINITY;
    for (uint32_t i = first[0]; i < first[rings]; i++) {
        top = fmin(top, points[i].y);
        bottom = fmax(bottom, points[i].y);
    }
    uint32_t width = p->picture->width;
    double last = fmin(bottom, (double)p->picture->height) * SHARES;
    for (int64_t line = (int64_t)(fmax(0.0, top) * SHARES); (double)line < last; line++) {
        p->edges.count = 0;
        for (size_t r = 0; r < rings; r++)
            FLUV_TRY(cross_ring(p, points + first[r], first[r + 1] - first[r],
                                ((double)line + 0.5) / SHARES));
        double *x = p->edges.items;
        if (p->edges.count)
            qsort(x, p->edges.count, sizeof *x, rising);
        float *row = p->opacity + (size_t)(line / SHARES) * width;
        for (size_t i = 0; i + 1 < p->edges.count; i += 2)
            add_span(row, width, x[i], x[i + 1]);
    }
    return FLUV_OK;
}

static fluv_status fill_outline(plan *p, const fluv_outline *outline)
{
    uint32_t count = outline->first_point[outline->ring_count];
    spot *points = fluv_scratch(p->ctx, (size_t)count + 1, sizeof *points);
    if (!points)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        points[i] = place(p, outline->xy[2 * i], outline->xy[2 * i + 1]);
    fluv_status status = fill(p, points, outline->first_point, outline->ring_count);
    fluv_scratch_drop(p->ctx, points);
    return status;
}

/* ---- Lines ---- */

static void stroke(const plan *p, spot a, spot b, double radius_a, double radius_b)
{
    fluv_stroke_draw(p->opacity, p->picture->width, 0, p->picture->height,
                     (fluv_stroke_end){(float)a.x, (float)a.y, (float)radius_a, 1},
                     (fluv_stroke_end){(float)b.x, (float)b.y, (float)radius_b, 1});
}

static void ink(const plan *p, fluv_colour colour, float strength)
{
    fluv_opacity_paint(p->ctx->threads, p->opacity, colour, strength, p->picture);
    clear(p);
}

static void draw_coast(const plan *p, const fluv_outline *outline)
{
    for (size_t r = 0; r < outline->ring_count; r++) {
        uint32_t from = outline->first_point[r], end = outline->first_point[r + 1];
        for (uint32_t i = from; i < end; i++) {
            uint32_t next = i + 1 < end ? i + 1 : from;
            stroke(p, place(p, outline->xy[2 * i], outline->xy[2 * i + 1]),
                   place(p, outline->xy[2 * next], outline->xy[2 * next + 1]), COAST_LINE * p->line,
                   COAST_LINE * p->line);
        }
    }
    ink(p, coast_ink, 1);
}

static void draw_mouths(const plan *p, const fluv_contour *contour)
{
    for (size_t i = 0; i < contour->mouth_count; i++) {
        spot at = place(p, contour->mouths[i].x, contour->mouths[i].y);
        double radius = MOUTH * p->line * (0.6 + 0.4 * contour->mouths[i].weight);
        stroke(p, at, at, radius, radius);
    }
    ink(p, coast_ink, 1);
}

/* What was drawn by hand lies over what grew. */
static void draw_streams(const plan *p, const fluv_streams *streams, bool drawn)
{
    for (size_t i = 0; i < streams->count; i++) {
        const fluv_stream_node *node = &streams->nodes[i];
        if (node->parent == FLUV_NONE || (node->sketched != 0) != drawn)
            continue;
        const fluv_stream_node *to = &streams->nodes[node->parent];
        double radius = (NARROWEST + AN_ORDER * (node->order - 1)) * p->line;
        stroke(p, place(p, node->x, node->y), place(p, to->x, to->y), radius, radius);
    }
    ink(p, drawn ? drawn_ink : river_ink, 1);
}

static double course_radius(const plan *p, const fluv_course_point *point, double flow)
{
    return fmax(0.5 * (double)point->width * p->scale,
                (0.5 * NARROWEST + A_FLOW * sqrt(flow)) * p->line);
}

static void draw_points(const plan *p, const fluv_course_point *point, uint32_t count, double flow)
{
    for (uint32_t i = 0; i + 1 < count; i++)
        stroke(p, place(p, point[i].x, point[i].y), place(p, point[i + 1].x, point[i + 1].y),
               course_radius(p, &point[i], flow), course_radius(p, &point[i + 1], flow));
}

static void draw_courses(const plan *p, const fluv_courses *all)
{
    for (size_t i = 0; i < all->count; i++) {
        const fluv_axis_point *axis = all->axis + all->courses[i].first_axis;
        for (uint32_t k = 0; k + 1 < all->courses[i].axis_count; k++)
            stroke(p, place(p, axis[k].x, axis[k].y), place(p, axis[k + 1].x, axis[k + 1].y),
                   (double)axis[k].floor * p->scale, (double)axis[k + 1].floor * p->scale);
    }
    ink(p, floor_ink, FLOOR_SHARE);
    for (size_t i = 0; i < all->count; i++)
        draw_points(p, all->points + all->courses[i].first_point, all->courses[i].point_count,
                    all->courses[i].flow);
    for (size_t i = 0; i < all->branch_count; i++) {
        const fluv_branch *arm = &all->branches[i];
        draw_points(p, all->points + arm->first_point, arm->point_count,
                    (double)arm->share * all->courses[arm->course].flow);
    }
    ink(p, river_ink, 1);
}

/* ---- Territories ---- */

/* Pale, and another for every river that reaches the sea. */
static fluv_colour system_colour(uint32_t mouth)
{
    uint64_t bits = fluv_mix(mouth);
    return (fluv_colour){0.66f + 0.28f * (float)(bits & 255) / 255.0f,
                         0.68f + 0.26f * (float)(bits >> 8 & 255) / 255.0f,
                         0.58f + 0.28f * (float)(bits >> 16 & 255) / 255.0f};
}

static fluv_status draw_territory(plan *p, const fluv_territories *all, uint32_t node,
                                  uint32_t mouth, spot *corners)
{
    const fluv_territory *patch = &all->patches[node];
    const uint32_t first[2] = {0, patch->corner_count};
    for (uint32_t i = 0; i < patch->corner_count; i++) {
        const fluv_crest *corner = &all->corners[patch->first_corner + i];
        corners[i] = place(p, corner->x, corner->y);
    }
    FLUV_TRY(fill(p, corners, first, 1));
    fluv_colour colour = system_colour(mouth);
    uint32_t width = p->picture->width, height = p->picture->height;
    double low[2] = {INFINITY, INFINITY}, high[2] = {0, 0};
    for (uint32_t i = 0; i < patch->corner_count; i++) {
        low[0] = fmin(low[0], corners[i].x), low[1] = fmin(low[1], corners[i].y);
        high[0] = fmax(high[0], corners[i].x), high[1] = fmax(high[1], corners[i].y);
    }
    for (uint32_t y = (uint32_t)fmax(0, low[1]); y < height && y <= high[1]; y++)
        for (uint32_t x = (uint32_t)fmax(0, low[0]); x < width && x <= high[0]; x++) {
            size_t at = (size_t)y * width + x;
            float share = fluv_clamp01(p->opacity[at]) * p->mask[at];
            uint8_t *rgb = p->picture->rgb + 3 * at;
            fluv_colour_store(fluv_colour_mix(fluv_colour_load(rgb), colour, share), rgb);
            p->opacity[at] = 0;
        }
    return FLUV_OK;
}

static void draw_cell_lines(plan *p, const fluv_territories *all)
{
    for (size_t i = 0; i < all->count; i++) {
        const fluv_crest *corner = all->corners + all->patches[i].first_corner;
        uint32_t count = all->patches[i].corner_count;
        for (uint32_t k = 0; k < count; k++) {
            const fluv_crest *next = &corner[k + 1 < count ? k + 1 : 0];
            stroke(p, place(p, corner[k].x, corner[k].y), place(p, next->x, next->y),
                   CELL_LINE * p->line, CELL_LINE * p->line);
        }
    }
    size_t pixels = (size_t)p->picture->width * p->picture->height;
    for (size_t i = 0; i < pixels; i++)
        p->opacity[i] *= p->mask[i];
    ink(p, cell_ink, 0.6f);
}

static fluv_status draw_territories(plan *p, const fluv_territories *all,
                                    const fluv_streams *streams)
{
    uint32_t most = 0;
    for (size_t i = 0; i < all->count; i++)
        most = all->patches[i].corner_count > most ? all->patches[i].corner_count : most;
    uint32_t *mouth = fluv_scratch(p->ctx, all->count, sizeof *mouth);
    spot *corners = fluv_scratch(p->ctx, (size_t)most + 1, sizeof *corners);
    if (!mouth || !corners)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < all->count; i++) {
        uint32_t parent = streams->nodes[i].parent;
        assert(parent == FLUV_NONE || parent < i);
        mouth[i] = parent == FLUV_NONE ? i : mouth[parent];
        FLUV_TRY(draw_territory(p, all, i, mouth[i], corners));
        FLUV_TRY(fluv_look(p->ctx));
    }
    draw_cell_lines(p, all);
    return FLUV_OK;
}

/* ---- The picture ---- */

static fluv_status draw_layers(plan *p)
{
    const fluv_contour *contour = fluv_layer_read(p->land, FLUV_LAYER_contour);
    const fluv_streams *streams = fluv_layer_read(p->land, FLUV_LAYER_network);
    const fluv_territories *cells = fluv_layer_read(p->land, FLUV_LAYER_territories);
    const fluv_courses *courses = fluv_layer_read(p->land, FLUV_LAYER_courses);
    size_t pixels = (size_t)p->picture->width * p->picture->height;
    for (size_t i = 0; i < pixels; i++)
        fluv_colour_store(sea, p->picture->rgb + 3 * i);
    clear(p);
    FLUV_TRY(fill_outline(p, &contour->outline));
    for (size_t i = 0; i < pixels; i++)
        p->mask[i] = fluv_clamp01(p->opacity[i]);
    ink(p, land_paper, 1);
    FLUV_TRY(fluv_advance(p->ctx, 0.3));
    if (cells && streams)
        FLUV_TRY(draw_territories(p, cells, streams));
    FLUV_TRY(fluv_advance(p->ctx, 0.6));
    draw_coast(p, &contour->outline);
    if (courses)
        draw_courses(p, courses);
    for (int drawn = 0; drawn < 2 && streams && !courses; drawn++)
        draw_streams(p, streams, drawn);
    if (!courses)
        draw_mouths(p, contour);
    return fluv_advance(p->ctx, 0.9);
}

fluv_status fluv_plan_draw(fluv_ctx *ctx, const fluv_landscape *land, fluv_picture_range range,
                           bool bare, fluv_picture *out)
{
    assert(land->layers[FLUV_LAYER_contour]);
    fluv_picture_size(&land->frame, range, &out->width, &out->height);
    size_t pixels = (size_t)out->width * out->height;
    uint32_t longer = out->width > out->height ? out->width : out->height;
    plan p = {.ctx = ctx,
              .land = land,
              .picture = out,
              .scale = out->width / (land->frame.cols * land->frame.cell),
              .line = fmax(THINNEST, (double)longer / BASE),
              .mask = fluv_scratch(ctx, pixels, sizeof *p.mask),
              .opacity = fluv_scratch(ctx, pixels, sizeof *p.opacity)};
    out->rgb = fluv_alloc(ctx, pixels, 3);
    if (!p.mask || !p.opacity || !out->rgb)
        return FLUV_NO_MEMORY;
    fluv_status status = draw_layers(&p);
    fluv_list_free(&p.edges);
    if (status != FLUV_OK || bare)
        return status;
    fluv_scene scene = {.land = land,
                        .width = out->width,
                        .height = out->height,
                        .pixels = pixels,
                        .scale_x = p.scale,
                        .scale_y = p.scale};
    clear(&p);
    fluv_scale_bar_draw(ctx->threads, &scene, p.opacity, out);
    return FLUV_OK;
}
