// SPDX-License-Identifier: MIT
/* All that was placed, one after the other, on one ground.
 *
 * in   layers placed, frozen, height        out   height; layer laid
 *
 * Peaks and passes first, then lakes, then rivers, those that others join before those that join
 * them, then ways out of hollows. What comes later finds what came before it held.  O(m log m) in
 * the m cells that are changed or looked at, and O(n) to mark what is held. */
#include "placed/placed.h"

#include "field/grid.h"
#include "field/segments.h"
#include "placed/earth.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define MOST_FILL      12.0  /* m: where a bed would stand higher above the ground, it is refused */
#define FAR_FROM_LEVEL 5.0f  /* m: a lake that follows the ground leaves its level */
#define LEAST_FALL     0.5f  /* m from a way to the lake it runs into */
#define FLAT_WITHIN    0.01f /* m: of a map, what is as flat is a lake */
#define FEWEST_FLAT    16    /* cells of it */
#define FLOOR_OF_SIDE                                                                              \
    2000.0 /* of the frame's longer side to the floor of a valley, to each hand                    \
            */

typedef struct shaper {
    const fluv_placed *placed;
    fluv_earth earth;
    fluv_laying laying;
} shaper;

static const char *called(const char *name)
{
    return *name ? name : "without a name";
}

/* ---- What is held ---- */

/* The lakes of a map are flats, and keep their level. */
static fluv_status hold_flats(fluv_ctx *ctx, const fluv_earth *earth)
{
    fluv_list queue = {0};
    for (uint32_t c = 0; c < earth->topology.count; c++) {
        if (earth->from[c] != FLUV_NONE || !fluv_earth_is_land(earth, c) || earth->held[c])
            continue;
        queue.count = 0;
        uint32_t *first = fluv_list_append(ctx, &queue, 1, sizeof *first);
        if (!first)
            return FLUV_NO_MEMORY;
        *first = c;
        earth->from[c] = c;
        for (size_t head = 0; head < queue.count; head++) {
            uint32_t at = ((const uint32_t *)queue.items)[head];
            fluv_around around = fluv_around_cell(&earth->topology, at);
            for (uint32_t k = 0; k < around.count; k++) {
                uint32_t other = around.cell[k];
                if (earth->from[other] != FLUV_NONE || !fluv_earth_is_land(earth, other) ||
                    !(fabsf(earth->height[other] - earth->height[c]) <= FLAT_WITHIN))
                    continue;
                uint32_t *to = fluv_list_append(ctx, &queue, 1, sizeof *to);
                if (!to) {
                    fluv_list_free(&queue);
                    return FLUV_NO_MEMORY;
                }
                *to = other;
                earth->from[other] = c;
            }
        }
        const uint32_t *flat = queue.items;
        for (size_t i = 0; queue.count >= FEWEST_FLAT && i < queue.count; i++)
            earth->held[flat[i]] = 1;
    }
    memset(earth->from, 0xff, earth->topology.count * sizeof *earth->from);
    fluv_list_free(&queue);
    return FLUV_OK;
}

static fluv_status begin(fluv_ctx *ctx, fluv_landscape *land, const fluv_topology *topology,
                         const uint8_t *kind, shaper *s)
{
    fluv_earth *earth = &s->earth;
    size_t cells = topology->count;
    const fluv_frame *frame = &land->frame;
    *earth = (fluv_earth){.frame = *frame,
                          .topology = *topology,
                          .kind = kind,
                          .frozen = fluv_layer_read(land, FLUV_LAYER_frozen),
                          .height = fluv_layer_edit(ctx, land, FLUV_LAYER_height),
                          .held = fluv_scratch_zero(ctx, cells, sizeof *earth->held),
                          .way = fluv_scratch(ctx, cells, sizeof *earth->way),
                          .lake = fluv_scratch(ctx, cells, sizeof *earth->lake),
                          .from = fluv_scratch(ctx, cells, sizeof *earth->from),
                          .longer =
                              frame->cell * (frame->cols > frame->rows ? frame->cols : frame->rows),
                          .slope = s->placed->slope,
                          .key = fluv_key_make(land->seed, "place", "sides")};
    if (!earth->height || !earth->held || !earth->way || !earth->lake || !earth->from)
        return FLUV_NO_MEMORY;
    memset(earth->way, 0xff, cells * sizeof *earth->way);
    memset(earth->lake, 0xff, cells * sizeof *earth->lake);
    memset(earth->from, 0xff, cells * sizeof *earth->from);
    for (size_t c = 0; earth->frozen && c < cells; c++)
        earth->held[c] = isfinite(earth->frozen[c]);
    return land->surveyed ? hold_flats(ctx, earth) : FLUV_OK;
}

static void end(fluv_ctx *ctx, shaper *s)
{
    fluv_laying_free(&s->laying);
    fluv_scratch_drop(ctx, s->earth.held);
    fluv_scratch_drop(ctx, s->earth.way);
    fluv_scratch_drop(ctx, s->earth.lake);
    fluv_scratch_drop(ctx, s->earth.from);
}

/* ---- Lakes ---- */

/* From then on its cells are the lake's. */
static void mark_lake(const shaper *s, size_t index)
{
    const fluv_laid_lake *lake = (const fluv_laid_lake *)s->laying.lakes.items + index;
    const uint32_t *cells = (const uint32_t *)s->laying.cells.items + lake->first_cell;
    for (uint32_t i = 0; i < lake->cell_count; i++) {
        s->earth.held[cells[i]] = 1;
        s->earth.lake[cells[i]] = (uint32_t)index;
    }
}

static fluv_status lay_lake(fluv_ctx *ctx, shaper *s, size_t index)
{
    uint32_t first = (uint32_t)s->laying.cells.count;
    FLUV_TRY(fluv_basin_cells(ctx, &s->earth, s->placed, index, &s->laying.cells));
    fluv_laid_lake *lake = fluv_list_append(ctx, &s->laying.lakes, 1, sizeof *lake);
    if (!lake)
        return FLUV_NO_MEMORY;
    *lake = (fluv_laid_lake){.first_cell = first,
                             .cell_count = (uint32_t)s->laying.cells.count - first,
                             .level = s->placed->lakes[index].level};
    mark_lake(s, index);
    return FLUV_OK;
}

/* How high a lake can stand so that no way to it has to climb. */
static float lowest_way_to(const shaper *s, size_t index)
{
    const fluv_laid_way *ways = s->laying.ways.items;
    const uint32_t *cells = s->laying.cells.items;
    float lowest = INFINITY;
    for (size_t w = 0; w < s->laying.ways.count; w++) {
        float so_far = INFINITY;
        for (uint32_t i = 0; i <= ways[w].cell_count; i++) {
            bool last = i == ways[w].cell_count;
            uint32_t cell = last ? ways[w].end : cells[ways[w].first_cell + i];
            if (cell == FLUV_NONE)
                break;
            if (s->earth.lake[cell] == index)
                lowest = fminf(lowest, so_far);
            so_far = fminf(so_far, s->earth.height[cell]);
        }
    }
    return lowest;
}

/* A lake's level is what it was given, unless it follows the ground and is far from it. */
static fluv_status find_level(fluv_ctx *ctx, const shaper *s, size_t index)
{
    fluv_laid_lake *lake = (fluv_laid_lake *)s->laying.lakes.items + index;
    bool given = isfinite(lake->level);
    if (!lake->cell_count || (given && !s->placed->lakes[index].follows))
        return FLUV_OK;
    const uint32_t *cells = (const uint32_t *)s->laying.cells.items + lake->first_cell;
    float level, most = lowest_way_to(s, index) - LEAST_FALL;
    FLUV_TRY(fluv_basin_level(ctx, &s->earth, cells, lake->cell_count, &level));
    level = fminf(level, most);
    if (!given || fabsf(lake->level - level) > FAR_FROM_LEVEL || lake->level > most)
        lake->level = level;
    return FLUV_OK;
}

/* Whether a way leaves the lake: then that is its outlet. */
static bool has_outlet(const shaper *s, size_t index)
{
    const fluv_laid_way *ways = s->laying.ways.items;
    const uint32_t *cells = s->laying.cells.items;
    for (size_t w = 0; w < s->laying.ways.count; w++)
        for (uint32_t i = 0; i + 1 < ways[w].cell_count; i++) {
            const uint32_t *at = cells + ways[w].first_cell + i;
            if (s->earth.lake[at[0]] == index && s->earth.lake[at[1]] != index)
                return true;
        }
    return false;
}

static fluv_status shape_lakes(fluv_ctx *ctx, const shaper *s)
{
    for (size_t i = 0; i < s->placed->lake_count; i++) {
        const fluv_laid_lake *lake = (const fluv_laid_lake *)s->laying.lakes.items + i;
        const uint32_t *cells = (const uint32_t *)s->laying.cells.items + lake->first_cell;
        if (lake->cell_count)
            FLUV_TRY(fluv_basin_shape(ctx, &s->earth, cells, lake, !has_outlet(s, i)));
    }
    return FLUV_OK;
}

/* ---- Ways ---- */

/* m that the bed of a way stays above at its end. */
static double end_level(const fluv_earth *earth, uint32_t end)
{
    if (end == FLUV_NONE)
        return -INFINITY;
    return earth->kind[end] & FLUV_CELL_SEA ? 0.0 : (double)earth->height[end];
}

static fluv_status refuse_bed(fluv_ctx *ctx, const shaper *s, const fluv_laid_way *way,
                              const fluv_bed_fault *fault)
{
    double x = fluv_cell_x(&s->earth.frame, fault->cell),
           y = fluv_cell_y(&s->earth.frame, fault->cell);
    const char *name = way->river == FLUV_NONE ? "" : s->placed->rivers[way->river].name;
    if (fault->cell == ((const uint32_t *)s->laying.cells.items)[way->first_cell])
        return fluv_fail(ctx, FLUV_BAD_RECIPE,
                         "place: river %s has its source at %g, %g, %.3g m below where it ends: "
                         "water does not run up",
                         called(name), x, y, fault->below);
    return fluv_fail(ctx, FLUV_BAD_RECIPE,
                     "place: river %s would have to %s %.3g m %s at %g, %g: draw it elsewhere, or "
                     "end it there",
                     called(name), fault->held ? "climb" : "stand", fault->below,
                     !fault->held      ? "above the ground"
                     : s->earth.frozen ? "out of frozen ground, or a lake of the map,"
                                       : "out of a lake of the map",
                     x, y);
}

/* Half the width of the valley's floor, m. */
static float floor_of(const shaper *s, const fluv_laid_way *way)
{
    double wide = way->river == FLUV_NONE ? 0.0 : 0.5 * s->placed->rivers[way->river].width;
    return (float)fmax(fmax(wide, s->earth.longer / FLOOR_OF_SIDE), 0.75 * s->earth.frame.cell);
}

/* Cuts the bed into the ground, and slopes what stands beside it. */
static fluv_status carve(fluv_ctx *ctx, shaper *s, const fluv_laid_way *way, const uint32_t *cells,
                         const float *bed)
{
    fluv_earth *earth = &s->earth;
    fluv_seed *cut = fluv_scratch(ctx, way->cell_count, sizeof *cut);
    fluv_seed *fill = fluv_scratch(ctx, way->cell_count, sizeof *fill);
    if (!cut || !fill)
        return FLUV_NO_MEMORY;
    size_t cuts = 0, fills = 0;
    for (uint32_t i = 0; i < way->cell_count; i++) {
        float change = bed[i] - earth->height[cells[i]];
        if (earth->held[cells[i]])
            continue;
        fluv_seed seed = {.cell = cells[i],
                          .level = bed[i],
                          .flat = floor_of(s, way),
                          .slope = (float)earth->slope,
                          .soft = 0.25f * fmaxf(-change, 0.0f)};
        earth->height[cells[i]] = bed[i];
        cut[cuts++] = seed;
        seed.soft = 0.0f;
        if (change > 0.0f)
            fill[fills++] = seed;
    }
    FLUV_TRY(fluv_sides_fill(ctx, earth, fill, fills));
    FLUV_TRY(fluv_sides_cut(ctx, earth, cut, cuts));
    fluv_scratch_drop(ctx, cut);
    fluv_scratch_drop(ctx, fill);
    return FLUV_OK;
}

/* Beds of all ways together. A way that is joined lies no higher than those that join it, and none
 * lies lower than what it runs into. */
typedef struct beds {
    float *lowest, *most, *bed; /* for each of the cells laid */
    double *fall;               /* for each way */
    uint32_t *into;             /* for each way the cell laid that it runs into, FLUV_NONE: none */
    uint32_t *order;            /* the ways, those that others run into first */
} beds;

static fluv_status take_beds(fluv_ctx *ctx, const shaper *s, beds *b)
{
    size_t cells = s->laying.cells.count + 1, ways = s->laying.ways.count + 1;
    *b = (beds){.lowest = fluv_scratch(ctx, cells, sizeof *b->lowest),
                .most = fluv_scratch(ctx, cells, sizeof *b->most),
                .bed = fluv_scratch(ctx, cells, sizeof *b->bed),
                .fall = fluv_scratch(ctx, ways, sizeof *b->fall),
                .into = fluv_scratch(ctx, ways, sizeof *b->into),
                .order = fluv_scratch(ctx, ways, sizeof *b->order)};
    if (!b->lowest || !b->most || !b->bed || !b->fall || !b->into || !b->order)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < cells; i++)
        b->most[i] = INFINITY;
    return FLUV_OK;
}

static void drop_beds(fluv_ctx *ctx, beds *b)
{
    fluv_scratch_drop(ctx, b->lowest);
    fluv_scratch_drop(ctx, b->most);
    fluv_scratch_drop(ctx, b->bed);
    fluv_scratch_drop(ctx, b->fall);
    fluv_scratch_drop(ctx, b->into);
    fluv_scratch_drop(ctx, b->order);
}

/* How many ways water passes after this one. */
static uint32_t ways_below(const shaper *s, size_t index)
{
    const fluv_laid_way *ways = s->laying.ways.items;
    uint32_t count = 0;
    for (uint32_t end = ways[index].end; end != FLUV_NONE && s->earth.way[end] != FLUV_NONE;
         end = ways[s->earth.way[end]].end) {
        count++;
        assert(count <= s->laying.ways.count); /* no way leads back to itself */
    }
    return count;
}

/* By how many follow, then by number. */
static fluv_status sort_ways(fluv_ctx *ctx, const shaper *s, const beds *b)
{
    size_t count = s->laying.ways.count, next = 0;
    uint32_t *below = fluv_scratch(ctx, count + 1, sizeof *below), most = 0;
    if (!below)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < count; i++) {
        below[i] = ways_below(s, i);
        most = below[i] > most ? below[i] : most;
    }
    for (uint32_t depth = 0; next < count && depth <= most; depth++)
        for (size_t i = 0; i < count; i++)
            if (below[i] == depth)
                b->order[next++] = (uint32_t)i;
    fluv_scratch_drop(ctx, below);
    return FLUV_OK;
}

/* Which of the cells laid a way runs into. */
static uint32_t cell_laid(const shaper *s, uint32_t cell)
{
    uint32_t number = cell == FLUV_NONE ? FLUV_NONE : s->earth.way[cell];
    if (number == FLUV_NONE)
        return FLUV_NONE;
    const fluv_laid_way *way = (const fluv_laid_way *)s->laying.ways.items + number;
    const uint32_t *cells = s->laying.cells.items;
    uint32_t at = way->first_cell;
    while (cells[at] != cell)
        at++;
    assert(at < way->first_cell + way->cell_count);
    return at;
}

static fluv_bed_job bed_job(const shaper *s, const beds *b, size_t index)
{
    const fluv_laid_way *way = (const fluv_laid_way *)s->laying.ways.items + index;
    return (fluv_bed_job){.cells = (const uint32_t *)s->laying.cells.items + way->first_cell,
                          .count = way->cell_count,
                          .fall = b->fall[index]};
}

/* Those that are joined first. */
static fluv_status find_lowest(fluv_ctx *ctx, const shaper *s, const beds *b)
{
    for (size_t k = 0; k < s->laying.ways.count; k++) {
        uint32_t i = b->order[k];
        const fluv_laid_way *way = (const fluv_laid_way *)s->laying.ways.items + i;
        b->into[i] = cell_laid(s, way->end);
        b->fall[i] = 0.0;
        double end = b->into[i] == FLUV_NONE ? end_level(&s->earth, way->end)
                                             : (double)b->lowest[b->into[i]];
        fluv_bed_job job = bed_job(s, b, i);
        b->fall[i] = job.fall = fluv_bed_fall(&s->earth, &job, end);
        fluv_bed_fault fault = fluv_bed_lowest(&s->earth, &job, end, b->lowest + way->first_cell);
        if (fault.hopeless)
            return refuse_bed(ctx, s, way, &fault);
    }
    return fluv_advance(ctx, 0.5);
}

/* Those that join others first. */
static fluv_status find_beds(fluv_ctx *ctx, const shaper *s, const beds *b)
{
    for (size_t k = s->laying.ways.count; k-- > 0;) {
        uint32_t i = b->order[k];
        const fluv_laid_way *way = (const fluv_laid_way *)s->laying.ways.items + i;
        const fluv_bed_job job = bed_job(s, b, i);
        float *bed = b->bed + way->first_cell;
        fluv_bed_fault fault = fluv_bed_find(&s->earth, &job, b->lowest + way->first_cell,
                                             b->most + way->first_cell, bed);
        if (fault.cell != FLUV_NONE && fault.below > MOST_FILL)
            return refuse_bed(ctx, s, way, &fault);
        if (b->into[i] != FLUV_NONE)
            b->most[b->into[i]] = fminf(b->most[b->into[i]], bed[way->cell_count - 1]);
    }
    return fluv_advance(ctx, 0.6);
}

static fluv_status shape_ways(fluv_ctx *ctx, shaper *s)
{
    beds b;
    FLUV_TRY(take_beds(ctx, s, &b));
    FLUV_TRY(sort_ways(ctx, s, &b));
    FLUV_TRY(find_lowest(ctx, s, &b));
    FLUV_TRY(find_beds(ctx, s, &b));
    for (size_t k = 0; k < s->laying.ways.count; k++) {
        const fluv_laid_way *way = (const fluv_laid_way *)s->laying.ways.items + b.order[k];
        const uint32_t *cells = (const uint32_t *)s->laying.cells.items + way->first_cell;
        FLUV_TRY(carve(ctx, s, way, cells, b.bed + way->first_cell));
        FLUV_TRY(fluv_advance(ctx, 0.7));
    }
    drop_beds(ctx, &b);
    return FLUV_OK;
}

/* From then on other ways run into it. */
static void mark_way(const shaper *s, size_t index)
{
    const fluv_laid_way *way = (const fluv_laid_way *)s->laying.ways.items + index;
    const uint32_t *cells = (const uint32_t *)s->laying.cells.items + way->first_cell;
    for (uint32_t i = 0; i < way->cell_count; i++)
        s->earth.way[cells[i]] = (uint32_t)index;
}

/* Adds a way whose cells are the last of the list, from `first` on. */
static fluv_status add_way(fluv_ctx *ctx, shaper *s, uint32_t first, uint32_t river, uint32_t drawn,
                           uint32_t into)
{
    fluv_laid_way *way = fluv_list_append(ctx, &s->laying.ways, 1, sizeof *way);
    if (!way)
        return FLUV_NO_MEMORY;
    *way = (fluv_laid_way){.river = river,
                           .first_cell = first,
                           .cell_count = (uint32_t)s->laying.cells.count - first,
                           .drawn = drawn,
                           .end = into};
    mark_way(s, s->laying.ways.count - 1);
    return FLUV_OK;
}

/* ---- Rivers ---- */

/* The cells of a river's line. */
static fluv_status draw(fluv_ctx *ctx, const shaper *s, size_t river, fluv_list *cells)
{
    const fluv_placed_river *r = &s->placed->rivers[river];
    const double *xy = s->placed->xy + 2 * (size_t)r->first_point;
    if (r->freedom > 0.0)
        return fluv_path_find(ctx, &s->earth, xy, r->point_count, r->freedom, cells);
    return fluv_path_draw(ctx, &s->earth, xy, r->point_count, cells);
}

static void reverse(uint32_t *cells, size_t count)
{
    for (size_t i = 0; 2 * i + 1 < count; i++) {
        uint32_t held = cells[i];
        cells[i] = cells[count - 1 - i];
        cells[count - 1 - i] = held;
    }
}

/* A river from its first cell on land down to water; `into` is the cell it runs into. */
static size_t trim(const fluv_earth *earth, uint32_t *row, size_t count, uint32_t *into)
{
    size_t begin = 0, last = 0;
    *into = FLUV_NONE;
    while (begin < count && !fluv_earth_is_land(earth, row[begin]))
        begin++;
    for (last = begin; last < count; last++) {
        *into = last > begin ? fluv_way_crossed(earth, row[last - 1], row[last]) : FLUV_NONE;
        if (*into != FLUV_NONE)
            break;
        if (!fluv_earth_is_land(earth, row[last]) || earth->way[row[last]] != FLUV_NONE) {
            *into = row[last];
            break;
        }
    }
    memmove(row, row + begin, (last - begin) * sizeof *row);
    count = last - begin;
    while (count > 1 && earth->lake[row[count - 1]] != FLUV_NONE)
        *into = row[--count]; /* it ends in the lake */
    if (*into != FLUV_NONE && (earth->kind[*into] & FLUV_CELL_VOID))
        *into = FLUV_NONE;
    return count;
}

/* The lowest that the bed will come to by its own ground. */
static float lowest_of(const fluv_earth *earth, const uint32_t *cells, size_t count)
{
    float lowest = INFINITY;
    for (size_t i = 0; i < count; i++)
        lowest = fminf(lowest, earth->height[cells[i]]);
    return lowest;
}

static fluv_status lay_river(fluv_ctx *ctx, shaper *s, size_t river, fluv_landscape *land)
{
    const fluv_earth *earth = &s->earth;
    fluv_list *cells = &s->laying.cells;
    size_t first = cells->count;
    const fluv_placed_river *r = &s->placed->rivers[river];
    const double *xy = s->placed->xy + 2 * (size_t)r->first_point;
    FLUV_TRY(draw(ctx, s, river, cells));
    size_t count = cells->count - first;
    if (!count) {
        fluv_note_add(land, "place", "river %s lies outside the frame", called(r->name));
        return FLUV_OK;
    }
    uint32_t *row = (uint32_t *)cells->items + first, into;
    bool from_sea = earth->kind[row[0]] & FLUV_CELL_SEA;
    if (from_sea && !(earth->kind[row[count - 1]] & FLUV_CELL_SEA))
        reverse(row, count);
    count = trim(earth, row, count, &into);
    cells->count = first + count;
    if (!count && into != FLUV_NONE && earth->way[into] != FLUV_NONE) {
        if (*r->name)
            fluv_note_add(land, "place", "river %s begins on another river, and is part of it",
                          r->name);
        return FLUV_OK;
    }
    if (!count && r->kept) {
        fluv_note_add(land, "keep", "river %s at %g, %g lies in the sea now", called(r->name),
                      xy[0], xy[1]);
        return FLUV_OK;
    }
    if (!count)
        return fluv_fail(ctx, FLUV_BAD_RECIPE, "place: river %s at %g, %g has no land to run over",
                         called(r->name), xy[0], xy[1]);
    return add_way(ctx, s, (uint32_t)first, (uint32_t)river, (uint32_t)count, into);
}

/* Which ways lead to one: it may not run into them. */
static void bar_ways(const shaper *s, size_t index, uint8_t *barred)
{
    const fluv_laid_way *ways = s->laying.ways.items;
    for (size_t w = 0; w < s->laying.ways.count; w++) {
        size_t at = w;
        while (at != index && ways[at].end != FLUV_NONE && s->earth.way[ways[at].end] != FLUV_NONE)
            at = s->earth.way[ways[at].end];
        barred[w] = at == index;
    }
}

/* Where a river's line ends on land, a way of its own leads its water on. */
static fluv_status lead_on(fluv_ctx *ctx, shaper *s, size_t index)
{
    const fluv_laid_way way = ((const fluv_laid_way *)s->laying.ways.items)[index];
    const uint32_t *row = (const uint32_t *)s->laying.cells.items + way.first_cell;
    uint32_t last = row[way.cell_count - 1], first = (uint32_t)s->laying.cells.count, into;
    if (way.end != FLUV_NONE || (s->earth.kind[last] & FLUV_CELL_OPEN))
        return FLUV_OK;
    uint8_t *barred = fluv_scratch(ctx, s->laying.ways.count, sizeof *barred);
    if (!barred)
        return FLUV_NO_MEMORY;
    bar_ways(s, index, barred);
    s->earth.barred = barred;
    float level = lowest_of(&s->earth, row, way.cell_count);
    fluv_status status = fluv_way_on(ctx, &s->earth, last, level, false, &s->laying.cells, &into);
    s->earth.barred = NULL;
    fluv_scratch_drop(ctx, barred);
    FLUV_TRY(status);
    fluv_laid_way *own = (fluv_laid_way *)s->laying.ways.items + index;
    bool further = s->laying.cells.count > first;
    own->end = further ? ((const uint32_t *)s->laying.cells.items)[first] : into;
    return further ? add_way(ctx, s, first, FLUV_NONE, 0, into) : FLUV_OK;
}

/* Whether the line of one river ends on that of another, not at its very end. */
static fluv_status find_joined(fluv_ctx *ctx, const shaper *s, uint32_t *joined)
{
    const fluv_placed *placed = s->placed;
    double near = 1.5 * s->earth.frame.cell;
    for (size_t i = 0; i < placed->river_count; i++) {
        const fluv_placed_river *r = &placed->rivers[i];
        const double *last = placed->xy + 2 * ((size_t)r->first_point + r->point_count - 1);
        const fluv_vec foot = {last[0], last[1]};
        double best = near;
        joined[i] = FLUV_NONE;
        for (size_t k = 0; k < placed->river_count; k++) {
            const fluv_placed_river *q = &placed->rivers[k];
            const double *xy = placed->xy + 2 * (size_t)q->first_point;
            for (size_t p = 0; k != i && p + 1 < q->point_count; p++) {
                fluv_vec a = {xy[2 * p], xy[2 * p + 1]}, b = {xy[2 * p + 2], xy[2 * p + 3]};
                double far = fluv_segment_distance(a, b, foot);
                bool at_foot = p + 2 == q->point_count && fluv_vec_distance(b, foot) < near;
                if (far < best && !(at_foot && k > i)) {
                    best = far;
                    joined[i] = (uint32_t)k;
                }
            }
        }
        FLUV_TRY(fluv_advance(ctx, 0.3));
    }
    return FLUV_OK;
}

/* Rivers that others join first; where they join each other in a ring, in their own order. */
static fluv_status lay_rivers(fluv_ctx *ctx, shaper *s, fluv_landscape *land)
{
    size_t count = s->placed->river_count, done = 0;
    uint32_t *joined = fluv_scratch(ctx, count, sizeof *joined);
    uint8_t *laid = fluv_scratch_zero(ctx, count, sizeof *laid);
    if (!joined || !laid)
        return FLUV_NO_MEMORY;
    FLUV_TRY(find_joined(ctx, s, joined));
    for (bool stuck = false; done < count;) {
        size_t before = done;
        for (size_t i = 0; i < count; i++) {
            bool waits = joined[i] != FLUV_NONE && !laid[joined[i]];
            if (laid[i] || (waits && !stuck))
                continue;
            FLUV_TRY(lay_river(ctx, s, i, land));
            laid[i] = 1;
            done++;
            stuck = false;
        }
        stuck = done == before;
    }
    fluv_scratch_drop(ctx, joined);
    fluv_scratch_drop(ctx, laid);
    for (size_t i = 0, drawn = s->laying.ways.count; i < drawn; i++)
        FLUV_TRY(lead_on(ctx, s, i));
    return FLUV_OK;
}

/* ---- Hollows that shall hold no lake ---- */

static fluv_status drain_hollow(fluv_ctx *ctx, shaper *s, const fluv_placed_spot *spot)
{
    const fluv_earth *earth = &s->earth;
    fluv_list *cells = &s->laying.cells;
    uint32_t cell = fluv_earth_cell(earth, spot->x, spot->y), into;
    if (cell == FLUV_NONE || !fluv_earth_is_land(earth, cell))
        return FLUV_OK;
    if (earth->lake[cell] != FLUV_NONE)
        return fluv_fail(ctx, FLUV_BAD_RECIPE,
                         "place: there shall be no lake at %g, %g, where lake %s is placed",
                         spot->x, spot->y, called(s->placed->lakes[earth->lake[cell]].name));
    cell = fluv_cell_lowest_below(&earth->topology, earth->height, cell);
    if ((earth->kind[cell] & (FLUV_CELL_SEA | FLUV_CELL_OPEN)) || earth->way[cell] != FLUV_NONE ||
        earth->lake[cell] != FLUV_NONE)
        return FLUV_OK; /* it drains */
    uint32_t first = (uint32_t)cells->count;
    uint32_t *bottom = fluv_list_append(ctx, cells, 1, sizeof *bottom);
    if (!bottom)
        return FLUV_NO_MEMORY;
    *bottom = cell;
    FLUV_TRY(fluv_way_on(ctx, earth, cell, earth->height[cell], true, cells, &into));
    return add_way(ctx, s, first, FLUV_NONE, 0, into);
}

/* ---- All of it ---- */

/* Finds the cells of all that was placed. */
static fluv_status lay(fluv_ctx *ctx, shaper *s, fluv_landscape *land)
{
    const fluv_placed *placed = s->placed;
    for (size_t i = 0; i < placed->lake_count; i++)
        FLUV_TRY(lay_lake(ctx, s, i));
    FLUV_TRY(lay_rivers(ctx, s, land));
    for (size_t i = 0; i < placed->spot_count; i++)
        if (placed->spots[i].kind == FLUV_SPOT_NO_LAKE)
            FLUV_TRY(drain_hollow(ctx, s, &placed->spots[i]));
    for (size_t i = 0; i < placed->lake_count; i++)
        FLUV_TRY(find_level(ctx, s, i));
    fluv_shared *laid = fluv_laid_seal(ctx, &s->laying);
    if (!laid)
        return FLUV_NO_MEMORY;
    fluv_layer_put(land, FLUV_LAYER_laid, laid);
    return FLUV_OK;
}

static fluv_status shape(fluv_ctx *ctx, shaper *s, fluv_landscape *land)
{
    const fluv_placed *placed = s->placed;
    const fluv_laid *laid = fluv_layer_read(land, FLUV_LAYER_laid);
    for (size_t i = 0; i < placed->spot_count; i++)
        if (placed->spots[i].kind == FLUV_SPOT_PEAK || placed->spots[i].kind == FLUV_SPOT_PASS)
            FLUV_TRY(fluv_spot_raise(ctx, &s->earth, &placed->spots[i]));
    if (!laid) {
        FLUV_TRY(lay(ctx, s, land));
    } else {
        FLUV_TRY(fluv_laying_open(ctx, laid, &s->laying));
        for (size_t i = 0; i < s->laying.lakes.count; i++)
            mark_lake(s, i);
        for (size_t i = 0; i < s->laying.ways.count; i++)
            mark_way(s, i);
    }
    FLUV_TRY(shape_lakes(ctx, s));
    return shape_ways(ctx, s);
}

fluv_status fluv_placed_shape(fluv_ctx *ctx, fluv_landscape *land, const fluv_topology *topology,
                              const uint8_t *kind)
{
    shaper s = {.placed = fluv_layer_read(land, FLUV_LAYER_placed)};
    if (!s.placed)
        return FLUV_OK;
    fluv_status status = begin(ctx, land, topology, kind, &s);
    if (status == FLUV_OK)
        status = shape(ctx, &s, land);
    end(ctx, &s);
    return status;
}
