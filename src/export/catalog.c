// SPDX-License-Identifier: MIT
/* Rasters of a GIS export as one thing: a VRT over the tiles of each, and a STAC item.
 *
 * Based on: SpatioTemporal Asset Catalog specification 1.0.0. 2021 */
#include "export/crs.h"
#include "export/writers.h"

#include <cpl_conv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One source of a VRT; the file stands beside it. */
static void put_source(FILE *out, const json_t *row, const fluv_export_job *job, int band)
{
    const json_t *tile = json_object_get(row, "tile");
    int cols = (int)json_integer_value(json_object_get(row, "cols"));
    int rows = (int)json_integer_value(json_object_get(row, "rows"));
    long x = (long)json_integer_value(json_array_get(tile, 0)) * (cols - 1);
    long y = (long)json_integer_value(json_array_get(tile, 1)) * (rows - 1);
    (void)job;
    fprintf(out,
            "  <SimpleSource><SourceFilename relativeToVRT=\"1\">%s</SourceFilename>"
            "<SourceBand>%d</SourceBand><SrcRect xOff=\"0\" yOff=\"0\" xSize=\"%d\" ySize=\"%d\"/>"
            "<DstRect xOff=\"%ld\" yOff=\"%ld\" xSize=\"%d\" ySize=\"%d\"/></SimpleSource>\n",
            json_string_value(json_object_get(row, "file")), band, cols, rows, x, y, cols, rows);
}

static void put_xml_text(FILE *out, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '&':
            fputs("&amp;", out);
            break;
        case '<':
            fputs("&lt;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        default:
            fputc(*text, out);
        }
}

static bool is_raster(const json_t *row)
{
    const char *format = json_string_value(json_object_get(row, "format"));
    return format && strcmp(format, "tif") == 0;
}

/* A VRT over all tiles whose `what` is that of row `first`. */
static void put_vrt(FILE *out, const fluv_export_job *job, size_t first, const char *crs)
{
    const fluv_export_grid *grid = &job->grid;
    const json_t *head = json_array_get(job->files, first);
    const char *what = json_string_value(json_object_get(head, "what"));
    bool bytes = strcmp(json_string_value(json_object_get(head, "type")), "uint8") == 0;
    int bands = (int)json_integer_value(json_object_get(head, "channels"));
    fprintf(out, "<VRTDataset rasterXSize=\"%u\" rasterYSize=\"%u\">\n <SRS>", grid->cols,
            grid->rows);
    put_xml_text(out, crs ? crs : "");
    fprintf(out, "</SRS>\n <GeoTransform>%.17g, %.17g, 0, %.17g, 0, %.17g</GeoTransform>\n",
            grid->west - 0.5 * grid->step_x, grid->step_x, grid->north + 0.5 * grid->step_y,
            -grid->step_y);
    for (int band = 1; band <= bands; band++) {
        fprintf(out, " <VRTRasterBand dataType=\"%s\" band=\"%d\">\n", bytes ? "Byte" : "Float32",
                band);
        if (!bytes)
            fputs("  <NoDataValue>nan</NoDataValue>\n", out);
        for (size_t i = first; i < json_array_size(job->files); i++) {
            const json_t *row = json_array_get(job->files, i);
            if (is_raster(row) &&
                strcmp(json_string_value(json_object_get(row, "what")), what) == 0)
                put_source(out, row, job, band);
        }
        fputs(" </VRTRasterBand>\n", out);
    }
    fputs("</VRTDataset>\n", out);
}

fluv_status fluv_gis_mosaics(fluv_ctx *ctx, fluv_export_job *job)
{
    char *crs = fluv_export_crs_text(job->land);
    fluv_status status = FLUV_OK;
    size_t count = json_array_size(job->files);
    bool tiled = job->size.tiles_x * job->size.tiles_y > 1;
    for (size_t i = 0; tiled && status == FLUV_OK && i < count; i++) {
        const json_t *row = json_array_get(job->files, i);
        const json_t *tile = json_object_get(row, "tile");
        if (!is_raster(row) || json_integer_value(json_array_get(tile, 0)) ||
            json_integer_value(json_array_get(tile, 1)))
            continue;
        char *text = NULL, name[96];
        size_t size = 0;
        FILE *out = open_memstream(&text, &size);
        if (out)
            put_vrt(out, job, i, crs);
        snprintf(name, sizeof name, "%.80s.vrt", json_string_value(json_object_get(row, "what")));
        status = out && fclose(out) == 0
                     ? fluv_export_text(ctx, job, name, "tiles as one", text, size)
                     : fluv_fail(ctx, FLUV_NO_MEMORY, "no memory for %s", name);
        free(text);
    }
    CPLFree(crs);
    return status;
}

/* Corners of the lattice in degrees, from the south-west against the clock. */
static bool corners_of(const fluv_export_job *job, double x[4], double y[4])
{
    const fluv_export_grid *grid = &job->grid;
    double west = grid->west - 0.5 * grid->step_x, north = grid->north + 0.5 * grid->step_y;
    double east = west + grid->cols * grid->step_x, south = north - grid->rows * grid->step_y;
    const double xs[4] = {west, east, east, west}, ys[4] = {south, south, north, north};
    memcpy(x, xs, sizeof xs);
    memcpy(y, ys, sizeof ys);
    OGRSpatialReferenceH from = fluv_export_crs(job->land), to = OSRNewSpatialReference(NULL);
    OSRImportFromEPSG(to, 4326);
    OSRSetAxisMappingStrategy(to, OAMS_TRADITIONAL_GIS_ORDER);
    OGRCoordinateTransformationH turn = from ? OCTNewCoordinateTransformation(from, to) : NULL;
    bool good = turn && OCTTransform(turn, 4, x, y, NULL);
    if (turn)
        OCTDestroyCoordinateTransformation(turn);
    OSRDestroySpatialReference(from);
    OSRDestroySpatialReference(to);
    return good;
}

static json_t *assets_of(const fluv_export_job *job)
{
    json_t *assets = json_object();
    for (size_t i = 0; i < json_array_size(job->files); i++) {
        const json_t *row = json_array_get(job->files, i);
        const char *file = json_string_value(json_object_get(row, "file"));
        const char *type = is_raster(row) ? "image/tiff; application=geotiff" : NULL;
        json_t *asset = json_pack("{s:o, s:O, s:[s]}", "href", json_sprintf("./%s", file), "title",
                                  json_object_get(row, "what"), "roles", "data");
        if (type)
            json_object_set_new(asset, "type", json_string(type));
        json_object_set_new(assets, file, asset);
    }
    return assets;
}

fluv_status fluv_gis_item(fluv_ctx *ctx, fluv_export_job *job)
{
    double x[4], y[4];
    if (!corners_of(job, x, y)) {
        fluv_export_note(job, "no item.json: the land's CRS does not lead to degrees");
        return FLUV_OK;
    }
    double west = fmin(x[0], x[3]), east = fmax(x[1], x[2]);
    double south = fmin(y[0], y[1]), north = fmax(y[2], y[3]);
    char *crs = fluv_export_crs_text(job->land);
    json_t *item = json_pack(
        "{s:s, s:s, s:s, s:[f,f,f,f], s:{s:s, s:[[[f,f],[f,f],[f,f],[f,f],[f,f]]]}, "
        "s:{s:n, s:s, s:s, s:s, s:[i,i]}, s:[], s:o}",
        "type", "Feature", "stac_version", "1.0.0", "id", "interfluve", "bbox", west, south, east,
        north, "geometry", "type", "Polygon", "coordinates", x[0], y[0], x[1], y[1], x[2], y[2],
        x[3], y[3], x[0], y[0], "properties", "datetime", "start_datetime", "1970-01-01T00:00:00Z",
        "end_datetime", "1970-01-01T00:00:00Z", "proj:wkt2", crs ? crs : "", "proj:shape",
        (int)job->grid.rows, (int)job->grid.cols, "links", "assets", assets_of(job));
    char *text = item ? json_dumps(item, JSON_INDENT(1)) : NULL;
    fluv_status status =
        text ? fluv_export_text(ctx, job, "item.json", "STAC item", text, strlen(text))
             : fluv_fail(ctx, FLUV_NO_MEMORY, "no memory for item.json");
    free(text);
    json_decref(item);
    CPLFree(crs);
    return status;
}
