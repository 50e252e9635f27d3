// SPDX-License-Identifier: MIT
/* Names on a map.
 *
 * in   named lakes, rivers and peaks     out   their names, in the colour of water or of ink
 *
 * A lake's name stands in it where there is room, and beside it otherwise; a river's runs along the
 * longest of its reaches, over the line; a peak's stands beside a small triangle. Great things come
 * first, and a name that would cover another is left out; so is one in letters that there are no
 * strokes for.  O(names^2 + points). */
#include "base/list.h"
#include "landscape/placed.h"
#include "output/letters.h"
#include "output/picture_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_NAMES 400
#define SMALLEST   320 /* pixels of a picture's shorter side that bears names */
#define HALO       0.22
#define THICK      0.075

static const fluv_colour water_ink = {0.09f, 0.25f, 0.44f};

typedef struct label {
    const char *text;
    double x, y; /* where its base line begins */
    double turn; /* of it, clockwise */
    double size, width;
    double weight; /* the greatest come first */
    bool peak;
} label;

static fluv_status put(fluv_ctx *ctx, fluv_list *labels, label l)
{
    if (!*l.text || !fluv_letters_can(l.text))
        return FLUV_OK;
    label *to = fluv_list_append(ctx, labels, 1, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    *to = l;
    return FLUV_OK;
}

/* ---- Where names stand ---- */

static fluv_status put_lake(fluv_ctx *ctx, const fluv_scene *scene, const fluv_lakes *lakes,
                            const fluv_lake *lake, double size, fluv_list *labels)
{
    const fluv_outline *o = &lakes->outline;
    double west = INFINITY, east = -INFINITY, south = INFINITY, north = -INFINITY, a[2], b[2];
    if (!*lake->name || !lake->ring_count)
        return FLUV_OK;
    for (uint32_t p = o->first_point[lake->first_ring]; p < o->first_point[lake->first_ring + 1];
         p++) {
        west = fmin(west, o->xy[2 * p]);
        east = fmax(east, o->xy[2 * p]);
        south = fmin(south, o->xy[2 * p + 1]);
        north = fmax(north, o->xy[2 * p + 1]);
    }
    fluv_scene_at(scene, west, north, a);
    fluv_scene_at(scene, east, south, b);
    double width = fluv_letters_width(lake->name, size);
    bool inside = width < 0.8 * (b[0] - a[0]) && 2.0 * size < b[1] - a[1];
    return put(ctx, labels,
               (label){.text = lake->name,
                       .x = inside ? 0.5 * (a[0] + b[0] - width) : b[0] + 0.6 * size,
                       .y = 0.5 * (a[1] + b[1]) + 0.5 * size,
                       .size = size,
                       .width = width,
                       .weight = lake->area});
}

/* The place so many pixels along a row of points. */
static void along(const fluv_scene *scene, const fluv_river_point *points, size_t count,
                  double length, double at[2])
{
    double from[2], to[2];
    fluv_scene_at(scene, points[0].x, points[0].y, from);
    memcpy(at, from, sizeof from);
    for (size_t i = 1; i < count; i++) {
        fluv_scene_at(scene, points[i].x, points[i].y, to);
        double step = hypot(to[0] - from[0], to[1] - from[1]);
        double share = step > length ? length / step : 1.0;
        at[0] = from[0] + share * (to[0] - from[0]);
        at[1] = from[1] + share * (to[1] - from[1]);
        if (step > length)
            return;
        length -= step;
        memcpy(from, to, sizeof to);
    }
}

static fluv_status put_river(fluv_ctx *ctx, const fluv_scene *scene, const fluv_rivers *rivers,
                             const fluv_reach *reach, double size, fluv_list *labels)
{
    const fluv_river_point *points = rivers->points + reach->first_point;
    double width = fluv_letters_width(reach->name, size), a[2], b[2];
    double length = reach->length * scene->scale_x, middle = 0.5 * length;
    along(scene, points, reach->point_count, fmax(middle - 0.5 * width, 0.0), a);
    along(scene, points, reach->point_count, fmin(middle + 0.5 * width, length), b);
    double turn = atan2(b[1] - a[1], b[0] - a[0]);
    if (cos(turn) < 0.0) /* so that it can be read */
        turn += M_PI;
    double line = 0.5 * (double)reach->width * scene->scale_x + 0.55 * size;
    double x = 0.5 * (a[0] + b[0]), y = 0.5 * (a[1] + b[1]);
    for (int i = 0; i < 2; i++) { /* over the line at both ends of the name and between */
        const double *end = i ? b : a;
        double over = -(end[0] - x) * -sin(turn) - (end[1] - y) * cos(turn);
        line = fmax(line, over + 0.55 * size);
    }
    return put(ctx, labels,
               (label){.text = reach->name,
                       .x = x - 0.5 * width * cos(turn) + line * sin(turn),
                       .y = y - 0.5 * width * sin(turn) - line * cos(turn),
                       .turn = turn,
                       .size = size,
                       .width = width,
                       .weight = reach->length});
}

/* The longest reach of each name. */
static fluv_status put_rivers(fluv_ctx *ctx, const fluv_scene *scene, double size,
                              fluv_list *labels)
{
    const fluv_rivers *rivers = fluv_rivers_of(scene->land);
    for (size_t i = 0; rivers && i < rivers->count; i++) {
        const fluv_reach *reach = &rivers->reaches[i];
        bool longest = *reach->name != '\0';
        for (size_t k = 0; longest && k < rivers->count; k++) {
            const fluv_reach *other = &rivers->reaches[k];
            bool longer =
                other->length > reach->length || (other->length == reach->length && k < i);
            longest = !longer || strcmp(other->name, reach->name) != 0;
        }
        if (longest)
            FLUV_TRY(put_river(ctx, scene, rivers, reach, size, labels));
    }
    return FLUV_OK;
}

static fluv_status put_all(fluv_ctx *ctx, const fluv_scene *scene, double size, fluv_list *labels)
{
    const fluv_lakes *lakes = fluv_lakes_of(scene->land);
    const fluv_placed *placed = fluv_layer_read(scene->land, FLUV_LAYER_placed);
    for (size_t i = 0; lakes && i < lakes->count; i++)
        FLUV_TRY(put_lake(ctx, scene, lakes, &lakes->lakes[i], size, labels));
    FLUV_TRY(put_rivers(ctx, scene, size, labels));
    for (size_t i = 0; placed && i < placed->spot_count; i++) {
        const fluv_placed_spot *spot = &placed->spots[i];
        double at[2];
        fluv_scene_at(scene, spot->x, spot->y, at);
        if (spot->kind == FLUV_SPOT_PEAK || spot->kind == FLUV_SPOT_PASS)
            FLUV_TRY(put(ctx, labels,
                         (label){.text = spot->name,
                                 .x = at[0] + 0.8 * size,
                                 .y = at[1] + 0.5 * size,
                                 .size = 0.9 * size,
                                 .width = fluv_letters_width(spot->name, 0.9 * size),
                                 .peak = true}));
    }
    return FLUV_OK;
}

/* ---- Which are written ---- */

static int by_weight(const void *a, const void *b)
{
    const label *left = a, *right = b;
    if (left->weight != right->weight)
        return left->weight < right->weight ? 1 : -1;
    return strcmp(left->text, right->text);
}

/* Circles along two names touch. */
static bool collide(const label *a, const label *b)
{
    double reach = 0.75 * (a->size + b->size);
    for (double s = 0.0; s <= a->width + a->size; s += a->size)
        for (double t = 0.0; t <= b->width + b->size; t += b->size) {
            double dx = a->x + s * cos(a->turn) - b->x - t * cos(b->turn);
            double dy = a->y + s * sin(a->turn) - b->y - t * sin(b->turn);
            if (hypot(dx, dy) < reach)
                return true;
        }
    return false;
}

static bool fits(const label *l, const fluv_picture *picture)
{
    double x = l->x + l->width * cos(l->turn), y = l->y + l->width * sin(l->turn);
    return fmin(l->x, x) > l->size && fmax(l->x, x) < picture->width - l->size &&
           fmin(l->y, y) > 2.0 * l->size && fmax(l->y, y) < picture->height - l->size;
}

/* The first of them that neither leave the picture nor cover each other. */
static size_t choose(const fluv_picture *picture, label *labels, size_t count)
{
    size_t chosen = 0;
    for (size_t i = 0; i < count && chosen < MOST_NAMES; i++) {
        bool free = fits(&labels[i], picture);
        for (size_t k = 0; free && k < chosen; k++)
            free = !collide(&labels[i], &labels[k]);
        if (free)
            labels[chosen++] = labels[i];
    }
    return chosen;
}

/* ---- Writing ---- */

typedef struct turned {
    fluv_pen *pen;
    double x, y, cosine, sine;
} turned;

static void turned_stroke(void *user, double x0, double y0, double x1, double y1)
{
    const turned *t = user;
    fluv_pen_stroke(t->pen, t->x + x0 * t->cosine - y0 * t->sine,
                    t->y + x0 * t->sine + y0 * t->cosine, t->x + x1 * t->cosine - y1 * t->sine,
                    t->y + x1 * t->sine + y1 * t->cosine);
}

static void write_name(const label *l, fluv_pen *pen)
{
    turned t = {pen, l->x, l->y, cos(l->turn), sin(l->turn)};
    fluv_letters_draw(l->text, 0, 0, l->size, turned_stroke, &t);
    if (!l->peak)
        return;
    double x = l->x - 0.8 * l->size / 0.9, y = l->y - 0.5 * l->size / 0.9, r = 0.3 * l->size;
    fluv_pen_stroke(pen, x - r, y + 0.6 * r, x, y - r);
    fluv_pen_stroke(pen, x, y - r, x + r, y + 0.6 * r);
    fluv_pen_stroke(pen, x + r, y + 0.6 * r, x - r, y + 0.6 * r);
}

static void write_names(int threads, const label *labels, size_t count, bool peaks, double thick,
                        fluv_colour colour, float strength, float *work, fluv_picture *picture)
{
    memset(work, 0, (size_t)picture->width * picture->height * sizeof *work);
    for (size_t i = 0; i < count; i++) {
        fluv_pen pen = {work, picture->width, picture->height, (float)(thick * labels[i].size)};
        if (labels[i].peak == peaks)
            write_name(&labels[i], &pen);
    }
    fluv_opacity_paint(threads, work, colour, strength, picture);
}

fluv_status fluv_names_draw(fluv_ctx *ctx, const fluv_scene *scene, float *work,
                            fluv_picture *picture)
{
    fluv_list labels = {0};
    if (picture->width < SMALLEST || picture->height < SMALLEST)
        return FLUV_OK;
    fluv_status status = put_all(ctx, scene, fluv_text_size(picture), &labels);
    if (status == FLUV_OK && labels.count) {
        qsort(labels.items, labels.count, sizeof(label), by_weight);
        size_t count = choose(picture, labels.items, labels.count);
        for (int peaks = 0; peaks < 2; peaks++) {
            write_names(ctx->threads, labels.items, count, peaks, HALO, fluv_paper, 0.6f, work,
                        picture);
            write_names(ctx->threads, labels.items, count, peaks, THICK,
                        peaks ? fluv_ink : water_ink, 0.95f, work, picture);
        }
    }
    fluv_list_free(&labels);
    return status;
}
