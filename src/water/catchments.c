// SPDX-License-Identifier: MIT
/* Basins: which hollow each cell's water gathers in.
 *
 * in   receivers     out   basin of each cell
 *
 * Every cell walks down until it meets a labelled cell and labels its way. Threads may label the
 * same cell at once, but only with the same number: the walks use relaxed atomics and need no
 * order. O(n). */
#include "water/catchments.h"

#include <assert.h>

static bool is_hollow(const uint8_t *kind, const uint32_t *receiver, uint32_t cell)
{
    return receiver[cell] == FLUV_NONE && kind[cell] == 0;
}

uint32_t fluv_catchments_count(const fluv_topology *topology, int threads, const uint8_t *kind,
                               const uint32_t *receiver)
{
    assert(threads > 0 && kind && fluv_receivers_inside(topology, receiver));
    uint32_t count = 0;
#pragma omp parallel for num_threads(threads) schedule(static) reduction(+ : count)
    for (uint32_t c = 0; c < topology->count; c++)
        count += is_hollow(kind, receiver, c);
    return count;
}

static uint32_t label_at(const uint32_t *label, uint32_t cell)
{
    return __atomic_load_n(&label[cell], __ATOMIC_RELAXED);
}

static void walk(const uint32_t *receiver, uint32_t from, uint32_t *label)
{
    uint32_t end = from;
    assert(receiver[from] != FLUV_NONE); /* a root has its label */
    while (label_at(label, end) == FLUV_UNLABELLED)
        end = receiver[end];
    uint32_t basin = label_at(label, end);
    assert(basin != FLUV_UNLABELLED);
    for (uint32_t at = from; label_at(label, at) == FLUV_UNLABELLED; at = receiver[at])
        __atomic_store_n(&label[at], basin, __ATOMIC_RELAXED);
}

void fluv_labels_follow(const fluv_topology *topology, int threads, const uint32_t *receiver,
                        uint32_t *label)
{
    assert(threads > 0 && label && fluv_receivers_inside(topology, receiver));
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t c = 0; c < topology->count; c++)
        if (label_at(label, c) == FLUV_UNLABELLED)
            walk(receiver, c, label);
}

void fluv_catchments_label(const fluv_topology *topology, int threads, const uint8_t *kind,
                           const uint32_t *receiver, uint32_t *label, uint32_t *root)
{
    assert(threads > 0 && fluv_receivers_inside(topology, receiver));
    uint32_t count = 0;
    root[FLUV_OUTSIDE] = FLUV_NONE;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t c = 0; c < topology->count; c++)
        label[c] = kind[c] & FLUV_CELL_VOID   ? FLUV_NONE
                   : receiver[c] == FLUV_NONE ? FLUV_OUTSIDE
                                              : FLUV_UNLABELLED;
    for (uint32_t c = 0; c < topology->count; c++)
        if (label[c] == FLUV_OUTSIDE && is_hollow(kind, receiver, c)) {
            label[c] = ++count;
            root[count] = c;
        }
    fluv_labels_follow(topology, threads, receiver, label);
}
