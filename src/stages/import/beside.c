// SPDX-License-Identifier: MIT
/* Rasters that lie beside a height map, on the same cells.
 *
 * in   a file that GDAL reads        out   its values, or one line about where it does not fit
 *
 * Directions lead from cell to cell and areas are sums down them: none can be resampled, so all
 * must have the height map's own cells.  O(cells). */
#include "stages/import/beside.h"

#include "stages/import/source.h"

#include <assert.h>
#include <math.h>

#define NEARLY 0.01 /* of a cell, by which places may differ: maps round them */

static fluv_status refuse(fluv_ctx *ctx, const char *param, const char *file, const char *what)
{
    return fluv_fail(ctx, FLUV_BAD_INPUT, "import.%s: %s %s as the height map has it", param, file,
                     what);
}

static fluv_status check_place(fluv_ctx *ctx, const fluv_beside *beside, const char *param,
                               const fluv_source *source)
{
    const fluv_frame *frame = &beside->plan->frame;
    const double *place = source->place;
    if ((uint32_t)source->cols != frame->cols || (uint32_t)source->rows != frame->rows)
        return fluv_fail(ctx, FLUV_BAD_INPUT,
                         "import.%s: %s has %d x %d cells, the height map %u x %u", param,
                         source->file, source->cols, source->rows, frame->cols, frame->rows);
    if (!beside->placed || !source->placed)
        return FLUV_OK;
    OGRSpatialReferenceH own = beside->plan->crs;
    if (own && source->crs && !OSRIsSame(own, source->crs))
        return refuse(ctx, param, source->file, "is not in the CRS of the map");
    double room = NEARLY * frame->cell;
    if (fabs(place[0] - frame->west) > room || fabs(place[3] - frame->north) > room ||
        fabs(place[1] - frame->cell) * frame->cols > room ||
        fabs(place[5] + frame->cell) * frame->rows > room || fabs(place[2]) > 1e-9 ||
        fabs(place[4]) > 1e-9)
        return refuse(ctx, param, source->file, "does not lie on the same cells");
    return FLUV_OK;
}

static fluv_status read_values(fluv_ctx *ctx, const fluv_beside *beside, const char *param,
                               fluv_source *source, float **values)
{
    FLUV_TRY(fluv_source_crop(ctx, source, beside->crop));
    FLUV_TRY(check_place(ctx, beside, param, source));
    size_t cells = (size_t)source->cols * (size_t)source->rows;
    *values = fluv_scratch(ctx, cells, sizeof **values);
    if (!*values)
        return FLUV_NO_MEMORY;
    return fluv_source_read(ctx, source, 1.0, *values);
}

fluv_status fluv_beside_read(fluv_ctx *ctx, const fluv_beside *beside, const char *param,
                             const char *file, float **values)
{
    assert(beside->plan && param && file && values);
    if (!beside->plan->as_it_is)
        return fluv_fail(ctx, FLUV_BAD_INPUT,
                         "import.%s: can only be taken with the height map's own cells: they must "
                         "be square and in metres, and import.cell and frame.size left out",
                         param);
    fluv_source source = {0};
    FLUV_TRY(fluv_source_open(ctx, file, 1, &source));
    fluv_status status = read_values(ctx, beside, param, &source, values);
    fluv_source_close(&source);
    return status;
}
