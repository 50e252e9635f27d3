// SPDX-License-Identifier: MIT
/* Regions on the lattice: image, random regions, markers.
 *
 * in   markers, numbers of random regions        out   the type of every cell
 *
 * A cell is in a marker's region when its distance from the middle, measured along and across the
 * region's direction, is below the range as fractal noise changes it. Regions are painted from the
 * last to the first, so that the first wins.
 *
 * Random regions keep apart and off the coast: of some random places on land the one with the
 * most room is taken.
 * O(lattice cells in reach of the regions).
 *
 * Based on: Thesis and report on rivers first: Regions. 2021, 2022
 *           Mitchell. Spectrally optimal sampling for distribution ray tracing. 1991 */
#include "stages/regions/parts.h"

#include "field/noise.h"
#include "landscape/shore.h"

#include <math.h>
#include <string.h>

#define BLOCK    256
#define TRIES    24
#define DEGREE   0.017453292519943295
#define STRENGTH 2.0 /* the sum of octaves seldom reaches half of its bound */

/* A region about to be painted. */
typedef struct patch {
    uint8_t type;
    bool marker;        /* a place of the user's */
    double x, y, range; /* m */
    double noise;       /* share of the range */
    double wavelength;  /* m */
    double stretch;
    double cosine, sine; /* of its direction */
    fluv_key key;
} patch;

/* ---- Painting ---- */

/* Distance from the middle as the region measures it. */
static double measured(const patch *p, double x, double y)
{
    double dx = x - p->x, dy = y - p->y, root = sqrt(p->stretch);
    double along = (dx * p->cosine + dy * p->sine) / root;
    double aside = (dy * p->cosine - dx * p->sine) * root;
    return sqrt(along * along + aside * aside);
}

/* Whether any cell is in the region. */
static bool paint_row(const patch *p, const fluv_lattice *lattice, uint32_t row, uint32_t from,
                      uint32_t to, uint8_t *type)
{
    bool any = false;
    double x[BLOCK], y[BLOCK];
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

static bool paint(fluv_ctx *ctx, const patch *p, const fluv_lattice *lattice, uint8_t *type)
{
    double reach =
        p->range * (1.0 + STRENGTH * p->noise) * sqrt(fmax(p->stretch, 1.0 / p->stretch));
    double spacing = lattice->spacing;
    if (p->x + reach < lattice->west || p->y - reach > lattice->north ||
        p->x - reach > lattice->west + spacing * lattice->cols ||
        p->y + reach < lattice->north - spacing * lattice->rows)
        return false;
    uint32_t from = fluv_lattice_index(p->x - reach - lattice->west, spacing, lattice->cols);
    uint32_t to = fluv_lattice_index(p->x + reach - lattice->west, spacing, lattice->cols) + 1;
    uint32_t top = fluv_lattice_index(lattice->north - p->y - reach, spacing, lattice->rows);
    uint32_t end = fluv_lattice_index(lattice->north - p->y + reach, spacing, lattice->rows) + 1;
    bool any = false;
#pragma omp parallel for num_threads(ctx->threads) schedule(dynamic, 8) reduction(|| : any)
    for (uint32_t row = top; row < end; row++)
        any = paint_row(p, lattice, row, from, to, type + (size_t)row * lattice->cols) || any;
    return any;
}

static fluv_status paint_all(fluv_ctx *ctx, const fluv_regions_job *job, const patch *patches,
                             size_t count, uint8_t *type)
{
    for (size_t i = count; i-- > 0;) {
        FLUV_TRY(fluv_advance(ctx, 0.1 + 0.3 * (double)(count - i) / (double)count));
        const patch *p = &patches[i];
        if (!paint(ctx, p, &job->lattice, type) && p->marker)
            fluv_note_add(job->landscape, "regions",
                          "marker %zu, %s at %.6g m, %.6g m, has no place in the frame", i + 1,
                          job->types[p->type].name, p->x, p->y);
    }
    return FLUV_OK;
}

/* ---- Markers ---- */

static patch patch_of(const fluv_regions_marker *marker, uint8_t type, fluv_key key)
{
    return (patch){.type = type,
                   .x = marker->x,
                   .y = marker->y,
                   .range = marker->range,
                   .noise = marker->noise,
                   .wavelength =
                       marker->wavelength > 0.0 ? marker->wavelength : fmax(marker->range, 1e-3),
                   .stretch = marker->stretch,
                   .cosine = cos(DEGREE * marker->direction),
                   .sine = sin(DEGREE * marker->direction),
                   .key = key};
}

static fluv_status place_markers(fluv_ctx *ctx, const fluv_regions_job *job, uint8_t *type)
{
    size_t count = job->params->markers.count;
    patch *patches = fluv_scratch(ctx, count, sizeof *patches);
    if (!patches)
        return FLUV_NO_MEMORY;
    fluv_key key = fluv_key_make(job->landscape->seed, "regions", "markers");
    for (size_t i = 0; i < count; i++) {
        const fluv_regions_marker *marker = &job->params->markers.rows[i];
        uint8_t of;
        FLUV_TRY(fluv_regions_find(ctx, job, marker->type, "markers", &of));
        patches[i] = patch_of(marker, of, fluv_key_split(key, i));
        patches[i].marker = true;
    }
    return paint_all(ctx, job, patches, count, type);
}

/* ---- Random regions ---- */

typedef struct scatter {
    const fluv_regions_job *job;
    patch *patches;
    size_t count;
} scatter;

/* Distance to the coast, m; negative in the ocean, as far as can be without a shore. */
static double inland_at(const fluv_regions_job *job, double x, double y)
{
    const fluv_shore *shore = fluv_shore_of(job->landscape);
    const uint8_t *cover = fluv_cover_of(job->landscape);
    const fluv_frame *frame = &job->landscape->frame;
    if (shore) {
        float distance;
        fluv_shore_points(shore, shore->lattice.spacing, &x, &y, 1, &distance);
        return (double)distance;
    }
    uint32_t col = fluv_lattice_index(x - frame->west, frame->cell, frame->cols);
    uint32_t row = fluv_lattice_index(frame->north - y, frame->cell, frame->rows);
    bool ocean = cover && cover[(size_t)row * frame->cols + col] == FLUV_OCEAN;
    return ocean ? -1.0 : job->longer;
}

/* How far a region is from the nearest other one and from the coast, in longer sides; it may reach
 * half over the coast, and far is as good as farther. -INFINITY in the ocean. */
static double room_for(const scatter *s, const patch *p)
{
    double inland = inland_at(s->job, p->x, p->y);
    double room = fmin(0.5 * s->job->longer, inland - 0.5 * p->range);
    for (size_t i = 0; i < s->count; i++) {
        const patch *other = &s->patches[i];
        room = fmin(room, hypot(p->x - other->x, p->y - other->y) - p->range - other->range);
    }
    return inland > 0.0 ? room : -INFINITY;
}

static patch random_patch(const fluv_regions_job *job, const fluv_regions_count *row, uint8_t type,
                          fluv_key key)
{
    double least = row->smallest > 0.0 ? row->smallest : job->longer / 14.0;
    double most = row->largest > 0.0 ? row->largest : job->longer / 7.0;
    fluv_regions_marker marker = {.range = fluv_random_between(key, 0, least, fmax(least, most)),
                                  .noise = fluv_random_between(key, 1, 0.3, 0.5),
                                  .stretch = fluv_random_between(key, 2, 1.0, 3.5),
                                  .direction = fluv_random_between(key, 3, 0.0, 180.0)};
    return patch_of(&marker, type, key);
}

/* The place with the most room; false where no land was found. */
static bool settle(const scatter *s, fluv_key key, patch *p)
{
    const fluv_frame *frame = &s->job->landscape->frame;
    double best = -INFINITY, x = 0.0, y = 0.0;
    for (uint64_t try = 0; try < TRIES; try++) {
        p->x = frame->west + frame->cell * frame->cols * fluv_random(key, 100 + 2 * try);
        p->y = frame->north - frame->cell * frame->rows * fluv_random(key, 101 + 2 * try);
        double room = room_for(s, p);
        if (room > best) {
            best = room;
            x = p->x;
            y = p->y;
        }
    }
    p->x = x;
    p->y = y;
    return isfinite(best);
}

static fluv_status place_random(fluv_ctx *ctx, const fluv_regions_job *job, uint8_t *type)
{
    size_t wanted = 0;
    for (size_t i = 0; i < job->params->random.count; i++)
        wanted += (size_t)job->params->random.rows[i].count;
    scatter s = {.job = job, .patches = fluv_scratch(ctx, wanted, sizeof *s.patches)};
    if (!s.patches)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < job->params->random.count; i++) {
        const fluv_regions_count *row = &job->params->random.rows[i];
        uint8_t of;
        FLUV_TRY(fluv_regions_find(ctx, job, row->type, "random", &of));
        fluv_key key = fluv_key_make(job->landscape->seed, "regions", row->type);
        for (int64_t k = 0; k < row->count; k++) {
            FLUV_TRY(fluv_advance(ctx, 0.05));
            fluv_key own = fluv_key_split(key, (uint64_t)k);
            patch p = random_patch(job, row, of, own);
            if (settle(&s, own, &p))
                s.patches[s.count++] = p;
        }
    }
    return paint_all(ctx, job, s.patches, s.count, type);
}

fluv_status fluv_regions_place(fluv_ctx *ctx, const fluv_regions_job *job, uint8_t *type)
{
    memset(type, FLUV_FLATLAND, fluv_lattice_count(&job->lattice));
    if (*job->params->image_file)
        FLUV_TRY(fluv_regions_image(ctx, job, type));
    FLUV_TRY(place_random(ctx, job, type));
    return place_markers(ctx, job, type);
}
