// SPDX-License-Identifier: MIT
/* The table of layers, and what follows from it. */
#include "landscape/layers.h"

#include <math.h>
#include <string.h>

/* The types of layers.def as the public header names them. */
#define TYPE_float    FLUV_FLOAT32
#define TYPE_double   FLUV_FLOAT64
#define TYPE_uint8_t  FLUV_UINT8
#define TYPE_uint32_t FLUV_UINT32

/* Each row asks `made_from` for a set and for words. */
#define made_from(...) FLUV_SET(__VA_ARGS__), .info.made_from = FLUV_WORDS(__VA_ARGS__)

#define VALUES(where, word, type_of, unit_of, new, none, text, ...)                                \
    [FLUV_LAYER_##word] = {.info = {.name = #word,                                                 \
                                    .help = text,                                                  \
                                    .place = where,                                                \
                                    .type = TYPE_##type_of,                                        \
                                    .unit = unit_of,                                               \
                                    .nodata = (double)(none)},                                     \
                           .bytes = sizeof(type_of),                                               \
                           .vertex_bytes = where == FLUV_ON_MESH ? sizeof(type_of) : 0,            \
                           .fresh = (double)(new),                                                 \
                           .made_from = __VA_ARGS__},
#define BLOCK(word, vertex, text, ...)                                                             \
    [FLUV_LAYER_##word] = {.info = {.name = #word,                                                 \
                                    .help = text,                                                  \
                                    .place = FLUV_WHOLE,                                           \
                                    .type = FLUV_STRUCT,                                           \
                                    .unit = ""},                                                   \
                           .vertex_bytes = vertex,                                                 \
                           .made_from = __VA_ARGS__},

const fluv_layer_row fluv_layer_rows[FLUV_LAYER_COUNT] = {
#define GRID(name, type, unit, new, none, from, help)                                              \
    VALUES(FLUV_ON_GRID, name, type, unit, new, none, help, from)
#define SITE(name, type, unit, new, none, from, help)                                              \
    VALUES(FLUV_ON_MESH, name, type, unit, new, none, help, from)
#define WHOLE(name, vertex, from, help) BLOCK(name, vertex, help, from)
#define SUMS(name, type, from, help)    BLOCK(name, 0, help, from)
#include "landscape/layers.def"
#include "landscape/layers_clear.h"
};

fluv_layer_set fluv_layers_stale(fluv_layer_set anew, fluv_layer_set amended)
{
    fluv_layer_set stale = anew, before;
    do {
        before = stale;
        for (int layer = 0; layer < FLUV_LAYER_COUNT; layer++)
            if (fluv_layer_rows[layer].made_from & stale && !(amended & FLUV_HAS(layer)))
                stale |= FLUV_HAS(layer);
    } while (stale != before);
    return stale & ~anew;
}

size_t fluv_layer_count(void)
{
    return FLUV_LAYER_COUNT;
}

const fluv_layer_info *fluv_layer_at(size_t index)
{
    return index < FLUV_LAYER_COUNT ? &fluv_layer_rows[index].info : NULL;
}

const fluv_layer_info *fluv_layer_find(const char *name)
{
    for (size_t i = 0; i < FLUV_LAYER_COUNT; i++)
        if (strcmp(fluv_layer_rows[i].info.name, name) == 0)
            return &fluv_layer_rows[i].info;
    return NULL;
}
