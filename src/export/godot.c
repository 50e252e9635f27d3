// SPDX-License-Identifier: MIT
/* Godot with Terrain3D: heights in metres, a scene with rivers as curves and water as meshes. */
#include "export/scripts.h"
#include "export/water_scene.h"
#include "export/writers.h"

#include <stdio.h>
#include <stdlib.h>

void fluv_godot_settle(fluv_export_job *job)
{
    const fluv_export_grid *grid = &job->grid;
    fluv_export_set(job, "Terrain3D", "Vertex Spacing %.6f", grid->step_x);
    if (job->format == FLUV_IMAGE_EXR)
        fluv_export_set(job, "Import",
                        "height.exr, Import Scale 1, Height Offset 0: numbers are metres");
    else
        fluv_export_set(job, "Import", "height.r16, R16 Range %.6f to %.6f, R16 Size %u x %u",
                        grid->low, grid->high, job->size.cols, job->size.rows);
    fluv_export_set(job, "Import Position", "0, 0, 0: the north-western corner, Y up, Z south");
    fluv_export_set(job, "Scene", "landscape.tscn: rivers as Path3D, water.glb");
    if (fabs(grid->step_x / grid->step_y - 1.0) > 1e-3)
        fluv_export_note(job,
                         "vertices are %.6g m apart eastwards and %.6g m southwards; Terrain3D "
                         "takes one spacing",
                         grid->step_x, grid->step_y);
    json_object_set_new(job->extra, "godot", json_pack("{s:f}", "vertex_spacing", grid->step_x));
}

fluv_status fluv_godot_water(fluv_ctx *ctx, fluv_export_job *job)
{
    return fluv_water_scene(ctx, job, &fluv_axes_gltf, NULL, 0, "water.glb");
}

/* A point of a Curve3D: handles in and out, which are none, and its place. */
static void put_curve(FILE *out, const fluv_export_job *job, const fluv_rivers *rivers,
                      const fluv_reach *reach, const uint8_t *keep)
{
    uint32_t first = reach->first_point, end = first + reach->point_count, count = 0;
    fprintf(out,
            "[sub_resource type=\"Curve3D\" id=\"c%lld\"]\n_data = {\n\"points\": "
            "PackedVector3Array(",
            (long long)reach->id);
    for (uint32_t i = first; i < end; i++) {
        if (!keep[i])
            continue;
        const fluv_river_point *p = &rivers->points[i];
        fluv_spot at = fluv_spot_of(&fluv_axes_gltf, &job->grid, p->x, p->y, (double)p->surface);
        fprintf(out, "%s0, 0, 0, 0, 0, 0, %.9g, %.9g, %.9g", count++ ? ", " : "", at.x, at.y, at.z);
    }
    fputs("),\n\"tilts\": PackedFloat32Array(", out);
    for (uint32_t i = 0; i < count; i++)
        fputs(i ? ", 0" : "0", out);
    fprintf(out, ")\n}\npoint_count = %u\n\n", count);
}

typedef float value_of(const fluv_reach *reach, const fluv_river_point *point);

static float width_of(const fluv_reach *reach, const fluv_river_point *point)
{
    (void)reach;
    return point->width;
}

static float velocity_of(const fluv_reach *reach, const fluv_river_point *point)
{
    (void)reach;
    return point->velocity;
}

static void put_values(FILE *out, const char *name, value_of *value, const fluv_rivers *rivers,
                       const fluv_reach *reach, const uint8_t *keep)
{
    const char *comma = "";
    fprintf(out, "metadata/%s = PackedFloat32Array(", name);
    for (uint32_t i = reach->first_point; i < reach->first_point + reach->point_count; i++)
        if (keep[i]) {
            fprintf(out, "%s%.6g", comma, (double)value(reach, &rivers->points[i]));
            comma = ", ";
        }
    fputs(")\n", out);
}

static void put_text(FILE *out, const char *text)
{
    for (fputc('"', out); *text; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static void put_path(FILE *out, const fluv_rivers *rivers, const fluv_reach *reach,
                     const uint8_t *keep)
{
    fprintf(out,
            "[node name=\"River_%lld\" type=\"Path3D\" parent=\"Rivers\"]\n"
            "curve = SubResource(\"c%lld\")\nmetadata/discharge = %.6g\nmetadata/strahler = %d\n"
            "metadata/river_name = ",
            (long long)reach->id, (long long)reach->id, reach->discharge, reach->strahler);
    put_text(out, reach->name);
    fputc('\n', out);
    put_values(out, "width", width_of, rivers, reach, keep);
    put_values(out, "depth", fluv_point_depth, rivers, reach, keep);
    put_values(out, "velocity", velocity_of, rivers, reach, keep);
    fputc('\n', out);
}

static bool is_shown(const fluv_reach *reach)
{
    return reach->kind != FLUV_DRY && reach->point_count >= 2;
}

static void put_scene(FILE *out, const fluv_export_job *job, const fluv_rivers *rivers,
                      const uint8_t *keep)
{
    size_t curves = 0;
    for (size_t i = 0; i < rivers->count; i++)
        curves += is_shown(&rivers->reaches[i]);
    fprintf(out,
            "[gd_scene load_steps=%zu format=3]\n\n"
            "[ext_resource type=\"PackedScene\" path=\"water.glb\" id=\"water\"]\n\n",
            curves + 2);
    for (size_t i = 0; i < rivers->count; i++)
        if (is_shown(&rivers->reaches[i]))
            put_curve(out, job, rivers, &rivers->reaches[i], keep);
    fputs("[node name=\"Landscape\" type=\"Node3D\"]\n\n"
          "[node name=\"Water\" parent=\".\" instance=ExtResource(\"water\")]\n\n"
          "[node name=\"Rivers\" type=\"Node3D\" parent=\".\"]\n\n",
          out);
    for (size_t i = 0; i < rivers->count; i++)
        if (is_shown(&rivers->reaches[i]))
            put_path(out, rivers, &rivers->reaches[i], keep);
}

fluv_status fluv_godot_scene(fluv_ctx *ctx, fluv_export_job *job)
{
    const fluv_rivers *rivers;
    uint8_t *keep;
    FLUV_TRY(fluv_rivers_thin(ctx, job, &rivers, &keep));
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return fluv_fail(ctx, FLUV_NO_MEMORY, "no memory for landscape.tscn");
    put_scene(out, job, rivers, keep);
    fluv_status status = fclose(out) == 0
                             ? fluv_export_text(ctx, job, "landscape.tscn", "scene", text, size)
                             : fluv_fail(ctx, FLUV_NO_MEMORY, "no memory for landscape.tscn");
    free(text);
    return status;
}
