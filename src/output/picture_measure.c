// SPDX-License-Identifier: MIT
/* One page about a landscape: the land in light and shadow, its figures beside the ranges of real
 * land, and the curves behind them.
 *
 * in   a landscape and its figures     out   a picture
 *
 *     title
 *     +---------+   figure   value   ----[====o===]-----
 *     |  land   |   ...
 *     +---------+
 *     [hypsometry] [slopes] [slope-area] [spectrum]
 *
 * Everything is drawn in strokes of the alphabet's pen, on one layer for each ink. */
#include "output/picture_measure.h"

#include "base/plain.h"
#include "output/letters.h"
#include "output/picture_parts.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define WIDE   1800
#define HIGH   1250
#define MARGIN 40
#define LAND   760 /* pixels of the land's longer side */
#define TOP    90
#define LIST   850 /* where figures begin */
#define LINE   24  /* from one to the next */

static const fluv_colour band = {0.80f, 0.88f, 0.80f}, rail = {0.90f, 0.895f, 0.87f};
static const fluv_colour good = {0.13f, 0.45f, 0.25f}, bad = {0.78f, 0.25f, 0.13f};
static const fluv_colour grey = {0.45f, 0.46f, 0.48f}, line = {0.16f, 0.36f, 0.60f};

typedef struct page {
    fluv_ctx *ctx;
    fluv_picture *picture;
    float *work; /* a value a pixel, 0 between inks */
} page;

static fluv_pen pen_of(const page *p, double radius)
{
    return (fluv_pen){p->work, p->picture->width, p->picture->height, (float)radius};
}

/* Paints what was drawn since. */
static void ink(const page *p, fluv_colour colour)
{
    size_t pixels = (size_t)p->picture->width * p->picture->height;
    fluv_opacity_paint(p->ctx->threads, p->work, colour, 1.0f, p->picture);
    memset(p->work, 0, pixels * sizeof *p->work);
}

static void write_at(const page *p, const char *text, double x, double y, double size)
{
    fluv_pen pen = pen_of(p, 0.065 * size);
    fluv_letters_draw(text, x, y, size, fluv_pen_stroke, &pen);
}

static void write_before(const page *p, const char *text, double x, double y, double size)
{
    write_at(p, text, x - fluv_letters_width(text, size), y, size);
}

static void fill(const page *p, double x, double y, double wide, double high, fluv_colour colour)
{
    uint8_t rgb[3];
    fluv_colour_store(colour, rgb);
    for (uint32_t r = (uint32_t)y; r < (uint32_t)(y + high) && r < p->picture->height; r++)
        for (uint32_t c = (uint32_t)x; c < (uint32_t)(x + wide) && c < p->picture->width; c++)
            memcpy(p->picture->rgb + 3 * ((size_t)r * p->picture->width + c), rgb, 3);
}

/* ---- The land
 * ------------------------------------------------------------------------------------ */

static fluv_status draw_land(const page *p, const fluv_landscape *land)
{
    fluv_picture view = {0};
    fluv_render_options options = {.struct_size = sizeof options, .longest = LAND, .bare = true};
    FLUV_TRY(fluv_picture_draw_as(p->ctx, land, "shade", &options, &view));
    uint32_t left = MARGIN + (LAND - view.width) / 2;
    for (uint32_t r = 0; r < view.height && TOP + r < p->picture->height; r++)
        memcpy(p->picture->rgb + 3 * ((size_t)(TOP + r) * p->picture->width + left),
               view.rgb + 3 * (size_t)r * view.width, 3 * (size_t)view.width);
    fluv_picture_free(&view);
    return FLUV_OK;
}

/* ---- Figures
 * --------------------------------------------------------------------------------------
 */

/* Where a value stands on a rail whose middle half is the range; what lies beyond stays at its end.
 */
static double place_of(const fluv_figure_info *info, double value)
{
    double share = 0.25 + 0.5 * (value - info->low) / (info->high - info->low);
    return fmin(1.0, fmax(0.0, share));
}

static void value_text(const fluv_figure *figure, char text[48])
{
    double size = fabs(figure->value);
    if (!figure->known)
        snprintf(text, 48, "-");
    else
        fluv_plain_print(text, 48,
                         size >= 1000 ? "%.0f"
                         : size >= 10 ? "%.1f"
                                      : "%.3f",
                         figure->value);
}

static void draw_rail(const page *p, const fluv_figure *figure, double y)
{
    const double x = LIST + 420, wide = WIDE - MARGIN - x;
    if (!isfinite(figure->info->high))
        return;
    fill(p, x, y - 11, wide, 10, rail);
    fill(p, x + 0.25 * wide, y - 11, 0.5 * wide, 10, band);
    if (!figure->known) {
        write_at(p, figure->reason, x + 6, y - 1, 10);
        ink(p, grey);
        return;
    }
    char low[24], high[24];
    fluv_plain_print(low, sizeof low, "%.4g", figure->info->low);
    fluv_plain_print(high, sizeof high, "%.4g", figure->info->high);
    write_before(p, low, x + 0.25 * wide - 6, y - 1, 9);
    write_at(p, high, x + 0.75 * wide + 6, y - 1, 9);
    ink(p, grey);
    fluv_pen pen = pen_of(p, 6.5);
    double at = x + 7 + place_of(figure->info, figure->value) * (wide - 14);
    fluv_pen_stroke(&pen, at, y - 6, at, y - 6);
    ink(p, figure->inside ? good : bad);
}

/* Underscores are spaces on paper. */
static void name_text(const fluv_figure_info *info, char text[80])
{
    snprintf(text, 80, "%s%s%s", info->name, *info->unit ? ", " : "", info->unit);
    for (char *c = text; *c; c++)
        *c = *c == '_' ? ' ' : *c;
}

static void draw_figures(const page *p, const fluv_measures *measures)
{
    double y = TOP + 16;
    for (size_t i = 0; i < fluv_figure_count(); i++, y += LINE) {
        const fluv_figure *figure = fluv_measures_at(measures, i);
        char name[80], value[48];
        name_text(figure->info, name);
        value_text(figure, value);
        write_at(p, name, LIST, y, 13);
        ink(p, figure->info->counts ? fluv_ink : grey);
        write_before(p, value, LIST + 390, y, 13);
        ink(p, !figure->known ? grey : figure->inside ? fluv_ink : bad);
        draw_rail(p, figure, y);
    }
}

/* ---- Curves
 * --------------------------------------------------------------------------------------- */

typedef struct graph {
    const char *title, *across;
    const fluv_curve *curve;
    bool bars, powers; /* bars; values across are powers of ten */
} graph;

static void range_of(const double *values, int count, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (int i = 0; i < count; i++) {
        *low = fmin(*low, values[i]);
        *high = fmax(*high, values[i]);
    }
    *high = *high > *low ? *high : *low + 1.0;
}

static void draw_graph(const page *p, const graph *g, double x, double y, double wide, double high)
{
    const fluv_curve *c = g->curve;
    double x0, x1, y0, y1;
    write_at(p, g->title, x, y - 10, 12);
    ink(p, fluv_ink);
    fill(p, x, y, wide, high, rail);
    if (c->count < 2)
        return;
    range_of(c->x, c->count, &x0, &x1);
    char across[96];
    fluv_plain_print(across, sizeof across, "%s, %.3g to %.3g", g->across,
                     g->powers ? pow(10.0, x0) : x0, g->powers ? pow(10.0, x1) : x1);
    write_at(p, across, x, y + high + 18, 10);
    ink(p, grey);
    range_of(c->y, c->count, &y0, &y1);
    y0 = g->bars ? 0.0 : y0;
    fluv_pen pen = pen_of(p, g->bars ? 0.35 * wide / c->count : 1.5);
    double last[2] = {0, 0};
    for (int i = 0; i < c->count; i++) {
        double at[2] = {x + 10 + (wide - 20) * (c->x[i] - x0) / (x1 - x0),
                        y + high - 10 - (high - 20) * (c->y[i] - y0) / (y1 - y0)};
        if (g->bars && c->y[i] > 0.002 * y1)
            fluv_pen_stroke(&pen, at[0], y + high - 8, at[0], at[1]);
        else if (!g->bars && i)
            fluv_pen_stroke(&pen, last[0], last[1], at[0], at[1]);
        last[0] = at[0];
        last[1] = at[1];
    }
    ink(p, line);
}

static void draw_graphs(const page *p, const fluv_measure_curves *curves)
{
    const graph graphs[] = {
        {"hypsometry", "share of the land above", &curves->hypsometry, false, false},
        {"slopes", "degrees", &curves->slopes, true, false},
        {"slope against area", "drainage area, m^2", &curves->slope_area, false, true},
        {"spectrum", "wavelength, m", &curves->spectrum, false, true},
    };
    const double wide = 0.25 * (WIDE - 2.0 * MARGIN) - 22.5, high = 240;
    for (int i = 0; i < 4; i++)
        draw_graph(p, &graphs[i], MARGIN + i * (wide + 30), HIGH - MARGIN - high - 20, wide, high);
}

static fluv_status draw_page(const page *p, const fluv_landscape *land,
                             const fluv_measures *measures, const char *title)
{
    fluv_measure_score score = fluv_measures_score(measures);
    char said[160];
    memset(p->work, 0, (size_t)WIDE * HIGH * sizeof *p->work);
    fill(p, 0, 0, WIDE, HIGH, fluv_paper);
    FLUV_TRY(draw_land(p, land));
    FLUV_TRY(fluv_advance(p->ctx, 0.5));
    write_at(p, title ? title : "", MARGIN, 58, 22);
    ink(p, fluv_ink);
    snprintf(said, sizeof said, "%u of %u as on real land", score.inside, score.counted);
    write_before(p, said, WIDE - MARGIN, 58, 18);
    ink(p, score.inside >= 12 ? good : bad);
    draw_figures(p, measures);
    draw_graphs(p, fluv_measures_curves(measures));
    return FLUV_OK;
}

fluv_status fluv_measures_draw(fluv_ctx *ctx, const fluv_landscape *land,
                               const fluv_measures *measures, const char *title, fluv_picture *out)
{
    assert(land && measures);
    *out = (fluv_picture){.width = WIDE, .height = HIGH};
    page p = {ctx, out, fluv_scratch(ctx, (size_t)WIDE * HIGH, sizeof *p.work)};
    out->rgb = p.work ? fluv_alloc(ctx, (size_t)WIDE * HIGH, 3) : NULL;
    fluv_status status = out->rgb ? draw_page(&p, land, measures, title) : FLUV_NO_MEMORY;
    if (status != FLUV_OK)
        fluv_picture_free(out);
    return status;
}
