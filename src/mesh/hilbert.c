// SPDX-License-Identifier: MIT
/* Keys along the Hilbert curve, and sorting by them.
 *
 * Based on: Hilbert. Ueber die stetige Abbildung einer Linie auf ein Flaechenstueck. 1891 */
#include "mesh/hilbert.h"

#include <assert.h>
#include <stdlib.h>

typedef struct placed {
    uint64_t key;
    uint32_t index;
    fluv_spot spot;
} placed;

uint64_t fluv_hilbert_key(fluv_spot spot, int bits, fluv_curve *end)
{
    assert(bits >= 0 && bits <= 31 && spot.x >= 0 && spot.y >= 0);
    fluv_curve curve = {false, false};
    uint64_t key = 0;
    for (int bit = bits - 1; bit >= 0; bit--) {
        int quarter = fluv_curve_quarter(curve, spot, bit);
        key = key << 2 | (unsigned)quarter;
        curve = fluv_curve_enter(curve, quarter);
    }
    if (end)
        *end = curve;
    return key;
}

static int compare_placed(const void *a, const void *b)
{
    const placed *p = a, *q = b;
    if (p->key != q->key)
        return p->key < q->key ? -1 : 1;
    return p->index < q->index ? -1 : p->index > q->index;
}

fluv_status fluv_hilbert_sort(fluv_ctx *ctx, fluv_spot *spots, uint32_t count)
{
    placed *order = fluv_alloc(ctx, count, sizeof *order);
    if (!order)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        order[i] = (placed){fluv_hilbert_key(spots[i], FLUV_LATTICE_BITS + 1, NULL), i, spots[i]};
    qsort(order, count, sizeof *order, compare_placed);
    for (uint32_t i = 0; i < count; i++)
        spots[i] = order[i].spot;
    fluv_free(order);
    return FLUV_OK;
}
