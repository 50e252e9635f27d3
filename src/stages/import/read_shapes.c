// SPDX-License-Identifier: MIT
/* Outlines, rivers and mouths from a GeoJSON, GeoPackage, Shapefile or FlatGeobuf.
 *
 * in   a file that may be anything        out   rings, lines and points of finite coordinates
 *
 * O(points). */
#include "stages/import/read_shapes.h"

#include "stages/import/features.h"

#include <assert.h>
#include <gdal.h>
#include <math.h>
#include <ogr_api.h>
#include <ogr_srs_api.h>
#include <string.h>

#define METRES_A_DEGREE 111195.0 /* of a great circle */

typedef struct reader {
    fluv_ctx *ctx;
    const char *file;
    GDALDatasetH data;
    fluv_gdal_quiet quiet;
    fluv_shapes *out;
    OGRCoordinateTransformationH turn; /* of the layer's coordinates; NULL: they stay */
    bool degrees;                      /* the layer's coordinates become m around `middle` */
    bool beside;                       /* degrees will not do: they lie beside a map */
    bool placed;                       /* `middle` is set: that of the first layer in degrees */
    double middle[2];
    double weight;          /* of the feature's points */
    fluv_shape_facts facts; /* of the feature */
    size_t points;
} reader;

static fluv_status place(const reader *r, OGRGeometryH shape, int i, double *xy)
{
    double z;
    OGR_G_GetPoint(shape, i, &xy[0], &xy[1], &z);
    if (r->degrees) {
        xy[0] = (xy[0] - r->middle[0]) * METRES_A_DEGREE * cos(r->middle[1] * M_PI / 180.0);
        xy[1] = (xy[1] - r->middle[1]) * METRES_A_DEGREE;
    }
    if (!(fabs(xy[0]) < 1e9) || !(fabs(xy[1]) < 1e9))
        return fluv_fail(r->ctx, FLUV_BAD_INPUT, "%s: holds a point at %g, %g: expected m", r->file,
                         xy[0], xy[1]);
    return FLUV_OK;
}

/* What the feature's fields say, beside a shape that was taken from it. */
static fluv_status take_facts(reader *r, fluv_list *facts)
{
    fluv_shape_facts *to = fluv_list_append(r->ctx, facts, 1, sizeof *to);
    if (!to)
        return FLUV_NO_MEMORY;
    *to = r->facts;
    return FLUV_OK;
}

/* Appends a ring or line, neighbouring points that are one left out. */
static fluv_status take_line(reader *r, OGRGeometryH line, int closed, fluv_rings *rings)
{
    int count = OGR_G_GetPointCount(line), kept = 0;
    double *xy = fluv_scratch(r->ctx, 2 * (size_t)count + 2, sizeof *xy);
    if (!xy)
        return FLUV_NO_MEMORY;
    for (int i = 0; i < count; i++) {
        double *to = xy + 2 * kept;
        FLUV_TRY(place(r, line, i, to));
        bool again = kept && to[0] == to[-2] && to[1] == to[-1];
        bool back = closed && kept && i + 1 == count && to[0] == xy[0] && to[1] == xy[1];
        kept += !again && !back;
    }
    r->points += (size_t)kept;
    assert(kept <= count);
    if (r->points > UINT32_MAX / 4)
        return fluv_fail(r->ctx, FLUV_BAD_INPUT, "%s: holds too many points", r->file);
    if (kept < (closed ? 3 : 2))
        return FLUV_OK;
    bool turn = closed && (fluv_ring_turn(xy, (size_t)kept) > 0.0) != (closed > 0);
    FLUV_TRY(fluv_rings_add(r->ctx, xy, (size_t)kept, turn, rings));
    fluv_scratch_drop(r->ctx, xy);
    return take_facts(r, closed ? &r->out->outline_facts : &r->out->river_facts);
}

static fluv_status take_point(reader *r, OGRGeometryH point)
{
    double xy[2];
    if (OGR_G_IsEmpty(point))
        return FLUV_OK;
    FLUV_TRY(place(r, point, 0, xy));
    fluv_mouth *mouth = fluv_list_append(r->ctx, &r->out->mouths, 1, sizeof *mouth);
    if (!mouth)
        return FLUV_NO_MEMORY;
    *mouth = (fluv_mouth){.x = xy[0], .y = xy[1], .weight = r->weight};
    return take_facts(r, &r->out->mouth_facts);
}

static fluv_status take_river(reader *r, OGRGeometryH line)
{
    size_t before = r->out->rivers.first_point.count;
    FLUV_TRY(take_line(r, line, 0, &r->out->rivers));
    if (r->out->rivers.first_point.count == before)
        return FLUV_OK;
    double *weight = fluv_list_append(r->ctx, &r->out->weights, 1, sizeof *weight);
    if (!weight)
        return FLUV_NO_MEMORY;
    *weight = r->weight;
    return FLUV_OK;
}

static fluv_status take(reader *r, OGRGeometryH shape)
{
    switch (wkbFlatten(OGR_G_GetGeometryType(shape))) {
    case wkbPoint:
        return take_point(r, shape);
    case wkbLineString:
        return take_river(r, shape);
    case wkbPolygon:
        for (int i = 0; i < OGR_G_GetGeometryCount(shape); i++) /* the first goes around it */
            FLUV_TRY(take_line(r, OGR_G_GetGeometryRef(shape, i), i ? -1 : 1, &r->out->outlines));
        return FLUV_OK;
    case wkbMultiPoint:
    case wkbMultiLineString:
    case wkbMultiPolygon:
    case wkbGeometryCollection:
        for (int i = 0; i < OGR_G_GetGeometryCount(shape); i++)
            FLUV_TRY(take(r, OGR_G_GetGeometryRef(shape, i)));
        return FLUV_OK;
    default:
        return fluv_fail(r->ctx, FLUV_BAD_INPUT,
                         "%s: holds a %s: expected polygons, lines and points", r->file,
                         OGR_G_GetGeometryName(shape));
    }
}

/* A field's number; `missing` where the feature has none. */
static double number_of(OGRFeatureH feature, const char *name, double missing)
{
    int field = OGR_F_GetFieldIndex(feature, name);
    bool known = field >= 0 && OGR_F_IsFieldSetAndNotNull(feature, field);
    return known ? OGR_F_GetFieldAsDouble(feature, field) : missing;
}

/* A field's text, as much of it as there is room for; letters are not cut in two. */
static void text_of(OGRFeatureH feature, const char *name, char *to, size_t room)
{
    assert(room > 0);
    int field = OGR_F_GetFieldIndex(feature, name);
    bool known = field >= 0 && OGR_F_IsFieldSetAndNotNull(feature, field);
    const char *text = known ? OGR_F_GetFieldAsString(feature, field) : "";
    size_t length = strnlen(text, room);
    for (length -= length == room; length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80;)
        length--;
    memset(to, 0, room);
    memcpy(to, text, length);
}

static void read_facts(reader *r, OGRFeatureH feature)
{
    fluv_shape_facts *facts = &r->facts;
    text_of(feature, "name", facts->name, sizeof facts->name);
    text_of(feature, "kind", facts->kind, sizeof facts->kind);
    facts->discharge = number_of(feature, "discharge", NAN);
    facts->width = number_of(feature, "width", NAN);
    facts->freedom = number_of(feature, "freedom", NAN);
    facts->area = number_of(feature, "area", NAN);
    facts->depth = number_of(feature, "depth", NAN);
    facts->level = number_of(feature, "level", NAN);
    facts->height = number_of(feature, "height", NAN);
    facts->radius = number_of(feature, "radius", NAN);
    r->weight = number_of(feature, "weight", 1.0);
}

static fluv_status take_feature(void *to, OGRFeatureH feature)
{
    reader *r = to;
    OGRGeometryH shape = OGR_F_GetGeometryRef(feature);
    read_facts(r, feature);
    if (!(r->weight >= 0.0 && r->weight <= 1.0))
        return fluv_fail(r->ctx, FLUV_BAD_INPUT, "%s: a weight is %g, expected 0 to 1", r->file,
                         r->weight);
    if (!shape)
        return FLUV_OK;
    if (r->turn && OGR_G_Transform(shape, r->turn) != OGRERR_NONE)
        return fluv_fail(r->ctx, FLUV_BAD_INPUT, "%s: cannot be brought into the map's CRS (%s)",
                         r->file, r->quiet.text);
    return take(r, shape);
}

/* How the layer's coordinates become m of the map. */
static fluv_status settle(void *to, const fluv_layer_crs *crs)
{
    reader *r = to;
    r->turn = crs->turn;
    r->degrees = crs->degrees;
    if (crs->degrees && r->beside)
        return fluv_fail(r->ctx, FLUV_BAD_INPUT,
                         "%s: is in degrees, and the height map has no CRS to go with it", r->file);
    if (crs->degrees && !r->placed) {
        r->placed = true;
        r->middle[0] = 0.5 * (crs->box.MinX + crs->box.MaxX);
        r->middle[1] = 0.5 * (crs->box.MinY + crs->box.MaxY);
    }
    return FLUV_OK;
}

static fluv_status read_all(reader *r, const char *crs)
{
    FLUV_TRY(fluv_gdal_open(r->ctx, r->file, FLUV_FILE_VECTOR, &r->quiet, &r->data));
    const fluv_features_job job = {.file = r->file,
                                   .crs = crs,
                                   .only = r->beside ? "rivers" : NULL,
                                   .data = r->data,
                                   .quiet = &r->quiet,
                                   .settle = settle,
                                   .take = take_feature,
                                   .to = r};
    FLUV_TRY(fluv_features_read(r->ctx, &job));
    if (r->quiet.failures)
        return fluv_fail(r->ctx, FLUV_BAD_INPUT, "%s: cannot be read to its end (%s)", r->file,
                         r->quiet.text);
    if (!r->points && !r->out->mouths.count)
        return fluv_fail(r->ctx, FLUV_BAD_INPUT, "%s: holds no polygons, lines or points", r->file);
    return FLUV_OK;
}

static fluv_status read_file(reader *r, const char *crs)
{
    FLUV_TRY(fluv_import_check_name(r->ctx, r->file));
    fluv_import_guard_begin(&r->quiet);
    fluv_status status = read_all(r, crs);
    if (r->data)
        GDALClose(r->data);
    fluv_import_guard_end(&r->quiet);
    return status;
}

fluv_status fluv_read_shapes(fluv_ctx *ctx, const char *file, const char *crs, fluv_shapes *out)
{
    return read_file(&(reader){.ctx = ctx, .file = file, .out = out}, crs);
}

fluv_status fluv_read_rivers(fluv_ctx *ctx, const char *file, const char *crs, fluv_shapes *out)
{
    return read_file(&(reader){.ctx = ctx, .file = file, .out = out, .beside = true}, crs);
}
