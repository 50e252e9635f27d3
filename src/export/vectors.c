// SPDX-License-Identifier: MIT
/* Rivers, lakes, coast and watersheds for other vector formats, through GDAL. */
#include "export/vectors.h"

#include "export/crs.h"
#include "gdal/quiet.h"
#include "output/vector.h"

#include <assert.h>
#include <cpl_conv.h>
#include <cpl_string.h>
#include <gdal_utils.h>
#include <limits.h>
#include <stdio.h>

fluv_status fluv_vectors_open(fluv_ctx *ctx, const fluv_export_job *job, fluv_vector_source *out)
{
    out->folder = fluv_memory_folder_of(ctx);
    snprintf(out->path, sizeof out->path, "%s/water.gpkg", out->folder.text);
    FLUV_TRY(fluv_vectors_write(ctx, job->land, out->path));
    fluv_gdal_quiet quiet;
    fluv_gdal_quiet_begin(&quiet);
    out->data = GDALOpenEx(out->path, GDAL_OF_VECTOR, NULL, NULL, NULL);
    out->crs = fluv_export_crs_text(job->land);
    fluv_gdal_quiet_end(&quiet);
    if (!out->data || !out->crs)
        return fluv_fail(ctx, FLUV_IO, "rivers and lakes cannot be read back: %s", quiet.text);
    return FLUV_OK;
}

void fluv_vectors_close(fluv_vector_source *source)
{
    if (source->data)
        GDALClose(source->data);
    CPLFree(source->crs);
    if (*source->path)
        fluv_memory_folder_remove(&source->folder);
    *source = (fluv_vector_source){0};
}

fluv_status fluv_vectors_translate(fluv_ctx *ctx, const fluv_export_job *job,
                                   const fluv_vector_source *source, const char *file,
                                   const char *const *words)
{
    assert(source->data && file && words);
    char path[PATH_MAX], **list = NULL;
    snprintf(path, sizeof path, "%.*s/%s", PATH_MAX - 128, job->folder, file);
    for (size_t i = 0; words[i]; i++)
        list = CSLAddString(list, words[i]);
    fluv_gdal_quiet quiet;
    fluv_gdal_quiet_begin(&quiet);
    GDALVectorTranslateOptions *options = GDALVectorTranslateOptionsNew(list, NULL);
    GDALDatasetH from = source->data;
    int wrong = 0;
    GDALDatasetH to = options ? GDALVectorTranslate(path, NULL, 1, &from, options, &wrong) : NULL;
    if (to)
        GDALClose(to);
    GDALVectorTranslateOptionsFree(options);
    CSLDestroy(list);
    fluv_gdal_quiet_end(&quiet);
    if (!to || wrong || quiet.failures)
        return fluv_fail(ctx, FLUV_IO, "cannot write %s: %s", path, quiet.text);
    return fluv_look(ctx);
}
