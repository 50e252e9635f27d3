// SPDX-License-Identifier: MIT
/* Leading water out of hollows.
 *
 * in   receivers with roots     out   receivers without, but where water leaves
 *
 * The passes between basins, taken from the lowest up, join them to a spanning tree of least
 * height with the outside as its root (Kruskal). Walking the tree from the outside, each basin's
 * root is given the vertex on the far side of the pass that leads back.  O(n), but for the sets.
 *
 * Based on: Cordonnier, Braun, Cani, Benes, Galin, Peytavie, Guerin. Large scale terrain generation
 * from tectonic uplift and fluvial erosion. 2016 */
#include "water/connect.h"

#include "water/sets.h"

#include <assert.h>
#include <string.h>

/* The tree of basins: the passes at basin b are at[first[b]] .. at[first[b + 1] - 1]. */
typedef struct tree {
    uint32_t *first, *at;
} tree;

void fluv_connection_free(fluv_connection *connection)
{
    fluv_free(connection->label);
    fluv_pass_finder_free(&connection->finder);
    fluv_list_free(&connection->outflow_list);
    fluv_list_free(&connection->passes);
    fluv_list_free(&connection->order);
    fluv_list_free(&connection->work);
    *connection = (fluv_connection){0};
}

/* Keeps the passes that join what is not joined yet, in place; returns how many. */
static uint32_t keep_joining(uint32_t basins, uint32_t *sets, fluv_pass *passes, uint32_t count)
{
    uint32_t kept = 0;
    fluv_sets_begin(sets, basins + 1);
    for (uint32_t i = 0; i < count && kept < basins; i++) {
        assert(passes[i].low_basin <= basins && passes[i].high_basin <= basins);
        uint32_t low = fluv_set_of(sets, passes[i].low_basin),
                 high = fluv_set_of(sets, passes[i].high_basin);
        if (low == high)
            continue;
        sets[low > high ? low : high] = low < high ? low : high;
        passes[kept++] = passes[i];
    }
    return kept;
}

static void plant(uint32_t basins, const fluv_pass *passes, uint32_t count, tree *out)
{
    memset(out->first, 0, ((size_t)basins + 2) * sizeof *out->first);
    for (uint32_t i = 0; i < count; i++) {
        out->first[passes[i].low_basin + 1]++;
        out->first[passes[i].high_basin + 1]++;
    }
    for (uint32_t b = 0; b <= basins; b++)
        out->first[b + 1] += out->first[b];
    for (uint32_t i = count; i-- > 0;) { /* each first[b + 1] runs back to where b's begin */
        out->at[--out->first[passes[i].low_basin + 1]] = i;
        out->at[--out->first[passes[i].high_basin + 1]] = i;
    }
    assert(out->first[1] == 0 || basins == 0); /* where those of basin 0 begin */
    memmove(out->first, out->first + 1, ((size_t)basins + 1) * sizeof *out->first);
    out->first[basins + 1] = 2 * count;
}

/* Over one pass from basin `inner` back to basin `outer`. */
static void lead(const fluv_pass *pass, uint32_t inner, uint32_t outer, fluv_outflow *outflows,
                 uint32_t *receiver)
{
    assert(pass->low_basin == inner || pass->high_basin == inner);
    bool low = pass->low_basin == inner;
    outflows[inner].next = outer;
    outflows[inner].pass = low ? pass->low_cell : pass->high_cell;
    receiver[outflows[inner].root] = low ? pass->high_cell : pass->low_cell;
}

static void lead_all(const tree *basins, const fluv_pass *passes, uint32_t *queue,
                     fluv_outflow *outflows, uint32_t *receiver)
{
    uint32_t head = 0, tail = 0;
    queue[tail++] = FLUV_OUTSIDE;
    while (head < tail) {
        uint32_t outer = queue[head++];
        for (uint32_t k = basins->first[outer]; k < basins->first[outer + 1]; k++) {
            const fluv_pass *pass = &passes[basins->at[k]];
            uint32_t inner = pass->low_basin ^ pass->high_basin ^ outer;
            if (inner == FLUV_OUTSIDE || outflows[inner].next != FLUV_NONE)
                continue;
            lead(pass, inner, outer, outflows, receiver);
            queue[tail++] = inner;
        }
    }
}

static fluv_status label_basins(fluv_ctx *ctx, const fluv_topology *topology, const uint8_t *kind,
                                const uint32_t *receiver, fluv_connection *c)
{
    if (!c->label)
        c->label = fluv_alloc(ctx, topology->count, sizeof *c->label);
    c->basin_count = fluv_catchments_count(topology, ctx->threads, kind, receiver);
    size_t places = (size_t)c->basin_count + 1;
    c->outflows = fluv_list_renew(ctx, &c->outflow_list, places, sizeof *c->outflows);
    uint32_t *root = fluv_list_renew(ctx, &c->work, places, sizeof *root);
    if (!c->label || !c->outflows || !root)
        return FLUV_NO_MEMORY;
    fluv_catchments_label(topology, ctx->threads, kind, receiver, c->label, root);
    for (size_t b = 0; b < places; b++)
        c->outflows[b] = (fluv_outflow){root[b], FLUV_NONE, FLUV_NONE};
    return FLUV_OK;
}

fluv_status fluv_hollows_connect(fluv_ctx *ctx, const fluv_topology *topology, const float *height,
                                 const uint8_t *kind, uint32_t *receiver,
                                 fluv_connection *connection)
{
    FLUV_TRY(label_basins(ctx, topology, kind, receiver, connection));
    uint32_t basins = connection->basin_count;
    assert(basins < topology->count);
    if (basins == 0)
        return FLUV_OK;
    connection->passes.count = 0;
    FLUV_TRY(fluv_passes_find_again(ctx, topology, height, kind, connection->label,
                                    &connection->finder, &connection->passes));
    uint32_t count = (uint32_t)connection->passes.count;
    fluv_pass *passes = fluv_list_renew(ctx, &connection->order, count, sizeof *passes);
    size_t tree_words = (size_t)basins + 2 + 2 * (size_t)basins; /* first, at; the rest is queue */
    size_t words =
        4 * (size_t)count > tree_words + basins + 1 ? 4 * (size_t)count : tree_words + basins + 1;
    uint32_t *work = fluv_list_renew(ctx, &connection->work, words, sizeof *work);
    if (!passes || !work)
        return FLUV_NO_MEMORY;
    fluv_passes_sort(connection->passes.items, count, topology->cols, ctx->threads,
                     (uint64_t *)(void *)work, passes);
    uint32_t kept = keep_joining(basins, work, passes, count);
    assert(kept == basins); /* every basin has a way outside */
    tree forest = {work, work + basins + 2};
    plant(basins, passes, kept, &forest);
    lead_all(&forest, passes, work + tree_words, connection->outflows, receiver);
    return FLUV_OK;
}
