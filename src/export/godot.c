// SPDX-License-Identifier: MIT
/* Godot with Terrain3D: heights in metres, a scene with rivers as curves and water as meshes. */
#include "export/scripts.h"
#include "export/water_scene.h"
#include "export/writers.h"

#include <stdio.h>
#include <stdlib.h>

/* Terrain3D has 32 by 32 regions about the origin, of which 16 by 16 lie east and south of it, and
 * spacings from 0.25 to 100 m. */
#define REGIONS_EAST  16
#define REGION_USUAL  256
#define REGION_MOST   2048
#define LEAST_SPACING 0.25
#define MOST_SPACING  100.0

static uint32_t region_size(const fluv_export_size *size)
{
    uint32_t longest = size->cols > size->rows ? size->cols : size->rows, region = REGION_USUAL;
    while (region < REGION_MOST && region * REGIONS_EAST < longest)
        region *= 2;
    return region;
}

static void note_spacing(fluv_export_job *job)
{
    const fluv_export_grid *grid = &job->grid;
    if (fabs(grid->step_x / grid->step_y - 1.0) > 1e-3)
        fluv_export_note(job,
                         "vertices are %.6g m apart eastwards and %.6g m southwards; Terrain3D "
                         "takes one spacing",
                         grid->step_x, grid->step_y);
    if (grid->step_x < LEAST_SPACING || grid->step_x > MOST_SPACING)
        fluv_export_note(job,
                         "vertices are %.6g m apart; Terrain3D takes %g to %g m: another --size, "
                         "or scale its node",
                         grid->step_x, LEAST_SPACING, MOST_SPACING);
}

void fluv_godot_settle(fluv_export_job *job)
{
    const fluv_export_grid *grid = &job->grid;
    uint32_t region = region_size(&job->size);
    fluv_export_set(job, "Terrain3D", "Vertex Spacing %.6f, Region Size %u", grid->step_x, region);
    if (job->format == FLUV_IMAGE_EXR)
        fluv_export_set(job, "Import",
                        "height.exr, Import Scale 1, Height Offset 0: numbers are metres");
    else
        fluv_export_set(job, "Import", "height.r16, R16 Range %.6f to %.6f, R16 Size %u x %u",
                        grid->low, grid->high, job->size.cols, job->size.rows);
    fluv_export_set(job, "Import Position", "0, 0: the north-western corner, X east, Z south");
    fluv_export_set(
        job, "Scene",
        "landscape.tscn (Godot 4), landscape_godot3.tscn (Godot 3): rivers as paths, water.glb");
    note_spacing(job);
    json_object_set_new(
        job->extra, "godot",
        json_pack("{s:f, s:i}", "vertex_spacing", grid->step_x, "region_size", (int)region));
}

fluv_status fluv_godot_water(fluv_ctx *ctx, fluv_export_job *job)
{
    return fluv_water_scene(ctx, job, &fluv_axes_gltf, NULL, 0, "water.glb");
}

/* Godot 4 and Godot 3 have other words for the same things. */
typedef struct dialect {
    const char *file, *what;
    int format;
    const char *node, *path, *vectors, *floats;
    bool meta; /* metadata as one dictionary, and resources by number */
} dialect;

static const dialect godot_4 = {
    "landscape.tscn",     "scene for Godot 4",  3,    "Node3D", "Path3D",
    "PackedVector3Array", "PackedFloat32Array", false};
static const dialect godot_3 = {
    "landscape_godot3.tscn", "scene for Godot 3", 2,   "Spatial", "Path",
    "PoolVector3Array",      "PoolRealArray",     true};

/* What a scene is made from. */
typedef struct scene {
    FILE *out;
    const dialect *in;
    const fluv_export_job *job;
    const fluv_rivers *rivers;
    const uint8_t *keep;
} scene;

/* A point of a Curve3D: handles in and out, which are none, and its place. */
static void put_curve(const scene *s, const fluv_reach *reach, size_t id)
{
    uint32_t first = reach->first_point, end = first + reach->point_count, count = 0;
    fprintf(s->out,
            s->in->meta ? "[sub_resource type=\"Curve3D\" id=%zu]\n"
                        : "[sub_resource type=\"Curve3D\" id=\"c%zu\"]\n",
            id);
    fprintf(s->out, "_data = {\n\"points\": %s(", s->in->vectors);
    for (uint32_t i = first; i < end; i++) {
        if (!s->keep[i])
            continue;
        const fluv_river_point *p = &s->rivers->points[i];
        fluv_spot at = fluv_spot_of(&fluv_axes_gltf, &s->job->grid, p->x, p->y, (double)p->surface);
        fprintf(s->out, "%s0, 0, 0, 0, 0, 0, %.9g, %.9g, %.9g", count++ ? ", " : "", at.x, at.y,
                at.z);
    }
    fprintf(s->out, "),\n\"tilts\": %s(", s->in->floats);
    for (uint32_t i = 0; i < count; i++)
        fputs(i ? ", 0" : "0", s->out);
    fputs(")\n}\n", s->out);
    if (!s->in->meta)
        fprintf(s->out, "point_count = %u\n", count);
    fputc('\n', s->out);
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

/* Before and after a value of a node's metadata. */
static void begin_value(const scene *s, const char *name, const char *comma)
{
    fprintf(s->out, s->in->meta ? "%s\n\"%s\": " : "%smetadata/%s = ", s->in->meta ? comma : "",
            name);
}

static void end_value(const scene *s)
{
    fputs(s->in->meta ? "" : "\n", s->out);
}

static void put_values(const scene *s, const char *name, value_of *value, const fluv_reach *reach)
{
    const char *comma = "";
    begin_value(s, name, ",");
    fprintf(s->out, "%s(", s->in->floats);
    for (uint32_t i = reach->first_point; i < reach->first_point + reach->point_count; i++)
        if (s->keep[i]) {
            fprintf(s->out, "%s%.6g", comma, (double)value(reach, &s->rivers->points[i]));
            comma = ", ";
        }
    fputc(')', s->out);
    end_value(s);
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

static void put_path(const scene *s, const fluv_reach *reach, size_t id)
{
    fprintf(s->out, "[node name=\"River_%lld\" type=\"%s\" parent=\"Rivers\"]\n",
            (long long)reach->id, s->in->path);
    fprintf(s->out, s->in->meta ? "curve = SubResource(%zu)\n" : "curve = SubResource(\"c%zu\")\n",
            id);
    fputs(s->in->meta ? "__meta__ = {" : "", s->out);
    begin_value(s, "discharge", "");
    fprintf(s->out, "%.6g", reach->discharge);
    end_value(s);
    begin_value(s, "strahler", ",");
    fprintf(s->out, "%d", reach->strahler);
    end_value(s);
    begin_value(s, "river_name", ",");
    put_text(s->out, reach->name);
    end_value(s);
    put_values(s, "width", width_of, reach);
    put_values(s, "depth", fluv_point_depth, reach);
    put_values(s, "velocity", velocity_of, reach);
    fputs(s->in->meta ? "\n}\n\n" : "\n", s->out);
}

static bool is_shown(const fluv_reach *reach)
{
    return reach->kind != FLUV_DRY && reach->point_count >= 2;
}

static void put_scene(const scene *s)
{
    size_t curves = 0, id = 0;
    for (size_t i = 0; i < s->rivers->count; i++)
        curves += is_shown(&s->rivers->reaches[i]);
    fprintf(s->out, "[gd_scene load_steps=%zu format=%d]\n\n", curves + 2, s->in->format);
    fprintf(s->out, "[ext_resource path=\"water.glb\" type=\"PackedScene\" id=%s]\n\n",
            s->in->meta ? "1" : "\"water\"");
    for (size_t i = 0; i < s->rivers->count; i++)
        if (is_shown(&s->rivers->reaches[i]))
            put_curve(s, &s->rivers->reaches[i], ++id);
    fprintf(s->out,
            "[node name=\"Landscape\" type=\"%s\"]\n\n"
            "[node name=\"Water\" parent=\".\" instance=ExtResource(%s)]\n\n"
            "[node name=\"Rivers\" type=\"%s\" parent=\".\"]\n\n",
            s->in->node, s->in->meta ? "1" : "\"water\"", s->in->node);
    id = 0;
    for (size_t i = 0; i < s->rivers->count; i++)
        if (is_shown(&s->rivers->reaches[i]))
            put_path(s, &s->rivers->reaches[i], ++id);
}

static fluv_status write_scene(fluv_ctx *ctx, fluv_export_job *job, const dialect *in,
                               const fluv_rivers *rivers, const uint8_t *keep)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return fluv_fail(ctx, FLUV_NO_MEMORY, "no memory for %s", in->file);
    put_scene(&(scene){out, in, job, rivers, keep});
    fluv_status status = fclose(out) == 0
                             ? fluv_export_text(ctx, job, in->file, in->what, text, size)
                             : fluv_fail(ctx, FLUV_NO_MEMORY, "no memory for %s", in->file);
    free(text);
    return status;
}

fluv_status fluv_godot_scene(fluv_ctx *ctx, fluv_export_job *job)
{
    const fluv_rivers *rivers;
    uint8_t *keep;
    FLUV_TRY(fluv_rivers_thin(ctx, job, &rivers, &keep));
    FLUV_TRY(write_scene(ctx, job, &godot_4, rivers, keep));
    return write_scene(ctx, job, &godot_3, rivers, keep);
}
