// SPDX-License-Identifier: MIT
/* Which layer becomes which GeoTIFF: its values, nodata, unit, colours and names. */
#include "landscape/direction.h"
#include "output/colour.h"
#include "output/raster.h"
#include "output/region_names.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const char *const cover_names[] = {"land", "ocean", "lake", "river", "dry bed", NULL};

static void cover_colour(const fluv_landscape *land, uint8_t value, uint8_t rgb[3])
{
    static const uint8_t colours[][3] = {
        {222, 215, 184}, {124, 176, 207}, {98, 158, 196}, {60, 120, 176}, {196, 170, 130}};
    static const uint8_t none[3] = {0, 0, 0};
    (void)land;
    memcpy(rgb, value < sizeof colours / sizeof *colours ? colours[value] : none, 3);
}

static void region_colour(const fluv_landscape *land, uint8_t value, uint8_t rgb[3])
{
    fluv_colour_store(fluv_region_colour(land, value), rgb);
}

static fluv_status write_cells(fluv_ctx *ctx, const fluv_landscape *land, fluv_layer layer,
                               const char *name, const void *cells, const char *folder)
{
    const fluv_layer_info *info = &fluv_layer_rows[layer].info;
    const char *names[FLUV_REGION_TYPES + 1];
    fluv_raster raster = {.name = name, .cells = cells, .nodata = info->nodata, .unit = info->unit};
    if (layer == FLUV_LAYER_area) {
        raster.type = GDT_Float64; /* areas are sums that must add up */
    } else if (info->type == FLUV_FLOAT32) {
        raster.type = GDT_Float32;
    } else {
        raster.type = GDT_Byte;
        raster.nodata = FLUV_BYTE_NODATA;
        raster.unit = "";
    }
    if (layer == FLUV_LAYER_cover) {
        raster.names = cover_names;
        raster.colour = cover_colour;
    } else if (layer == FLUV_LAYER_region) {
        fluv_region_names_list(land, names);
        raster.names = names;
        raster.colour = region_colour;
    }
    return fluv_raster_write(ctx, land, &raster, folder);
}

/* A copy of the bytes in which cells without height, and the regions of the ocean, are nodata. */
static uint8_t *masked_bytes(fluv_ctx *ctx, const fluv_landscape *land, fluv_layer layer)
{
    size_t cells = fluv_cell_count(land);
    const float *height = fluv_height_of(land);
    uint8_t *bytes = fluv_scratch(ctx, cells, 1);
    if (!bytes)
        return NULL;
    if (layer == FLUV_LAYER_receiver) {
#pragma omp parallel for num_threads(ctx->threads) schedule(dynamic, 16)
        for (uint32_t row = 0; row < land->frame.rows; row++)
            fluv_directions_code_rows(land, FLUV_BYTE_NODATA, row, row + 1, bytes);
        return bytes;
    }
    const uint8_t *ocean = layer == FLUV_LAYER_region ? fluv_cover_of(land) : NULL;
    const uint8_t *values = fluv_layer_read(land, layer);
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (size_t i = 0; i < cells; i++) {
        bool without = (height && isnan(height[i])) || (ocean && ocean[i] == FLUV_OCEAN);
        bytes[i] = without ? FLUV_BYTE_NODATA : values[i];
    }
    return bytes;
}

fluv_status fluv_cells_write(fluv_ctx *ctx, const fluv_landscape *land, const char *name,
                             const void *cells, const char *folder)
{
    return write_cells(ctx, land, fluv_layer_of_file(name), name, cells, folder);
}

/* Areas, NaN where there is no height. */
static double *masked_areas(fluv_ctx *ctx, const fluv_landscape *land)
{
    const float *height = fluv_height_of(land);
    const double *area = fluv_area_of(land);
    size_t cells = fluv_cell_count(land);
    double *values = fluv_scratch(ctx, cells, sizeof *values);
    if (!values)
        return NULL;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (size_t i = 0; i < cells; i++)
        values[i] = height && isnan(height[i]) ? (double)NAN : area[i];
    return values;
}

fluv_status fluv_layer_write_as(fluv_ctx *ctx, const fluv_landscape *land, fluv_layer layer,
                                const char *name, const char *folder)
{
    assert(land->layers[layer]);
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    const void *cells;
    if (layer == FLUV_LAYER_area)
        cells = masked_areas(ctx, land);
    else if (fluv_layer_rows[layer].info.type == FLUV_FLOAT32)
        cells = fluv_layer_read(land, layer);
    else
        cells = masked_bytes(ctx, land, layer);
    fluv_status status =
        cells ? write_cells(ctx, land, layer, name, cells, folder) : FLUV_NO_MEMORY;
    fluv_scratch_release(ctx, mark);
    return status;
}

fluv_status fluv_layer_write(fluv_ctx *ctx, const fluv_landscape *land, const char *name,
                             const char *folder)
{
    return fluv_layer_write_as(ctx, land, fluv_layer_of_file(name), name, folder);
}
