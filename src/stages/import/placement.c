// SPDX-License-Identifier: MIT
/* Onto which cells a height map comes.
 *
 * in   a source's place and CRS, the frame asked for     out   frame, CRS, way of resampling
 *
 * Water needs square cells in metres with the north at the top. A map that has them keeps its cells
 * and its CRS; one in degrees or feet is brought to the UTM zone of its centre, near the poles to
 * polar stereographic, and where it is too wide for a zone to an equal-area projection about its
 * centre. All three stand on the map's own datum, so nothing is shifted.
 *
 * Averaging keeps volumes where cells grow; bilinear, at about the same cell, keeps flats flat
 * (lakes are flats); cubic gives a smooth ground where cells shrink. */
#include "stages/import/placement.h"

#include <assert.h>
#include <cpl_conv.h>
#include <cpl_string.h>
#include <gdal_alg.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define WIDEST_ZONE 12.0 /* degrees of longitude that a UTM zone is stretched to */
#define SAME        1e-6 /* of a cell */

static bool is_upright(const double place[6])
{
    return place[1] > 0.0 && place[5] < 0.0 && fabs(place[2]) < SAME * place[1] &&
           fabs(place[4]) < SAME * place[1];
}

static bool is_square(const double place[6])
{
    return is_upright(place) && fabs(place[1] + place[5]) < SAME * place[1];
}

static void scale_place(double place[6], double factor)
{
    for (int i = 0; i < 6; i++)
        place[i] *= factor;
}

/* Where the middle and the sides of the map lie on the globe, degrees. */
typedef struct globe_spot {
    double longitude, latitude, width;
} globe_spot;

static bool find_on_globe(fluv_source *source, globe_spot *spot)
{
    OGRSpatialReferenceH globe = OSRCloneGeogCS(source->crs);
    if (!globe)
        return false;
    OSRSetAxisMappingStrategy(globe, OAMS_TRADITIONAL_GIS_ORDER);
    double x[3], y[3], cols = source->cols, middle = source->rows / 2.0;
    for (int i = 0; i < 3; i++)
        GDALApplyGeoTransform(source->place, cols * i / 2.0, middle, &x[i], &y[i]);
    OGRCoordinateTransformationH way = OCTNewCoordinateTransformation(source->crs, globe);
    bool known = way && OCTTransform(way, 3, x, y, NULL);
    if (way)
        OCTDestroyCoordinateTransformation(way);
    OSRDestroySpatialReference(globe);
    if (!known || !isfinite(x[0] + x[1] + x[2]) || !(fabs(y[1]) <= 90.0))
        return false;
    double first = remainder(x[1] - x[0], 360.0), second = remainder(x[2] - x[1], 360.0);
    *spot = (globe_spot){remainder(x[1], 360.0), y[1], fabs(first) + fabs(second)};
    return true;
}

static OGRErr set_utm(OGRSpatialReferenceH crs, const globe_spot *spot)
{
    int zone = (int)floor((spot->longitude + 180.0) / 6.0) + 1;
    zone = zone < 1 ? 1 : zone > 60 ? 60 : zone;
    bool north = spot->latitude >= 0.0;
    const char *datum = OSRGetName(crs);
    if (datum && strcmp(datum, "WGS 84") == 0)
        return OSRImportFromEPSG(crs, (north ? 32600 : 32700) + zone);
    char name[120];
    snprintf(name, sizeof name, "%.80s / UTM zone %d%c", datum ? datum : "unknown", zone,
             north ? 'N' : 'S');
    OSRSetProjCS(crs, name);
    OGRErr result = OSRSetUTM(crs, zone, north);
    if (result == OGRERR_NONE)
        (void)!OSRAutoIdentifyEPSG(crs);
    return result;
}

static OGRErr set_projection(OGRSpatialReferenceH crs, const globe_spot *spot)
{
    if (spot->latitude > 84.0 || spot->latitude < -80.0) {
        OSRSetProjCS(crs, "polar stereographic");
        return OSRSetPS(crs, spot->latitude < 0.0 ? -90.0 : 90.0, spot->longitude, 0.994, 2e6, 2e6);
    }
    if (spot->width > WIDEST_ZONE) {
        OSRSetProjCS(crs, "equal area about the map's centre");
        return OSRSetLAEA(crs, spot->latitude, spot->longitude, 0.0, 0.0);
    }
    return set_utm(crs, spot);
}

static fluv_status project(fluv_ctx *ctx, fluv_source *source, OGRSpatialReferenceH *crs)
{
    globe_spot spot;
    *crs = find_on_globe(source, &spot) ? OSRCloneGeogCS(source->crs) : NULL;
    if (!*crs || set_projection(*crs, &spot) != OGRERR_NONE)
        return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: cannot be brought to metres from its CRS (%s)",
                         source->file, source->quiet.text);
    OSRSetAxisMappingStrategy(*crs, OAMS_TRADITIONAL_GIS_ORDER);
    return FLUV_OK;
}

/* The CRS of the frame. A local one says no more than its unit; ours means: none. */
static fluv_status choose_crs(fluv_ctx *ctx, fluv_source *source, fluv_import_placement *plan)
{
    if (!source->crs)
        return FLUV_OK;
    double metres = OSRGetLinearUnits(source->crs, NULL);
    if (OSRIsLocal(source->crs)) {
        const char *name = OSRGetName(source->crs);
        if (metres > 0.0 && metres != 1.0)
            scale_place(source->place, metres);
        else if (!name || !strstr(name, "Interfluve local"))
            plan->crs = OSRClone(source->crs);
        OSRDestroySpatialReference(source->crs);
        source->crs = NULL;
        return FLUV_OK;
    }
    if (OSRIsProjected(source->crs) && fabs(metres - 1.0) < 1e-9) {
        plan->crs = OSRClone(source->crs);
        return FLUV_OK;
    }
    return project(ctx, source, &plan->crs);
}

/* A dataset without bands that has the part's size and place. */
static GDALDatasetH stand_in(fluv_source *source)
{
    GDALDatasetH data = GDALCreate(GDALGetDriverByName("MEM"), "", source->cols, source->rows, 0,
                                   GDT_Float32, NULL);
    if (data) {
        GDALSetGeoTransform(data, source->place);
        if (source->crs)
            GDALSetSpatialRef(data, source->crs);
    }
    return data;
}

/* The frame GDAL would take for this map in the plan's CRS, at about the file's resolution. */
static bool suggest(fluv_source *source, const fluv_import_placement *plan, double place[6],
                    int *cols, int *rows)
{
    GDALDatasetH data = stand_in(source);
    char *wkt = NULL;
    char **options = NULL;
    if (source->crs && OSRExportToWkt(plan->crs, &wkt) == OGRERR_NONE)
        options = CSLSetNameValue(options, "DST_SRS", wkt);
    void *way = data ? GDALCreateGenImgProjTransformer2(data, NULL, options) : NULL;
    bool done = way && GDALSuggestedWarpOutput(data, GDALGenImgProjTransform, way, place, cols,
                                               rows) == CE_None;
    if (way)
        GDALDestroyGenImgProjTransformer(way);
    CSLDestroy(options);
    CPLFree(wkt);
    if (data)
        GDALClose(data);
    return done && *cols > 0 && *rows > 0 && isfinite(place[0]) && isfinite(place[3]) &&
           place[1] > 0.0 && isfinite(place[1]);
}

static fluv_status plan_map(fluv_ctx *ctx, fluv_source *source, fluv_import_placement *plan)
{
    FLUV_TRY(choose_crs(ctx, source, plan));
    double place[6];
    memcpy(place, source->place, sizeof place);
    int cols = source->cols, rows = source->rows;
    bool same_crs = !source->crs || OSRIsSame(source->crs, plan->crs);
    plan->as_it_is = same_crs && is_square(place);
    if (!plan->as_it_is && !suggest(source, plan, place, &cols, &rows))
        return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: cannot be brought to square cells (%s)",
                         source->file, source->quiet.text);
    plan->frame.cols = (uint32_t)cols;
    plan->frame.rows = (uint32_t)rows;
    plan->frame.cell = place[1];
    plan->frame.west = place[0];
    plan->frame.north = place[3];
    return FLUV_OK;
}

/* A picture has no place: it starts at 0, 0 and gets a place like that of invented land. */
static void plan_picture(fluv_source *source, const fluv_frame *asked, double cell,
                         fluv_import_placement *plan)
{
    assert(source->cols > 0 && source->rows > 0);
    double width = asked->cell * (asked->cols ? asked->cols : 1.0);
    if (cell <= 0.0)
        cell = width / source->cols;
    if (!(cell > 0.0))
        cell = FLUV_PICTURE_CELL;
    const double place[6] = {0.0, cell, 0.0, cell * source->rows, 0.0, -cell};
    memcpy(source->place, place, sizeof place);
    plan->as_it_is = true;
    plan->frame.cols = (uint32_t)source->cols;
    plan->frame.rows = (uint32_t)source->rows;
    plan->frame.cell = cell;
    plan->frame.west = 0.0;
    plan->frame.north = place[3];
}

/* As many as fit, so that no cell's centre lies outside of the map. */
static double whole_cells(double count)
{
    return count < 1.0 ? 1.0 : floor(count + SAME);
}

/* Other cells than the file's, over the same ground. */
static fluv_status resize(fluv_ctx *ctx, const fluv_source *source, double cell,
                          fluv_import_placement *plan)
{
    assert(cell > 0.0 && plan->frame.cell > 0.0);
    fluv_frame *frame = &plan->frame;
    double times = frame->cell / cell;
    double cols = whole_cells(frame->cols * times), rows = whole_cells(frame->rows * times);
    bool few = source->in_parts || cols * rows < UINT32_MAX;
    if (!(cols < INT32_MAX) || !(rows < INT32_MAX) || !few)
        return fluv_fail(ctx, FLUV_BAD_INPUT,
                         "%s: %.0f x %.0f cells are too many, expected fewer than %u in all",
                         source->file, cols, rows, UINT32_MAX);
    bool other = cols != frame->cols || rows != frame->rows || fabs(times - 1.0) > SAME;
    plan->resampling = !other ? GRA_Bilinear : times < 1.0 ? GRA_Average : GRA_Cubic;
    if (!other)
        return FLUV_OK;
    plan->as_it_is = false;
    frame->cols = (uint32_t)cols;
    frame->rows = (uint32_t)rows;
    frame->cell = cell;
    return FLUV_OK;
}

static double wanted_cell(const fluv_frame *own, const fluv_frame *asked, double cell)
{
    double longer = own->cols > own->rows ? own->cols : own->rows;
    if (asked->cols)
        return own->cell * longer / (asked->cols > asked->rows ? asked->cols : asked->rows);
    return cell > 0.0 ? cell : own->cell;
}

fluv_status fluv_import_placement_make(fluv_ctx *ctx, fluv_source *source, const fluv_frame *asked,
                                       double cell, fluv_import_placement *plan)
{
    *plan = (fluv_import_placement){.frame = {.low = asked->low, .high = asked->high}};
    fluv_status status = FLUV_OK;
    if (source->placed)
        status = plan_map(ctx, source, plan);
    else
        plan_picture(source, asked, cell, plan);
    if (status == FLUV_OK)
        status = resize(ctx, source, wanted_cell(&plan->frame, asked, cell), plan);
    if (status != FLUV_OK)
        fluv_import_placement_free(plan);
    return status;
}

void fluv_import_placement_free(fluv_import_placement *plan)
{
    if (plan->crs)
        OSRDestroySpatialReference(plan->crs);
    *plan = (fluv_import_placement){0};
}
