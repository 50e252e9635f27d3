// SPDX-License-Identifier: MIT
/* Maps in the browser: heights as Terrain-RGB tiles, water as vector tiles, a style that MapLibre
 * shows.
 *
 *     terrain/{z}/{x}/{y}.png    height = -10000 m + 0.1 m * (red * 65536 + green * 256 + blue)
 *     water/{z}/{x}/{y}.pbf      layers rivers, lakes, coast
 *     terrain.pmtiles, water.pmtiles    the same, each as one file, where that is wished for
 *
 * Tiles are those of web maps: 256 pixels, web Mercator, y from the north. The finest zoom is the
 * first whose pixels are no larger than the lattice's steps. A row of tiles is made at a time. */
#include "export/crs.h"
#include "export/pmtiles.h"
#include "export/scripts.h"
#include "export/vector_tiles.h"
#include "export/writers.h"
#include "gdal/quiet.h"
#include "output/vector.h"

#include <cpl_conv.h>
#include <errno.h>
#include <gdal_alg.h>
#include <gdalwarper.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TILE       256
#define MOST_ZOOM  17
#define ZOOMS      6 /* levels below the finest at most */
#define EDGE_PARTS 16

typedef struct web_frame {
    double west, south, east, north; /* web Mercator, m */
    int least, most;                 /* zooms */
} web_frame;

static void widen(web_frame *frame, double x, double y)
{
    frame->west = fmin(frame->west, x);
    frame->east = fmax(frame->east, x);
    frame->south = fmin(frame->south, y);
    frame->north = fmax(frame->north, y);
}

/* Where the lattice lies in web Mercator, by points along its edges. */
static bool find_bounds(const fluv_export_job *job, web_frame *frame)
{
    const fluv_export_grid *grid = &job->grid;
    double wide = (grid->cols - 1) * grid->step_x, high = (grid->rows - 1) * grid->step_y;
    OGRCoordinateTransformationH turn = fluv_export_to_web(job->land);
    bool good = turn != NULL;
    *frame = (web_frame){INFINITY, INFINITY, -INFINITY, -INFINITY, 0, 0};
    for (int i = 0; good && i <= EDGE_PARTS; i++)
        for (int k = 0; good && k <= EDGE_PARTS; k++) {
            double x = grid->west + wide * i / EDGE_PARTS, y = grid->north - high * k / EDGE_PARTS;
            good = OCTTransform(turn, 1, &x, &y, NULL) && isfinite(x) && isfinite(y);
            widen(frame, x, y);
        }
    if (turn)
        OCTDestroyCoordinateTransformation(turn);
    return good && frame->east > frame->west && frame->north > frame->south &&
           frame->west > -FLUV_WEB_HALF && frame->east < FLUV_WEB_HALF &&
           frame->south > -FLUV_WEB_HALF && frame->north < FLUV_WEB_HALF;
}

static double pixel_of(int zoom)
{
    return 2.0 * FLUV_WEB_HALF / TILE / (double)(1u << zoom);
}

static bool find_zooms(const fluv_export_job *job, web_frame *frame)
{
    double step = (frame->east - frame->west) / (job->grid.cols - 1);
    while (frame->most < MOST_ZOOM && pixel_of(frame->most) > 1.001 * step)
        frame->most++;
    double longest = fmax(frame->east - frame->west, frame->north - frame->south);
    frame->least = frame->most;
    while (frame->least > 0 && frame->most - frame->least < ZOOMS &&
           longest / pixel_of(frame->least) > TILE)
        frame->least--;
    return frame->most > 0;
}

static double longitude(double x)
{
    return x / FLUV_WEB_HALF * 180.0;
}

static double latitude(double y)
{
    return atan(sinh(y / FLUV_WEB_HALF * M_PI)) * 180.0 / M_PI;
}

/* Where one file is wished for, the tiles of a folder go into it. Says that it is there. */
static fluv_status finish_tiles(fluv_ctx *ctx, fluv_export_job *job, const web_frame *frame,
                                const char *name, const char *what, const json_t *says,
                                json_t **row)
{
    bool vector = strcmp(name, "water") == 0;
    char file[64];
    fluv_status status = FLUV_OK;
    snprintf(file, sizeof file, vector ? "%s/{z}/{x}/{y}.pbf" : "%s/{z}/{x}/{y}.png", name);
    if (job->format == FLUV_IMAGE_PMTILES) {
        snprintf(file, sizeof file, "%s.pmtiles", name);
        status = fluv_pmtiles_pack(ctx, job,
                                   &(fluv_pmtiles){.folder = name,
                                                   .ending = vector ? "pbf" : "png",
                                                   .file = file,
                                                   .vector = vector,
                                                   .least = frame->least,
                                                   .most = frame->most,
                                                   .west = longitude(frame->west),
                                                   .south = latitude(frame->south),
                                                   .east = longitude(frame->east),
                                                   .north = latitude(frame->north),
                                                   .says = says});
    }
    *row = fluv_export_list(job, file, what);
    return status;
}

/* -- Terrain */

static void encode(const float *height, size_t count, uint8_t *rgb)
{
    for (size_t i = 0; i < count; i++) {
        double metres = isnan(height[i]) ? 0.0 : (double)height[i];
        double steps = fmin(fmax((metres + 10000.0) * 10.0 + 0.5, 0.0), 16777215.0);
        uint32_t number = (uint32_t)steps;
        rgb[3 * i] = (uint8_t)(number >> 16);
        rgb[3 * i + 1] = (uint8_t)(number >> 8 & 255);
        rgb[3 * i + 2] = (uint8_t)(number & 255);
    }
}

/* Beyond the land's edge its last heights go on: a step to 0 would show as a wall. */
static void fill_outside(float *values, size_t cols, size_t rows)
{
    for (size_t row = 0; row < rows; row++) {
        float *line = values + row * cols, last = NAN;
        for (size_t i = 0; i < cols; i++)
            line[i] = last = isnan(line[i]) ? last : line[i];
        for (size_t i = cols; i-- > 0;)
            line[i] = last = isnan(line[i]) ? last : line[i];
    }
    for (size_t row = 1; row < rows; row++)
        if (isnan(values[row * cols]))
            memcpy(values + row * cols, values + (row - 1) * cols, cols * sizeof *values);
    for (size_t row = rows - 1; row-- > 0;)
        if (isnan(values[row * cols]))
            memcpy(values + row * cols, values + (row + 1) * cols, cols * sizeof *values);
}

static bool wrap(float *values, uint32_t cols, uint32_t rows, GDALDatasetH *out)
{
    char option[96] = "DATAPOINTER=";
    int length = CPLPrintPointer(option + 12, values, 64);
    option[12 + length] = '\0';
    char *options[] = {option, NULL};
    *out = GDALCreate(GDALGetDriverByName("MEM"), "", (int)cols, (int)rows, 0, GDT_Float32, NULL);
    if (!*out || GDALAddBand(*out, GDT_Float32, options) != CE_None)
        return false;
    return GDALSetRasterNoDataValue(GDALGetRasterBand(*out, 1), (double)NAN) == CE_None;
}

static GDALDatasetH wrap_land(const fluv_export_job *job)
{
    const fluv_export_grid *grid = &job->grid;
    double place[6] = {grid->west - 0.5 * grid->step_x,  grid->step_x, 0.0,
                       grid->north + 0.5 * grid->step_y, 0.0,          -grid->step_y};
    OGRSpatialReferenceH crs = fluv_export_crs(job->land);
    GDALDatasetH data = NULL;
    if (wrap(grid->height, grid->cols, grid->rows, &data) && crs) {
        GDALSetGeoTransform(data, place);
        GDALSetSpatialRef(data, crs);
    }
    OSRDestroySpatialReference(crs);
    return data;
}

/* A row of tiles of one zoom, brought to web Mercator. */
static bool warp_row(GDALDatasetH land, int zoom, int first, int count, int row, float *values)
{
    double pixel = pixel_of(zoom);
    double place[6] = {-FLUV_WEB_HALF + first * TILE * pixel, pixel, 0.0,
                       FLUV_WEB_HALF - row * TILE * pixel,    0.0,   -pixel};
    OGRSpatialReferenceH crs = fluv_web_crs();
    GDALDatasetH data = NULL;
    for (size_t i = 0; i < (size_t)count * TILE * TILE; i++)
        values[i] = NAN;
    bool good = wrap(values, (uint32_t)count * TILE, TILE, &data);
    if (good) {
        GDALSetGeoTransform(data, place);
        GDALSetSpatialRef(data, crs);
        good = GDALReprojectImage(land, NULL, data, NULL, GRA_Cubic, 0.0, 0.05, NULL, NULL, NULL) ==
               CE_None;
    }
    if (data)
        GDALClose(data);
    OSRDestroySpatialReference(crs);
    return good;
}

static bool make_folder(const char *folder, const char *name, int zoom, int x, char *path)
{
    int length = snprintf(path, PATH_MAX, "%.*s/%s", PATH_MAX - 96, folder, name);
    (void)mkdir(path, 0777);
    length += snprintf(path + length, (size_t)(PATH_MAX - length), "/%d", zoom);
    (void)mkdir(path, 0777);
    snprintf(path + length, (size_t)(PATH_MAX - length), "/%d", x);
    return mkdir(path, 0777) == 0 || errno == EEXIST;
}

static fluv_status write_tile(fluv_ctx *ctx, const fluv_export_job *job, int zoom, int x, int y,
                              const uint8_t *rgb, size_t line)
{
    char folder[PATH_MAX], path[PATH_MAX];
    if (!make_folder(job->folder, "terrain", zoom, x, folder))
        return fluv_fail(ctx, FLUV_IO, "cannot write %s: %s", folder, strerror(errno));
    snprintf(path, sizeof path, "%.*s/%d.png", PATH_MAX - 32, folder, y);
    fluv_image image = {
        .unit = "m", .format = FLUV_IMAGE_PNG, .type = FLUV_IMAGE_U8, .channels = 3};
    fluv_image_part part = {
        .image = &image,
        .first = rgb,
        .line = line,
        .cols = TILE,
        .rows = TILE,
        .path = path,
        .says = "Terrain-RGB: -10000 m + 0.1 m * (red * 65536 + green * 256 + blue)"};
    return fluv_image_png(ctx, &part);
}

static fluv_status write_zoom(fluv_ctx *ctx, const fluv_export_job *job, const web_frame *frame,
                              GDALDatasetH land, int zoom)
{
    double tile = pixel_of(zoom) * TILE;
    int x0 = (int)floor((frame->west + FLUV_WEB_HALF) / tile);
    int x1 = (int)floor((frame->east + FLUV_WEB_HALF) / tile);
    int y0 = (int)floor((FLUV_WEB_HALF - frame->north) / tile);
    int y1 = (int)floor((FLUV_WEB_HALF - frame->south) / tile), count = x1 - x0 + 1;
    size_t line = (size_t)count * TILE;
    float *values = fluv_scratch(ctx, line * TILE, sizeof *values);
    uint8_t *rgb = fluv_scratch(ctx, line * TILE, 3);
    if (!values || !rgb)
        return FLUV_NO_MEMORY;
    for (int y = y0; y <= y1; y++) {
        fluv_gdal_quiet quiet;
        fluv_gdal_quiet_begin(&quiet);
        bool good = warp_row(land, zoom, x0, count, y, values);
        fluv_gdal_quiet_end(&quiet);
        if (!good)
            return fluv_fail(ctx, FLUV_IO, "cannot bring heights to a web map: %s", quiet.text);
        fill_outside(values, line, TILE);
        encode(values, line * TILE, rgb);
        for (int x = x0; x <= x1; x++)
            FLUV_TRY(write_tile(ctx, job, zoom, x, y, rgb + (size_t)(x - x0) * TILE * 3, 3 * line));
    }
    fluv_scratch_drop(ctx, rgb);
    fluv_scratch_drop(ctx, values);
    return FLUV_OK;
}

static fluv_status find_frame(fluv_ctx *ctx, const fluv_export_job *job, web_frame *frame)
{
    if (!find_bounds(job, frame) || !find_zooms(job, frame))
        return fluv_fail(ctx, FLUV_BAD_USE,
                         "the land does not fit on a web map, which ends at 85 N, 85 S and 180 E");
    return FLUV_OK;
}

fluv_status fluv_web_terrain(fluv_ctx *ctx, fluv_export_job *job)
{
    web_frame frame;
    FLUV_TRY(find_frame(ctx, job, &frame));
    GDALDatasetH land = wrap_land(job);
    fluv_status status = land ? FLUV_OK : fluv_fail(ctx, FLUV_NO_MEMORY, "no memory for the tiles");
    for (int zoom = frame.least; status == FLUV_OK && zoom <= frame.most; zoom++)
        status = write_zoom(ctx, job, &frame, land, zoom);
    if (land)
        GDALClose(land);
    json_t *row = NULL, *says = json_pack("{s:s, s:s}", "name", "terrain", "encoding", "mapbox");
    if (status == FLUV_OK)
        status = finish_tiles(ctx, job, &frame, "terrain", "height, Terrain-RGB", says, &row);
    json_decref(says);
    json_object_set_new(row, "offset", json_real(-10000.0));
    json_object_set_new(row, "scale", json_real(0.1));
    json_object_set_new(row, "unit", json_string("m"));
    json_object_set_new(row, "min_zoom", json_integer(frame.least));
    json_object_set_new(row, "max_zoom", json_integer(frame.most));
    return status;
}

/* -- Water */

/* Whether every bracket that a file of JSON opens is closed: not so in one that was cut off. */
static bool is_whole(const char *path)
{
    FILE *file = fopen(path, "rb");
    bool quoted = false;
    long depth = 0, opened = 0;
    for (int byte; file && (byte = getc(file)) != EOF;) {
        if (quoted && byte == '\\')
            getc(file);
        else if (byte == '"')
            quoted = !quoted;
        else if (!quoted && (byte == '{' || byte == '['))
            opened += 1, depth += 1;
        else if (!quoted && (byte == '}' || byte == ']'))
            depth -= 1;
    }
    if (file)
        fclose(file);
    return opened > 0 && depth == 0;
}

/* What GDAL says of the vector tiles: their layers and columns, as a text in its metadata. GDAL
 * does not look whether that file is written whole: one that is not is no JSON. */
static fluv_status read_layers(fluv_ctx *ctx, const fluv_export_job *job, json_t **out)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%.*s/water/metadata.json", PATH_MAX - 64, job->folder);
    json_t *whole = json_load_file(path, 0, NULL);
    if (!whole && is_whole(path))
        return fluv_fail(ctx, FLUV_NO_MEMORY, "out of memory: reading %s", path);
    if (!whole)
        return fluv_fail(ctx, FLUV_IO, "cannot write %s", path);
    const char *text = json_string_value(json_object_get(whole, "json"));
    json_t *layers = text ? json_loads(text, 0, NULL) : NULL;
    json_decref(whole);
    if (!layers)
        layers = json_object();
    json_object_set_new(layers, "name", json_string("water"));
    if (job->format == FLUV_IMAGE_PMTILES)
        unlink(path);
    *out = layers;
    return FLUV_OK;
}

static fluv_status translate_water(fluv_ctx *ctx, const fluv_export_job *job,
                                   const web_frame *frame)
{
    static const char *const layers[] = {"coast", "lakes", "rivers", NULL};
    fluv_vector_source from = {0};
    char least[32], most[32];
    snprintf(least, sizeof least, "MINZOOM=%d", frame->least);
    snprintf(most, sizeof most, "MAXZOOM=%d", frame->most);
    fluv_status status = fluv_vectors_open(ctx, job, &from);
    if (status == FLUV_OK) {
        const char *words[20] = {"-f",    "MVT",         "-a_srs", from.crs,
                                 "-dsco", least,         "-dsco",  most,
                                 "-dsco", "COMPRESS=NO", "-dsco",  "FORMAT=DIRECTORY"};
        size_t count = 12;
        for (size_t i = 0; layers[i]; i++)
            if (GDALDatasetGetLayerByName(from.data, layers[i]))
                words[count++] = layers[i];
        status = fluv_vectors_translate(ctx, job, &from, "water", words);
    }
    if (status == FLUV_OK) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%.*s/water", PATH_MAX - 64, job->folder);
        fluv_tile_folder folder = {path, "pbf", frame->least, frame->most};
        status = fluv_vector_tiles_check(ctx, job, &from, layers, &folder);
    }
    fluv_vectors_close(&from);
    return status;
}

fluv_status fluv_web_water(fluv_ctx *ctx, fluv_export_job *job)
{
    web_frame frame;
    json_t *row, *says = NULL;
    if (!fluv_vectors_present(job->land))
        return FLUV_OK;
    FLUV_TRY(find_frame(ctx, job, &frame));
    FLUV_TRY(translate_water(ctx, job, &frame));
    FLUV_TRY(read_layers(ctx, job, &says));
    fluv_status status = finish_tiles(ctx, job, &frame, "water",
                                      "rivers, lakes and coast as vector tiles", says, &row);
    json_decref(says);
    if (job->format == FLUV_IMAGE_TILES)
        fluv_export_list(job, "water/metadata.json", "what the vector tiles hold");
    return status;
}

/* -- The style and a page that shows it */

static json_t *layer_of(const char *id, const char *type, const char *layer, json_t *paint)
{
    json_t *row = json_pack("{s:s, s:s, s:o}", "id", id, "type", type, "paint", paint);
    if (*layer) {
        json_object_set_new(row, "source", json_string("water"));
        json_object_set_new(row, "source-layer", json_string(layer));
    }
    return row;
}

static json_t *layers_of(const fluv_export_job *job)
{
    json_t *list = json_array();
    json_array_append_new(
        list, layer_of("sea", "background", "", json_pack("{s:s}", "background-color", "#a9cbe0")));
    bool water = fluv_vectors_present(job->land);
    if (water && fluv_coast_of(job->land))
        json_array_append_new(
            list, layer_of("land", "fill", "coast", json_pack("{s:s}", "fill-color", "#e4e0cf")));
    json_t *shade =
        layer_of("hills", "hillshade", "", json_pack("{s:f}", "hillshade-exaggeration", 0.6));
    json_object_set_new(shade, "source", json_string("terrain"));
    json_array_append_new(list, shade);
    if (water && fluv_lakes_of(job->land))
        json_array_append_new(
            list, layer_of("lakes", "fill", "lakes", json_pack("{s:s}", "fill-color", "#7fb2d2")));
    if (water && fluv_rivers_of(job->land))
        json_array_append_new(
            list, layer_of("rivers", "line", "rivers",
                           json_pack("{s:s, s:[s, f, [s, f, [s, [s, f, [s, f, [s, s]]]]]]}",
                                     "line-color", "#2f74a8", "line-width", "+", 0.4, "*", 0.8,
                                     "ln", "+", 1.0, "*", 4.0, "get", "dis_av_cms")));
    return list;
}

static json_t *bounds_of(const web_frame *frame)
{
    return json_pack("[f, f, f, f]", longitude(frame->west), latitude(frame->south),
                     longitude(frame->east), latitude(frame->north));
}

/* Where a source's tiles are, and how far they reach. */
static void place_source(const fluv_export_job *job, const web_frame *frame, const char *name,
                         json_t *source)
{
    if (job->format == FLUV_IMAGE_PMTILES)
        json_object_set_new(source, "url", json_sprintf("pmtiles://%s.pmtiles", name));
    else
        json_object_set_new(source, "tiles",
                            json_pack("[o]", json_sprintf("%s/{z}/{x}/{y}.%s", name,
                                                          *name == 'w' ? "pbf" : "png")));
    json_object_set_new(source, "minzoom", json_integer(frame->least));
    json_object_set_new(source, "maxzoom", json_integer(frame->most));
    json_object_set_new(source, "bounds", bounds_of(frame));
}

fluv_status fluv_web_style(fluv_ctx *ctx, fluv_export_job *job)
{
    web_frame frame;
    FLUV_TRY(find_frame(ctx, job, &frame));
    double x = longitude(0.5 * (frame.west + frame.east));
    double y = latitude(0.5 * (frame.south + frame.north));
    json_t *sources = json_pack(
        "{s:o}", "terrain",
        json_pack("{s:s, s:i, s:s}", "type", "raster-dem", "tileSize", TILE, "encoding", "mapbox"));
    if (sources && fluv_vectors_present(job->land))
        json_object_set_new(sources, "water", json_pack("{s:s}", "type", "vector"));
    json_t *style = json_pack("{s:i, s:s, s:[f, f], s:i, s:o, s:o}", "version", 8, "name",
                              "Interfluve", "center", x, y, "zoom", frame.least + 1, "sources",
                              sources, "layers", layers_of(job));
    const char *name;
    json_t *source;
    json_object_foreach(json_object_get(style, "sources"), name, source)
        place_source(job, &frame, name, source);
    char *text = style ? json_dumps(style, JSON_INDENT(1) | JSON_REAL_PRECISION(9)) : NULL;
    fluv_status status =
        text ? fluv_export_text(ctx, job, "style.json", "style for MapLibre", text, strlen(text))
             : fluv_fail(ctx, FLUV_NO_MEMORY, "no memory for style.json");
    free(text);
    json_decref(style);
    if (status == FLUV_OK)
        status = fluv_export_script(ctx, job, "index.html");
    return status;
}

void fluv_web_settle(fluv_export_job *job)
{
    bool one = job->format == FLUV_IMAGE_PMTILES;
    fluv_export_set(job, "Page", "the files of npm's maplibre-gl%s beside index.html, %s",
                    one ? " and pmtiles (folders dist)" : " (folder dist)",
                    one ? "from a server that knows ranges of bytes" : "from any server");
    fluv_export_set(job, "Terrain", "%s, encoding mapbox, tile size 256",
                    one ? "terrain.pmtiles" : "terrain/{z}/{x}/{y}.png");
    fluv_export_set(job, "Water", "%s, layers rivers, lakes and coast",
                    one ? "water.pmtiles" : "water/{z}/{x}/{y}.pbf");
    if (!job->land->crs)
        fluv_export_note(job, "the land is invented: it is shown about 0 N 0 E");
}
