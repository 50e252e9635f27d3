// SPDX-License-Identifier: MIT
/* The table of maps, and how their values become numbers of 8 or 16 bits. */
#include "export/maps.h"

#include <assert.h>
#include <string.h>

/* clang-format off */
const fluv_map fluv_maps[] = {
    /* name       unit    bits scale            low   high  needs                   meets               makes */
    {"water",     "",       8, FLUV_MAP_LINEAR, 0,    1,    FLUV_SET(cover),        NULL,               fluv_map_water,      1, NULL,
     "White where sea, lake or river covers the ground."},
    {"depth",     "m",     16, FLUV_MAP_LINEAR, 0,    NAN,  FLUV_SET(water, cover), NULL,               fluv_map_depth,      1, NULL,
     "Depth of the water."},
    {"shore",     "m",     16, FLUV_MAP_LINEAR, 0,    NAN,  FLUV_SET(cover),        fluv_map_has_shore, fluv_map_shore,      1, NULL,
     "Distance to the nearest shore of sea or lake, on land and on water."},
    {"river",     "m",     16, FLUV_MAP_LINEAR, 0,    NAN,  FLUV_SET(cover),        fluv_map_has_river, fluv_map_river,      1, NULL,
     "Distance to the nearest river."},
    {"slope",     "deg",   16, FLUV_MAP_LINEAR, 0,    90,   0,                      NULL,               fluv_map_slope,      1, NULL,
     "Steepness of the ground."},
    {"aspect",    "deg",   16, FLUV_MAP_LINEAR, 0,    360,  0,                      NULL,               fluv_map_aspect,     1, NULL,
     "Where the ground faces: 0 north, 90 east."},
    {"curvature", "1/m",   16, FLUV_MAP_MIDDLE, NAN,  NAN,  0,                      NULL,               fluv_map_curvature,  1, NULL,
     "Bright in hollows, dark on ridges, middle grey where the ground is even."},
    {"flow",      "m2",    16, FLUV_MAP_LOG,    NAN,  NAN,  FLUV_SET(area),         NULL,               fluv_map_flow,       1, NULL,
     "Land that drains through a place."},
    {"flowdir",   "",       8, FLUV_MAP_LINEAR, 0,    1,    FLUV_SET(receiver),     NULL,               NULL,                3, fluv_map_flowdir,
     "Which way water runs: red eastwards, green southwards, 128 for none; blue is how strong, by drainage area."},
    {"wetness",   "",       8, FLUV_MAP_LINEAR, 0,    1,    FLUV_SET(area),         NULL,               fluv_map_wetness,    1, NULL,
     "0 on dry ridges, 1 in swamps and water: ln(drainage area a width / slope), from 5 to 15."},
    {"wear",      "m",     16, FLUV_MAP_LINEAR, 0,    NAN,  FLUV_SET(wear),         NULL,               fluv_map_wear,       1, NULL,
     "Ground that water has worn off."},
    {"deposit",   "m",     16, FLUV_MAP_LINEAR, 0,    NAN,  FLUV_SET(deposit),      NULL,               fluv_map_deposit,    1, NULL,
     "Ground that water has laid down."},
    {"rock",      "",       8, FLUV_MAP_LINEAR, 0,    1,    0,                      NULL,               fluv_map_rock,       1, NULL,
     "Bare rock: ground too steep for soil, less where water has laid some down."},
    {"region",    "",       8, FLUV_MAP_LINEAR, 0,    255,  FLUV_SET(region),       NULL,               fluv_map_region,     1, NULL,
     "The type of region as a number; export.json names them."},
    {"snow",      "",       8, FLUV_MAP_LINEAR, 0,    1,    0,                      NULL,               fluv_map_snow,       1, NULL,
     "Ground above the snow line that is not too steep for snow."},
    {"occlusion", "",       8, FLUV_MAP_LINEAR, 0,    1,    0,                      NULL,               fluv_map_occlusion,  1, NULL,
     "How much of the sky the ground sees: dark in gorges."},
    {"normal_gl", "",       8, FLUV_MAP_LINEAR, -1,   1,    0,                      NULL,               NULL,                3, fluv_map_normal_gl,
     "Normals for OpenGL: red east, green north, blue up."},
    {"normal_dx", "",       8, FLUV_MAP_LINEAR, -1,   1,    0,                      NULL,               NULL,                3, fluv_map_normal_dx,
     "Normals for DirectX: red east, green south, blue up."},
    {"splat",     "",       8, FLUV_MAP_LINEAR, 0,    1,    0,                      NULL,               NULL,                4, fluv_map_splat,
     "Weights of four materials, which sum to 255; the recipe's stage `materials` has the rules."},
    {"discharge", "m3/s",  16, FLUV_MAP_LOG,    1e-3, NAN,  FLUV_SET(discharge),    NULL,               fluv_map_discharge,  1, NULL,
     "Mean flow of water."},
};
/* clang-format on */
const size_t fluv_maps_count = sizeof fluv_maps / sizeof *fluv_maps;

const fluv_map *fluv_map_named(const char *name, size_t length)
{
    for (size_t i = 0; i < fluv_maps_count; i++)
        if (strlen(fluv_maps[i].name) == length && strncmp(name, fluv_maps[i].name, length) == 0)
            return &fluv_maps[i];
    return NULL;
}

bool fluv_map_possible(const fluv_map *map, const fluv_landscape *land)
{
    for (int layer = 0; layer < FLUV_LAYER_COUNT; layer++)
        if ((map->needs & FLUV_HAS(layer)) && !land->layers[layer])
            return false;
    return !map->meets || map->meets(land);
}

static double greatest_number(const fluv_map *map)
{
    return map->bits == 8 ? 255.0 : 65535.0;
}

/* What the values themselves call for. Sums in one order, so that threads make no difference. */
static void measure(const fluv_map *map, const float *values, size_t count, double *low,
                    double *high)
{
    float least = INFINITY, most = -INFINITY;
    double squares = 0.0;
    size_t known = 0;
    for (size_t i = 0; i < count; i++) {
        float value = values[i];
        if (isnan(value) || (map->scale == FLUV_MAP_LOG && value <= 0.0f))
            continue;
        least = value < least ? value : least;
        most = value > most ? value : most;
        squares += (double)value * (double)value;
        known++;
    }
    if (!known) {
        *low = 0.0;
        *high = 1.0;
    } else if (map->scale == FLUV_MAP_MIDDLE) {
        *high = 4.0 * sqrt(squares / (double)known); /* a few cliffs do not flatten the rest */
        *low = -*high;
    } else {
        *low = (double)least;
        *high = (double)most;
    }
}

fluv_map_numbers fluv_map_numbers_of(const fluv_map *map, const float *values, size_t count)
{
    double low = map->low, high = map->high, own_low = 0.0, own_high = 0.0;
    if (isnan(low) || isnan(high))
        measure(map, values, count, &own_low, &own_high);
    low = isnan(low) ? own_low : low;
    high = isnan(high) ? own_high : high;
    if (map->scale == FLUV_MAP_LOG) {
        low = log10(fmax(low, 1e-30));
        high = log10(fmax(high, 1e-30));
    }
    double scale = high > low ? (high - low) / greatest_number(map) : 1.0;
    assert(scale > 0.0);
    if (map->scale == FLUV_MAP_MIDDLE) { /* 0 has a number of its own */
        double middle = map->bits == 8 ? 128.0 : 32768.0;
        scale = high > 0.0 ? high / (middle - 1.0) : 1.0;
        low = -scale * middle;
    }
    return (fluv_map_numbers){.offset = low, .scale = scale};
}

static inline double number_of(const fluv_map *map, fluv_map_numbers by, float value)
{
    double plain = (double)value;
    if (map->scale == FLUV_MAP_LOG)
        plain = value > 0.0f ? log10(plain) : by.offset;
    double number = (plain - by.offset) / by.scale + 0.5, most = greatest_number(map) + 0.5;
    return number > 0.0 ? (number < most ? number : most) : 0.0; /* NaN is 0 */
}

void fluv_map_encode8(const fluv_map *map, fluv_map_numbers by, const float *values, size_t count,
                      uint8_t *out)
{
    assert(by.scale > 0.0);
    assert(map->bits == 8);
    for (size_t i = 0; i < count; i++)
        out[i] = (uint8_t)number_of(map, by, values[i]);
}

void fluv_map_encode16(const fluv_map *map, fluv_map_numbers by, const float *values, size_t count,
                       uint16_t *out)
{
    assert(by.scale > 0.0);
    assert(map->bits == 16);
    for (size_t i = 0; i < count; i++)
        out[i] = (uint16_t)number_of(map, by, values[i]);
}
