// SPDX-License-Identifier: MIT
/* Rivers as a map maker draws them.
 *
 * in   the rivers layer, or what is planned of it     out   scene->river, scene->dry_river: opacity
 * of water at each pixel
 *
 * A line's width grows with the logarithm of its discharge, and with its true width once that is
 * wider on the picture. When there are more rivers than a map can bear, the smaller ones fade:
 * rivers are taken from the greatest down until their length reaches one line every so many pixels.
 * Heads taper. Lines are smooth curves (Catmull-Rom) where points are far apart.
 * Rows are drawn in bands, a band by one thread; strokes keep the maximum, so order is free.
 * O(r log r + points + pixels under rivers). */
#include "output/picture_layout.h"

#include <math.h>
#include <stdlib.h>

#define PIECE            2.5   /* pixels of a straight piece */
#define MOST_PIECES      64    /* between two given points */
#define BAND             48    /* rows */
#define SPACING_FULL     34.0  /* pixels between rivers until which all are drawn fully */
#define SPACING_NONE     14.0  /* and beyond which none are added */
#define THINNEST         0.95  /* pixels of a picture 1600 wide */
#define HEAD             14.0f /* pixels over which a head tapers */
#define DASH             11.0f /* pixels of a dash and its gap */
#define DISCHARGE_A_AREA 1e-8  /* m/s: 0.3 m of runoff a year, where discharge is not known */

typedef struct reach_share {
    double discharge, length; /* m3/s, pixels */
    size_t reach;
} reach_share;

typedef struct river_sheet {
    const fluv_rivers *rivers;
    double unit;       /* pixels a pixel of a picture 1600 wide */
    double greatest;   /* discharges: the greatest, */
    double full, none; /* drawn fully above, not at all below */
    double widest;     /* pixels */
    size_t *first;     /* count + 1: where each reach's drawn points begin */
    fluv_stroke_end *points;
    float *along;        /* pixels from the reach's upper end */
    float *top, *bottom; /* rows each reach touches */
} river_sheet;

static double discharge_of(const fluv_reach *reach)
{
    double discharge = reach->discharge > 0 ? reach->discharge : reach->upland * DISCHARGE_A_AREA;
    return discharge > 1e-9 && isfinite(discharge) ? discharge : 1e-9;
}

static fluv_stroke_end on_picture(const fluv_scene *scene, const fluv_river_point *point)
{
    double at[2];
    fluv_scene_at(scene, point->x, point->y, at);
    return (fluv_stroke_end){.x = (float)at[0], .y = (float)at[1]};
}

/* Straight pieces between a point and the next. */
static size_t pieces_after(const fluv_scene *scene, const fluv_river_point *point)
{
    fluv_stroke_end a = on_picture(scene, point), b = on_picture(scene, point + 1);
    double length = hypot(b.x - a.x, b.y - a.y);
    return length < PIECE * MOST_PIECES ? (size_t)(length / PIECE) + 1 : MOST_PIECES;
}

static int by_discharge(const void *a, const void *b)
{
    const reach_share *left = a, *right = b;
    if (left->discharge != right->discharge)
        return left->discharge > right->discharge ? -1 : 1;
    return left->reach < right->reach ? -1 : left->reach > right->reach;
}

/* From the greatest reach down: at which discharges the two lengths of line are used up. */
static void find_fading(const fluv_scene *scene, river_sheet *sheet, reach_share *shares)
{
    size_t count = sheet->rivers->count;
    double pixels = 0, used = 0;
    for (size_t i = 0; i < scene->pixels; i++)
        pixels += scene->valid[i] * (1 - scene->sea[i]);
    for (size_t i = 0; i < count; i++) {
        const fluv_reach *reach = &sheet->rivers->reaches[i];
        shares[i] = (reach_share){discharge_of(reach), reach->length / scene->metres, i};
    }
    qsort(shares, count, sizeof *shares, by_discharge);
    sheet->greatest = count ? shares[0].discharge : 1;
    sheet->full = sheet->none = 0;
    for (size_t i = 0; i < count; i++) {
        used += shares[i].length > 0 ? shares[i].length : 0;
        if (sheet->full <= 0 && used * SPACING_FULL * sheet->unit > pixels)
            sheet->full = shares[i].discharge;
        if (sheet->none <= 0 && used * SPACING_NONE * sheet->unit > pixels)
            sheet->none = shares[i].discharge;
    }
    double least = count ? shares[count - 1].discharge : 1;
    sheet->full = sheet->full > 0 ? sheet->full : least;
    sheet->none = fmin(sheet->none > 0 ? sheet->none : least / 8, sheet->full / 1.5);
    sheet->widest = fmin(fmax(2.4 + 0.9 * log10(sheet->greatest), 2.2), 5.5) * sheet->unit;
}

/* Width and opacity of a line that carries `discharge` and is truly `width` pixels wide. */
static void dress(const river_sheet *sheet, double discharge, double width, fluv_stroke_end *end)
{
    double smallest = fmax(sheet->none, sheet->greatest * 1e-5);
    double rank = log(fmax(discharge / smallest, 1)) / log(fmax(sheet->greatest / smallest, 1.01));
    double thinnest = THINNEST * sheet->unit;
    double drawn = thinnest + (sheet->widest - thinnest) * pow(fmin(rank, 1), 1.9);
    end->radius = (float)(0.5 * (width > drawn ? fmin(width, 1e4) : drawn));
    float shown = fluv_smoothstep((float)log(sheet->none), (float)log(sheet->full),
                                  (float)log(fmax(discharge, 1e-12)));
    end->opacity = shown * (float)(0.62 + 0.38 * fmin(rank * 1.6, 1));
}

static void dress_point(const fluv_scene *scene, const river_sheet *sheet, const fluv_reach *reach,
                        uint32_t index, fluv_stroke_end *end)
{
    const fluv_river_point *points = sheet->rivers->points + reach->first_point;
    double last = points[reach->point_count - 1].width, here = points[index].width;
    double ratio =
        here > 0 && last > here ? here / last : 1; /* width goes as the root of discharge */
    double width = here > 0 ? here / scene->metres : 0;
    dress(sheet, discharge_of(reach) * ratio * ratio, width, end);
}

static float curve(float a, float b, float c, float d, float t)
{
    return b + 0.5f * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
}

/* The pieces of one reach between given point i and the next. */
static size_t lay_pieces(const fluv_scene *scene, const river_sheet *sheet, const fluv_reach *reach,
                         uint32_t i, size_t at)
{
    const fluv_river_point *point = sheet->rivers->points + reach->first_point + i;
    size_t pieces = pieces_after(scene, point);
    fluv_stroke_end b = on_picture(scene, point), c = on_picture(scene, point + 1);
    fluv_stroke_end a = i > 0 ? on_picture(scene, point - 1) : b;
    fluv_stroke_end d = i + 2 < reach->point_count ? on_picture(scene, point + 2) : c;
    dress_point(scene, sheet, reach, i, &b);
    dress_point(scene, sheet, reach, i + 1, &c);
    for (size_t k = 0; k < pieces; k++) {
        float t = (float)(k + 1) / (float)pieces;
        sheet->points[at + k] =
            (fluv_stroke_end){.x = curve(a.x, b.x, c.x, d.x, t),
                              .y = curve(a.y, b.y, c.y, d.y, t),
                              .radius = b.radius + (c.radius - b.radius) * t,
                              .opacity = b.opacity + (c.opacity - b.opacity) * t};
    }
    return at + pieces;
}

/* A head starts thin and pale. */
static void taper_head(const river_sheet *sheet, size_t reach)
{
    for (size_t k = sheet->first[reach]; k < sheet->first[reach + 1]; k++) {
        float grown = fluv_clamp01(sheet->along[k] / (HEAD * (float)sheet->unit));
        sheet->points[k].opacity *= 0.25f + 0.75f * grown;
    }
}

static void lay_reach(const fluv_scene *scene, const river_sheet *sheet, size_t index, bool head)
{
    const fluv_reach *reach = &sheet->rivers->reaches[index];
    size_t at = sheet->first[index];
    if (at == sheet->first[index + 1])
        return;
    sheet->points[at] = on_picture(scene, sheet->rivers->points + reach->first_point);
    dress_point(scene, sheet, reach, 0, &sheet->points[at]);
    size_t next = at + 1;
    for (uint32_t i = 0; i + 1 < reach->point_count; i++)
        next = lay_pieces(scene, sheet, reach, i, next);
    sheet->along[at] = 0;
    for (size_t k = at + 1; k < next; k++)
        sheet->along[k] = sheet->along[k - 1] + hypotf(sheet->points[k].x - sheet->points[k - 1].x,
                                                       sheet->points[k].y - sheet->points[k - 1].y);
    if (head)
        taper_head(sheet, index);
}

/* Rows a reach's strokes touch. */
static void measure_reach(const river_sheet *sheet, size_t index)
{
    float top = INFINITY, bottom = -INFINITY;
    for (size_t k = sheet->first[index]; k < sheet->first[index + 1]; k++) {
        const fluv_stroke_end *point = &sheet->points[k];
        top = fminf(top, point->y - point->radius - 2);
        bottom = fmaxf(bottom, point->y + point->radius + 2);
    }
    sheet->top[index] = top;
    sheet->bottom[index] = bottom;
}

static void draw_band(const fluv_scene *scene, const river_sheet *sheet, uint32_t from, uint32_t to)
{
    for (size_t i = 0; i < sheet->rivers->count; i++) {
        if (!(sheet->top[i] < (float)to && sheet->bottom[i] > (float)from))
            continue;
        bool dry = sheet->rivers->reaches[i].kind == FLUV_DRY;
        float *opacity = dry ? scene->dry_river : scene->river;
        float dash = DASH * (float)sheet->unit;
        for (size_t k = sheet->first[i]; k + 1 < sheet->first[i + 1]; k++) {
            if (dry && fmodf(sheet->along[k], dash) > 0.58f * dash)
                continue;
            if (sheet->points[k].opacity > 0.01f || sheet->points[k + 1].opacity > 0.01f)
                fluv_stroke_draw(opacity, scene->width, from, to, sheet->points[k],
                                 sheet->points[k + 1]);
        }
    }
}

/* Reaches that another reach or a lake flows into are no heads. Ids may be any numbers: reaches
 * stand upstream before downstream and share the point where they meet. */
static void mark_heads(const fluv_scene *scene, const river_sheet *sheet, float *met, bool *head)
{
    const fluv_rivers *rivers = sheet->rivers;
    for (size_t i = 0; i < rivers->count; i++) {
        const fluv_reach *reach = &rivers->reaches[i];
        head[i] = false;
        if (reach->point_count < 2)
            continue;
        for (int side = 0; side < 2; side++) {
            const fluv_river_point *point =
                rivers->points + reach->first_point + (side ? reach->point_count - 1 : 0);
            fluv_stroke_end at = on_picture(scene, point);
            if (!(at.x >= 0 && at.y >= 0 && at.x < (float)scene->width &&
                  at.y < (float)scene->height))
                continue;
            size_t pixel = (size_t)at.y * scene->width + (size_t)at.x;
            if (side)
                met[pixel] = 1;
            else
                head[i] = met[pixel] <= 0 && reach->from_lake == 0;
        }
    }
}

static fluv_status lay_points(fluv_ctx *ctx, const fluv_scene *scene, river_sheet *sheet,
                              const bool *head)
{
    const fluv_rivers *rivers = sheet->rivers;
    size_t count = 0;
    for (size_t i = 0; i < rivers->count; i++) {
        const fluv_reach *reach = &rivers->reaches[i];
        sheet->first[i] = count;
        if (reach->point_count < 2 || discharge_of(reach) < sheet->none)
            continue;
        count++;
        for (uint32_t k = 0; k + 1 < reach->point_count; k++)
            count += pieces_after(scene, rivers->points + reach->first_point + k);
    }
    sheet->first[rivers->count] = count;
    sheet->points = fluv_scratch(ctx, count, sizeof *sheet->points);
    sheet->along = fluv_scratch(ctx, count, sizeof *sheet->along);
    if (!sheet->points || !sheet->along)
        return FLUV_NO_MEMORY;
#pragma omp parallel for schedule(dynamic, 64) num_threads(ctx->threads)
    for (size_t i = 0; i < rivers->count; i++) {
        lay_reach(scene, sheet, i, head[i]);
        measure_reach(sheet, i);
    }
    return FLUV_OK;
}

fluv_status fluv_rivers_paint(fluv_ctx *ctx, fluv_scene *scene)
{
    const fluv_rivers *rivers = fluv_rivers_of(scene->land);
    fluv_rivers planned;
    if (!rivers) {
        FLUV_TRY(fluv_layout_lines(ctx, scene->land, &planned));
        rivers = &planned;
    }
    if (!rivers->count)
        return FLUV_OK;
    uint32_t longer = scene->width > scene->height ? scene->width : scene->height;
    river_sheet sheet = {.rivers = rivers, .unit = fmin(fmax(longer / 1600.0, 0.8), 1.5)};
    reach_share *shares = fluv_scratch(ctx, rivers->count, sizeof *shares);
    bool *head = fluv_scratch(ctx, rivers->count, sizeof *head);
    sheet.first = fluv_scratch(ctx, rivers->count + 1, sizeof *sheet.first);
    sheet.top = fluv_scratch(ctx, rivers->count, sizeof *sheet.top);
    sheet.bottom = fluv_scratch(ctx, rivers->count, sizeof *sheet.bottom);
    if (!shares || !head || !sheet.first || !sheet.top || !sheet.bottom)
        return FLUV_NO_MEMORY;
    find_fading(scene, &sheet, shares);
    mark_heads(scene, &sheet, scene->river, head);
    for (size_t i = 0; i < scene->pixels; i++)
        scene->river[i] = 0;
    FLUV_TRY(lay_points(ctx, scene, &sheet, head));
#pragma omp parallel for schedule(dynamic) num_threads(ctx->threads)
    for (uint32_t from = 0; from < scene->height; from += BAND)
        draw_band(scene, &sheet, from, scene->height - from < BAND ? scene->height : from + BAND);
    fluv_scratch_drop(ctx, sheet.points);
    fluv_scratch_drop(ctx, sheet.along);
    return FLUV_OK;
}
