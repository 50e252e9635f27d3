// SPDX-License-Identifier: MIT
/* The nearest size that an engine takes.
 *
 * in   cells of the land, vertices and tiles wished for     out   vertices and tiles it gets
 *
 * Counted in quads between vertices, of which a tile has one side fewer than vertices: tiles of q
 * quads side by side make t * q + 1 vertices. */
#include "export/sizes.h"

#include <assert.h>
#include <math.h>

#define SMALL_COMPONENT 126 /* quads: two by two sections of 63 */
#define LARGE_COMPONENT 254 /* of 127 */

static const uint32_t unreal_quads[] = {126, 252, 504, 1008, 2016, 4032, 8128};
static const uint32_t power_quads[] = {32, 64, 128, 256, 512, 1024, 2048, 4096};

static uint32_t nearest(const uint32_t *known, size_t count, double wanted)
{
    assert(count > 0);
    uint32_t best = known[0];
    for (size_t i = 1; i < count; i++)
        if (fabs(known[i] - wanted) < fabs(best - wanted))
            best = known[i];
    return best;
}

static uint32_t allowed_quads(fluv_size_rule rule, double wanted)
{
    switch (rule) {
    case FLUV_SIZE_UNREAL:
        return nearest(unreal_quads, sizeof unreal_quads / sizeof *unreal_quads, wanted);
    case FLUV_SIZE_POWER:
        return nearest(power_quads, sizeof power_quads / sizeof *power_quads, wanted);
    case FLUV_SIZE_ANY:
        break;
    }
    return (uint32_t)fmax(1.0, rint(wanted));
}

/* The shorter side of an untiled land whose longer one has `quads`. */
static uint32_t shorter(fluv_size_rule rule, uint32_t quads, double share)
{
    assert(quads > 0 && share > 0.0 && share <= 1.0);
    uint32_t part = 1;
    if (rule == FLUV_SIZE_POWER)
        return quads;
    if (rule == FLUV_SIZE_UNREAL)
        part = quads % LARGE_COMPONENT == 0 ? LARGE_COMPONENT : SMALL_COMPONENT;
    return part * (uint32_t)fmax(1.0, rint(share * quads / part));
}

fluv_export_size fluv_export_size_for(fluv_size_rule rule, uint32_t cells_x, uint32_t cells_y,
                                      uint32_t wanted, uint32_t tiles)
{
    assert(cells_x >= 2 && cells_y >= 2 && tiles >= 1);
    bool wide = cells_x >= cells_y;
    double share =
        wide ? (double)(cells_y - 1) / (cells_x - 1) : (double)(cells_x - 1) / (cells_y - 1);
    uint32_t quads = allowed_quads(rule, (fmax(wanted, 2.0) - 1.0) / tiles);
    uint32_t across = tiles, long_side = tiles * quads, short_side = shorter(rule, quads, share);
    if (tiles > 1) {
        across = rule == FLUV_SIZE_POWER ? tiles : (uint32_t)fmax(1.0, rint(share * tiles));
        short_side = across * quads;
        if (rule == FLUV_SIZE_ANY) /* tiles need not be square */
            short_side = across * (uint32_t)fmax(1.0, rint(share * long_side / across));
    } else {
        across = 1;
    }
    return wide ? (fluv_export_size){long_side + 1, short_side + 1, tiles, across}
                : (fluv_export_size){short_side + 1, long_side + 1, across, tiles};
}
