// SPDX-License-Identifier: MIT
/* GDAL kept quiet. A full disk often shows only when a dataset is closed, which returns nothing: so
 * failures are counted here, from the first call to the last. */
#include "gdal/quiet.h"

#include <cpl_conv.h>
#include <cpl_error.h>
#include <cpl_http.h>
#include <gdal.h>
#include <pthread.h>
#include <stdio.h>

static const char *const settings[][2] = {
    {"OGR_CURRENT_DATE", "2000-01-01T00:00:00.000Z"}, /* the same bytes every time */
    {"OGR_SQLITE_SYNCHRONOUS", "OFF"},                /* the folder counts only when complete */
    {"OGR_SQLITE_JOURNAL", "OFF"},
    {"SPATIALITE_LOAD", "NO"}, /* it would change the locale of the whole program */
    {"CPL_VSIL_CURL_ALLOWED_FILENAME", "none"}, /* a file may hold an address */
};
enum { SETTINGS = sizeof settings / sizeof *settings };

/* A file may hold an address: what asks for the network gets an error at the two gates that all of
 * GDAL's transfers pass, this one and the name allowed above. */
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

static void CPL_STDCALL collect(CPLErr level, CPLErrorNum number, const char *text)
{
    (void)number;
    fluv_gdal_quiet *quiet = CPLGetErrorHandlerUserData();
    if (level < CE_Failure || quiet->failures++)
        return;
    snprintf(quiet->text, sizeof quiet->text, "%s", text);
    for (char *c = quiet->text; *c; c++)
        if (*c == '\n' || *c == '\r')
            *c = ' ';
}

/* GDAL's list of drivers belongs to the whole program and is not made by two threads at once. */
static pthread_once_t registered = PTHREAD_ONCE_INIT;

void fluv_gdal_quiet_begin(fluv_gdal_quiet *quiet)
{
    *quiet = (fluv_gdal_quiet){0};
    fluv_plain_begin(&quiet->plain);
    (void)pthread_once(&registered, GDALAllRegister);
    CPLPushErrorHandlerEx(collect, quiet);
    for (int i = 0; i < SETTINGS; i++)
        CPLSetThreadLocalConfigOption(settings[i][0], settings[i][1]);
    CPLHTTPPushFetchCallback(refuse_fetch, NULL);
}

void fluv_gdal_quiet_end(fluv_gdal_quiet *quiet)
{
    CPLHTTPPopFetchCallback();
    for (int i = 0; i < SETTINGS; i++)
        CPLSetThreadLocalConfigOption(settings[i][0], NULL);
    CPLPopErrorHandler();
    fluv_plain_end(&quiet->plain);
}
