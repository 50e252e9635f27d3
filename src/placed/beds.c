// SPDX-License-Identifier: MIT
/* The beds of all ways together.
 *
 * in   ways on the ground        out   beds, and the ground cut down to them
 *
 * How low each bed must stay is found from the mouths up, where it lies from the sources down. */
#include "placed/shaper.h"

#include <assert.h>
#include <math.h>

#define MOST_FILL 12.0 /* m: where a bed would stand higher above the ground, it is refused */
#define WALLS     1.0f /* slope of what is cut beside rivers of a survey, rise over run */
#define FLOOR_OF_SIDE                                                                              \
    2000.0 /* of the frame's longer side to the floor of a valley, to each hand                    \
            */

/* m that the bed of a way stays above at its end. */
static double end_level(const fluv_earth *earth, uint32_t end)
{
    assert(end == FLUV_NONE || end < earth->topology.count);
    if (end == FLUV_NONE)
        return -INFINITY;
    return earth->kind[end] & FLUV_CELL_SEA ? 0.0 : (double)earth->height[end];
}

/* Which river a way belongs to, or is led on from; FLUV_NONE: it drains a hollow. */
static uint32_t river_of(const fluv_shaper *s, size_t index)
{
    assert(index < s->laying.ways.count);
    const fluv_laid_way *ways = s->laying.ways.items;
    const uint32_t *cells = s->laying.cells.items;
    if (ways[index].river != FLUV_NONE)
        return ways[index].river;
    for (size_t i = 0; i < s->laying.ways.count; i++)
        if (ways[i].end == cells[ways[index].first_cell] && ways[i].river != FLUV_NONE)
            return ways[i].river;
    return FLUV_NONE;
}

/* The ground that a way would have to climb out of: the first that must stay from a cell down. */
static const char *held_below(const fluv_shaper *s, const fluv_laid_way *way, uint32_t from)
{
    const uint32_t *cells = (const uint32_t *)s->laying.cells.items + way->first_cell;
    bool below = false;
    for (uint32_t i = 0; i < way->cell_count; i++) {
        below |= cells[i] == from;
        if (below && s->earth.held[cells[i]] == FLUV_HELD_LAKE)
            return "a lake of the map";
        if (below && s->earth.held[cells[i]])
            return s->earth.lake[cells[i]] == FLUV_NONE ? "frozen ground" : "a placed lake";
    }
    return "ground that must stay";
}

static fluv_status refuse_bed(fluv_ctx *ctx, const fluv_shaper *s, size_t index,
                              const fluv_bed_fault *fault)
{
    assert(fault->cell < s->earth.topology.count);
    double x = fluv_cell_x(&s->earth.frame, fault->cell),
           y = fluv_cell_y(&s->earth.frame, fault->cell);
    const fluv_laid_way *way = (const fluv_laid_way *)s->laying.ways.items + index;
    uint32_t river = river_of(s, index);
    const fluv_placed_river none = {0},
                            *of = river == FLUV_NONE ? &none : &s->placed->rivers[river];
    if (fault->cell == ((const uint32_t *)s->laying.cells.items)[way->first_cell])
        return fluv_blame(
            ctx, &of->by,
            fluv_fail(ctx, FLUV_BAD_RECIPE,
                      "place: river %s has its source at %.7g, %.7g, %.3g m below where it ends: "
                      "water does not run up",
                      fluv_called(of->name), x, y, fault->below));
    return fluv_blame(
        ctx, &of->by,
        fluv_fail(ctx, FLUV_BAD_RECIPE,
                  "place: river %s would have to %s %.3g m %s%s at %.7g, %.7g: draw it elsewhere, "
                  "or end it there",
                  fluv_called(of->name), fault->held ? "climb" : "stand", fault->below,
                  fault->held ? "out of " : "above the ground",
                  fault->held ? held_below(s, way, fault->cell) : "", x, y));
}

/* Whether a way is part of a survey, or leads on from one. */
static bool is_mapped(const fluv_shaper *s, size_t index)
{
    uint32_t river = river_of(s, index);
    return river != FLUV_NONE && s->placed->rivers[river].mapped;
}

/* Half the width of the valley's floor, m. */
static float floor_of(const fluv_shaper *s, const fluv_laid_way *way)
{
    double wide = way->river == FLUV_NONE ? 0.0 : 0.5 * s->placed->rivers[way->river].width;
    return (float)fmax(fmax(wide, s->earth.longer / FLOOR_OF_SIDE), 0.75 * s->earth.frame.cell);
}

/* Cuts the bed into the ground, and slopes what stands beside it. Real land has its valleys: there
 * it is only lowered where the bed was. */
static fluv_status carve(fluv_ctx *ctx, fluv_shaper *s, size_t index, const float *bed)
{
    fluv_earth *earth = &s->earth;
    const fluv_laid_way *way = (const fluv_laid_way *)s->laying.ways.items + index;
    const uint32_t *cells = (const uint32_t *)s->laying.cells.items + way->first_cell;
    fluv_seed *cut = fluv_scratch(ctx, way->cell_count, sizeof *cut);
    fluv_seed *fill = fluv_scratch(ctx, way->cell_count, sizeof *fill);
    if (!cut || !fill)
        return FLUV_NO_MEMORY;
    size_t cuts = 0, fills = 0;
    bool mapped = is_mapped(s, index);
    for (uint32_t i = 0; i < way->cell_count; i++) {
        float change = bed[i] - earth->height[cells[i]];
        if (earth->held[cells[i]])
            continue;
        fluv_seed seed = {.cell = cells[i],
                          .level = bed[i],
                          .flat = mapped ? 0.0f : floor_of(s, way),
                          .slope = mapped ? WALLS : (float)earth->slope,
                          .soft = 0.25f * fmaxf(-change, 0.0f)};
        earth->height[cells[i]] = bed[i];
        if (change < 0.0f) /* where the bed fits, so do its sides */
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

static fluv_status take_beds(fluv_ctx *ctx, const fluv_shaper *s, fluv_beds *b)
{
    size_t cells = s->laying.cells.count + 1, ways = s->laying.ways.count + 1;
    *b = (fluv_beds){.lowest = fluv_scratch(ctx, cells, sizeof *b->lowest),
                     .most = fluv_scratch(ctx, cells, sizeof *b->most),
                     .bed = fluv_scratch(ctx, cells, sizeof *b->bed),
                     .fall = fluv_scratch(ctx, ways, sizeof *b->fall),
                     .into = fluv_scratch(ctx, ways, sizeof *b->into),
                     .order = fluv_scratch(ctx, ways, sizeof *b->order),
                     .faulty = fluv_scratch_zero(ctx, ways, sizeof *b->faulty)};
    if (!b->lowest || !b->most || !b->bed || !b->fall || !b->into || !b->order || !b->faulty)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < cells; i++)
        b->most[i] = INFINITY;
    return FLUV_OK;
}

void fluv_beds_drop(fluv_ctx *ctx, fluv_beds *b)
{
    fluv_scratch_drop(ctx, b->lowest);
    fluv_scratch_drop(ctx, b->most);
    fluv_scratch_drop(ctx, b->bed);
    fluv_scratch_drop(ctx, b->fall);
    fluv_scratch_drop(ctx, b->into);
    fluv_scratch_drop(ctx, b->order);
    fluv_scratch_drop(ctx, b->faulty);
}

/* How many ways water passes after this one. */
static uint32_t ways_below(const fluv_shaper *s, size_t index)
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
static fluv_status sort_ways(fluv_ctx *ctx, const fluv_shaper *s, const fluv_beds *b)
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
    assert(next == count);
    fluv_scratch_drop(ctx, below);
    return FLUV_OK;
}

/* Which of the cells laid a way runs into. */
static uint32_t cell_laid(const fluv_shaper *s, uint32_t cell)
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

static fluv_bed_job bed_job(const fluv_shaper *s, const fluv_beds *b, size_t index)
{
    assert(index < s->laying.ways.count);
    const fluv_laid_way *way = (const fluv_laid_way *)s->laying.ways.items + index;
    return (fluv_bed_job){.cells = (const uint32_t *)s->laying.cells.items + way->first_cell,
                          .count = way->cell_count,
                          .fall = b->fall[index]};
}

/* Whether a way goes where it does not fit, rather than all that was asked for. */
static bool may_be_left(const fluv_shaper *s, size_t index)
{
    uint32_t river = river_of(s, index);
    return river != FLUV_NONE && (s->placed->rivers[river].mapped || s->placed->rivers[river].kept);
}

/* Whether a way leads on to another. */
static bool leads_to(const fluv_shaper *s, size_t index, size_t to)
{
    const fluv_laid_way *ways = s->laying.ways.items;
    while (index != to && ways[index].end != FLUV_NONE &&
           s->earth.way[ways[index].end] != FLUV_NONE)
        index = s->earth.way[ways[index].end];
    return index == to;
}

/* What is led over to a mapped river from its valley cuts it deeper: rather that is given up than
 * the river. Says whether there was any. */
static bool untie(const fluv_shaper *s, size_t index)
{
    const fluv_laid_way *ways = s->laying.ways.items;
    bool any = false;
    for (size_t i = 0; i < s->laying.ways.count; i++)
        if (ways[i].river != FLUV_NONE && !ways[i].drawn && leads_to(s, i, index)) {
            s->untied[ways[i].river] = 1;
            any = true;
        }
    return any;
}

/* There is no bed: what an author drew is refused, a line of a survey or of an earlier result is
 * left out. */
static fluv_status give_up(fluv_ctx *ctx, fluv_shaper *s, const fluv_beds *b, size_t index,
                           const fluv_bed_fault *fault)
{
    if (!may_be_left(s, index))
        return refuse_bed(ctx, s, index, fault);
    b->faulty[index] = 1;
    s->again = true;
    if (untie(s, index))
        return FLUV_OK;
    fluv_river_leave_out(s, river_of(s, index), fluv_cell_x(&s->earth.frame, fault->cell),
                         fluv_cell_y(&s->earth.frame, fault->cell));
    return FLUV_OK;
}

/* Where a bed would be cut deeper than it may; FLUV_NONE: nowhere. */
static uint32_t too_deep(const fluv_shaper *s, const fluv_beds *b, size_t index)
{
    const fluv_laid_way *way = (const fluv_laid_way *)s->laying.ways.items + index;
    const uint32_t *cells = (const uint32_t *)s->laying.cells.items + way->first_cell;
    if (!is_mapped(s, index))
        return FLUV_NONE;
    double most = s->placed->rivers[river_of(s, index)].mend;
    for (uint32_t i = 0; i < way->cell_count; i++) {
        double cut = (double)(s->earth.height[cells[i]] - b->bed[way->first_cell + i]);
        if (!s->earth.held[cells[i]] && cut > most)
            return cells[i];
    }
    return FLUV_NONE;
}

/* Those that are joined first. */
static fluv_status find_lowest(fluv_ctx *ctx, fluv_shaper *s, const fluv_beds *b)
{
    for (size_t k = 0; k < s->laying.ways.count; k++) {
        uint32_t i = b->order[k];
        assert(i < s->laying.ways.count);
        const fluv_laid_way *way = (const fluv_laid_way *)s->laying.ways.items + i;
        b->into[i] = cell_laid(s, way->end);
        b->fall[i] = 0.0;
        if (b->into[i] != FLUV_NONE && b->faulty[s->earth.way[way->end]]) {
            b->faulty[i] = 1;
            continue;
        }
        double end = b->into[i] == FLUV_NONE ? end_level(&s->earth, way->end)
                                             : (double)b->lowest[b->into[i]];
        fluv_bed_job job = bed_job(s, b, i);
        b->fall[i] = job.fall = fluv_bed_fall(&s->earth, &job, end);
        fluv_bed_fault fault = fluv_bed_lowest(&s->earth, &job, end, b->lowest + way->first_cell);
        if (fault.hopeless)
            FLUV_TRY(give_up(ctx, s, b, i, &fault));
    }
    return fluv_advance(ctx, 0.5);
}

/* Those that join others first. */
static fluv_status find_beds(fluv_ctx *ctx, fluv_shaper *s, const fluv_beds *b)
{
    for (size_t k = s->laying.ways.count; k-- > 0;) {
        uint32_t i = b->order[k];
        assert(i < s->laying.ways.count);
        const fluv_laid_way *way = (const fluv_laid_way *)s->laying.ways.items + i;
        const fluv_bed_job job = bed_job(s, b, i);
        float *bed = b->bed + way->first_cell;
        if (b->faulty[i])
            continue;
        fluv_bed_fault fault = fluv_bed_find(&s->earth, &job, b->lowest + way->first_cell,
                                             b->most + way->first_cell, bed);
        uint32_t deep = too_deep(s, b, i);
        if (deep != FLUV_NONE)
            fault = (fluv_bed_fault){.cell = deep, .below = INFINITY};
        if (fault.cell != FLUV_NONE && fault.below > MOST_FILL)
            FLUV_TRY(give_up(ctx, s, b, i, &fault));
        else if (b->into[i] != FLUV_NONE)
            b->most[b->into[i]] = fminf(b->most[b->into[i]], bed[way->cell_count - 1]);
    }
    return fluv_advance(ctx, 0.6);
}

fluv_status fluv_beds_find(fluv_ctx *ctx, fluv_shaper *s, fluv_beds *b)
{
    FLUV_TRY(take_beds(ctx, s, b));
    FLUV_TRY(sort_ways(ctx, s, b));
    FLUV_TRY(find_lowest(ctx, s, b));
    return find_beds(ctx, s, b);
}

fluv_status fluv_beds_carve(fluv_ctx *ctx, fluv_shaper *s, const fluv_beds *b)
{
    for (size_t k = 0; k < s->laying.ways.count; k++) {
        const fluv_laid_way *way = (const fluv_laid_way *)s->laying.ways.items + b->order[k];
        FLUV_TRY(carve(ctx, s, b->order[k], b->bed + way->first_cell));
        FLUV_TRY(fluv_advance(ctx, 0.7));
    }
    return FLUV_OK;
}
