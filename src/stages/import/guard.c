// SPDX-License-Identifier: MIT
/* GDAL kept quiet and at home while `import` reads; gdal/open.h says what may be opened. */
#include "stages/import/guard.h"

void fluv_import_guard_begin(fluv_gdal_quiet *quiet)
{
    fluv_gdal_quiet_begin(quiet);
}

void fluv_import_guard_end(fluv_gdal_quiet *quiet)
{
    fluv_gdal_quiet_end(quiet);
}

fluv_status fluv_import_check_name(fluv_ctx *ctx, const char *file)
{
    if (!*file)
        return fluv_fail(ctx, FLUV_BAD_INPUT, "import needs a file: set import.file");
    return FLUV_OK;
}
