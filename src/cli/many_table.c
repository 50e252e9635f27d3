// SPDX-License-Identifier: MIT
/* The figures of a landscape as columns of a table. Areas in km2, lengths in km, as in water.gpkg.
 */
#include "cli/cli.h"

#include <math.h>

enum {
    HEIGHT_MIN,
    HEIGHT_MEAN,
    HEIGHT_MAX,
    LAND_SHARE,
    SYSTEMS,
    REACHES,
    RIVERS_KM,
    LONGEST_KM,
    DISCHARGE_MAX,
    LAKES,
    LAKES_CLOSED,
    LAKES_SKM,
    LAKES_M3,
    LARGEST_SKM,
    ENDORHEIC,
    FIGURES
};

static const char *const names[FIGURES] = {
    [HEIGHT_MIN] = "height_min_m",   [HEIGHT_MEAN] = "land_height_mean_m",
    [HEIGHT_MAX] = "height_max_m",   [LAND_SHARE] = "land_share",
    [SYSTEMS] = "river_systems",     [REACHES] = "reaches",
    [RIVERS_KM] = "rivers_km",       [LONGEST_KM] = "longest_river_km",
    [DISCHARGE_MAX] = "dis_max_cms", [LAKES] = "lakes",
    [LAKES_CLOSED] = "lakes_closed", [LAKES_SKM] = "lakes_skm",
    [LAKES_M3] = "lakes_volume_m3",  [LARGEST_SKM] = "largest_lake_skm",
    [ENDORHEIC] = "endorheic_share",
};

static void measure_ground(const fluv_landscape *land, double figures[FIGURES])
{
    const fluv_frame *frame = fluv_frame_of(land);
    const float *height = fluv_height_of(land);
    const uint8_t *cover = fluv_cover_of(land);
    size_t cells = (size_t)frame->cols * frame->rows, known = 0, dry = 0;
    double low = INFINITY, high = -INFINITY, sum = 0.0;
    for (size_t i = 0; height && i < cells; i++) {
        if (isnan(height[i]))
            continue;
        known++;
        low = fmin(low, (double)height[i]);
        high = fmax(high, (double)height[i]);
        if (cover && cover[i] == FLUV_OCEAN)
            continue;
        dry++;
        sum += (double)height[i];
    }
    figures[HEIGHT_MIN] = known ? low : NAN;
    figures[HEIGHT_MAX] = known ? high : NAN;
    figures[HEIGHT_MEAN] = dry ? sum / (double)dry : NAN;
    figures[LAND_SHARE] = known ? (double)dry / (double)known : NAN;
}

static void measure_rivers(const fluv_rivers *rivers, double figures[FIGURES])
{
    for (int i = SYSTEMS; rivers && i <= DISCHARGE_MAX; i++)
        figures[i] = 0.0;
    for (size_t i = 0; rivers && i < rivers->count; i++) {
        const fluv_reach *reach = &rivers->reaches[i];
        figures[REACHES]++;
        figures[SYSTEMS] += reach->next_down == 0;
        figures[RIVERS_KM] += reach->length / 1e3;
        figures[LONGEST_KM] = fmax(figures[LONGEST_KM], reach->dist_up / 1e3);
        figures[DISCHARGE_MAX] = fmax(figures[DISCHARGE_MAX], reach->discharge);
    }
}

static void measure_lakes(const fluv_landscape *land, double figures[FIGURES])
{
    const fluv_lakes *lakes = fluv_lakes_of(land);
    for (int i = LAKES; lakes && i <= LARGEST_SKM; i++)
        figures[i] = 0.0;
    for (size_t i = 0; lakes && i < lakes->count; i++) {
        const fluv_lake *lake = &lakes->lakes[i];
        if (lake->state == FLUV_EMPTY)
            continue;
        figures[LAKES]++;
        figures[LAKES_CLOSED] += lake->closed;
        figures[LAKES_SKM] += lake->area / 1e6;
        figures[LAKES_M3] += lake->volume;
        figures[LARGEST_SKM] = fmax(figures[LARGEST_SKM], lake->area / 1e6);
    }
    if (lakes)
        figures[ENDORHEIC] = fluv_endorheic_of(land).share;
}

void cli_table_head(FILE *to)
{
    for (int i = 0; i < FIGURES; i++)
        fprintf(to, ",%s", names[i]);
}

void cli_table_row(FILE *to, const fluv_landscape *land)
{
    double figures[FIGURES];
    for (int i = 0; i < FIGURES; i++)
        figures[i] = NAN; /* not known: an empty field */
    if (land) {
        measure_ground(land, figures);
        measure_rivers(fluv_rivers_of(land), figures);
        measure_lakes(land, figures);
    }
    for (int i = 0; i < FIGURES; i++)
        fprintf(to, isnan(figures[i]) ? "," : ",%.7g", figures[i]);
}
