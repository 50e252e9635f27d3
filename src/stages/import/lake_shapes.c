// SPDX-License-Identifier: MIT
/* Lakes as polygons in a file, brought onto the frame's cells.
 *
 * in   a file that may be anything        out   a shape's number for each cell whose centre it
 * holds
 *
 * GDAL burns the shapes into the cells, first to last and again last to first: where the two differ
 * shapes lie over each other.  O(points + cells). */
#include "stages/import/lake_shapes.h"

#include "stages/import/features.h"

#include <assert.h>
#include <cpl_conv.h>
#include <gdal_alg.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct reader {
    fluv_ctx *ctx;
    const char *file;
    const fluv_landscape *land;
    GDALDatasetH data;
    fluv_gdal_quiet quiet;
    fluv_list *shapes;  /* fluv_lake_shape */
    fluv_list polygons; /* OGRGeometryH, one a shape; owned */
    OGRCoordinateTransformationH turn;
} reader;

static fluv_status refuse(const reader *r, const char *what)
{
    return fluv_fail(r->ctx, FLUV_BAD_INPUT, "import.lakes: %s %s", r->file, what);
}

/* The level that a feature gives, NaN: none. */
static double level_of(OGRFeatureH feature)
{
    static const char *const names[] = {"level_m", "level", "elevation", "elev_m", "elev"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        int field = OGR_F_GetFieldIndex(feature, names[i]);
        if (field >= 0 && OGR_F_IsFieldSetAndNotNull(feature, field))
            return OGR_F_GetFieldAsDouble(feature, field);
    }
    return NAN;
}

static bool is_dry(OGRFeatureH feature)
{
    int field = OGR_F_GetFieldIndex(feature, "state");
    return field >= 0 && strcmp(OGR_F_GetFieldAsString(feature, field), "dry") == 0;
}

static fluv_status take_feature(void *to, OGRFeatureH feature)
{
    reader *r = to;
    OGRGeometryH shape = OGR_F_GetGeometryRef(feature);
    if (!shape || OGR_G_IsEmpty(shape) || is_dry(feature))
        return FLUV_OK;
    OGRwkbGeometryType type = wkbFlatten(OGR_G_GetGeometryType(shape));
    if (type != wkbPolygon && type != wkbMultiPolygon)
        return fluv_fail(r->ctx, FLUV_BAD_INPUT,
                         "import.lakes: %s: feature %lld is a %s, expected a polygon", r->file,
                         (long long)OGR_F_GetFID(feature), OGR_G_GetGeometryName(shape));
    if (r->turn && OGR_G_Transform(shape, r->turn) != OGRERR_NONE)
        return refuse(r, "cannot be brought into the map's CRS");
    fluv_lake_shape *added = fluv_list_append(r->ctx, r->shapes, 1, sizeof *added);
    OGRGeometryH *polygon =
        added ? fluv_list_append(r->ctx, &r->polygons, 1, sizeof *polygon) : NULL;
    if (!polygon)
        return FLUV_NO_MEMORY;
    *added = (fluv_lake_shape){OGR_F_GetFID(feature), level_of(feature)};
    *polygon = OGR_G_Clone(shape);
    return FLUV_OK;
}

static fluv_status settle(void *to, const fluv_layer_crs *crs)
{
    reader *r = to;
    r->turn = crs->turn;
    return crs->degrees ? refuse(r, "is in degrees, and the height map has no CRS to go with it")
                        : FLUV_OK;
}

/* The layer `lakes` of a file that has one, as ours do; otherwise all. */
static fluv_status take_layers(reader *r)
{
    const fluv_features_job job = {.file = r->file,
                                   .crs = r->land->crs,
                                   .only = "lakes",
                                   .data = r->data,
                                   .quiet = &r->quiet,
                                   .settle = settle,
                                   .take = take_feature,
                                   .to = r};
    FLUV_TRY(fluv_features_read(r->ctx, &job));
    if (r->quiet.failures)
        return fluv_fail(r->ctx, FLUV_BAD_INPUT, "import.lakes: %s cannot be read to its end (%s)",
                         r->file, r->quiet.text);
    return r->shapes->count ? FLUV_OK : refuse(r, "holds no lakes as polygons");
}

/* ---- Onto the cells ---- */

static GDALDatasetH wrap(const fluv_frame *frame, uint32_t *cells)
{
    GDALDatasetH data = GDALCreate(GDALGetDriverByName("MEM"), "", (int)frame->cols,
                                   (int)frame->rows, 0, GDT_UInt32, NULL);
    char option[96] = "DATAPOINTER=";
    option[12 + CPLPrintPointer(option + 12, cells, 64)] = '\0';
    char *options[] = {option, NULL};
    double place[6] = {frame->west, frame->cell, 0.0, frame->north, 0.0, -frame->cell};
    if (data && GDALAddBand(data, GDT_UInt32, options) == CE_None) {
        GDALSetGeoTransform(data, place);
        return data;
    }
    if (data)
        GDALClose(data);
    return NULL;
}

/* Numbers from 1; 0: no shape. `last`: the last shape is burned first. */
static fluv_status burn(reader *r, bool last, uint32_t *cells)
{
    assert(r->polygons.count == r->shapes->count);
    size_t count = r->shapes->count;
    OGRGeometryH *shapes = fluv_scratch(r->ctx, count, sizeof *shapes);
    double *numbers = fluv_scratch(r->ctx, count, sizeof *numbers);
    if (!shapes || !numbers)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        size_t place = last ? count - 1 - i : i;
        shapes[i] = ((const OGRGeometryH *)r->polygons.items)[place];
        numbers[i] = (double)place + 1.0;
    }
    memset(cells, 0, fluv_cell_count(r->land) * sizeof *cells);
    int band = 1;
    GDALDatasetH data = wrap(&r->land->frame, cells);
    bool done = data && GDALRasterizeGeometries(data, 1, &band, (int)count, shapes, NULL, NULL,
                                                numbers, NULL, NULL, NULL) == CE_None;
    if (data)
        GDALClose(data);
    fluv_scratch_drop(r->ctx, shapes);
    fluv_scratch_drop(r->ctx, numbers);
    return done && !r->quiet.failures ? FLUV_OK
                                      : refuse(r, "cannot be brought onto the map's cells");
}

static fluv_status burn_all(reader *r, uint32_t *shape_of)
{
    size_t cells = fluv_cell_count(r->land);
    const fluv_lake_shape *shapes = r->shapes->items;
    uint32_t *again = fluv_scratch(r->ctx, cells, sizeof *again);
    if (!again)
        return FLUV_NO_MEMORY;
    FLUV_TRY(burn(r, false, shape_of));
    FLUV_TRY(burn(r, true, again));
    for (size_t c = 0; c < cells; c++) {
        if (again[c] != shape_of[c])
            return fluv_fail(r->ctx, FLUV_BAD_INPUT,
                             "import.lakes: %s: features %" PRId64 " and %" PRId64
                             " lie over each other at column %u, row %u",
                             r->file, shapes[again[c] - 1].feature, shapes[shape_of[c] - 1].feature,
                             (unsigned)(c % r->land->frame.cols),
                             (unsigned)(c / r->land->frame.cols));
        shape_of[c] -= 1; /* 0 becomes NONE */
    }
    fluv_scratch_drop(r->ctx, again);
    return FLUV_OK;
}

static fluv_status read_all(reader *r, uint32_t *shape_of)
{
    fluv_status status = fluv_gdal_open(r->ctx, r->file, FLUV_FILE_VECTOR, &r->quiet, &r->data);
    if (status != FLUV_OK) {
        char why[400];
        snprintf(why, sizeof why, "%s", fluv_message(r->ctx));
        return fluv_fail(r->ctx, status, "import.lakes: %s", why);
    }
    FLUV_TRY(take_layers(r));
    return burn_all(r, shape_of);
}

fluv_status fluv_lake_shapes_read(fluv_ctx *ctx, const char *file, const fluv_landscape *land,
                                  fluv_list *shapes, uint32_t *shape_of)
{
    reader r = {.ctx = ctx, .file = file, .land = land, .shapes = shapes};
    FLUV_TRY(fluv_import_check_name(ctx, file));
    fluv_import_guard_begin(&r.quiet);
    fluv_status status = read_all(&r, shape_of);
    for (size_t i = 0; i < r.polygons.count; i++)
        OGR_G_DestroyGeometry(((OGRGeometryH *)r.polygons.items)[i]);
    fluv_list_free(&r.polygons);
    if (r.data)
        GDALClose(r.data);
    fluv_import_guard_end(&r.quiet);
    return status;
}
