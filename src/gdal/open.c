// SPDX-License-Identifier: MIT
/* The one door through which files from strangers are opened.
 *
 * Besides the file itself GDAL looks for others of the same name. World files and projections hold
 * numbers; an .aux.xml may name any other file as an overview, so it is read first; masks and
 * overviews (.msk, .ovr) are opened by whatever driver likes them, so they are not seen. A name is
 * handed on as a path (./name), which no driver takes for anything else. */
#include "gdal/open.h"

#include "base/room.h"
#include "gdal/netcdf.h"

#include <cpl_conv.h>
#include <cpl_minixml.h>
#include <cpl_string.h>
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#define LARGEST_SIDECAR (16 << 20)         /* bytes */
#define DEEPEST_SIDECAR 64                 /* elements inside each other */
#define MODEST_BLOCK    (64.0 * 1048576.0) /* bytes: what any file may ask for */
#define GIB             (1024.0 * 1024.0 * 1024.0)

/* A name, taken apart: what GDAL is told, and the file it is about. */
typedef struct target {
    char path[PATH_MAX];      /* of the file, never without a slash */
    char name[PATH_MAX + 64]; /* the path, or a map inside it */
    const char *only;         /* the driver that knows maps inside; NULL: the name is a path */
} target;

/* NETCDF:"path":variable and NETCDF:path:variable. */
static bool split_netcdf(const char *rest, char *path, const char **inside)
{
    bool quoted = *rest == '"';
    rest += quoted;
    const char *end = quoted ? strchr(rest, '"') : strrchr(rest, ':');
    if (!end || end - rest >= PATH_MAX - 2 || (quoted && end[1] != ':'))
        return false;
    memcpy(path, rest, (size_t)(end - rest));
    path[end - rest] = '\0';
    *inside = end + quoted + 1;
    return **inside && strspn(*inside, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                       "0123456789_-./ ") == strlen(*inside);
}

/* GTIFF_DIR:number:path. */
static bool split_tiff(const char *rest, char *path, int *number)
{
    char *end;
    long read = strtol(rest, &end, 10);
    if (end == rest || *end != ':' || read < 1 || read > 65535 || strlen(end) > PATH_MAX - 2)
        return false;
    *number = (int)read;
    memcpy(path, end + 1, strlen(end));
    return true;
}

static fluv_status no_plain_file(fluv_ctx *ctx, const char *file)
{
    return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: only plain files on this machine are read", file);
}

static fluv_status take_apart(fluv_ctx *ctx, const char *file, fluv_file_kind kind, target *to)
{
    char path[PATH_MAX];
    const char *inside = "";
    int number = 0;
    *to = (target){.only = NULL};
    if (strstr(file, "/vsi") || strstr(file, "://") || strlen(file) > PATH_MAX - 3)
        return no_plain_file(ctx, file);
    snprintf(path, sizeof path, "%s", file);
    if (kind == FLUV_FILE_RASTER && strncasecmp(file, "NETCDF:", 7) == 0) {
        if (!split_netcdf(file + 7, path, &inside))
            return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: expected NETCDF:\"file\":variable", file);
        to->only = "netCDF";
    } else if (kind == FLUV_FILE_RASTER && strncasecmp(file, "GTIFF_DIR:", 10) == 0) {
        if (!split_tiff(file + 10, path, &number))
            return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: expected GTIFF_DIR:number:file", file);
        to->only = "GTiff";
    }
    snprintf(to->path, sizeof to->path, "%s%.*s", strchr("/.", path[0]) ? "" : "./", PATH_MAX - 3,
             path);
    if (*inside)
        snprintf(to->name, sizeof to->name, "NETCDF:\"%s\":%.40s", to->path, inside);
    else if (number)
        snprintf(to->name, sizeof to->name, "GTIFF_DIR:%d:%s", number, to->path);
    else
        snprintf(to->name, sizeof to->name, "%s", to->path);
    return FLUV_OK;
}

/* Domains whose items describe the raster itself. In others (OVERVIEWS, GEOLOCATION, xml:VRT) an
 * item is the name of something to open. */
static bool describes_itself(const char *domain)
{
    static const char *const known[] = {"",    "IMAGE_STRUCTURE", "ESRI",      "COLOR_PROFILE",
                                        "RPC", "IMAGERY",         "STATISTICS"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcasecmp(domain, known[i]) == 0)
            return true;
    return false;
}

/* The domain that leads elsewhere; NULL: there is none. */
static const char *leads_elsewhere(const CPLXMLNode *node, int depth)
{
    if (depth > DEEPEST_SIDECAR)
        return "too deep";
    for (; node; node = node->psNext) {
        if (node->eType != CXT_Element)
            continue;
        const char *domain =
            strcasecmp(node->pszValue, "Metadata") == 0 ? CPLGetXMLValue(node, "domain", "") : "";
        if (!describes_itself(domain))
            return domain;
        const char *below = leads_elsewhere(node->psChild, depth + 1);
        if (below)
            return below;
    }
    return NULL;
}

static fluv_status look_into(fluv_ctx *ctx, const char *sidecar)
{
    struct stat info;
    char domain[40] = "";
    if (stat(sidecar, &info) != 0 || !S_ISREG(info.st_mode) || info.st_size > LARGEST_SIDECAR)
        return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: is no small file", sidecar);
    CPLXMLNode *whole = CPLParseXMLFile(sidecar);
    const char *found = whole ? leads_elsewhere(whole, 0) : NULL;
    if (found)
        snprintf(domain, sizeof domain, "%s", found);
    CPLDestroyXMLNode(whole);
    if (found)
        return fluv_fail(ctx, FLUV_BAD_INPUT,
                         "%s: leads to other files (%s): remove it, or turn the map into a GeoTIFF "
                         "with gdal_translate",
                         sidecar, domain);
    return FLUV_OK;
}

/* The files beside it that GDAL may know of: its own name, those that hold numbers or a projection,
 * and an .aux.xml that was looked into. */
static fluv_status list_siblings(fluv_ctx *ctx, const char *path, char ***out)
{
    static const char *const others[] = {"tfw",   "tifw", "pgw", "pngw", "jgw", "jpgw",
                                         "jpegw", "bpw",  "wld", "prj",  "hdr", "TFW",
                                         "PGW",   "JGW",  "WLD", "PRJ",  "HDR"};
    char beside[PATH_MAX + 16];
    *out = CSLAddString(NULL, CPLGetFilename(path));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        struct stat info;
        snprintf(beside, sizeof beside, "%s", CPLResetExtension(path, others[i]));
        if (stat(beside, &info) == 0 && S_ISREG(info.st_mode))
            *out = CSLAddString(*out, CPLGetFilename(beside));
    }
    snprintf(beside, sizeof beside, "%s.aux.xml", path);
    if (access(beside, F_OK) != 0)
        return FLUV_OK;
    FLUV_TRY(look_into(ctx, beside));
    *out = CSLAddString(*out, CPLGetFilename(beside));
    return FLUV_OK;
}

static fluv_status open_target(fluv_ctx *ctx, const char *file, const target *to,
                               const fluv_format *format, const fluv_gdal_quiet *quiet,
                               GDALDatasetH *out)
{
    const char *const drivers[] = {format->driver, NULL};
    unsigned flags = GDAL_OF_READONLY | GDAL_OF_VERBOSE_ERROR |
                     (format->kind == FLUV_FILE_RASTER ? GDAL_OF_RASTER : GDAL_OF_VECTOR);
    char **siblings = NULL;
    if (!GDALGetDriverByName(format->driver))
        return fluv_fail(ctx, FLUV_BAD_INPUT,
                         "%s: the GDAL of this machine was built without its driver %s: save the "
                         "map as a float GeoTIFF or a 16 bit PNG",
                         file, format->driver);
    fluv_status status = FLUV_OK;
    if (format->kind == FLUV_FILE_RASTER)
        status = list_siblings(ctx, to->path, &siblings);
    if (status == FLUV_OK)
        *out = GDALOpenEx(to->name, flags, drivers, NULL, (const char *const *)siblings);
    CSLDestroy(siblings);
    if (status == FLUV_OK && !*out)
        return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: is no %s that can be read (%s)", file,
                         format->kind == FLUV_FILE_RASTER ? "height map" : format->driver,
                         quiet->text);
    return status;
}

fluv_status fluv_gdal_open(fluv_ctx *ctx, const char *file, fluv_file_kind kind,
                           const fluv_gdal_quiet *quiet, GDALDatasetH *out)
{
    target to;
    const fluv_format *format;
    *out = NULL;
    FLUV_TRY(take_apart(ctx, file, kind, &to));
    FLUV_TRY(fluv_format_find(ctx, to.path, kind, &format));
    if (to.only && strcmp(to.only, format->driver) != 0)
        return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: is %s inside, expected %s", file, format->driver,
                         to.only);
    if (strcmp(format->driver, "netCDF") == 0)
        FLUV_TRY(fluv_netcdf_expect(ctx, to.path));
    return open_target(ctx, file, &to, format, quiet, out);
}

/* For what GDAL holds itself, which is memory always. */
static double memory_itself(const fluv_ctx *ctx)
{
    if (ctx->memory_limit)
        return (double)ctx->memory_limit;
    return (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
}

double fluv_gdal_memory_there(const fluv_ctx *ctx)
{
    return ctx->disk[0] ? (double)fluv_room(ctx) : memory_itself(ctx);
}

fluv_status fluv_gdal_expect_blocks(fluv_ctx *ctx, const char *file, GDALDatasetH data,
                                    double *bytes)
{
    int cols = GDALGetRasterXSize(data), rows = GDALGetRasterYSize(data), wide, high;
    GDALRasterBandH band = GDALGetRasterBand(data, 1);
    *bytes = 0.0;
    if (!band)
        return FLUV_OK;
    const char *woven = GDALGetMetadataItem(data, "INTERLEAVE", "IMAGE_STRUCTURE");
    const char *driver = GDALGetDriverShortName(GDALGetDatasetDriver(data));
    double cell = GDALGetDataTypeSizeBytes(GDALGetRasterDataType(band));
    if (woven && strcmp(woven, "PIXEL") == 0)
        cell *= GDALGetRasterCount(data);
    GDALGetBlockSize(band, &wide, &high);
    double all = cell * cols * rows, block = cell * wide * high;
    *bytes = strcmp(driver, "PNG") == 0 ? all : block; /* one that is interlaced is read whole */
    if (wide < 1 || high < 1 || block > (all > MODEST_BLOCK ? all : MODEST_BLOCK))
        return fluv_fail(ctx, FLUV_BAD_INPUT,
                         "%s: claims blocks of %d x %d cells (%.3g GB) for a map of %d x %d", file,
                         wide, high, block / 1e9, cols, rows);
    if (*bytes > memory_itself(ctx))
        return fluv_fail(ctx, FLUV_NO_MEMORY,
                         "%s: reading it needs %.1f GiB of memory, %.1f GiB are there", file,
                         *bytes / GIB, memory_itself(ctx) / GIB);
    return FLUV_OK;
}
