// SPDX-License-Identifier: MIT
/* GDAL kept quiet and at home.
 *
 * GDAL opens far more than files: addresses, inline documents, memory, virtual rasters that name
 * any of these. A recipe is read from strangers, so only plain local files are let through: names
 * are checked first, drivers that lead elsewhere are left out, and what still asks for the network
 * (a file may hold an address) gets an error from the two gates all of GDAL's transfers pass. */
#include "stages/import/guard.h"

#include <cpl_conv.h>
#include <cpl_http.h>
#include <cpl_string.h>
#include <gdal.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

static CPLHTTPResult *refuse_fetch(const char *address, CSLConstList options,
                                   GDALProgressFunc progress, void *progress_user,
                                   CPLHTTPFetchWriteFunc write, void *write_user, void *user)
{
    (void)address, (void)options, (void)progress, (void)progress_user;
    (void)write, (void)write_user, (void)user;
    CPLHTTPResult *result = CPLCalloc(1, sizeof *result);
    result->nStatus = 1;
    result->pszErrBuf = CPLStrdup("the network is not used");
    return result;
}

void fluv_import_guard_begin(fluv_gdal_quiet *quiet)
{
    fluv_gdal_quiet_begin(quiet);
    CPLHTTPPushFetchCallback(refuse_fetch, NULL);
}

void fluv_import_guard_end(fluv_gdal_quiet *quiet)
{
    CPLHTTPPopFetchCallback();
    fluv_gdal_quiet_end(quiet);
}

static bool names_a_map_inside(const char *file)
{
    static const char *const prefixes[] = {"NETCDF:", "HDF5:", "GTIFF_DIR:", "GPKG:"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (strncasecmp(file, prefixes[i], strlen(prefixes[i])) == 0)
            return true;
    return false;
}

fluv_status fluv_import_check_name(fluv_ctx *ctx, const char *file)
{
    struct stat info;
    if (!*file)
        return fluv_fail(ctx, FLUV_BAD_INPUT, "import needs a file: set import.file");
    if (strstr(file, "/vsi") || strstr(file, "://"))
        return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: only plain files on this machine are read",
                         file);
    if (names_a_map_inside(file))
        return FLUV_OK;
    if (stat(file, &info) != 0)
        return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: no such file", file);
    if (!S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode))
        return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: is no file", file);
    if (S_ISREG(info.st_mode) && info.st_size == 0)
        return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: is empty", file);
    return FLUV_OK;
}

static bool leads_elsewhere(const char *driver)
{
    static const char *const names[] = {
        "VRT",           "WMS",      "WCS",    "WMTS", "OGCAPI", "HTTP",
        "PLMOSAIC",      "PLSCENES", "DAAS",   "EEDA", "EEDAI",  "NGW",
        "PostGISRaster", "STACTA",   "STACIT", "MEM",  "GTI",    "DERIVED",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcasecmp(driver, names[i]) == 0)
            return true;
    return false;
}

char **fluv_import_drivers(void)
{
    char **names = NULL;
    for (int i = 0; i < GDALGetDriverCount(); i++) {
        GDALDriverH driver = GDALGetDriver(i);
        const char *name = GDALGetDriverShortName(driver);
        if (GDALGetMetadataItem(driver, GDAL_DCAP_RASTER, NULL) && !leads_elsewhere(name))
            names = CSLAddString(names, name);
    }
    return names;
}
