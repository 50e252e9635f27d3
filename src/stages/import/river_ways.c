// SPDX-License-Identifier: MIT
/* Which way the pieces of a network run.
 *
 * in   pieces between nodes, drawn either way        out   pieces that run down; arms
 *
 * Water is let in at the mouths and rises through the network, over its lowest nodes first: each
 * piece runs towards the node from which the water reached it. So errors of single heights do not
 * count, nor the way a line was drawn. Mouths are nodes in the sea, ends beside it, ends on the
 * frame's edge that their piece falls to, and the lowest node of what has neither.  O(p log p) in
 * the pieces. */
#include "base/queue.h"
#include "stages/import/river_lines.h"

#include <assert.h>
#include <math.h>

#define CLEAR_FALL 2.0f /* m: where a piece falls less, the way it was drawn decides */

typedef struct network {
    fluv_river_piece *pieces;
    const fluv_river_node *nodes;
    uint32_t piece_count, node_count;
    uint32_t *first, *at; /* the pieces at node n: at[first[n]] .. at[first[n + 1] - 1] */
    uint32_t *mouth;      /* for each node the mouth its water goes to, FLUV_NONE: not reached */
    float *level;         /* for each node that was reached */
    uint8_t *done;        /* for each piece: its way is known */
    fluv_heap open;       /* pieces, by the level at which water passes them */
} network;

static fluv_status begin(fluv_ctx *ctx, fluv_river_lines *lines, network *n)
{
    *n = (network){.pieces = lines->pieces.items,
                   .nodes = lines->nodes.items,
                   .piece_count = (uint32_t)lines->pieces.count,
                   .node_count = (uint32_t)lines->nodes.count};
    n->first = fluv_scratch_zero(ctx, (size_t)n->node_count + 2, sizeof *n->first);
    n->at = fluv_scratch(ctx, 2 * (size_t)n->piece_count, sizeof *n->at);
    n->mouth = fluv_scratch(ctx, n->node_count, sizeof *n->mouth);
    n->level = fluv_scratch(ctx, n->node_count, sizeof *n->level);
    n->done = fluv_scratch_zero(ctx, n->piece_count, sizeof *n->done);
    if (!n->first || !n->at || !n->mouth || !n->level || !n->done)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < 2 * n->piece_count; i++)
        n->first[n->pieces[i / 2].node[i % 2] + 2]++;
    for (uint32_t i = 0; i < n->node_count; i++) {
        n->first[i + 2] += n->first[i + 1];
        n->mouth[i] = FLUV_NONE;
    }
    for (uint32_t i = 0; i < 2 * n->piece_count; i++)
        n->at[n->first[n->pieces[i / 2].node[i % 2] + 1]++] = i / 2;
    return fluv_heap_init(ctx, &n->open, 2 * (size_t)n->piece_count + 1);
}

static uint32_t other_end(const fluv_river_piece *piece, uint32_t node)
{
    assert(piece->node[0] == node || piece->node[1] == node);
    return piece->node[piece->node[0] == node];
}

/* Water stands at a node: the pieces at it are next. */
static void reach(network *n, uint32_t node, uint32_t mouth, float level)
{
    assert(node < n->node_count && mouth < n->node_count);
    n->mouth[node] = mouth;
    n->level[node] = level;
    for (uint32_t i = n->first[node]; i < n->first[node + 1]; i++) {
        float there = n->nodes[other_end(&n->pieces[n->at[i]], node)].height;
        if (!n->done[n->at[i]])
            fluv_heap_push(&n->open, fmaxf(level, there), n->at[i]);
    }
}

/* Lets water rise from what was reached so far. */
static void rise(network *n)
{
    float level;
    for (uint32_t p; (p = fluv_heap_pop(&n->open, &level)) != FLUV_NONE;) {
        fluv_river_piece *piece = &n->pieces[p];
        bool begins = n->mouth[piece->node[0]] != FLUV_NONE,
             ends = n->mouth[piece->node[1]] != FLUV_NONE;
        if (n->done[p] || (begins && ends))
            continue;
        n->done[p] = 1;
        piece->turned = begins;
        reach(n, piece->node[begins], n->mouth[piece->node[!begins]], level);
    }
}

/* Whether a river leaves the land or the frame at a node. */
static bool is_mouth(const network *n, uint32_t node)
{
    assert(node < n->node_count);
    const fluv_river_node *at = &n->nodes[node];
    bool one = n->first[node + 1] - n->first[node] == 1;
    if (at->sea || (at->shore && one))
        return true;
    if (!at->edge || !one)
        return false;
    const fluv_river_piece *piece = &n->pieces[n->at[n->first[node]]];
    float fall = n->nodes[other_end(piece, node)].height - n->nodes[node].height;
    return fabsf(fall) > CLEAR_FALL ? fall > 0.0f : piece->node[1] == node;
}

/* The lowest node that can be reached from one that was not; `queue` has room for all nodes. */
static uint32_t lowest_beyond(const network *n, uint32_t from, uint32_t *queue, uint8_t *seen)
{
    assert(from < n->node_count);
    uint32_t tail = 0, lowest = from;
    queue[tail++] = from;
    seen[from] = 1;
    for (uint32_t head = 0; head < tail; head++) {
        uint32_t node = queue[head];
        bool lower = n->nodes[node].height < n->nodes[lowest].height ||
                     (n->nodes[node].height == n->nodes[lowest].height && node < lowest);
        lowest = lower ? node : lowest;
        for (uint32_t i = n->first[node]; i < n->first[node + 1]; i++) {
            uint32_t other = other_end(&n->pieces[n->at[i]], node);
            if (!seen[other]) {
                seen[other] = 1;
                queue[tail++] = other;
            }
        }
    }
    return lowest;
}

/* What joins two rivers runs from the higher node; what joins a river with itself is an arm. */
static void settle_rest(network *n)
{
    for (uint32_t p = 0; p < n->piece_count; p++) {
        fluv_river_piece *piece = &n->pieces[p];
        const uint32_t *node = piece->node;
        if (n->done[p])
            continue;
        piece->arm = n->mouth[node[0]] == n->mouth[node[1]];
        piece->turned = n->level[node[0]] < n->level[node[1]];
    }
}

fluv_status fluv_river_lines_turn(fluv_ctx *ctx, fluv_river_lines *lines)
{
    network n;
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    FLUV_TRY(begin(ctx, lines, &n));
    uint32_t *queue = fluv_scratch(ctx, n.node_count, sizeof *queue);
    uint8_t *seen = fluv_scratch_zero(ctx, n.node_count, sizeof *seen);
    if (!queue || !seen)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < n.node_count; i++)
        if (is_mouth(&n, i))
            reach(&n, i, i, n.nodes[i].height);
    rise(&n);
    for (uint32_t i = 0; i < n.node_count; i++) {
        if (n.mouth[i] != FLUV_NONE)
            continue;
        uint32_t lowest = lowest_beyond(&n, i, queue, seen);
        reach(&n, lowest, lowest, n.nodes[lowest].height);
        rise(&n);
    }
    settle_rest(&n);
    fluv_scratch_release(ctx, mark);
    return FLUV_OK;
}
