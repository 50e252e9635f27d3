// SPDX-License-Identifier: MIT
/* How far an edit reaches: two landscapes, before and after, and the cells that differ far from
 * what was edited. For tests of any method that can say which catchment each cell belongs to. */
#ifndef FLUV_TESTS_LOCALITY_H
#define FLUV_TESTS_LOCALITY_H

#include "field/distance.h"
#include "landscape/landscape.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Arrays have a value a cell. Catchments are numbers below `labels`; cells of none, as in the sea,
 * have FLUV_NONE and count as the nearest catchment's. */
typedef struct locality {
    fluv_ctx *ctx;
    const fluv_landscape *before, *after;
    uint32_t *catchment[2]; /* before and after */
    uint32_t labels;
    uint8_t *touched;  /* in: 1 where the edit itself changed something; out: these cells'
                        * catchments and their neighbours, before or after */
    size_t far, moved; /* out: cells farther from all that than asked, and those that differ */
} locality;

static inline bool locality_differs(const fluv_landscape *a, const fluv_landscape *b, size_t cell)
{
    return fabsf(fluv_height_of(a)[cell] - fluv_height_of(b)[cell]) > 1e-3F ||
           fluv_cover_of(a)[cell] != fluv_cover_of(b)[cell] ||
           memcmp(&fluv_water_of(a)[cell], &fluv_water_of(b)[cell], sizeof(float)) != 0;
}

/* Cells of no catchment take the nearest one. */
static inline void locality_fill(locality *l, uint32_t *catchment)
{
    size_t cells = fluv_cell_count(l->before);
    const fluv_frame *frame = fluv_frame_of(l->before);
    uint8_t *known = test_malloc(cells);
    float *distance = test_malloc(cells * sizeof *distance);
    uint32_t *nearest = test_malloc(cells * sizeof *nearest);
    for (size_t i = 0; i < cells; i++)
        known[i] = catchment[i] != FLUV_NONE;
    fluv_distance_job job = {frame->cols, frame->rows, frame->cell, known};
    assert_int_equal(fluv_distance(l->ctx, &job, distance, nearest), FLUV_OK);
    for (size_t i = 0; i < cells; i++)
        if (!known[i] && nearest[i] != FLUV_NONE)
            catchment[i] = catchment[nearest[i]];
    test_free(nearest);
    test_free(distance);
    test_free(known);
}

/* Of the catchments, those of touched cells become 1 and their neighbours 2. */
static inline void locality_mark(const locality *l, const uint32_t *catchment, uint8_t *mark)
{
    uint32_t cols = fluv_frame_of(l->before)->cols;
    size_t cells = fluv_cell_count(l->before);
    memset(mark, 0, l->labels);
    for (size_t i = 0; i < cells; i++)
        if (l->touched[i] == 1)
            mark[catchment[i]] = 1;
    for (size_t i = 0; i + cols < cells; i++)
        for (int down = 0; down < 2; down++) {
            uint32_t a = catchment[i], b = catchment[down ? i + cols : i + 1];
            if (!down && (i + 1) % cols == 0)
                continue;
            mark[a] = mark[a] == 0 && mark[b] == 1 ? 2 : mark[a];
            mark[b] = mark[b] == 0 && mark[a] == 1 ? 2 : mark[b];
        }
}

/* The share of the cells more than `metres` from what an edit touched that differ all the same. */
static inline double locality_beyond(locality *l, double metres)
{
    size_t cells = fluv_cell_count(l->before);
    const fluv_frame *frame = fluv_frame_of(l->before);
    uint8_t *mark = test_malloc(l->labels);
    float *distance = test_malloc(cells * sizeof *distance);
    for (int i = 0; i < 2; i++) {
        locality_fill(l, l->catchment[i]);
        locality_mark(l, l->catchment[i], mark);
        for (size_t c = 0; c < cells; c++)
            if (!l->touched[c] && mark[l->catchment[i][c]])
                l->touched[c] = 2;
    }
    fluv_distance_job job = {frame->cols, frame->rows, frame->cell, l->touched};
    assert_int_equal(fluv_distance(l->ctx, &job, distance, NULL), FLUV_OK);
    l->far = l->moved = 0;
    for (size_t c = 0; c < cells; c++)
        if ((double)distance[c] > metres) {
            l->far++;
            l->moved += locality_differs(l->before, l->after, c);
        }
    test_free(distance);
    test_free(mark);
    return l->far ? (double)l->moved / (double)l->far : 0.0;
}

/* Cells west of a column that differ in any byte of height, water, cover or receiver. */
static inline size_t locality_bytes_west(const fluv_landscape *a, const fluv_landscape *b,
                                         uint32_t column)
{
    static const fluv_layer layers[] = {FLUV_LAYER_height, FLUV_LAYER_water, FLUV_LAYER_cover,
                                        FLUV_LAYER_receiver};
    const fluv_frame *frame = fluv_frame_of(a);
    size_t moved = 0;
    for (size_t k = 0; k < sizeof layers / sizeof *layers; k++) {
        const unsigned char *p = fluv_layer_read(a, layers[k]), *q = fluv_layer_read(b, layers[k]);
        size_t size = layers[k] == FLUV_LAYER_cover ? 1 : 4;
        assert_true(p && q);
        for (uint32_t row = 0; row < frame->rows; row++)
            for (uint32_t col = 0; col < column; col++) {
                size_t at = ((size_t)row * frame->cols + col) * size;
                moved += memcmp(p + at, q + at, size) != 0;
            }
    }
    return moved;
}

#endif
