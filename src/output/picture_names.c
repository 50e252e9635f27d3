// SPDX-License-Identifier: MIT
/* Names on a map.
 *
 * in   named lakes, peaks and regions; rivers by picture_names_rivers.c      out   their names
 *
 * A lake's name stands in it where there is room, and beside it otherwise; a peak's stands beside a
 * small triangle; a region's is set wide over its middle. Great things have larger letters and come
 * first; picture_labels.c leaves out what would cover another. */
#include "output/picture_names.h"
#include "landscape/placed.h"
#include "output/picture_labels.h"

#include <math.h>

#define SMALLEST 320 /* pixels of a picture's shorter side that bears names */

static double between(double value, double low, double high)
{
    return fmin(fmax(value, low), high);
}

fluv_status fluv_label_put(fluv_ctx *ctx, fluv_list *labels, const fluv_label *label)
{
    fluv_label *to = fluv_list_append(ctx, labels, 1, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    *to = *label;
    return FLUV_OK;
}

/* Where the outer ring of a lake lies on the picture. */
static void box_of(const fluv_scene *scene, const fluv_lakes *lakes, const fluv_lake *lake,
                   double a[2], double b[2])
{
    const fluv_outline *o = &lakes->outline;
    double west = INFINITY, east = -INFINITY, south = INFINITY, north = -INFINITY;
    for (uint32_t p = o->first_point[lake->first_ring]; p < o->first_point[lake->first_ring + 1];
         p++) {
        west = fmin(west, o->xy[2 * p]);
        east = fmax(east, o->xy[2 * p]);
        south = fmin(south, o->xy[2 * p + 1]);
        north = fmax(north, o->xy[2 * p + 1]);
    }
    fluv_scene_at(scene, west, north, a);
    fluv_scene_at(scene, east, south, b);
}

/* How much of a row of letters would stand on a lake's water, 0 .. 1. */
static double on_water(const fluv_scene *scene, double x, double y, double width, double size)
{
    double sum = 0.0;
    int count = 0;
    for (double across = 0.0; across <= width; across += 0.5 * size)
        for (double up = 0.0; up <= size; up += 0.5 * size, count++) {
            double px = x + across, py = y - up;
            if (px >= 0.0 && py >= 0.0 && px < scene->width && py < scene->height)
                sum += (double)scene->lake[(size_t)py * scene->width + (size_t)px];
        }
    return sum / count;
}

/* The row in a box that stands most on water, near the middle where several do. */
static double best_in(const fluv_scene *scene, const double a[2], const double b[2], double width,
                      double size, double at[2])
{
    double best = -INFINITY, found = 0.0;
    double step = fmax(0.5 * size, (b[1] - a[1]) / 60.0);
    for (double y = a[1] + size; y <= b[1]; y += step)
        for (double x = a[0]; x + width <= b[0]; x += step) {
            double water = on_water(scene, x, y, width, size);
            double off = hypot(x + 0.5 * width - 0.5 * (a[0] + b[0]), y - 0.5 * (a[1] + b[1]));
            double value = fmin(water, 0.97) - 0.1 * off / hypot(b[0] - a[0], b[1] - a[1]);
            if (value > best) {
                best = value;
                found = water;
                at[0] = x;
                at[1] = y;
            }
        }
    return found;
}

static fluv_status put_lake(fluv_ctx *ctx, const fluv_scene *scene, const fluv_lakes *lakes,
                            const fluv_lake *lake, double size, fluv_list *labels)
{
    double a[2], b[2];
    fluv_label label;
    if (!*lake->name || !lake->ring_count)
        return FLUV_OK;
    box_of(scene, lakes, lake, a, b);
    double root = sqrt(lake->area) * scene->scale_x;
    size *= between(0.7 + 0.25 * log2(fmax(root, 1.0) / 40.0), 0.78, 1.3);
    if (!fluv_label_begin(lake->name, FLUV_HAND_WATER, size, &label))
        return FLUV_OK;
    double width = fluv_label_width(&label), y = 0.5 * (a[1] + b[1]) + 0.5 * size;
    label.weight = 4.0 * root;
    double in[2] = {0.0, 0.0};
    double water = best_in(scene, a, b, width, size, in);
    bool great = root > 5.0 * size; /* its name may reach over the shore */
    if (water > 0.72 || (great && water > 0.45)) {
        fluv_label_straight(&label, in[0], in[1], 0.0);
        FLUV_TRY(fluv_label_put(ctx, labels, &label));
        if (water > 0.72)
            return FLUV_OK;
    }
    const double places[4][2] = {{b[0] + 0.5 * size, y},
                                 {a[0] - 0.5 * size - width, y},
                                 {0.5 * (a[0] + b[0] - width), a[1] - 0.5 * size},
                                 {0.5 * (a[0] + b[0] - width), b[1] + 1.5 * size}};
    for (int i = 0; i < 4; i++) {
        label.choice = i + 1;
        fluv_label_straight(&label, places[i][0], places[i][1], 0.0);
        FLUV_TRY(fluv_label_put(ctx, labels, &label));
    }
    return FLUV_OK;
}

static fluv_status put_peak(fluv_ctx *ctx, const fluv_scene *scene, const fluv_placed_spot *spot,
                            double size, fluv_list *labels)
{
    fluv_label label;
    bool own = spot->kind == FLUV_SPOT_SUMMIT; /* nobody placed it */
    size *= own ? 0.8 : 0.9;
    if (!fluv_label_begin(spot->name, FLUV_HAND_PEAK, size, &label))
        return FLUV_OK;
    label.weight = own ? 30.0 + 0.01 * spot->height : 1e4;
    fluv_scene_at(scene, spot->x, spot->y, label.mark);
    for (label.choice = 0; label.choice < 2; label.choice++) {
        double x = label.choice ? -0.8 * size - fluv_label_width(&label) : 0.8 * size;
        fluv_label_straight(&label, label.mark[0] + x, label.mark[1] + 0.5 * size, 0.0);
        FLUV_TRY(fluv_label_put(ctx, labels, &label));
    }
    return FLUV_OK;
}

/* As wide as its region allows; where letters would be too small, not at all. */
static fluv_status put_land(fluv_ctx *ctx, const fluv_scene *scene, const fluv_placed_spot *spot,
                            double size, fluv_list *labels)
{
    fluv_label label;
    double at[2], room = 2.7 * spot->radius * scene->scale_x;
    if (!fluv_label_begin(spot->name, FLUV_HAND_LAND, size, &label))
        return FLUV_OK;
    label.size *= between(room / fluv_label_width(&label), 0.0, 1.5);
    if (label.size < 0.62 * size)
        return FLUV_OK;
    label.weight = 2.0 * room;
    fluv_scene_at(scene, spot->x, spot->y, at);
    for (label.choice = 0; label.choice < 3; label.choice++) {
        double lift = (label.choice == 2 ? 2.5 : -2.5 * label.choice) * label.size;
        fluv_label_straight(&label, at[0] - 0.5 * fluv_label_width(&label),
                            at[1] + 0.5 * label.size + lift, 0.0);
        FLUV_TRY(fluv_label_put(ctx, labels, &label));
    }
    return FLUV_OK;
}

static fluv_status put_all(fluv_ctx *ctx, const fluv_scene *scene, double size, fluv_list *labels)
{
    const fluv_lakes *lakes = fluv_lakes_of(scene->land);
    const fluv_placed *placed = fluv_layer_read(scene->land, FLUV_LAYER_placed);
    for (size_t i = 0; lakes && i < lakes->count; i++)
        FLUV_TRY(put_lake(ctx, scene, lakes, &lakes->lakes[i], size, labels));
    FLUV_TRY(fluv_names_of_rivers(ctx, scene, size, labels));
    for (size_t i = 0; placed && i < placed->spot_count; i++) {
        const fluv_placed_spot *spot = &placed->spots[i];
        if (spot->kind == FLUV_SPOT_LAND)
            FLUV_TRY(put_land(ctx, scene, spot, size, labels));
        else if (spot->kind != FLUV_SPOT_MOUTH && spot->kind != FLUV_SPOT_NO_LAKE)
            FLUV_TRY(put_peak(ctx, scene, spot, size, labels));
    }
    return FLUV_OK;
}

fluv_status fluv_names_draw(fluv_ctx *ctx, const fluv_scene *scene, float *work,
                            fluv_picture *picture)
{
    fluv_list labels = {0};
    if (picture->width < SMALLEST || picture->height < SMALLEST)
        return FLUV_OK;
    fluv_status status = put_all(ctx, scene, fluv_text_size(picture), &labels);
    if (status == FLUV_OK)
        fluv_labels_write(ctx->threads, labels.items, labels.count, work, picture);
    fluv_list_free(&labels);
    return status;
}
