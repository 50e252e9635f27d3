// SPDX-License-Identifier: MIT
/* Rule 4: rivers do not cross each other, nor run through a lake's middle.
 *
 * The frame is cut into squares; each piece of a line is entered in the squares it passes and
 * compared with the others there. Pieces may touch where one of their reaches begins or ends,
 * nowhere else, and may not lie on each other. Near-linear, because a square of two cells holds few
 * pieces; where it holds more than any river system could, the square itself is the finding. */
#include "check/check.h"

#include <assert.h>
#include <inttypes.h>

#define SQUARE_CELLS 2.0
#define MOST_PIECES  1000 /* in one square */
#define ROUNDING     1e-9 /* of a square */

typedef struct squares {
    double west, north, side;
    uint32_t cols, rows;
    uint32_t *starts; /* cols * rows + 1 */
    uint32_t *pieces; /* index of the piece's first point */
} squares;

/* A piece in squares from the corner, its upper end first. */
typedef struct piece_box {
    double x0, y0, x1, y1;
} piece_box;

typedef struct crossing {
    uint32_t a, b; /* pieces, a < b; NONE: no crossing */
} crossing;

typedef struct search {
    const fluv_check_land *land;
    const uint32_t *reach_of; /* a point: place of its reach + 1, 0: begins no piece */
    uint8_t *crossed;         /* a reach */
} search;

static bool has_place(const fluv_river_point *point)
{
    return isfinite(point->x) && isfinite(point->y);
}

static uint32_t clamped(double at, uint32_t count)
{
    assert(count > 0);
    return at <= 0 ? 0 : at >= count ? count - 1 : (uint32_t)at;
}

static piece_box box_of(const squares *grid, const fluv_river_point *p)
{
    piece_box box = {(p[0].x - grid->west) / grid->side, (grid->north - p[0].y) / grid->side,
                     (p[1].x - grid->west) / grid->side, (grid->north - p[1].y) / grid->side};
    return box.y0 <= box.y1 ? box : (piece_box){box.x1, box.y1, box.x0, box.y0};
}

/* In every square the piece passes: counts it (pieces == NULL) or writes it down. */
static void enter(const squares *grid, piece_box box, uint32_t piece)
{
    assert(!(box.y0 > box.y1));
    uint32_t top = clamped(box.y0, grid->rows), bottom = clamped(box.y1, grid->rows);
    for (uint32_t row = top; row <= bottom; row++) {
        /* The part of the piece inside the row; the outer rows reach to infinity. */
        double from = row > top ? (row - box.y0) / (box.y1 - box.y0) : 0;
        double to = row < bottom ? (row + 1.0 - box.y0) / (box.y1 - box.y0) : 1;
        double xa = box.x0 + from * (box.x1 - box.x0), xb = box.x0 + to * (box.x1 - box.x0);
        uint32_t left = clamped(fmin(xa, xb) - ROUNDING, grid->cols);
        uint32_t right = clamped(fmax(xa, xb) + ROUNDING, grid->cols);
        for (uint32_t col = left; col <= right; col++) {
            uint32_t *at = &grid->starts[(size_t)row * grid->cols + col];
            if (grid->pieces)
                grid->pieces[--*at] = piece;
            else
                ++*at;
        }
    }
}

/* Whether the lines are so long that rivers without crossings could not fill the squares. */
static bool too_long(const search *in, const squares *grid)
{
    const fluv_rivers *rivers = in->land->rivers;
    uint64_t most = 4 * ((uint64_t)grid->cols * grid->rows + rivers->point_count), all = 0;
    for (uint32_t i = 0; i < rivers->point_count; i++) {
        if (!in->reach_of[i])
            continue;
        piece_box box = box_of(grid, rivers->points + i);
        double east = fmax(box.x0, box.x1), west = fmin(box.x0, box.x1);
        all += clamped(box.y1, grid->rows) - clamped(box.y0, grid->rows);
        all += clamped(east, grid->cols) - clamped(west, grid->cols) + 1;
    }
    return all > most || all >= UINT32_MAX / 4;
}

static void enter_all(const search *in, const squares *grid)
{
    for (uint32_t i = 0; i < in->land->rivers->point_count; i++)
        if (in->reach_of[i])
            enter(grid, box_of(grid, in->land->rivers->points + i), i);
}

static squares squares_over(const fluv_frame *frame)
{
    return (squares){.west = frame->west,
                     .north = frame->north,
                     .side = SQUARE_CELLS * frame->cell,
                     .cols = (uint32_t)(frame->cols / SQUARE_CELLS) + 1,
                     .rows = (uint32_t)(frame->rows / SQUARE_CELLS) + 1};
}

static fluv_status fill_squares(fluv_ctx *ctx, const search *in, squares *grid)
{
    size_t count = (size_t)grid->cols * grid->rows;
    grid->starts = fluv_scratch_zero(ctx, count + 1, sizeof *grid->starts);
    if (!grid->starts)
        return FLUV_NO_MEMORY;
    enter_all(in, grid);
    for (size_t i = 0; i < count; i++) /* ends for now: writing down counts back to the starts */
        grid->starts[i + 1] += grid->starts[i];
    grid->pieces = fluv_scratch(ctx, grid->starts[count] + (size_t)1, sizeof *grid->pieces);
    if (!grid->pieces)
        return FLUV_NO_MEMORY;
    enter_all(in, grid);
    return FLUV_OK;
}

static bool same_place(const fluv_river_point *a, const fluv_river_point *b)
{
    return a->x == b->x && a->y == b->y;
}

/* > 0: c lies left of the way from a to b. */
static double side_of(const fluv_river_point *a, const fluv_river_point *b,
                      const fluv_river_point *c)
{
    return (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x);
}

/* Whether a point of the line, on the way from a to b, lies between them. */
static bool between(const fluv_river_point *a, const fluv_river_point *b, const fluv_river_point *c)
{
    double along = (c->x - a->x) * (b->x - a->x) + (c->y - a->y) * (b->y - a->y);
    double whole = (b->x - a->x) * (b->x - a->x) + (b->y - a->y) * (b->y - a->y);
    return along > 0 && along < whole;
}

static bool is_reach_end(const search *in, uint32_t piece, uint32_t point)
{
    assert(in->reach_of[piece]);
    const fluv_reach *reach = &in->land->rivers->reaches[in->reach_of[piece] - 1];
    return point == reach->first_point || point == reach->first_point + reach->point_count - 1;
}

/* Whether piece b goes on where a ends, with nothing but doubled points between. */
static bool follows(const search *in, uint32_t a, uint32_t b)
{
    if (in->reach_of[a] != in->reach_of[b])
        return false;
    while (++a < b && !in->reach_of[a])
        continue;
    return a == b;
}

/* Pieces that share a place, which is point `ia` of one and `ib` of the other. */
static bool shared_crosses(const search *in, uint32_t a, uint32_t b, uint32_t ia, uint32_t ib)
{
    const fluv_river_point *points = in->land->rivers->points;
    const fluv_river_point *at = &points[ia], *oa = &points[ia == a ? a + 1 : a],
                           *ob = &points[ib == b ? b + 1 : b];
    bool along = side_of(at, oa, ob) == 0 &&
                 (oa->x - at->x) * (ob->x - at->x) + (oa->y - at->y) * (ob->y - at->y) > 0;
    return along || (!is_reach_end(in, a, ia) && !is_reach_end(in, b, ib));
}

/* A point of one piece on the other: crossing unless its reach begins or ends there. */
static bool touches(const search *in, uint32_t a, uint32_t b, double from, double to)
{
    const fluv_river_point *p = in->land->rivers->points;
    if (from == 0 && between(&p[b], &p[b + 1], &p[a]) && !is_reach_end(in, a, a))
        return true;
    return to == 0 && between(&p[b], &p[b + 1], &p[a + 1]) && !is_reach_end(in, a, a + 1);
}

static bool crosses(const search *in, uint32_t a, uint32_t b)
{
    const fluv_river_point *p = in->land->rivers->points;
    if (follows(in, a, b))
        return false;
    for (uint32_t i = a; i <= a + 1; i++)
        for (uint32_t j = b; j <= b + 1; j++)
            if (same_place(&p[i], &p[j]))
                return shared_crosses(in, a, b, i, j);
    double a0 = side_of(&p[b], &p[b + 1], &p[a]), a1 = side_of(&p[b], &p[b + 1], &p[a + 1]);
    double b0 = side_of(&p[a], &p[a + 1], &p[b]), b1 = side_of(&p[a], &p[a + 1], &p[b + 1]);
    if (((a0 > 0 && a1 < 0) || (a0 < 0 && a1 > 0)) && ((b0 > 0 && b1 < 0) || (b0 < 0 && b1 > 0)))
        return true;
    return touches(in, a, b, a0, a1) || touches(in, b, a, b0, b1);
}

static crossing earlier(crossing a, crossing b)
{
    return a.a < b.a || (a.a == b.a && a.b <= b.b) ? a : b;
}

static void mark(const search *in, uint32_t piece)
{
    uint8_t *at = &in->crossed[in->reach_of[piece] - 1];
#pragma omp atomic write
    *at = 1;
}

/* Looks at pieces a < b; the reaches of a crossing are marked. */
static crossing search_pair(const search *in, uint32_t a, uint32_t b, bool known)
{
    assert(a < b);
    if (!known && !crosses(in, a, b))
        return (crossing){FLUV_NONE, FLUV_NONE};
    mark(in, a);
    mark(in, b);
    return (crossing){a, b};
}

/* The first crossing in a square; a crowd counts as one without looking at all its pairs. */
static crossing search_square(const search *in, const uint32_t *pieces, uint32_t count)
{
    crossing first = {FLUV_NONE, FLUV_NONE};
    bool crowd = count > MOST_PIECES;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t end = crowd && i + 2 < count ? i + 2 : count;
        for (uint32_t j = i + 1; j < end; j++) /* written down backwards: j comes first */
            first = earlier(first, search_pair(in, pieces[j], pieces[i], crowd));
    }
    return first;
}

static crossing search_squares(const search *in, const squares *grid)
{
    crossing first = {FLUV_NONE, FLUV_NONE};
    size_t count = (size_t)grid->cols * grid->rows;
#pragma omp parallel for schedule(dynamic, 4096) num_threads(in->land->threads)
    for (size_t i = 0; i < count; i++) {
        crossing found = search_square(in, grid->pieces + grid->starts[i],
                                       grid->starts[i + 1] - grid->starts[i]);
        if (found.a != FLUV_NONE) {
#pragma omp critical(fluv_check_crossings)
            first = earlier(first, found);
        }
    }
    return first;
}

/* Pieces without length or with coordinates that are no numbers are left out: rule 9's. */
static void name_pieces(const fluv_check_land *land, uint32_t *reach_of)
{
    for (size_t i = 0; i < land->rivers->count; i++) {
        const fluv_reach *reach = &land->rivers->reaches[i];
        uint32_t count;
        const fluv_river_point *p = fluv_check_line(land, reach, &count);
        for (uint32_t k = 0; k + 1 < count; k++)
            if (has_place(&p[k]) && has_place(&p[k + 1]) && !same_place(&p[k], &p[k + 1]))
                reach_of[reach->first_point + k] = (uint32_t)i + 1;
    }
}

static fluv_status check_crossings(fluv_ctx *ctx, const fluv_check_land *land,
                                   fluv_finding *finding)
{
    const fluv_rivers *rivers = land->rivers;
    uint32_t *reach_of = fluv_scratch_zero(ctx, rivers->point_count + 1, sizeof *reach_of);
    search in = {land, reach_of, fluv_scratch_zero(ctx, rivers->count, 1)};
    squares grid = squares_over(&land->frame);
    if (!reach_of || !in.crossed)
        return FLUV_NO_MEMORY;
    name_pieces(land, reach_of);
    if (too_long(&in, &grid)) {
        fluv_finding_break(finding, "lines too long and too dense to be rivers");
        return FLUV_OK;
    }
    FLUV_TRY(fill_squares(ctx, &in, &grid));
    crossing first = search_squares(&in, &grid);
    if (first.a == FLUV_NONE)
        return FLUV_OK;
    fluv_finding_break(finding, "reaches %" PRId64 " and %" PRId64 " cross at %.9g, %.9g",
                       rivers->reaches[reach_of[first.a] - 1].id,
                       rivers->reaches[reach_of[first.b] - 1].id, rivers->points[first.a].x,
                       rivers->points[first.a].y);
    uint64_t reaches = 0;
    for (size_t i = 0; i < rivers->count; i++)
        reaches += in.crossed[i];
    finding->broken += reaches - 1;
    return FLUV_OK;
}

/* A lake cell all of whose neighbours in the frame are lake. */
static bool mid_lake(const fluv_check_land *land, uint32_t col, uint32_t row)
{
    assert(col < land->frame.cols && row < land->frame.rows);
    uint32_t cols = land->frame.cols, rows = land->frame.rows;
    for (uint32_t r = row ? row - 1 : 0; r <= row + 1 && r < rows; r++)
        for (uint32_t c = col ? col - 1 : 0; c <= col + 1 && c < cols; c++)
            if (land->cover[r * cols + c] != FLUV_LAKE)
                return false;
    return true;
}

static void check_lakes(const fluv_check_land *land, const fluv_reach *reach, fluv_finding *finding)
{
    uint32_t count;
    const fluv_river_point *points = fluv_check_line(land, reach, &count);
    for (uint32_t i = 1; i + 1 < count; i++) {
        double col = (points[i].x - land->frame.west) / land->frame.cell;
        double row = (land->frame.north - points[i].y) / land->frame.cell;
        bool inside = col >= 0 && col < land->frame.cols && row >= 0 && row < land->frame.rows;
        if (!inside || !mid_lake(land, (uint32_t)col, (uint32_t)row))
            continue;
        fluv_finding_break(finding, "reach %" PRId64 " runs through a lake at %.9g, %.9g",
                           reach->id, points[i].x, points[i].y);
        return;
    }
}

fluv_status fluv_rule_crossings(fluv_ctx *ctx, const fluv_check_land *land, fluv_finding *finding)
{
    if (!land->rivers || !land->cells) {
        finding->missing = "river";
        return FLUV_OK;
    }
    finding->checked = land->rivers->count;
    for (size_t i = 0; land->cover && i < land->rivers->count; i++)
        check_lakes(land, &land->rivers->reaches[i], finding);
    return check_crossings(ctx, land, finding);
}
