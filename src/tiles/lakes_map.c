// SPDX-License-Identifier: MIT
/* The map of ways on rank 0, and trees that are dealt to tiles.
 *
 * in   cells of ways, passes over which hollows end      out   a topology, receivers, hierarchy
 *
 * Cells of ways are taken for a map that has no others, in the order of the whole one; what lies
 * beside them and drains elsewhere stands behind them, as the lowest cell of each basin. So the
 * kernels of one piece (water/hierarchy.c, water/settle.c) find what they would find there.
 * O(cells of ways log cells of ways). */
#include "tiles/lakes.h"

#include <stdlib.h>

/* ---- The net ---- */

void *fluv_lake_net_room(fluv_lake_net *net, size_t count, size_t size)
{
    void **block = fluv_list_append(net->ctx, &net->blocks, 1, sizeof *block);
    if (!block)
        return NULL;
    *block = fluv_alloc_zero(net->ctx, count + 1, size);
    return *block;
}

fluv_status fluv_lake_net_begin(fluv_tile_work *work, fluv_lake_net *net)
{
    *net = (fluv_lake_net){.ctx = work->ctx, .tiles = work->tiling.count};
    net->labels = fluv_lake_net_room(net, net->tiles, sizeof *net->labels);
    net->members = fluv_lake_net_room(net, net->tiles, sizeof *net->members);
    return net->labels && net->members ? FLUV_OK : FLUV_NO_MEMORY;
}

void fluv_lake_net_free(fluv_lake_net *net)
{
    for (uint32_t i = 0; i < net->tiles; i++) {
        if (net->labels)
            fluv_list_free(&net->labels[i]);
        if (net->members)
            fluv_list_free(&net->members[i]);
    }
    for (size_t i = 0; i < net->blocks.count; i++)
        fluv_free(((void **)net->blocks.items)[i]);
    fluv_list_free(&net->blocks);
    fluv_list_free(&net->joins);
    fluv_list_free(&net->roots);
    fluv_list_free(&net->pool_list);
    *net = (fluv_lake_net){0};
}

/* ---- The map ---- */

/* A cell of a way, and where what lies beside it begins among all told. */
typedef struct way_cell {
    fluv_lake_way way;
    size_t beside;
} way_cell;

typedef struct told_ways {
    way_cell *ways;
    fluv_lake_beside *besides;
    size_t way_count, beside_count;
} told_ways;

static int by_cell(const void *a, const void *b)
{
    uint64_t left = ((const way_cell *)a)->way.cell, right = ((const way_cell *)b)->way.cell;
    return left < right ? -1 : left > right;
}

/* The first pass over parcels counts. */
static fluv_status gather(fluv_tile_work *work, told_ways *all)
{
    bool counting = !all->ways;
    all->way_count = all->beside_count = 0;
    for (uint32_t tile = 0; tile < work->tiling.count; tile++) {
        size_t at = 0;
        const uint64_t *head = fluv_parcel_take(work, tile, &at, 3, sizeof *head);
        const fluv_lake_way *ways = fluv_parcel_take(work, tile, &at, head[0], sizeof *ways);
        const fluv_lake_beside *besides =
            fluv_parcel_take(work, tile, &at, head[1], sizeof *besides);
        const uint32_t *labels = fluv_parcel_take(work, tile, &at, head[2], sizeof *labels);
        size_t beside = all->beside_count;
        for (size_t i = 0; !counting && i < head[0]; i++) {
            all->ways[all->way_count + i] = (way_cell){ways[i], beside};
            beside += ways[i].beside;
        }
        if (!counting && head[1])
            memcpy(all->besides + all->beside_count, besides, head[1] * sizeof *besides);
        all->way_count += head[0];
        all->beside_count += head[1];
        if (counting)
            continue;
        fluv_list *own = &work->net->labels[tile];
        uint32_t *to = head[2] ? fluv_list_append(work->ctx, own, head[2], sizeof *to) : NULL;
        if (head[2] && !to)
            return FLUV_NO_MEMORY;
        if (head[2])
            memcpy(to, labels, head[2] * sizeof *to);
        fluv_list_free(&work->parcels[tile]);
    }
    return FLUV_OK;
}

static fluv_status take_ways(fluv_tile_work *work, told_ways *all)
{
    FLUV_TRY(gather(work, all));
    if (8 * all->way_count + 2 * all->beside_count >= FLUV_NONE) /* neighbours */
        return fluv_fail(work->ctx, FLUV_NO_MEMORY,
                         "ways out of hollows have more cells than 32 bits count");
    all->ways = fluv_scratch(work->ctx, all->way_count + 1, sizeof *all->ways);
    all->besides = fluv_scratch(work->ctx, all->beside_count + 1, sizeof *all->besides);
    if (!all->ways || !all->besides)
        return FLUV_NO_MEMORY;
    FLUV_TRY(gather(work, all));
    qsort(all->ways, all->way_count, sizeof *all->ways, by_cell);
    return FLUV_OK;
}

static fluv_status make_room(fluv_tile_work *work, const told_ways *all, fluv_lake_net *net,
                             uint32_t **first, uint32_t **neighbour, double **areas)
{
    size_t ways = all->way_count, cells = ways + all->beside_count;
    net->ways = (uint32_t)ways;
    net->place = fluv_lake_net_room(net, ways, sizeof *net->place);
    net->way = fluv_lake_net_room(net, ways, 1);
    net->was = fluv_lake_net_room(net, ways, sizeof *net->was);
    net->height = fluv_lake_net_room(net, cells, sizeof *net->height);
    net->kind = fluv_lake_net_room(net, cells, 1);
    net->label = fluv_lake_net_room(net, cells, sizeof *net->label);
    net->receiver = fluv_lake_net_room(net, cells, sizeof *net->receiver);
    net->lake = fluv_lake_net_room(net, cells, sizeof *net->lake);
    *first = fluv_lake_net_room(net, cells + 1, sizeof **first);
    *neighbour = fluv_lake_net_room(net, 8 * ways + all->beside_count, sizeof **neighbour);
    *areas = fluv_lake_net_room(net, cells, sizeof **areas);
    bool room = net->place && net->way && net->was && net->height && net->kind && net->label &&
                net->receiver && net->lake && *first && *neighbour && *areas;
    (void)work;
    return room ? FLUV_OK : FLUV_NO_MEMORY;
}

static uint32_t find_way(const fluv_lake_net *net, uint64_t place)
{
    uint32_t low = 0, high = net->ways;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (net->place[middle] < place)
            low = middle + 1;
        else
            high = middle;
    }
    return low < net->ways && net->place[low] == place ? low : FLUV_NONE;
}

/* The neighbours of a cell among those of ways, by their direction. */
static uint32_t way_beside(const fluv_tile_work *work, uint32_t cell, int k)
{
    const fluv_tiling *t = &work->tiling;
    uint64_t place = work->net->place[cell];
    int64_t col = (int64_t)(place % t->cols) + fluv_dx[k];
    int64_t row = (int64_t)(place / t->cols) + fluv_dy[k];
    if (!fluv_in_grid(t->cols, t->rows, col, row))
        return FLUV_NONE;
    return find_way(work->net, fluv_tiling_cell(t, (uint32_t)col, (uint32_t)row));
}

static void connect(const fluv_tile_work *work, const told_ways *all, uint32_t *first,
                    uint32_t *neighbour)
{
    fluv_lake_net *net = work->net;
    uint32_t count = 0, behind = net->ways;
    for (uint32_t i = 0; i < net->ways; i++) {
        first[i] = count;
        for (int k = 0; k < 8; k++) {
            uint32_t other = way_beside(work, i, k);
            if (other != FLUV_NONE)
                neighbour[count++] = other;
            if (net->way[i] == k)
                net->receiver[i] = other;
        }
        for (uint32_t k = 0; k < all->ways[i].way.beside; k++, behind++) {
            const fluv_lake_beside *beside = &all->besides[all->ways[i].beside + k];
            net->height[behind] = beside->height;
            net->label[behind] = beside->label;
            net->kind[behind] = beside->sea ? FLUV_CELL_SEA : 0;
            net->lake[behind] = beside->lake;
            net->receiver[behind] = FLUV_NONE;
            neighbour[count++] = behind;
        }
    }
    for (size_t i = net->ways; i <= net->ways + all->beside_count; i++)
        first[i] = count;
}

static fluv_status make_map(fluv_tile_work *work, fluv_lake_net *net)
{
    told_ways all = {0};
    uint32_t *first, *neighbour;
    double *areas;
    FLUV_TRY(take_ways(work, &all));
    FLUV_TRY(make_room(work, &all, net, &first, &neighbour, &areas));
    for (uint32_t i = 0; i < net->ways; i++) {
        const fluv_lake_way *way = &all.ways[i].way;
        net->place[i] = way->cell;
        net->way[i] = way->way;
        net->was[i] = net->height[i] = way->height;
        net->kind[i] = way->kind;
        net->label[i] = way->label;
        net->lake[i] = way->lake;
        net->receiver[i] = FLUV_NONE;
    }
    connect(work, &all, first, neighbour);
    size_t cells = all.way_count + all.beside_count;
    for (size_t i = 0; i < cells; i++)
        areas[i] = work->cell * work->cell;
    net->topology = (fluv_topology){
        .count = (uint32_t)cells, .first = first, .neighbour = neighbour, .areas = areas};
    fluv_scratch_drop(work->ctx, all.ways);
    fluv_scratch_drop(work->ctx, all.besides);
    return FLUV_OK;
}

/* ---- The hierarchy ---- */

static fluv_status build_hierarchy(fluv_tile_work *work, fluv_lake_net *net)
{
    uint32_t basins = (uint32_t)net->roots.count;
    const fluv_lake_join *joins = net->joins.items;
    const fluv_lake_root *roots = net->roots.items;
    fluv_pass *passes = fluv_scratch(work->ctx, (size_t)basins + 1, sizeof *passes);
    uint32_t *root = fluv_scratch(work->ctx, (size_t)basins + 1, sizeof *root);
    uint32_t *sets = fluv_scratch(work->ctx, 5 * ((size_t)basins + 1), sizeof *sets);
    fluv_hierarchy *h = &net->hierarchy;
    h->basin_count = basins;
    h->nodes = fluv_lake_net_room(net, 2 * (size_t)basins + 1, sizeof *h->nodes);
    h->ends = fluv_lake_net_room(net, basins, sizeof *h->ends);
    if (!passes || !root || !sets || !h->nodes || !h->ends)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < basins; i++)
        passes[i] = (fluv_pass){
            .height = joins[i].height,
            .low_cell = find_way(net, joins[i].low),
            .high_cell = joins[i].high == FLUV_NO_CELL ? FLUV_NONE : find_way(net, joins[i].high),
            .low_basin = joins[i].basin[0],
            .high_basin = joins[i].basin[1]};
    root[FLUV_OUTSIDE] = FLUV_NONE;
    for (uint32_t b = 1; b <= basins; b++)
        root[b] = find_way(net, roots[b - 1].cell);
    fluv_hierarchy_build(h, passes, basins, net->height, root, sets);
    fluv_list_free(&net->joins);
    return FLUV_OK;
}

/* ---- Parts of trees for tiles ---- */

static fluv_status find_members(fluv_ctx *ctx, uint32_t tile, const fluv_list *labels,
                                fluv_forest_source *s, fluv_list *members)
{
    for (size_t i = 0; i < labels->count; i++) {
        uint32_t at = s->leaf(s->user, ((const uint32_t *)labels->items)[i]);
        for (; at != FLUV_NONE && s->seen[at] != tile + 1; at = s->parent(s->user, at)) {
            s->seen[at] = tile + 1;
            uint32_t *to = fluv_list_append(ctx, members, 1, sizeof *to);
            if (!to)
                return FLUV_NO_MEMORY;
            *to = at;
        }
    }
    if (members->count)
        qsort(members->items, members->count, sizeof(uint32_t), fluv_by_number);
    return FLUV_OK;
}

static uint32_t place_in(const fluv_list *members, uint32_t node)
{
    const uint32_t *all = members->items;
    if (node == FLUV_NONE)
        return FLUV_NONE;
    const uint32_t *found = bsearch(&node, all, members->count, sizeof node, fluv_by_number);
    assert(found);
    return (uint32_t)(found - all);
}

static fluv_status deal_members(fluv_tile_work *work, uint32_t tile, const fluv_list *labels,
                                fluv_forest_source *s, uint32_t cuts, const fluv_list *members)
{
    size_t label_count = labels->count, nodes = members->count;
    const uint32_t *names = labels->items, *all = members->items;
    uint32_t *head = fluv_parcel_add(work, tile, 4, sizeof *head);
    if (!head)
        return FLUV_NO_MEMORY;
    memcpy(head, (uint32_t[]){(uint32_t)label_count, (uint32_t)nodes, cuts, s->fill != NULL},
           4 * sizeof *head);
    uint32_t *label = fluv_parcel_add(work, tile, 2 * label_count, sizeof *label);
    for (size_t i = 0; label && i < label_count; i++) {
        label[i] = names[i];
        label[label_count + i] = place_in(members, s->leaf(s->user, names[i]));
    }
    float *fill = label && s->fill ? fluv_parcel_add(work, tile, label_count, sizeof *fill) : NULL;
    for (size_t i = 0; fill && i < label_count; i++)
        fill[i] = s->fill[names[i]];
    uint32_t *node = label ? fluv_parcel_add(work, tile, 2 * nodes, sizeof *node) : NULL;
    for (size_t i = 0; node && i < nodes; i++) {
        node[i] = all[i];
        node[nodes + i] = place_in(members, s->parent(s->user, all[i]));
    }
    uint8_t *still = node && s->still ? fluv_parcel_add(work, tile, nodes, 1) : NULL;
    for (size_t i = 0; still && i < nodes; i++)
        still[i] = s->still[all[i]];
    float *level = node ? fluv_parcel_add(work, tile, nodes, sizeof *level) : NULL;
    for (size_t i = 0; level && i < nodes; i++)
        level[i] = s->level(s->user, all[i]);
    bool room = level && (fill || !s->fill) && (still || !s->still);
    return room ? FLUV_OK : FLUV_NO_MEMORY;
}

fluv_status fluv_forest_deal(fluv_tile_work *work, uint32_t tile, const fluv_list *labels,
                             fluv_forest_source *source, uint32_t cuts, fluv_list *members)
{
    fluv_list own = {0};
    fluv_list *used = members ? members : &own;
    fluv_status status = find_members(work->ctx, tile, labels, source, used);
    if (status == FLUV_OK)
        status = deal_members(work, tile, labels, source, cuts, used);
    fluv_list_free(&own);
    return status;
}

/* A list in an answer stands as in a parcel. */
static const void *take(const uint8_t **at, size_t count, size_t size)
{
    const void *things = *at;
    *at += (count * size + 7) & ~(size_t)7;
    return things;
}

const void *fluv_tile_forest_read(const fluv_list *from, fluv_tile_forest *f)
{
    const uint8_t *at = from->items;
    const uint32_t *head = take(&at, 4, sizeof *head);
    *f = (fluv_tile_forest){.labels = head[0], .nodes = head[1], .cuts = head[2]};
    f->label = take(&at, 2 * (size_t)f->labels, sizeof *f->label);
    f->leaf = f->label + f->labels;
    f->fill = head[3] ? take(&at, f->labels, sizeof *f->fill) : NULL;
    f->node = take(&at, 2 * (size_t)f->nodes, sizeof *f->node);
    f->parent = f->node + f->nodes;
    f->still = head[3] ? take(&at, f->nodes, 1) : NULL;
    f->level = take(&at, f->nodes, sizeof *f->level);
    assert(at <= (const uint8_t *)from->items + from->count);
    return at;
}

/* Hollows: a label is its own leaf. */

static uint32_t hollow_leaf(const void *user, uint32_t label)
{
    (void)user;
    return label;
}

static uint32_t hollow_parent(const void *user, uint32_t node)
{
    uint32_t parent = ((const fluv_hierarchy *)user)->nodes[node].parent;
    return parent == FLUV_OUTSIDE ? FLUV_NONE : parent;
}

static float hollow_level(const void *user, uint32_t node)
{
    return ((const fluv_hierarchy *)user)->nodes[node].spill;
}

fluv_status fluv_lakes_solve_ways(fluv_tile_work *work)
{
    fluv_lake_net *net = work->net;
    FLUV_TRY(make_map(work, net));
    FLUV_TRY(build_hierarchy(work, net));
    fluv_forest_source source = {
        .count = net->hierarchy.node_count,
        .user = &net->hierarchy,
        .leaf = hollow_leaf,
        .parent = hollow_parent,
        .level = hollow_level,
        .seen = fluv_scratch_zero(work->ctx, net->hierarchy.node_count, sizeof *source.seen)};
    if (!source.seen)
        return FLUV_NO_MEMORY;
    for (uint32_t tile = 0; tile < work->tiling.count; tile++)
        FLUV_TRY(fluv_forest_deal(work, tile, &net->labels[tile], &source, 0, NULL));
    return FLUV_OK;
}
