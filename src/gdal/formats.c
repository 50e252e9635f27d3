// SPDX-License-Identifier: MIT
/* Which format a file is, by its name and by its content together.
 *
 * GDAL asks a hundred drivers who wants a file, and some of them take a text that names another
 * file, an address, or a place to write to: called heights.png, an MRF header is all three. So the
 * driver is chosen here, from a short list, and GDAL is given no other. On the list is what height
 * maps come in and what holds its numbers itself:
 *
 *     GTiff     what surveys, GIS and this program write
 *     PNG       what painters and game engines exchange, 8 and 16 bits
 *     JPEG      sketches and masks
 *     EXR       heights as floats from sculpting tools; where GDAL was built with it
 *     PNM       16 bit grey of small tools (.pgm)
 *     BMP       masks of old painters
 *     AAIGrid   the oldest exchange of GIS, as text
 *     XYZ       points of a grid as text: how several states give their surveys away
 *     SRTMHGT   the shuttle's tiles
 *     DTED      the same from military surveys
 *     EHdr      bare floats beside a header of numbers (.flt, .bil)
 *     Terragen  .ter of terrain tools
 *     netCDF    sea floors and models, in the classic format
 *
 * Left out on purpose: HDF5 and with it netCDF-4, whose data may lie in a file that it names; HFA,
 * the same; VRT, MRF, WMS, GTI and all that is a description; archives. Of vectors: GeoJSON,
 * GeoPackage, Shapefile, FlatGeobuf. */
#include "gdal/formats.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { HEAD = 512 };

/* A file's beginning. */
typedef struct head {
    unsigned char bytes[HEAD + 1]; /* 0 behind the last */
    size_t count;
    long long size; /* of the whole file */
} head;

static bool begins(const head *h, const char *mark, size_t length)
{
    return h->count >= length && memcmp(h->bytes, mark, length) == 0;
}
#define BEGINS(h, mark) begins(h, mark, sizeof mark - 1)

static const char *first_word(const head *h)
{
    const char *text = (const char *)h->bytes;
    if (BEGINS(h, "\xef\xbb\xbf"))
        text += 3;
    while (isspace((unsigned char)*text))
        text++;
    return text;
}

static bool is_tiff(const head *h)
{
    return BEGINS(h, "II*\0") || BEGINS(h, "MM\0*") || BEGINS(h, "II+\0") || BEGINS(h, "MM\0+");
}

static bool is_png(const head *h)
{
    return BEGINS(h, "\x89PNG\r\n\x1a\n");
}

static bool is_jpeg(const head *h)
{
    return BEGINS(h, "\xff\xd8\xff");
}

static bool is_exr(const head *h)
{
    return BEGINS(h, "\x76\x2f\x31\x01");
}

static bool is_pnm(const head *h)
{
    return (BEGINS(h, "P5") || BEGINS(h, "P6")) && isspace(h->bytes[2]);
}

static bool is_bmp(const head *h)
{
    return BEGINS(h, "BM");
}

static bool is_ascii_grid(const head *h)
{
    static const char *const words[] = {"ncols",     "nrows",     "xllcorner",
                                        "yllcorner", "xllcenter", "yllcenter",
                                        "cellsize",  "dx",        "dy"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strncasecmp((const char *)h->bytes, words[i], strlen(words[i])) == 0)
            return true;
    return false;
}

/* Lines of numbers, below a line of names at most. */
static bool is_points(const head *h)
{
    const char *text = first_word(h);
    const char *line = strchr(text, '\n');
    if (isalpha((unsigned char)*text) && line)
        text = line + 1;
    bool digits = false;
    for (; *text && *text != '\n'; text++) {
        digits = digits || isdigit((unsigned char)*text);
        if (!strchr("0123456789+-.eE,; \t\r", *text))
            return false;
    }
    return digits;
}

/* A tile has no mark but its size: 1, 3 or 30 seconds, or a half second. */
static bool is_shuttle(const head *h)
{
    static const long long sizes[] = {2LL * 1201 * 1201, 2LL * 1801 * 3601,      2LL * 3601 * 3601,
                                      2LL * 7201 * 7201, (long long)3601 * 3601, 2LL * 1801 * 1201};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (h->size == sizes[i])
            return true;
    return false;
}

static bool is_dted(const head *h)
{
    return BEGINS(h, "UHL1") || BEGINS(h, "VOL1") || BEGINS(h, "HDR1");
}

static bool is_terragen(const head *h)
{
    return BEGINS(h, "TERRAGENTERRAIN ");
}

static bool is_classic_netcdf(const head *h)
{
    return BEGINS(h, "CDF\1") || BEGINS(h, "CDF\2") || BEGINS(h, "CDF\5");
}

/* Bare numbers have no mark: nothing that another reader would take may pass for them. */
static bool is_bare(const head *h)
{
    return h->size > 0 && h->bytes[0] != '<' && h->bytes[0] != '{';
}

static bool is_json(const head *h)
{
    return *first_word(h) == '{';
}

static bool is_geopackage(const head *h)
{
    return BEGINS(h, "SQLite format 3") && h->count >= 72 && memcmp(h->bytes + 68, "GP", 2) == 0;
}

static bool is_shapefile(const head *h)
{
    return BEGINS(h, "\0\0\x27\x0a");
}

static bool is_flatgeobuf(const head *h)
{
    return BEGINS(h, "fgb");
}

typedef struct known_format {
    fluv_format format;
    bool (*fits)(const head *);
} known_format;

static const known_format formats[] = {
    {{FLUV_FILE_RASTER, "GTiff", "|tif|tiff|gtif|"}, is_tiff},
    {{FLUV_FILE_RASTER, "PNG", "|png|"}, is_png},
    {{FLUV_FILE_RASTER, "JPEG", "|jpg|jpeg|"}, is_jpeg},
    {{FLUV_FILE_RASTER, "EXR", "|exr|"}, is_exr},
    {{FLUV_FILE_RASTER, "PNM", "|pgm|ppm|pnm|"}, is_pnm},
    {{FLUV_FILE_RASTER, "BMP", "|bmp|"}, is_bmp},
    {{FLUV_FILE_RASTER, "AAIGrid", "|asc|agr|grd|txt|"}, is_ascii_grid},
    {{FLUV_FILE_RASTER, "XYZ", "|xyz|"}, is_points},
    {{FLUV_FILE_RASTER, "SRTMHGT", "|hgt|"}, is_shuttle},
    {{FLUV_FILE_RASTER, "DTED", "|dt0|dt1|dt2|"}, is_dted},
    {{FLUV_FILE_RASTER, "Terragen", "|ter|"}, is_terragen},
    {{FLUV_FILE_RASTER, "netCDF", "|nc|grd|cdf|"}, is_classic_netcdf},
    {{FLUV_FILE_RASTER, "EHdr", "|flt|bil|"}, is_bare},
    {{FLUV_FILE_VECTOR, "GeoJSON", "|geojson|json|"}, is_json},
    {{FLUV_FILE_VECTOR, "GPKG", "|gpkg|"}, is_geopackage},
    {{FLUV_FILE_VECTOR, "ESRI Shapefile", "|shp|"}, is_shapefile},
    {{FLUV_FILE_VECTOR, "FlatGeobuf", "|fgb|"}, is_flatgeobuf},
};
enum { FORMATS = sizeof formats / sizeof *formats };

/* The whole of what is read, in the words of a message. */
static const char *const kind_words[] = {
    [FLUV_FILE_RASTER] = "no height map that can be read: expected .tif, .png, .jpg, .exr, .pgm, "
                         ".bmp, .asc, .xyz, .hgt, .dt2, .flt, .bil, .ter or .nc",
    [FLUV_FILE_VECTOR] = "no GeoJSON, GeoPackage, Shapefile or FlatGeobuf: expected .geojson, "
                         ".json, .gpkg, .shp or .fgb",
};

static const char *extension_of(const char *file)
{
    const char *name = strrchr(file, '/');
    const char *dot = strrchr(name ? name : file, '.');
    return dot ? dot + 1 : "";
}

static bool has_extension(const fluv_format *format, const char *file)
{
    char wanted[16] = "|";
    const char *extension = extension_of(file);
    size_t length = strlen(extension);
    if (length == 0 || length > sizeof wanted - 3)
        return false;
    for (size_t i = 0; i < length; i++)
        wanted[1 + i] = (char)tolower((unsigned char)extension[i]);
    wanted[1 + length] = '|';
    return strstr(format->extensions, wanted) != NULL;
}

/* As the user wrote it: names without a folder are opened as "./name". */
static const char *shown(const char *file)
{
    return strncmp(file, "./", 2) == 0 ? file + 2 : file;
}

static fluv_status read_head(fluv_ctx *ctx, const char *file, head *out)
{
    struct stat info;
    *out = (head){.size = 0};
    if (stat(file, &info) != 0)
        return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: no such file", shown(file));
    if (!S_ISREG(info.st_mode))
        return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: is no file", shown(file));
    if (info.st_size == 0)
        return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: is empty", shown(file));
    FILE *stream = fopen(file, "rb");
    if (!stream)
        return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: cannot be read: %s", shown(file),
                         strerror(errno));
    out->count = fread(out->bytes, 1, HEAD, stream);
    out->size = info.st_size;
    fclose(stream);
    return FLUV_OK;
}

/* Says what the content is instead, where that helps. */
static fluv_status refuse(fluv_ctx *ctx, const char *file, fluv_file_kind kind, const head *h)
{
    const char *words = kind_words[kind];
    file = shown(file);
    if (BEGINS(h, "\x89HDF"))
        return fluv_fail(ctx, FLUV_BAD_INPUT,
                         "%s: is HDF5 or netCDF-4, whose data may lie in any other file: turn it "
                         "into a GeoTIFF with gdal_translate first",
                         file);
    if (strncasecmp(first_word(h), "<VRTDataset", 11) == 0)
        return fluv_fail(ctx, FLUV_BAD_INPUT,
                         "%s: is a virtual raster, which may lead to any other file: turn it into "
                         "a GeoTIFF with gdal_translate first",
                         file);
    for (int i = 0; i < FORMATS; i++)
        if (formats[i].format.kind == kind && formats[i].fits(h) && formats[i].fits != is_bare &&
            formats[i].fits != is_points)
            return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: is %s inside: its name must end so (%.*s)",
                             file, formats[i].format.driver,
                             (int)strcspn(formats[i].format.extensions + 1, "|"),
                             formats[i].format.extensions + 1);
    return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: is %s", file, words);
}

fluv_status fluv_format_find(fluv_ctx *ctx, const char *file, fluv_file_kind kind,
                             const fluv_format **out)
{
    head h;
    FLUV_TRY(read_head(ctx, file, &h));
    for (int i = 0; i < FORMATS; i++)
        if (formats[i].format.kind == kind && has_extension(&formats[i].format, file) &&
            formats[i].fits(&h)) {
            *out = &formats[i].format;
            return FLUV_OK;
        }
    return refuse(ctx, file, kind, &h);
}
