// SPDX-License-Identifier: MIT
/* What stands on a picture beside the land: a scale bar at the lower left with a round length, and
 * a legend of colours at the lower right. Both have a pale halo, and stay away where the picture is
 * too small for them. */
#include "base/plain.h"
#include "output/letters.h"
#include "output/picture_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define NUMBERS 5 /* along a legend */

const fluv_colour fluv_ink = {0.16f, 0.18f, 0.22f}, fluv_paper = {0.99f, 0.985f, 0.965f};

void fluv_pen_stroke(void *user, double x0, double y0, double x1, double y1)
{
    const fluv_pen *with = user;
    fluv_stroke_draw(with->opacity, with->width, 0, with->height,
                     (fluv_stroke_end){(float)x0, (float)y0, with->radius, 1},
                     (fluv_stroke_end){(float)x1, (float)y1, with->radius, 1});
}

static uint32_t longer_side(const fluv_picture *picture)
{
    return picture->width > picture->height ? picture->width : picture->height;
}

double fluv_text_size(const fluv_picture *picture)
{
    return fmax(13, 15.0 * longer_side(picture) / 1600);
}

static void clear(const fluv_picture *picture, float *work)
{
    memset(work, 0, (size_t)picture->width * picture->height * sizeof *work);
}

/* The greatest of 1, 2, 5 times a power of ten that is not above `most`. */
static double round_length(double most)
{
    double power = pow(10, floor(log10(most)));
    return most >= 5 * power ? 5 * power : most >= 2 * power ? 2 * power : power;
}

static void format_length(double metres, char text[32])
{
    if (metres >= 1000)
        fluv_plain_print(text, 32, "%.10g km", metres / 1000);
    else if (metres >= 1)
        fluv_plain_print(text, 32, "%.10g m", metres);
    else
        fluv_plain_print(text, 32, "%.10g mm", metres * 1000);
}

/* Bar with end and middle ticks, label above; drawn once as a halo and once in ink. */
static void draw_bar(fluv_pen *with, double x, double y, double length, double size,
                     const char *label)
{
    double tick = size * 0.42;
    fluv_pen_stroke(with, x, y, x + length, y);
    fluv_pen_stroke(with, x, y - tick, x, y);
    fluv_pen_stroke(with, x + length / 2, y - tick * 0.6, x + length / 2, y);
    fluv_pen_stroke(with, x + length, y - tick, x + length, y);
    double text = fluv_letters_width(label, size);
    fluv_letters_draw(label, x + length / 2 - text / 2, y - tick - size * 0.5, size,
                      fluv_pen_stroke, with);
}

void fluv_scale_bar_draw(int threads, const fluv_scene *scene, float *work, fluv_picture *picture)
{
    double size = fluv_text_size(picture), margin = size * 2;
    double most = picture->width * 0.22 / scene->scale_x; /* m */
    if (picture->width < 240 || picture->height < 120 || !(most > 1e-3) || !isfinite(most))
        return;
    double metres = round_length(most), length = metres * scene->scale_x;
    char label[32];
    format_length(metres, label);
    fluv_pen with = {work, picture->width, picture->height, 0};
    double x = margin, y = picture->height - margin;
    clear(picture, work);
    with.radius = (float)(size * 0.26);
    draw_bar(&with, x, y, length, size, label);
    fluv_opacity_paint(threads, work, fluv_paper, 0.62f, picture);
    clear(picture, work);
    with.radius = (float)(size * 0.072);
    draw_bar(&with, x, y, length, size, label);
    fluv_opacity_paint(threads, work, fluv_ink, 0.92f, picture);
}

static void format_number(double value, char text[32])
{
    bool plain = fabs(value) >= 100 && fabs(value) < 1e6;
    fluv_plain_print(text, 32, plain ? "%.0f" : "%.3g", value);
}

static double value_at(const fluv_legend *legend, double share)
{
    if (legend->logarithmic)
        return legend->low * pow(legend->high / legend->low, share);
    return legend->low + (legend->high - legend->low) * share;
}

static void paint_panel(fluv_picture *picture, double x0, double y0, double x1, double y1)
{
    for (uint32_t y = (uint32_t)y0; y < (uint32_t)y1 && y < picture->height; y++)
        for (uint32_t x = (uint32_t)x0; x < (uint32_t)x1 && x < picture->width; x++) {
            uint8_t *rgb = picture->rgb + 3 * ((size_t)y * picture->width + x);
            fluv_colour_store(fluv_colour_mix(fluv_colour_load(rgb), fluv_paper, 0.86f), rgb);
        }
}

static void paint_ramp(const fluv_legend *legend, fluv_picture *picture, double x0, double y0,
                       double x1, double y1)
{
    for (uint32_t y = (uint32_t)y0; y < (uint32_t)y1; y++) {
        double share = 1 - (y + 0.5 - y0) / (y1 - y0);
        for (uint32_t x = (uint32_t)x0; x < (uint32_t)x1; x++)
            fluv_colour_store(fluv_ramp_at(legend->ramp, (float)share),
                              picture->rgb + 3 * ((size_t)y * picture->width + x));
    }
}

void fluv_legend_draw(int threads, const fluv_legend *legend, float *work, fluv_picture *picture)
{
    double size = fluv_text_size(picture) * 0.9, title = fluv_letters_width(legend->title, size);
    double wide = fmax(title, size * 6) + size * 2.4, tall = size * 17;
    double left = picture->width - wide - size * 1.5, top = picture->height - tall - size * 1.5;
    if (left < size || top < size)
        return;
    paint_panel(picture, left, top, left + wide, top + tall);
    double x = left + size * 1.2, y0 = top + size * 3.6, y1 = top + tall - size * 1.4;
    paint_ramp(legend, picture, x, y0, x + size * 1.6, y1);
    fluv_pen with = {work, picture->width, picture->height, (float)(size * 0.068)};
    clear(picture, work);
    fluv_letters_draw(legend->title, x, top + size * 2.1, size, fluv_pen_stroke, &with);
    for (int i = 0; i < NUMBERS; i++) {
        double share = (double)i / (NUMBERS - 1), y = y1 + (y0 - y1) * share;
        char text[32];
        format_number(value_at(legend, share), text);
        fluv_pen_stroke(&with, x + size * 1.6, y, x + size * 2.0, y);
        fluv_letters_draw(text, x + size * 2.5, y + size * 0.45, size * 0.9, fluv_pen_stroke,
                          &with);
    }
    fluv_opacity_paint(threads, work, fluv_ink, 0.92f, picture);
}
