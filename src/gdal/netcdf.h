// SPDX-License-Identifier: MIT
/* What a netCDF file claims, against what it has. */
#ifndef FLUV_GDAL_NETCDF_H
#define FLUV_GDAL_NETCDF_H

#include "base/ctx.h"

/* Refuses a classic netCDF file whose header claims names, lists or values that end beyond the
 * file: libnetcdf takes memory for them before it looks. */
FLUV_MUST_CHECK fluv_status fluv_netcdf_expect(fluv_ctx *ctx, const char *file);

#endif
