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

/* unity.c */
void fluv_unity_settle(fluv_export_job *job);
fluv_status fluv_unity_water(fluv_ctx *ctx, fluv_export_job *job);
fluv_status fluv_unity_rivers(fluv_ctx *ctx, fluv_export_job *job);
fluv_status fluv_unity_lakes(fluv_ctx *ctx, fluv_export_job *job);
fluv_status fluv_unity_script(fluv_ctx *ctx, fluv_export_job *job);

/* godot.c */
void fluv_godot_settle(fluv_export_job *job);
fluv_status fluv_godot_water(fluv_ctx *ctx, fluv_export_job *job);
fluv_status fluv_godot_scene(fluv_ctx *ctx, fluv_export_job *job);

/* houdini.c */
void fluv_houdini_settle(fluv_export_job *job);
fluv_status fluv_houdini_water(fluv_ctx *ctx, fluv_export_job *job);
fluv_status fluv_houdini_ground(fluv_ctx *ctx, fluv_export_job *job);

/* blender.c */
void fluv_blender_settle(fluv_export_job *job);
fluv_status fluv_blender_model(fluv_ctx *ctx, fluv_export_job *job);
fluv_status fluv_blender_rivers(fluv_ctx *ctx, fluv_export_job *job);
fluv_status fluv_blender_script(fluv_ctx *ctx, fluv_export_job *job);

/* gis.c, catalog.c */
void fluv_gis_settle(fluv_export_job *job);
fluv_status fluv_gis_vectors(fluv_ctx *ctx, fluv_export_job *job);
fluv_status fluv_gis_mosaics(fluv_ctx *ctx, fluv_export_job *job);
fluv_status fluv_gis_item(fluv_ctx *ctx, fluv_export_job *job);

/* web.c */
void fluv_web_settle(fluv_export_job *job);
fluv_status fluv_web_terrain(fluv_ctx *ctx, fluv_export_job *job);
fluv_status fluv_web_water(fluv_ctx *ctx, fluv_export_job *job);
fluv_status fluv_web_style(fluv_ctx *ctx, fluv_export_job *job);

#endif
