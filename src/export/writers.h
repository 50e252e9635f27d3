// SPDX-License-Identifier: MIT
/* What each profile writes beside heights and maps, one file a program. */
#ifndef FLUV_EXPORT_WRITERS_H
#define FLUV_EXPORT_WRITERS_H

#include "export/job.h"

/* unreal.c */
void fluv_unreal_settle(fluv_export_job *job);
fluv_status fluv_unreal_rivers(fluv_ctx *ctx, fluv_export_job *job);
fluv_status fluv_unreal_lakes(fluv_ctx *ctx, fluv_export_job *job);
fluv_status fluv_unreal_script(fluv_ctx *ctx, fluv_export_job *job);

#endif
