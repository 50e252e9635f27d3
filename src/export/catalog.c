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
static void put_source(FILE *out, const json_t *row, int band)
{
    const json_t *tile = json_object_get(row, "tile");
    int cols = (int)json_integer_value(json_object_get(row, "cols"));
    int rows = (int)json_integer_value(json_object_get(row, "rows"));
    long x = (long)json_integer_value(json_array_get(tile, 0)) * (cols - 1);
    long y = (long)json_integer_value(json_array_get(tile, 1)) * (rows - 1);
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
                put_source(out, row, band);
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

/* A rectangle of the lattice, by the edges of its cells. */
typedef struct extent {
    double west, north;
    uint32_t cols, rows;
} extent;

static extent extent_of(const fluv_export_job *job, uint32_t x, uint32_t y, uint32_t cols,
                        uint32_t rows)
{
    const fluv_export_grid *grid = &job->grid;
    return (extent){grid->west + (x - 0.5) * grid->step_x, grid->north - (y - 0.5) * grid->step_y,
                    cols, rows};
}

/* Its corners in degrees, from the south-west against the clock. */
static bool corners_of(const fluv_export_job *job, const extent *of, double x[4], double y[4])
{
    double east = of->west + of->cols * job->grid.step_x;
    double south = of->north - of->rows * job->grid.step_y;
    const double xs[4] = {of->west, east, east, of->west},
                 ys[4] = {south, south, of->north, of->north};
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

static const char *text_of(const json_t *row, const char *key)
{
    const char *text = json_string_value(json_object_get(row, key));
    return text ? text : "";
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

static const char *media_type(const char *file)
{
    static const char *const types[][2] = {{".tif", "image/tiff; application=geotiff"},
                                           {".vrt", "application/xml"},
                                           {".gpkg", "application/geopackage+sqlite3"},
                                           {".geojson", "application/geo+json"},
                                           {".fgb", "application/vnd.flatgeobuf"}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (ends_with(file, types[i][0]))
            return types[i][1];
    return "application/octet-stream";
}

/* Rasters by the name of their map, other files by their own. `tile`: those of one tile alone;
 * NULL: what is whole. */
static json_t *assets_of(const fluv_export_job *job, const json_t *tile)
{
    json_t *assets = json_object();
    for (size_t i = 0; i < json_array_size(job->files); i++) {
        const json_t *row = json_array_get(job->files, i), *own = json_object_get(row, "tile");
        const char *file = text_of(row, "file");
        if (tile ? !own || !json_equal(tile, own) : own != NULL)
            continue;
        json_t *asset =
            json_pack("{s:o, s:O, s:s, s:[s]}", "href", json_sprintf("./%s", file), "title",
                      json_object_get(row, "what"), "type", media_type(file), "roles", "data");
        char key[96];
        bool mosaic = ends_with(file, ".vrt");
        snprintf(key, sizeof key, "%.90s", is_raster(row) ? text_of(row, "what") : file);
        if (mosaic)
            key[strlen(key) - 4] = '\0';
        json_object_set_new(assets, key, asset);
    }
    return assets;
}

/* NULL: no memory, or the CRS does not lead to degrees. */
static json_t *item_of(const fluv_export_job *job, const char *id, const extent *of, json_t *assets)
{
    double x[4], y[4];
    char *crs = NULL;
    OGRSpatialReferenceH own = fluv_export_crs(job->land);
    const char *const format[] = {"FORMAT=WKT2_2019", NULL};
    if (!own || !assets || OSRExportToWktEx(own, &crs, format) != OGRERR_NONE ||
        !corners_of(job, of, x, y)) {
        OSRDestroySpatialReference(own);
        CPLFree(crs);
        json_decref(assets);
        return NULL;
    }
    json_t *item = json_pack(
        "{s:s, s:s, s:[s], s:s, s:[f,f,f,f], s:{s:s, s:[[[f,f],[f,f],[f,f],[f,f],[f,f]]]}, "
        "s:{s:n, s:s, s:s, s:n, s:s, s:[i,i], s:[f,f,f,f,f,f]}, s:[], s:o}",
        "type", "Feature", "stac_version", "1.0.0", "stac_extensions",
        "https://stac-extensions.github.io/projection/v1.1.0/schema.json", "id", id, "bbox",
        fmin(x[0], x[3]), fmin(y[0], y[1]), fmax(x[1], x[2]), fmax(y[2], y[3]), "geometry", "type",
        "Polygon", "coordinates", x[0], y[0], x[1], y[1], x[2], y[2], x[3], y[3], x[0], y[0],
        "properties", "datetime", "start_datetime", "1970-01-01T00:00:00Z", "end_datetime",
        "1970-01-01T00:00:00Z", "proj:epsg", "proj:wkt2", crs, "proj:shape", (int)of->rows,
        (int)of->cols, "proj:transform", job->grid.step_x, 0.0, of->west, 0.0, -job->grid.step_y,
        of->north, "links", "assets", assets);
    OSRDestroySpatialReference(own);
    CPLFree(crs);
    return item;
}

/* An item a tile, as one collection. */
static json_t *tiles_of(const fluv_export_job *job)
{
    const fluv_export_size *size = &job->size;
    uint32_t cols = (size->cols - 1) / size->tiles_x, rows = (size->rows - 1) / size->tiles_y;
    json_t *list = json_array();
    for (uint32_t y = 0; y < size->tiles_y; y++)
        for (uint32_t x = 0; x < size->tiles_x; x++) {
            char id[48];
            json_t *tile = json_pack("[i, i]", (int)x, (int)y);
            extent of = extent_of(job, x * cols, y * rows, cols + 1, rows + 1);
            snprintf(id, sizeof id, "interfluve_x%u_y%u", x, y);
            json_array_append_new(list, item_of(job, id, &of, assets_of(job, tile)));
            json_decref(tile);
        }
    return json_pack("{s:s, s:o}", "type", "FeatureCollection", "features", list);
}

static fluv_status write_json(fluv_ctx *ctx, fluv_export_job *job, json_t *what, const char *name,
                              const char *says)
{
    char *text = what ? json_dumps(what, JSON_INDENT(1)) : NULL;
    fluv_status status = text ? fluv_export_text(ctx, job, name, says, text, strlen(text))
                              : fluv_fail(ctx, FLUV_NO_MEMORY, "no memory for %s", name);
    free(text);
    json_decref(what);
    return status;
}

fluv_status fluv_gis_item(fluv_ctx *ctx, fluv_export_job *job)
{
    double x[4], y[4];
    extent whole = extent_of(job, 0, 0, job->grid.cols, job->grid.rows);
    if (!corners_of(job, &whole, x, y)) {
        fluv_export_note(job, "no item.json: the land's CRS does not lead to degrees");
        return FLUV_OK;
    }
    if (job->size.tiles_x * job->size.tiles_y > 1)
        FLUV_TRY(write_json(ctx, job, tiles_of(job), "items.json", "STAC items, one a tile"));
    return write_json(ctx, job, item_of(job, "interfluve", &whole, assets_of(job, NULL)),
                      "item.json", "STAC item");
}
