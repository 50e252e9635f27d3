// SPDX-License-Identifier: MIT
/* rivers.json and lakes.json: rivers as splines with width, depth and velocity a point, lakes as
 * shores with a level, in an engine's axes and units. */
#include "export/lines.h"

#include "export/profile.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const kinds[] = {"primary", "secondary", "delta", "dry", "braid"};

static void put_name(FILE *out, const char *name)
{
    json_t *text = json_string(name);
    char *quoted = text ? json_dumps(text, JSON_ENCODE_ANY) : NULL;
    fputs(quoted ? quoted : "\"\"", out);
    free(quoted);
    json_decref(text);
}

static void put_head(FILE *out, const fluv_export_job *job, const fluv_axes *axes)
{
    fprintf(out, "{\"interfluve\": \"%s\", \"unit\": \"%s\", \"axes\": ", fluv_version(),
            axes->unit);
    put_name(out, job->profile->info.axes);
}

static void put_reach(FILE *out, const fluv_export_job *job, const fluv_axes *axes,
                      const fluv_rivers *rivers, const fluv_reach *reach, const uint8_t *keep)
{
    fprintf(out,
            "{\"id\": %lld, \"next_down\": %lld, \"lake\": %lld, \"from_lake\": %lld, \"kind\": "
            "\"%s\", \"strahler\": %d, \"discharge_m3s\": %.6g, \"name\": ",
            (long long)reach->id, (long long)reach->next_down, (long long)reach->lake,
            (long long)reach->from_lake, kinds[reach->kind], reach->strahler, reach->discharge);
    put_name(out, reach->name);
    fputs(", \"points\": [", out);
    const char *comma = "";
    for (uint32_t i = reach->first_point; i < reach->first_point + reach->point_count; i++) {
        const fluv_river_point *p = &rivers->points[i];
        if (!keep[i])
            continue;
        fluv_spot at = fluv_spot_of(axes, &job->grid, p->x, p->y, (double)p->surface);
        fprintf(out, "%s[%.9g, %.9g, %.9g, %.6g, %.6g, %.6g]", comma, at.x, at.y, at.z,
                axes->metre * (double)p->width, axes->metre * (double)fluv_point_depth(reach, p),
                axes->metre * (double)p->velocity);
        comma = ", ";
    }
    fputs("]}", out);
}

fluv_status fluv_rivers_json(fluv_ctx *ctx, fluv_export_job *job, const fluv_axes *axes)
{
    const fluv_rivers *rivers;
    uint8_t *keep;
    FLUV_TRY(fluv_rivers_thin(ctx, job, &rivers, &keep));
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return fluv_fail(ctx, FLUV_NO_MEMORY, "no memory for rivers.json");
    put_head(out, job, axes);
    fputs(",\n \"columns\": [\"x\", \"y\", \"z\", \"width\", \"depth\", \"velocity\"],\n "
          "\"rivers\": [",
          out);
    for (size_t i = 0; i < rivers->count; i++) {
        fputs(i ? ",\n  " : "\n  ", out);
        put_reach(out, job, axes, rivers, &rivers->reaches[i], keep);
    }
    fputs("\n]}\n", out);
    fluv_status status =
        fclose(out) == 0
            ? fluv_export_text(ctx, job, "rivers.json", "rivers as splines", text, size)
            : fluv_fail(ctx, FLUV_NO_MEMORY, "no memory for rivers.json");
    free(text);
    return status;
}

static void put_ring(FILE *out, const fluv_export_job *job, const fluv_axes *axes,
                     const fluv_outline *outline, uint32_t ring, double level)
{
    const char *comma = "";
    fputc('[', out);
    for (uint32_t i = outline->first_point[ring]; i < outline->first_point[ring + 1]; i++) {
        const double *xy = outline->xy + 2 * (size_t)i;
        fluv_spot at = fluv_spot_of(axes, &job->grid, xy[0], xy[1], level);
        fprintf(out, "%s[%.9g, %.9g, %.9g]", comma, at.x, at.y, at.z);
        comma = ", ";
    }
    fputc(']', out);
}

static void put_lake(FILE *out, const fluv_export_job *job, const fluv_axes *axes,
                     const fluv_lakes *lakes, const fluv_lake *lake)
{
    fprintf(out,
            "{\"id\": %lld, \"outlet\": %lld, \"closed\": %s, \"area_m2\": %.9g, \"level\": %.9g, "
            "\"depth\": %.6g, \"name\": ",
            (long long)lake->id, (long long)lake->outlet, lake->closed ? "true" : "false",
            lake->area, axes->metre * (double)lake->level, axes->metre * (double)lake->depth_max);
    put_name(out, lake->name);
    fputs(", \"shore\": ", out);
    put_ring(out, job, axes, &lakes->outline, lake->first_ring, (double)lake->level);
    fputs(", \"islands\": [", out);
    for (uint32_t k = 1; k < lake->ring_count; k++) {
        fputs(k > 1 ? ", " : "", out);
        put_ring(out, job, axes, &lakes->outline, lake->first_ring + k, (double)lake->level);
    }
    fputs("]}", out);
}

fluv_status fluv_lakes_json(fluv_ctx *ctx, fluv_export_job *job, const fluv_axes *axes)
{
    const fluv_lakes *lakes = fluv_lakes_of(job->land);
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return fluv_fail(ctx, FLUV_NO_MEMORY, "no memory for lakes.json");
    put_head(out, job, axes);
    fprintf(out, ",\n \"sea\": %s,\n \"lakes\": [", fluv_coast_of(job->land) ? "true" : "false");
    const char *comma = "\n  ";
    for (size_t i = 0; lakes && i < lakes->count; i++)
        if (lakes->lakes[i].ring_count) { /* dry ones have no shore */
            fputs(comma, out);
            put_lake(out, job, axes, lakes, &lakes->lakes[i]);
            comma = ",\n  ";
        }
    fputs("\n]}\n", out);
    fluv_status status =
        fclose(out) == 0 ? fluv_export_text(ctx, job, "lakes.json", "lakes as shores", text, size)
                         : fluv_fail(ctx, FLUV_NO_MEMORY, "no memory for lakes.json");
    free(text);
    return status;
}
