// SPDX-License-Identifier: MIT
/* Regions at any place.
 *
 * Far from borders a point has the type of its lattice cell. Near one the four by four cells around
 * it vote, with the shares of a cubic B-spline, so that borders are smooth lines and not steps;
 * before that the point is moved by fine noise, so that they are not too smooth.  O(points). */
#include "landscape/regions.h"

#include "field/noise.h"

#include <math.h>
#include <string.h>

#define BLOCK      256
#define WAVELENGTH 8.0  /* of the coarsest detail, lattice spacings */
#define AMPLITUDE  1.6  /* lattice spacings */
#define REACH      4.0F /* where votes begin, lattice spacings from a border */

void fluv_region_standard_colour(uint32_t type, uint8_t rgb[3])
{
    static const uint8_t colours[][3] = {
        {170, 200, 150}, {176, 158, 146}, {236, 214, 160}, {138, 176, 140},
        {214, 178, 150}, {196, 204, 128}, {186, 172, 200}, {148, 190, 192},
        {222, 190, 190}, {160, 168, 120}, {206, 206, 206}, {196, 148, 120},
    };
    memcpy(rgb, colours[type % (sizeof colours / sizeof *colours)], 3);
}

/* The sixteen cells around a point and their shares. */
typedef struct voters {
    size_t cell[16];
    float share[16];
} voters;

static void shares_along(double offset, double spacing, uint32_t count, uint32_t at[4],
                         float share[4])
{
    double last = (double)count - 1.0, place = offset / spacing - 0.5;
    place = place > last ? last : place > 0.0 ? place : 0.0;
    uint32_t first = (uint32_t)place;
    float t = (float)(place - first), s = 1.0F - t;
    for (uint32_t k = 0; k < 4; k++) {
        uint32_t index = first + k;
        at[k] = index < 1 ? 0 : index > count ? count - 1 : index - 1;
    }
    share[0] = s * s * s / 6.0F;
    share[1] = (4.0F - 3.0F * t * t * (2.0F - t)) / 6.0F;
    share[2] = (4.0F - 3.0F * s * s * (2.0F - s)) / 6.0F;
    share[3] = t * t * t / 6.0F;
}

static voters voters_at(const fluv_lattice *lattice, double x, double y)
{
    uint32_t cols[4], rows[4];
    float across[4], down[4];
    shares_along(x - lattice->west, lattice->spacing, lattice->cols, cols, across);
    shares_along(lattice->north - y, lattice->spacing, lattice->rows, rows, down);
    voters v;
    for (int k = 0; k < 16; k++) {
        v.cell[k] = (size_t)rows[k / 4] * lattice->cols + cols[k % 4];
        v.share[k] = down[k / 4] * across[k % 4];
    }
    return v;
}

/* The type with the most votes; of equals, the lowest. */
static uint8_t winner(const fluv_regions *regions, const voters *v)
{
    uint8_t best = regions->type[v->cell[0]];
    float most = -1.0F;
    int same = 1;
    while (same < 16 && regions->type[v->cell[same]] == best)
        same++;
    if (same == 16)
        return best;
    for (int k = 0; k < 16; k++) {
        uint8_t type = regions->type[v->cell[k]];
        float votes = 0.0F;
        for (int j = 0; j < 16; j++)
            votes += regions->type[v->cell[j]] == type ? v->share[j] : 0.0F;
        if (votes > most || (votes == most && type < best)) {
            most = votes;
            best = type;
        }
    }
    return best;
}

/* Moves the points near borders to where their types are read. */
static void bend(const fluv_regions *regions, double finest, size_t n, double *x, double *y)
{
    float dx[BLOCK], dy[BLOCK];
    double spacing = regions->lattice.spacing;
    fluv_noise noise = {.key = fluv_key_split(regions->key, 0),
                        .wavelength = WAVELENGTH * spacing,
                        .octaves = 10,
                        .gain = 0.6,
                        .lacunarity = 2.0,
                        .finest = finest};
    fluv_noise_points(&noise, x, y, n, dx);
    noise.key = fluv_key_split(regions->key, 1);
    fluv_noise_points(&noise, x, y, n, dy);
    for (size_t i = 0; i < n; i++) {
        x[i] += AMPLITUDE * spacing * (double)dx[i];
        y[i] += AMPLITUDE * spacing * (double)dy[i];
    }
}

/* The places near borders among n <= BLOCK points, bent; returns how many. The others take their
 * cell's type at once. */
static size_t near_borders(const fluv_regions *regions, double finest, const double *x,
                           const double *y, size_t n, uint32_t *which, double *bent_x,
                           double *bent_y, uint8_t *type)
{
    float reach = REACH * (float)regions->lattice.spacing;
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        size_t cell = fluv_lattice_cell(&regions->lattice, x[i], y[i]);
        type[i] = regions->type[cell];
        if (regions->border[cell] >= reach)
            continue;
        which[count] = (uint32_t)i;
        bent_x[count] = x[i];
        bent_y[count++] = y[i];
    }
    if (count)
        bend(regions, finest, count, bent_x, bent_y);
    return count;
}

void fluv_regions_points(const fluv_regions *regions, double finest, const double *x,
                         const double *y, size_t n, uint8_t *out)
{
    uint32_t which[BLOCK];
    double bent_x[BLOCK], bent_y[BLOCK];
    for (size_t from = 0; from < n; from += BLOCK) {
        size_t count = n - from < BLOCK ? n - from : BLOCK;
        size_t near = near_borders(regions, finest, x + from, y + from, count, which, bent_x,
                                   bent_y, out + from);
        for (size_t i = 0; i < near; i++) {
            voters v = voters_at(&regions->lattice, bent_x[i], bent_y[i]);
            out[from + which[i]] = winner(regions, &v);
        }
    }
}

/* Cells of other types count as beyond the border. */
static fluv_region_blend blend_at(const fluv_regions *regions, double x, double y)
{
    voters v = voters_at(&regions->lattice, x, y);
    fluv_region_blend blend = {.type = winner(regions, &v)};
    size_t cell = fluv_lattice_cell(&regions->lattice, x, y);
    bool same = regions->type[cell] == blend.type;
    blend.other = same ? regions->other[cell] : regions->type[cell];
    float border = 0.0F;
    for (int k = 0; k < 16; k++) {
        float far = regions->border[v.cell[k]];
        border += v.share[k] * (regions->type[v.cell[k]] == blend.type ? far : -far);
    }
    blend.border = border > 0.0F ? border : 0.0F;
    return blend;
}

void fluv_regions_blends(const fluv_regions *regions, double finest, const double *x,
                         const double *y, size_t n, fluv_region_blend *out)
{
    uint32_t which[BLOCK];
    double bent_x[BLOCK], bent_y[BLOCK];
    uint8_t type[BLOCK];
    for (size_t from = 0; from < n; from += BLOCK) {
        size_t count = n - from < BLOCK ? n - from : BLOCK;
        size_t near =
            near_borders(regions, finest, x + from, y + from, count, which, bent_x, bent_y, type);
        for (size_t i = 0, k = 0; i < count; i++) {
            bool bent = k < near && which[k] == i;
            out[from + i] =
                blend_at(regions, bent ? bent_x[k] : x[from + i], bent ? bent_y[k] : y[from + i]);
            k += bent;
        }
    }
}

/* Places an array at the end of what the block holds so far, on a boundary of 64 bytes. */
static void *place(const void *from, size_t bytes, unsigned char *block, size_t *end)
{
    void *at = block ? block + *end : NULL;
    if (at && bytes)
        memcpy(at, from, bytes);
    *end += (bytes + 63) / 64 * 64;
    return at;
}

/* With no block, only the bytes it needs are counted. */
static size_t place_all(const fluv_regions *regions, unsigned char *block)
{
    fluv_regions own = *regions;
    size_t cells = fluv_lattice_count(&regions->lattice), end = 0;
    fluv_regions *head = place(regions, sizeof *regions, block, &end);
    own.types = place(regions->types, regions->type_count * sizeof *own.types, block, &end);
    own.type = place(regions->type, cells, block, &end);
    own.other = place(regions->other, cells, block, &end);
    own.border = place(regions->border, cells * sizeof *own.border, block, &end);
    if (head)
        *head = own;
    return end;
}

fluv_shared *fluv_regions_seal(fluv_ctx *ctx, const fluv_regions *regions)
{
    fluv_shared *shared = fluv_shared_new(ctx, place_all(regions, NULL), 1);
    if (shared)
        place_all(regions, shared->data);
    return shared;
}
