// SPDX-License-Identifier: MIT
/* Names of rivers, along their courses.
 *
 * in   named reaches      out   up to three places for the name of each river, the calmest first
 *
 * The reaches of a river are put together from its head to its mouth, drawn as a row of points at
 * even steps and smoothed, since letters cannot follow every bend. Of the pieces that are as long
 * as the name, those that turn least are taken, one in each third of the river. A name reads from
 * left to right, over the line.  O(points * letters). */
#include "output/picture_names.h"

#include "landscape/reaches_below.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STEP      0.45 /* between points, in the size of letters */
#define SMOOTHING 4    /* points to either side, */
#define ROUNDS    2    /* so many times */
#define SHARPEST  0.2  /* rad a step, */
#define MOST_TURN 1.5  /* and in all */
#define PLACES    3
#define LONGEST   20000 /* points of a course */

/* For each reach the strongest of its own name that runs into it; `foot`: none of its name follows
 * it. */
static fluv_status relate(fluv_ctx *ctx, const fluv_rivers *rivers, uint32_t *above, bool *foot)
{
    uint32_t *below = fluv_scratch(ctx, rivers->count, sizeof *below);
    if (!below)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_reaches_below(ctx, rivers, below));
    for (uint32_t i = 0; i < rivers->count; i++)
        above[i] = FLUV_NONE;
    for (uint32_t i = 0; i < rivers->count; i++) {
        const fluv_reach *reach = &rivers->reaches[i];
        bool goes_on = below[i] != FLUV_NONE && *reach->name &&
                       strcmp(rivers->reaches[below[i]].name, reach->name) == 0;
        foot[i] = *reach->name && !goes_on;
        if (!goes_on)
            continue;
        uint32_t *best = &above[below[i]];
        if (*best == FLUV_NONE || reach->discharge > rivers->reaches[*best].discharge)
            *best = i;
    }
    return FLUV_OK;
}

typedef struct course {
    double *xy; /* pixels */
    size_t count;
    double left; /* from the last point to the next */
} course;

/* Goes on to a place, leaving points at even steps. */
static void draw_to(course *c, double from[2], const double to[2], double step)
{
    double dx = to[0] - from[0], dy = to[1] - from[1], length = hypot(dx, dy);
    while (c->left <= length && c->count < LONGEST) {
        c->xy[2 * c->count] = from[0] + dx / length * c->left;
        c->xy[2 * c->count + 1] = from[1] + dy / length * c->left;
        c->count++;
        c->left += step;
    }
    c->left -= length;
    from[0] = to[0];
    from[1] = to[1];
}

/* The whole river, mouth to head: as it is found. */
static void draw_course(const fluv_scene *scene, const fluv_rivers *rivers, const uint32_t *above,
                        uint32_t foot, double step, course *c)
{
    double from[2] = {NAN, NAN}, to[2];
    c->count = 0;
    c->left = 0.0;
    for (uint32_t at = foot; at != FLUV_NONE; at = above[at]) {
        const fluv_reach *reach = &rivers->reaches[at];
        const fluv_river_point *points = rivers->points + reach->first_point;
        for (uint32_t k = reach->point_count; k-- > 0;) {
            fluv_scene_at(scene, points[k].x, points[k].y, to);
            if (isnan(from[0]))
                memcpy(from, to, sizeof from);
            else if (to[0] != from[0] || to[1] != from[1])
                draw_to(c, from, to, step);
        }
    }
}

static void smooth(course *c, double *work)
{
    for (int round = 0; round < ROUNDS; round++) {
        for (size_t i = 0; i < c->count; i++) {
            size_t reach = SMOOTHING;
            reach = i < reach ? i : reach; /* the ends stay where they are */
            reach = c->count - 1 - i < reach ? c->count - 1 - i : reach;
            double x = 0.0, y = 0.0, n = 2.0 * (double)reach + 1.0;
            for (size_t k = i - reach; k <= i + reach; k++) {
                x += c->xy[2 * k];
                y += c->xy[2 * k + 1];
            }
            work[2 * i] = x / n;
            work[2 * i + 1] = y / n;
        }
        memcpy(c->xy, work, 2 * c->count * sizeof *work);
    }
}

static double direction(const double *xy, size_t i)
{
    return atan2(xy[2 * i + 3] - xy[2 * i + 1], xy[2 * i + 2] - xy[2 * i]);
}

static bool is_in_lake(const fluv_scene *scene, const double at[2])
{
    if (!(at[0] >= 0.0 && at[1] >= 0.0 && at[0] < scene->width && at[1] < scene->height))
        return false;
    return scene->lake[(size_t)at[1] * scene->width + (size_t)at[0]] > 0.3f;
}

/* How much a piece turns; infinite where letters would fall over each other, or into a lake. */
static double unrest(const fluv_scene *scene, const double *xy, size_t from, size_t length)
{
    double sum = 0.0;
    for (size_t i = from + 1; i < from + length; i++) {
        if (is_in_lake(scene, xy + 2 * i))
            return INFINITY;
        double turn = fabs(remainder(direction(xy, i) - direction(xy, i - 1), 2.0 * M_PI));
        if (turn > SHARPEST)
            return INFINITY;
        sum += turn;
    }
    return sum > MOST_TURN ? INFINITY : sum;
}

/* So that it reads from left to right. */
static void turn_round(double *xy, size_t count)
{
    for (size_t i = 0; i < count / 2; i++)
        for (int k = 0; k < 2; k++) {
            double other = xy[2 * (count - 1 - i) + (size_t)k];
            xy[2 * (count - 1 - i) + (size_t)k] = xy[2 * i + (size_t)k];
            xy[2 * i + (size_t)k] = other;
        }
}

static fluv_status put_piece(fluv_ctx *ctx, const course *c, size_t from, size_t length, double off,
                             fluv_label *label, fluv_list *labels)
{
    double piece[2 * 1024];
    size_t count = length + 2 < 1024 ? length + 2 : 1024;
    count = from + count > c->count ? c->count - from : count;
    memcpy(piece, c->xy + 2 * from, 2 * count * sizeof *piece);
    if (piece[2 * count - 2] < piece[0])
        turn_round(piece, count);
    fluv_label_along(label, piece, count, 0.0, off);
    return fluv_label_put(ctx, labels, label);
}

/* The calmest piece in each third, the calmest of all first. */
static fluv_status put_river(fluv_ctx *ctx, const fluv_scene *scene, const course *c, size_t length,
                             double off, fluv_label *label, fluv_list *labels)
{
    struct {
        size_t from;
        double unrest;
    } best[PLACES];
    size_t starts = c->count - length, order[PLACES] = {1, 0, 2};
    for (size_t third = 0; third < PLACES; third++) {
        best[third].unrest = INFINITY;
        best[third].from = 0;
        for (size_t s = third * starts / PLACES; s < (third + 1) * starts / PLACES; s += 2) {
            double aside = fabs((double)s / (double)starts - 0.5); /* of equals, the middle one */
            double here = unrest(scene, c->xy, s, length - 1) + 1e-3 * aside;
            if (here < best[third].unrest) {
                best[third].unrest = here;
                best[third].from = s;
            }
        }
    }
    for (size_t i = 1; i < PLACES; i++)
        for (size_t k = i; k > 0 && best[order[k]].unrest < best[order[k - 1]].unrest; k--) {
            size_t other = order[k];
            order[k] = order[k - 1];
            order[k - 1] = other;
        }
    for (label->choice = 0; label->choice < PLACES; label->choice++)
        if (isfinite(best[order[label->choice]].unrest))
            FLUV_TRY(
                put_piece(ctx, c, best[order[label->choice]].from, length, off, label, labels));
    return FLUV_OK;
}

static double length_of(const fluv_rivers *rivers, const uint32_t *above, uint32_t foot)
{
    double length = 0.0;
    for (uint32_t at = foot; at != FLUV_NONE; at = above[at])
        length += rivers->reaches[at].length;
    return length;
}

fluv_status fluv_names_of_rivers(fluv_ctx *ctx, const fluv_scene *scene, double size,
                                 fluv_list *labels)
{
    const fluv_rivers *rivers = fluv_rivers_of(scene->land);
    if (!rivers || !rivers->count)
        return FLUV_OK;
    uint32_t *above = fluv_scratch(ctx, rivers->count, sizeof *above);
    bool *foot = fluv_scratch(ctx, rivers->count, sizeof *foot);
    course c = {.xy = fluv_scratch(ctx, LONGEST, 2 * sizeof *c.xy)};
    double *work = fluv_scratch(ctx, LONGEST, 2 * sizeof *work);
    if (!above || !foot || !c.xy || !work)
        return FLUV_NO_MEMORY;
    FLUV_TRY(relate(ctx, rivers, above, foot));
    for (uint32_t i = 0; i < rivers->count; i++) {
        fluv_label label;
        if (!foot[i])
            continue;
        double length = length_of(rivers, above, i) * scene->scale_x;
        double own = size * fmin(fmax(0.76 + 0.11 * log2(length / 250.0), 0.72), 1.15);
        if (!fluv_label_begin(rivers->reaches[i].name, FLUV_HAND_WATER, own, &label))
            continue;
        size_t points = (size_t)(fluv_label_width(&label) / (STEP * own)) + 2;
        draw_course(scene, rivers, above, i, STEP * own, &c);
        if (c.count < points + 3 || points > 1000)
            continue;
        smooth(&c, work);
        label.weight = length;
        double off = 0.5 * (double)rivers->reaches[i].width * scene->scale_x + 0.42 * own;
        FLUV_TRY(put_river(ctx, scene, &c, points, off, &label, labels));
    }
    return FLUV_OK;
}
