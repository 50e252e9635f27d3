// SPDX-License-Identifier: MIT
/* The table of layers (layers.def) as an enum, as sets, and as facts to ask for. */
#ifndef FLUV_LANDSCAPE_LAYERS_H
#define FLUV_LANDSCAPE_LAYERS_H

#include "interfluve.h"

typedef enum fluv_layer {
#define GRID(name, ...)  FLUV_LAYER_##name,
#define SITE(name, ...)  FLUV_LAYER_##name,
#define WHOLE(name, ...) FLUV_LAYER_##name,
#define SUMS(name, ...)  FLUV_LAYER_##name,
#include "landscape/layers.def"
#include "landscape/layers_clear.h"
    FLUV_LAYER_COUNT
} fluv_layer;

typedef uint64_t fluv_layer_set; /* bit 1 << fluv_layer */
#define FLUV_HAS(layer) ((fluv_layer_set)1 << (layer))
_Static_assert(FLUV_LAYER_COUNT <= 64, "a set of layers has 64 bits");

/* FLUV_SET(height, cover): the set of these layers. FLUV_WORDS(height, cover): "height cover".
 * Both take up to twelve names, and none. */
#define FLUV_SET(...)                                                                              \
    ((fluv_layer_set)0 __VA_OPT__(FLUV_JOIN(FLUV_SET_, FLUV_COUNT(__VA_ARGS__))(__VA_ARGS__)))
#define FLUV_WORDS(...) "" __VA_OPT__(FLUV_JOIN(FLUV_WORDS_, FLUV_COUNT(__VA_ARGS__))(__VA_ARGS__))

#define FLUV_JOIN(a, b)                                             FLUV_JOIN_(a, b)
#define FLUV_JOIN_(a, b)                                            a##b
#define FLUV_COUNT(...)                                             FLUV_COUNT_(__VA_ARGS__, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
#define FLUV_COUNT_(a, b, c, d, e, f, g, h, i, j, k, l, count, ...) count

#define FLUV_SET_1(name)       | FLUV_HAS(FLUV_LAYER_##name)
#define FLUV_SET_2(name, ...)  FLUV_SET_1(name) FLUV_SET_1(__VA_ARGS__)
#define FLUV_SET_3(name, ...)  FLUV_SET_1(name) FLUV_SET_2(__VA_ARGS__)
#define FLUV_SET_4(name, ...)  FLUV_SET_1(name) FLUV_SET_3(__VA_ARGS__)
#define FLUV_SET_5(name, ...)  FLUV_SET_1(name) FLUV_SET_4(__VA_ARGS__)
#define FLUV_SET_6(name, ...)  FLUV_SET_1(name) FLUV_SET_5(__VA_ARGS__)
#define FLUV_SET_7(name, ...)  FLUV_SET_1(name) FLUV_SET_6(__VA_ARGS__)
#define FLUV_SET_8(name, ...)  FLUV_SET_1(name) FLUV_SET_7(__VA_ARGS__)
#define FLUV_SET_9(name, ...)  FLUV_SET_1(name) FLUV_SET_8(__VA_ARGS__)
#define FLUV_SET_10(name, ...) FLUV_SET_1(name) FLUV_SET_9(__VA_ARGS__)
#define FLUV_SET_11(name, ...) FLUV_SET_1(name) FLUV_SET_10(__VA_ARGS__)
#define FLUV_SET_12(name, ...) FLUV_SET_1(name) FLUV_SET_11(__VA_ARGS__)

#define FLUV_WORDS_1(name)       #name
#define FLUV_WORDS_2(name, ...)  #name " " FLUV_WORDS_1(__VA_ARGS__)
#define FLUV_WORDS_3(name, ...)  #name " " FLUV_WORDS_2(__VA_ARGS__)
#define FLUV_WORDS_4(name, ...)  #name " " FLUV_WORDS_3(__VA_ARGS__)
#define FLUV_WORDS_5(name, ...)  #name " " FLUV_WORDS_4(__VA_ARGS__)
#define FLUV_WORDS_6(name, ...)  #name " " FLUV_WORDS_5(__VA_ARGS__)
#define FLUV_WORDS_7(name, ...)  #name " " FLUV_WORDS_6(__VA_ARGS__)
#define FLUV_WORDS_8(name, ...)  #name " " FLUV_WORDS_7(__VA_ARGS__)
#define FLUV_WORDS_9(name, ...)  #name " " FLUV_WORDS_8(__VA_ARGS__)
#define FLUV_WORDS_10(name, ...) #name " " FLUV_WORDS_9(__VA_ARGS__)
#define FLUV_WORDS_11(name, ...) #name " " FLUV_WORDS_10(__VA_ARGS__)
#define FLUV_WORDS_12(name, ...) #name " " FLUV_WORDS_11(__VA_ARGS__)

/* One row of the table. */
typedef struct fluv_layer_row {
    fluv_layer_info info;
    size_t bytes;        /* a value of a grid or a site; 0 for the others */
    size_t vertex_bytes; /* about, a vertex of the mesh */
    double fresh;        /* what cells of a new layer hold */
    fluv_layer_set made_from;
} fluv_layer_row;

extern const fluv_layer_row fluv_layer_rows[FLUV_LAYER_COUNT];

static inline const char *fluv_layer_name(fluv_layer layer)
{
    return fluv_layer_rows[layer].info.name;
}

/* Which row of the table it is. */
static inline fluv_layer fluv_layer_of(const fluv_layer_info *info)
{
    return (fluv_layer)((const fluv_layer_row *)(const void *)info - fluv_layer_rows);
}

static inline bool fluv_layer_is_grid(fluv_layer layer)
{
    return fluv_layer_rows[layer].info.place == FLUV_ON_GRID;
}

/* What is no longer true once layers are made anew: what was made from them, and what was made from
 * that. Layers that are amended at the same time stay true, and so does what was made from them. */
fluv_layer_set fluv_layers_stale(fluv_layer_set anew, fluv_layer_set amended);

#endif
