// SPDX-License-Identifier: MIT
/* Random sites that belong to places.
 *
 * in   how many on an area        out   sites, each land or ocean as the land is there
 *
 * The frame is cut into squares whose side is in metres. Each holds a row of sites with places and
 * ranks of their own; those are there whose rank is below the number that a square should hold. So
 * a site answers to its own square alone, and more sites leave the others where they are.
 * Near a coast that was drawn finely sites lie as densely as it may move.  O(squares + sites). */
#include "stages/coast/parts.h"

#include <assert.h>
#include <math.h>

#define SQUARES 256 /* along the longer side */
#define FINEST  3.0 /* lattice spacings between sites, at least, however finely a coast is drawn */

static size_t cell_of(const fluv_coast_job *job, double x, double y)
{
    assert(x >= 0.0 && x < job->lattice.cols && y >= 0.0 && y < job->lattice.rows);
    return (size_t)y * job->lattice.cols + (size_t)x;
}

/* Sites a square metre. */
static double density_at(const fluv_coast_job *job, double density, size_t cell)
{
    const fluv_coast_keep *keep = job->keep;
    if (!keep || isinf(keep->stray[cell]))
        return density;
    double side = fmax((double)keep->stray[cell], FINEST * job->lattice.spacing);
    return (double)keep->far[cell] < 2.0 * side ? fmax(density, 1.0 / (side * side)) : density;
}

static bool is_near(const fluv_coast_scatter *s, size_t cell)
{
    return !s->distance || fabsf(s->distance[cell]) < (float)s->reach;
}

/* The sites of a square, whose corner is given in lattice cells, as `side` is. */
static fluv_status fill_square(fluv_ctx *ctx, const fluv_coast_job *job,
                               const fluv_coast_scatter *s, const uint8_t *land, double side,
                               double x0, double y0, fluv_key key, fluv_list *sites)
{
    assert(side > 0.0);
    double area = side * side * job->lattice.spacing * job->lattice.spacing;
    double finest = FINEST * job->lattice.spacing;
    double most = area * (job->keep ? fmax(s->density, 1.0 / (finest * finest)) : s->density);
    for (uint64_t k = 0; (double)k < most; k++) {
        double x = x0 + side * fluv_random(key, 3 * k), y = y0 + side * fluv_random(key, 3 * k + 1);
        double rank = (double)k + fluv_random(key, 3 * k + 2);
        /* As it is kept: rounding may bring it to the lattice's end. */
        if (rank >= most || (float)x >= (float)job->lattice.cols ||
            (float)y >= (float)job->lattice.rows)
            continue;
        size_t cell = cell_of(job, x, y);
        if (rank >= area * density_at(job, s->density, cell) || !is_near(s, cell))
            continue;
        fluv_site *site = fluv_list_append(ctx, sites, 1, sizeof *site);
        if (!site)
            return FLUV_NO_MEMORY;
        *site = (fluv_site){.x = (float)x, .y = (float)y, .mark = land[cell]};
    }
    return FLUV_OK;
}

fluv_status fluv_coast_scatter_sites(fluv_ctx *ctx, const fluv_coast_job *job,
                                     const fluv_coast_scatter *s, const uint8_t *land,
                                     fluv_list *sites)
{
    double side = job->longer / SQUARES / job->lattice.spacing;
    uint32_t cols = (uint32_t)ceil(job->lattice.cols / side);
    uint32_t rows = (uint32_t)ceil(job->lattice.rows / side);
    fluv_key key = fluv_key_make(job->landscape->seed, "coast", s->purpose);
    for (uint32_t row = 0; row < rows; row++)
        for (uint32_t col = 0; col < cols; col++)
            FLUV_TRY(fill_square(ctx, job, s, land, side, col * side, row * side,
                                 fluv_key_split(key, (uint64_t)row << 32 | col), sites));
    return FLUV_OK;
}
