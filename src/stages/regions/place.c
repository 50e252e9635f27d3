// SPDX-License-Identifier: MIT
/* Regions on the lattice: image, random regions, markers.
 *
 * in   markers, random regions        out   the type of every cell
 *
 * A cell is in a marker's region when its distance from the middle, measured along and across the
 * region's direction, is below the range as fractal noise changes it. Regions are painted from the
 * last to the first, so that the first wins. The noise belongs to places, not to markers: one that
 * is moved or added leaves the borders of the others alone.
 * O(lattice cells in reach of the regions).
 *
 * Based on: Thesis and report on rivers first: Regions. 2021, 2022 */
#include "stages/regions/parts.h"

#include "field/noise.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define BLOCK    256
#define DEGREE   0.017453292519943295
#define STRENGTH 2.0 /* the sum of octaves seldom reaches half of its bound */

/* ---- Painting ---- */

/* Distance from the middle as the region measures it. */
static double measured(const fluv_patch *p, double x, double y)
{
    assert(p->stretch > 0.0);
    double dx = x - p->x, dy = y - p->y, root = sqrt(p->stretch);
    double along = (dx * p->cosine + dy * p->sine) / root;
    double aside = (dy * p->cosine - dx * p->sine) * root;
    return sqrt(along * along + aside * aside);
}

/* Whether any cell is in the region. */
static bool paint_row(const fluv_patch *p, const fluv_lattice *lattice, uint32_t row, uint32_t from,
                      uint32_t to, uint8_t *type)
{
    bool any = false;
    double x[BLOCK], y[BLOCK];
    assert(row < lattice->rows && from <= to && to <= lattice->cols && p->wavelength > 0.0);
    uint32_t cols[BLOCK];
    float value[BLOCK];
    double swing = STRENGTH * p->noise * p->range;
    fluv_noise noise = {.key = p->key,
                        .wavelength = p->wavelength,
                        .octaves = 8,
                        .gain = 0.55,
                        .lacunarity = 2.0,
                        .finest = lattice->spacing};
    for (uint32_t col = from; col < to;) {
        size_t n = 0;
        for (; col < to && n < BLOCK; col++) {
            x[n] = fluv_lattice_x(lattice, col);
            y[n] = fluv_lattice_y(lattice, row);
            double over = measured(p, x[n], y[n]) - p->range;
            if (over < -swing)
                type[col] = p->type;
            else if (over < swing)
                cols[n++] = col;
            any |= over < -swing;
        }
        fluv_noise_points(&noise, x, y, n, value);
        for (size_t i = 0; i < n; i++)
            if (measured(p, x[i], y[i]) < p->range + swing * (double)value[i]) {
                type[cols[i]] = p->type;
                any = true;
            }
    }
    return any;
}

static bool paint(fluv_ctx *ctx, const fluv_patch *p, const fluv_lattice *lattice, uint8_t *type)
{
    double reach =
        p->range * (1.0 + STRENGTH * p->noise) * sqrt(fmax(p->stretch, 1.0 / p->stretch));
    double spacing = lattice->spacing;
    if (p->x + reach < lattice->west || p->y - reach > lattice->north ||
        p->x - reach > lattice->west + spacing * lattice->cols ||
        p->y + reach < lattice->north - spacing * lattice->rows)
        return false;
    fluv_lattice_box box = fluv_lattice_around(lattice, p->x, p->y, reach);
    bool any = false;
#pragma omp parallel for num_threads(ctx->threads) schedule(dynamic, 8) reduction(|| : any)
    for (uint32_t row = box.top; row <= box.bottom; row++)
        any = paint_row(p, lattice, row, box.left, box.right + 1,
                        type + (size_t)row * lattice->cols) ||
              any;
    return any;
}

static fluv_status paint_all(fluv_ctx *ctx, const fluv_regions_job *job, const fluv_patch *patches,
                             size_t count, uint8_t *type)
{
    for (size_t i = count; i-- > 0;) {
        FLUV_TRY(fluv_advance(ctx, 0.1 + 0.3 * (double)(count - i) / (double)count));
        const fluv_patch *p = &patches[i];
        assert(p->type < job->type_count);
        if (!paint(ctx, p, &job->lattice, type) && p->marker)
            fluv_note_add(job->landscape, "regions",
                          "marker %zu, %s at %.6g m, %.6g m, has no place in the frame", i + 1,
                          job->types[p->type].name, p->x, p->y);
    }
    return FLUV_OK;
}

/* ---- Markers ---- */

fluv_patch fluv_regions_patch(const fluv_regions_marker *marker, uint8_t type, fluv_key key)
{
    assert(type < FLUV_REGION_TYPES && marker->range >= 0.0);
    return (fluv_patch){.type = type,
                        .x = marker->x,
                        .y = marker->y,
                        .range = marker->range,
                        .noise = marker->noise,
                        .wavelength = marker->wavelength > 0.0 ? marker->wavelength
                                                               : fmax(marker->range, 1e-3),
                        .stretch = marker->stretch,
                        .cosine = cos(DEGREE * marker->direction),
                        .sine = sin(DEGREE * marker->direction),
                        .key = key};
}

static fluv_status place_markers(fluv_ctx *ctx, const fluv_regions_job *job, uint8_t *type)
{
    size_t count = job->params->markers.count;
    fluv_patch *patches = fluv_scratch(ctx, count, sizeof *patches);
    if (!patches)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        const fluv_regions_marker *marker = &job->params->markers.rows[i];
        fluv_key key = fluv_key_make(job->landscape->seed, "regions", marker->type);
        uint8_t of;
        FLUV_TRY(fluv_regions_find(ctx, job, marker->type, "markers", &of));
        patches[i] = fluv_regions_patch(marker, of, fluv_key_split(key, FLUV_NONE));
        patches[i].marker = true;
    }
    return paint_all(ctx, job, patches, count, type);
}

fluv_status fluv_regions_place(fluv_ctx *ctx, const fluv_regions_job *job, uint8_t *type)
{
    memset(type, FLUV_FLATLAND, fluv_lattice_count(&job->lattice));
    if (*job->params->image_file)
        FLUV_TRY(fluv_regions_image(ctx, job, type));
    fluv_patch *random;
    size_t count;
    FLUV_TRY(fluv_regions_scatter(ctx, job, &random, &count));
    FLUV_TRY(paint_all(ctx, job, random, count, type));
    return place_markers(ctx, job, type);
}
