// SPDX-License-Identifier: MIT
/* All that was placed, one after the other, on one ground.
 *
 * in   layers placed, frozen, height        out   height; layer laid
 *
 * Peaks and passes first, then lakes, then rivers, those that others join before those that join
 * them, then ways out of hollows. What comes later finds what came before it held.  O(m log m) in
 * the m cells that are changed or looked at, and O(n) to mark what is held. */
#include "placed/placed.h"

#include "landscape/mapped.h"
#include "placed/shaper.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define FAR_FROM_LEVEL   5.0f  /* m: a lake that follows the ground leaves its level */
#define LEAST_FALL       0.5f  /* m from a way to the lake it runs into */
#define FLAT_WITHIN      0.01f /* m: of a map, what is as flat may be a lake */
#define FEWEST_FLAT      16    /* cells of it */
#define LOST             0.1   /* of its height that a peak or pass may be off, */
#define LEAST_LOST       10.0  /* m, and so much */
#define FEW_LOST         0.01  /* what is not worth a word: the same, and */
#define FEWEST_LOST      1.0   /* m */
#define MOST_LOWER_SHORE 0.25  /* of the steps over its shore */

/* ---- What is held ---- */

/* Cells within a centimetre of one, which no other flat has. */
static fluv_status gather_flat(fluv_ctx *ctx, const fluv_earth *earth, uint32_t cell,
                               fluv_list *queue)
{
    assert(earth->from[cell] == FLUV_NONE);
    queue->count = 0;
    uint32_t *first = fluv_list_append(ctx, queue, 1, sizeof *first);
    if (!first)
        return FLUV_NO_MEMORY;
    *first = cell;
    earth->from[cell] = cell;
    for (size_t head = 0; head < queue->count; head++) {
        uint32_t at = ((const uint32_t *)queue->items)[head];
        fluv_around around = fluv_around_cell(&earth->topology, at);
        for (uint32_t k = 0; k < around.count; k++) {
            uint32_t other = around.cell[k];
            if (earth->from[other] != FLUV_NONE || !fluv_earth_is_land(earth, other) ||
                !(fabsf(earth->height[other] - earth->height[cell]) <= FLAT_WITHIN))
                continue;
            uint32_t *to = fluv_list_append(ctx, queue, 1, sizeof *to);
            if (!to)
                return FLUV_NO_MEMORY;
            *to = other;
            earth->from[other] = cell;
        }
    }
    return FLUV_OK;
}

/* Whether hardly any of a flat's shore lies lower: a terrace, or a plain in a map of whole metres,
 * falls along half of its border. */
static bool is_lake(const fluv_earth *earth, const uint32_t *flat, size_t count)
{
    assert(flat && count > 0);
    size_t steps = 0, lower = 0;
    for (size_t i = 0; i < count; i++) {
        fluv_around around = fluv_around_cell(&earth->topology, flat[i]);
        for (uint32_t k = 0; k < around.count; k++) {
            float rise = earth->height[around.cell[k]] - earth->height[flat[i]];
            steps += fabsf(rise) <= FLAT_WITHIN ? 0 : 1;
            lower += rise < -FLAT_WITHIN ? 1 : 0;
        }
    }
    return count >= FEWEST_FLAT && (double)lower <= MOST_LOWER_SHORE * (double)steps;
}

/* Whether any cell of a row is as high as those of another that stand so far from it. */
static void mark_level(const float *row, const float *other, uint32_t count, uint8_t *level)
{
    for (uint32_t i = 0; i < count; i++)
        level[i] |= fabsf(other[i] - row[i]) <= FLAT_WITHIN;
}

/* Marks the cells of a row that a flat may begin at. Cells are visited in their order, so that
 * those before one belong to flats already, unless some are held. */
static void mark_row(const fluv_earth *earth, uint32_t row, bool any_held, uint8_t *level)
{
    uint32_t cols = earth->frame.cols, rows = earth->frame.rows;
    const float *at = earth->height + (size_t)row * cols;
    memset(level, 0, cols);
    mark_level(at, at + 1, cols - 1, level);
    if (any_held)
        mark_level(at + 1, at, cols - 1, level + 1);
    for (int side = -1; side <= 1; side += 2) {
        if ((side < 0 && (row == 0 || !any_held)) || (side > 0 && row + 1 == rows))
            continue;
        const float *other = side < 0 ? at - cols : at + cols;
        mark_level(at, other, cols, level);
        mark_level(at, other + 1, cols - 1, level);
        mark_level(at + 1, other, cols - 1, level + 1);
    }
}

/* The flat that a cell belongs to, if it is the first of one, and whether that is a lake. */
static fluv_status look_at_flat(fluv_ctx *ctx, const fluv_earth *earth, uint32_t cell,
                                fluv_list *queue)
{
    FLUV_TRY(gather_flat(ctx, earth, cell, queue));
    const uint32_t *flat = queue->items;
    bool lake = is_lake(earth, flat, queue->count);
    for (size_t i = 0; lake && i < queue->count; i++)
        earth->held[flat[i]] = FLUV_HELD_LAKE;
    return FLUV_OK;
}

/* Nearly all land is no flat, which is seen a row at a time. */
static fluv_status find_flats(fluv_ctx *ctx, const fluv_earth *earth, bool any_held, uint8_t *level,
                              fluv_list *queue)
{
    uint32_t c = 0;
    for (uint32_t row = 0; row < earth->frame.rows; row++) {
        mark_row(earth, row, any_held, level);
        for (uint32_t col = 0; col < earth->frame.cols; col++, c++) {
            if (earth->from[c] != FLUV_NONE || earth->held[c])
                continue;
            if (!level[col])
                earth->from[c] = c;
            else if (fluv_earth_is_land(earth, c))
                FLUV_TRY(look_at_flat(ctx, earth, c, queue));
        }
    }
    memset(earth->from, 0xff, earth->topology.count * sizeof *earth->from);
    return FLUV_OK;
}

/* The lakes of a map are flats, and keep their level. */
static fluv_status hold_flats(fluv_ctx *ctx, const fluv_earth *earth)
{
    fluv_list queue = {0};
    uint8_t *level = fluv_scratch(ctx, earth->frame.cols, sizeof *level);
    if (!level)
        return FLUV_NO_MEMORY;
    bool any_held = memchr(earth->held, FLUV_HELD, earth->topology.count) ||
                    memchr(earth->held, FLUV_HELD_LAKE, earth->topology.count);
    fluv_status status = find_flats(ctx, earth, any_held, level, &queue);
    fluv_scratch_drop(ctx, level);
    fluv_list_free(&queue);
    return status;
}

/* Lakes that a map shows beside its heights keep their level too. While rivers are laid they stand
 * at it, whatever the map shows of their floors; `floors` keeps what was there. */
static fluv_status hold_mapped(fluv_ctx *ctx, const fluv_landscape *land, const fluv_earth *earth,
                               float **floors)
{
    const fluv_mapped *mapped = fluv_mapped_of(land);
    size_t cells = earth->topology.count;
    if (!mapped || !mapped->count)
        return FLUV_OK;
    *floors = fluv_scratch(ctx, cells, sizeof **floors);
    if (!*floors)
        return FLUV_NO_MEMORY;
    memcpy(*floors, earth->height, cells * sizeof **floors);
    for (uint32_t c = 0; c < cells; c++)
        if (mapped->lake_of[c] != FLUV_NONE && fluv_earth_is_land(earth, c) && !earth->held[c]) {
            earth->held[c] = FLUV_HELD_LAKE;
            earth->height[c] = mapped->lakes[mapped->lake_of[c]].level;
        }
    return FLUV_OK;
}

static void restore_floors(const fluv_shaper *s, const fluv_mapped *mapped, const float *floors)
{
    assert(!floors || mapped);
    for (uint32_t c = 0; floors && c < s->earth.topology.count; c++)
        if (mapped->lake_of[c] != FLUV_NONE && s->earth.held[c] == FLUV_HELD_LAKE)
            s->earth.height[c] = floors[c];
}

static fluv_status begin(fluv_ctx *ctx, fluv_landscape *land, const fluv_topology *topology,
                         const uint8_t *kind, fluv_shaper *s, float **floors)
{
    assert(topology->count == fluv_cell_count(land) && kind);
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
    s->left_out = fluv_scratch_zero(ctx, s->placed->river_count, sizeof *s->left_out);
    s->untied = fluv_scratch_zero(ctx, s->placed->river_count, sizeof *s->untied);
    if (!earth->height || !earth->held || !earth->way || !earth->lake || !earth->from ||
        !s->left_out || !s->untied)
        return FLUV_NO_MEMORY;
    memset(earth->way, 0xff, cells * sizeof *earth->way);
    memset(earth->lake, 0xff, cells * sizeof *earth->lake);
    memset(earth->from, 0xff, cells * sizeof *earth->from);
    for (size_t c = 0; earth->frozen && c < cells; c++)
        earth->held[c] = isfinite(earth->frozen[c]);
    FLUV_TRY(hold_mapped(ctx, land, earth, floors));
    return land->surveyed ? hold_flats(ctx, earth) : FLUV_OK;
}

static void end(fluv_ctx *ctx, fluv_shaper *s)
{
    fluv_laying_free(&s->laying);
    fluv_scratch_drop(ctx, s->earth.held);
    fluv_scratch_drop(ctx, s->earth.way);
    fluv_scratch_drop(ctx, s->earth.lake);
    fluv_scratch_drop(ctx, s->earth.from);
    fluv_scratch_drop(ctx, s->left_out);
    fluv_scratch_drop(ctx, s->untied);
    fluv_scratch_drop(ctx, s->downhill);
}

void fluv_river_leave_out(fluv_shaper *s, uint32_t river, double x, double y)
{
    assert(river < s->placed->river_count);
    if (s->left_out[river])
        return;
    s->left_out[river] = 1;
    if (s->left_count++ == 0) {
        s->left_at[0] = x;
        s->left_at[1] = y;
    }
}

/* ---- Lakes ---- */

/* From then on its cells are the lake's. */
static void mark_lake(const fluv_shaper *s, size_t index)
{
    assert(index < s->laying.lakes.count);
    const fluv_laid_lake *lake = (const fluv_laid_lake *)s->laying.lakes.items + index;
    const uint32_t *cells = (const uint32_t *)s->laying.cells.items + lake->first_cell;
    for (uint32_t i = 0; i < lake->cell_count; i++) {
        s->earth.held[cells[i]] = 1;
        s->earth.lake[cells[i]] = (uint32_t)index;
    }
}

static fluv_status lay_lake(fluv_ctx *ctx, fluv_shaper *s, size_t index, fluv_landscape *land)
{
    assert(s->laying.lakes.count == index);
    const fluv_placed_lake *asked = &s->placed->lakes[index];
    uint32_t first = (uint32_t)s->laying.cells.count;
    FLUV_TRY(fluv_basin_cells(ctx, &s->earth, s->placed, index, &s->laying.cells));
    fluv_laid_lake *lake = fluv_list_append(ctx, &s->laying.lakes, 1, sizeof *lake);
    if (!lake)
        return FLUV_NO_MEMORY;
    *lake = (fluv_laid_lake){.first_cell = first,
                             .cell_count = (uint32_t)s->laying.cells.count - first,
                             .level = asked->level};
    if (asked->follows && !lake->cell_count && s->lakes_left++ == 0) {
        s->lake_left_at[0] = asked->x;
        s->lake_left_at[1] = asked->y;
    }
    if (!asked->follows && !fluv_placed_lake_in_frame(&s->earth.frame, s->placed, asked))
        fluv_note_add(land, "place", "lake %s lies outside the frame", fluv_called(asked->name));
    mark_lake(s, index);
    return FLUV_OK;
}

/* How high a lake can stand so that no way to it has to climb. */
float fluv_lake_lowest_way(const fluv_shaper *s, size_t index)
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

/* A lake's level is what it was given, unless it follows the ground and is far from it: above what
 * would suit, or below the lowest ground around. */
static fluv_status find_level(fluv_ctx *ctx, const fluv_shaper *s, size_t index)
{
    assert(index < s->laying.lakes.count && index < s->placed->lake_count);
    fluv_laid_lake *lake = (fluv_laid_lake *)s->laying.lakes.items + index;
    bool given = isfinite(lake->level);
    if (!lake->cell_count || (given && !s->placed->lakes[index].follows))
        return FLUV_OK;
    const uint32_t *cells = (const uint32_t *)s->laying.cells.items + lake->first_cell;
    float level, lowest, most = fluv_lake_lowest_way(s, index) - LEAST_FALL;
    FLUV_TRY(fluv_basin_level(ctx, &s->earth, cells, lake->cell_count, &level, &lowest));
    level = fminf(level, most);
    if (!given || lake->level > level + FAR_FROM_LEVEL || lake->level < lowest - FAR_FROM_LEVEL ||
        lake->level > most)
        lake->level = level;
    return FLUV_OK;
}

/* Whether a way leaves the lake: then that is its outlet. */
bool fluv_lake_has_outlet(const fluv_shaper *s, size_t index)
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

/* ---- All of it ---- */

static fluv_status seal(fluv_ctx *ctx, const fluv_shaper *s, fluv_landscape *land)
{
    fluv_shared *laid = fluv_laid_seal(ctx, &s->laying);
    if (!laid)
        return FLUV_NO_MEMORY;
    fluv_layer_put(land, FLUV_LAYER_laid, laid);
    return FLUV_OK;
}

static fluv_status lay_outlets(fluv_ctx *ctx, fluv_shaper *s)
{
    for (size_t i = 0; i < s->placed->spot_count; i++)
        if (s->placed->spots[i].kind == FLUV_SPOT_NO_LAKE)
            FLUV_TRY(fluv_lay_outlet(ctx, s, &s->placed->spots[i]));
    return FLUV_OK;
}

/* The same on land where things are laid already, whose shores may have dammed a valley. */
static fluv_status lay_more_outlets(fluv_ctx *ctx, fluv_shaper *s, fluv_landscape *land)
{
    size_t ways = s->laying.ways.count;
    FLUV_TRY(lay_outlets(ctx, s));
    return s->laying.ways.count > ways ? seal(ctx, s, land) : FLUV_OK;
}

/* Finds the cells of all that was placed. */
static fluv_status lay(fluv_ctx *ctx, fluv_shaper *s, fluv_landscape *land)
{
    const fluv_placed *placed = s->placed;
    for (size_t i = 0; i < placed->lake_count; i++)
        FLUV_TRY(lay_lake(ctx, s, i, land));
    FLUV_TRY(fluv_lay_rivers(ctx, s, land));
    FLUV_TRY(fluv_lay_exits(ctx, s));
    FLUV_TRY(fluv_lay_ties(ctx, s));
    FLUV_TRY(lay_outlets(ctx, s));
    for (size_t i = 0; i < placed->lake_count; i++)
        FLUV_TRY(find_level(ctx, s, i));
    return seal(ctx, s, land);
}

/* What is laid already keeps its cells. Methods that lay rivers and lakes themselves know nothing
 * of hollows. */
static fluv_status open_laid(fluv_ctx *ctx, fluv_shaper *s, const fluv_laid *laid,
                             fluv_landscape *land)
{
    FLUV_TRY(fluv_laying_open(ctx, laid, &s->laying));
    for (size_t i = 0; i < s->laying.lakes.count; i++)
        mark_lake(s, i);
    for (size_t i = 0; i < s->laying.ways.count; i++)
        fluv_way_mark(s, i);
    return lay_more_outlets(ctx, s, land);
}

static fluv_status shape_lakes(fluv_ctx *ctx, fluv_shaper *s, fluv_landscape *land)
{
    for (size_t i = 0; i < s->placed->lake_count; i++) {
        const fluv_laid_lake *lake = (const fluv_laid_lake *)s->laying.lakes.items + i;
        const uint32_t *cells = (const uint32_t *)s->laying.cells.items + lake->first_cell;
        if (lake->cell_count)
            FLUV_TRY(fluv_basin_shape(ctx, &s->earth, cells, lake, !fluv_lake_has_outlet(s, i)));
    }
    return s->placed->lake_count ? lay_more_outlets(ctx, s, land) : FLUV_OK;
}

/* Without the rivers that were left out. */
static fluv_status lay_again(fluv_ctx *ctx, fluv_shaper *s, fluv_landscape *land)
{
    size_t cells = s->earth.topology.count;
    fluv_laying_free(&s->laying);
    s->laying = (fluv_laying){0};
    memset(s->earth.way, 0xff, cells * sizeof *s->earth.way);
    memset(s->earth.lake, 0xff, cells * sizeof *s->earth.lake);
    s->again = false;
    s->lakes_left = 0;
    return lay(ctx, s, land);
}

static fluv_status raise_spots(fluv_ctx *ctx, const fluv_shaper *s)
{
    for (size_t i = 0; i < s->placed->spot_count; i++)
        if (s->placed->spots[i].kind == FLUV_SPOT_PEAK ||
            s->placed->spots[i].kind == FLUV_SPOT_PASS)
            FLUV_TRY(fluv_spot_raise(ctx, &s->earth, &s->placed->spots[i]));
    return FLUV_OK;
}

/* What was placed nearest to a cell, of one kind. */
typedef struct nearest {
    uint32_t index; /* FLUV_NONE: nothing was */
    double far;
} nearest;

static void nearer(const fluv_shaper *s, uint32_t cell, const uint32_t *cells, uint32_t count,
                   uint32_t index, nearest *found)
{
    const fluv_frame *frame = &s->earth.frame;
    for (uint32_t i = 0; i < count; i++) {
        double far = hypot(fluv_cell_x(frame, cells[i]) - fluv_cell_x(frame, cell),
                           fluv_cell_y(frame, cells[i]) - fluv_cell_y(frame, cell));
        if (far < found->far)
            *found = (nearest){index, far};
    }
}

static nearest nearest_river(const fluv_shaper *s, uint32_t cell)
{
    const fluv_laid_way *ways = s->laying.ways.items;
    const uint32_t *cells = s->laying.cells.items;
    nearest found = {FLUV_NONE, INFINITY};
    for (size_t w = 0; w < s->laying.ways.count; w++)
        if (ways[w].river != FLUV_NONE)
            nearer(s, cell, cells + ways[w].first_cell, ways[w].cell_count, ways[w].river, &found);
    return found;
}

static nearest nearest_lake(const fluv_shaper *s, uint32_t cell)
{
    const fluv_laid_lake *lakes = s->laying.lakes.items;
    const uint32_t *cells = s->laying.cells.items;
    nearest found = {FLUV_NONE, INFINITY};
    for (size_t i = 0; i < s->laying.lakes.count; i++)
        nearer(s, cell, cells + lakes[i].first_cell, lakes[i].cell_count, (uint32_t)i, &found);
    return found;
}

/* A peak or a pass is not at its height: what lies too near took the ground. Water of an earlier
 * result or of a survey is not to blame, nor is a little. */
static fluv_status tell_lost(fluv_ctx *ctx, const fluv_shaper *s, const fluv_placed_spot *spot,
                             uint32_t cell, bool far_off, fluv_landscape *land)
{
    const char *kind = spot->kind == FLUV_SPOT_PEAK ? "peak" : "pass";
    nearest river = nearest_river(s, cell), lake = nearest_lake(s, cell);
    const fluv_placed_river *by = river.index == FLUV_NONE ? NULL : &s->placed->rivers[river.index];
    const fluv_placed_lake *in = lake.index == FLUV_NONE ? NULL : &s->placed->lakes[lake.index];
    bool of_river = by && river.far <= lake.far;
    bool author = of_river ? !by->kept && !by->mapped : in && !in->follows;
    if (!far_off || !author) {
        fluv_note_add(land, "place",
                      "%s %s at %.7g, %.7g is %.0f m high, not %.0f m: %s is too near", kind,
                      fluv_called(spot->name), spot->x, spot->y, s->earth.height[cell],
                      spot->height, of_river || in ? "water" : "another place");
        return FLUV_OK;
    }
    return fluv_blame(ctx, &spot->by,
                      fluv_fail(ctx, FLUV_BAD_RECIPE,
                                "place: %s %s at %.7g, %.7g cannot be %.7g m high: %s %s is too "
                                "near",
                                kind, fluv_called(spot->name), spot->x, spot->y, spot->height,
                                of_river ? "river" : "lake",
                                fluv_called(of_river ? by->name : in->name)));
}

/* Valleys that were cut may have taken a peak or a pass with them, and shores may have buried a
 * pass. */
static fluv_status expect_spots(fluv_ctx *ctx, const fluv_shaper *s, fluv_landscape *land)
{
    for (size_t i = 0; i < s->placed->spot_count; i++) {
        const fluv_placed_spot *spot = &s->placed->spots[i];
        bool pass = spot->kind == FLUV_SPOT_PASS;
        uint32_t cell = pass || spot->kind == FLUV_SPOT_PEAK
                            ? fluv_earth_cell(&s->earth, spot->x, spot->y)
                            : FLUV_NONE;
        if (cell == FLUV_NONE)
            continue;
        double off = spot->height - (double)s->earth.height[cell];
        off = pass ? fabs(off) : off;
        if (off > FEWEST_LOST + FEW_LOST * fabs(spot->height))
            FLUV_TRY(
                tell_lost(ctx, s, spot, cell, off > LEAST_LOST + LOST * fabs(spot->height), land));
    }
    return FLUV_OK;
}

static fluv_status shape(fluv_ctx *ctx, fluv_shaper *s, fluv_landscape *land)
{
    const fluv_laid *laid = fluv_layer_read(land, FLUV_LAYER_laid);
    fluv_beds beds;
    FLUV_TRY(raise_spots(ctx, s));
    FLUV_TRY(laid ? open_laid(ctx, s, laid, land) : lay(ctx, s, land));
    FLUV_TRY(shape_lakes(ctx, s, land));
    FLUV_TRY(fluv_beds_find(ctx, s, &beds));
    while (s->again) {
        fluv_beds_drop(ctx, &beds);
        FLUV_TRY(lay_again(ctx, s, land));
        FLUV_TRY(shape_lakes(ctx, s, land));
        FLUV_TRY(fluv_beds_find(ctx, s, &beds));
    }
    FLUV_TRY(fluv_beds_carve(ctx, s, &beds));
    fluv_beds_drop(ctx, &beds);
    return expect_spots(ctx, s, land);
}

/* A survey is never perfect, and other land has no room for all rivers of an earlier one: the user
 * is told what was not taken. */
static void note_left_out(const fluv_shaper *s, fluv_landscape *land)
{
    bool mapped = false;
    for (size_t i = 0; i < s->placed->river_count; i++)
        mapped |= s->placed->rivers[i].mapped;
    if (s->left_count)
        fluv_note_add(land, mapped ? "import" : "keep",
                      "%zu of %zu %s were left out, where no bed fits the %s: the first at %.10g, "
                      "%.10g",
                      s->left_count, s->placed->river_count,
                      mapped ? "pieces of mapped rivers" : "rivers", mapped ? "map" : "ground",
                      s->left_at[0], s->left_at[1]);
    if (s->lakes_left)
        fluv_note_add(land, "keep",
                      "%zu of %zu lakes were left out, which have too few cells here, or would lie "
                      "in the sea or in each other: the first at %.10g, %.10g",
                      s->lakes_left, s->placed->lake_count, s->lake_left_at[0], s->lake_left_at[1]);
}

static fluv_status shape_all(fluv_ctx *ctx, fluv_landscape *land, const fluv_topology *topology,
                             const uint8_t *kind, bool to_water)
{
    fluv_shaper s = {.placed = fluv_layer_read(land, FLUV_LAYER_placed), .to_water = to_water};
    float *floors = NULL;
    if (!s.placed)
        return FLUV_OK;
    fluv_status status = begin(ctx, land, topology, kind, &s, &floors);
    if (status == FLUV_OK)
        status = shape(ctx, &s, land);
    if (status == FLUV_OK) {
        restore_floors(&s, fluv_mapped_of(land), floors);
        note_left_out(&s, land);
    }
    fluv_scratch_drop(ctx, floors);
    end(ctx, &s);
    return status;
}

fluv_status fluv_placed_raise(fluv_ctx *ctx, fluv_landscape *land, const fluv_topology *topology,
                              const uint8_t *kind)
{
    fluv_shaper s = {.placed = fluv_layer_read(land, FLUV_LAYER_placed)};
    float *floors = NULL;
    if (!s.placed)
        return FLUV_OK;
    fluv_status status = begin(ctx, land, topology, kind, &s, &floors);
    if (status == FLUV_OK)
        status = raise_spots(ctx, &s);
    fluv_scratch_drop(ctx, floors);
    end(ctx, &s);
    return status;
}

fluv_status fluv_placed_shape(fluv_ctx *ctx, fluv_landscape *land, const fluv_topology *topology,
                              const uint8_t *kind)
{
    return shape_all(ctx, land, topology, kind, false);
}

fluv_status fluv_placed_shape_to_water(fluv_ctx *ctx, fluv_landscape *land,
                                       const fluv_topology *topology, const uint8_t *kind)
{
    return shape_all(ctx, land, topology, kind, true);
}
