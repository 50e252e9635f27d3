// SPDX-License-Identifier: MIT
/* Where a rule is first broken. What a finding says names a cell ("cell 12,7"), a point ("at 1200,
 * 340"), a reach or a lake by its id; the first of these that there is gives the place. */
#include "check/where.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The text behind a word, NULL if it does not occur. */
static const char *behind(const char *text, const char *word)
{
    const char *at = strstr(text, word);
    return at ? at + strlen(word) : NULL;
}

static bool at_cell(const fluv_check_land *land, const char *text, fluv_verdict *verdict)
{
    double col, row;
    const char *at = behind(text, "cell ");
    if (!at || sscanf(at, "%lf,%lf", &col, &row) != 2)
        return false;
    verdict->x = land->frame.west + (col + 0.5) * land->frame.cell;
    verdict->y = land->frame.north - (row + 0.5) * land->frame.cell;
    return true;
}

static bool at_point(const fluv_check_land *land, const char *text, fluv_verdict *verdict)
{
    const char *at = behind(text, " at ");
    (void)land;
    return at && sscanf(at, "%lf, %lf", &verdict->x, &verdict->y) == 2;
}

static bool at_reach(const fluv_check_land *land, const char *text, fluv_verdict *verdict)
{
    int64_t id;
    const char *at = behind(text, "reach ");
    if (!at || sscanf(at, "%" SCNd64, &id) != 1)
        return false;
    uint32_t place = fluv_id_find_reach(land, id), count = 0, point = 0;
    if (place == FLUV_NONE)
        return false;
    const fluv_river_point *line = fluv_check_line(land, &land->rivers->reaches[place], &count);
    if (count == 0)
        return false;
    const char *which = behind(text, "point ");
    if (!which || sscanf(which, "%" SCNu32, &point) != 1 || point >= count)
        point = count / 2;
    verdict->x = line[point].x;
    verdict->y = line[point].y;
    return true;
}

static bool at_lake(const fluv_check_land *land, const char *text, fluv_verdict *verdict)
{
    int64_t id;
    const char *at = behind(text, "lake ");
    if (!at || sscanf(at, "%" SCNd64, &id) != 1)
        return false;
    uint32_t place = fluv_id_find_lake(land, id);
    if (place == FLUV_NONE)
        return false;
    verdict->x = land->lakes->lakes[place].x;
    verdict->y = land->lakes->lakes[place].y;
    return true;
}

void fluv_check_where(const fluv_check_land *land, const char *text, fluv_verdict *verdict)
{
    verdict->has_place = (at_cell(land, text, verdict) || at_point(land, text, verdict) ||
                          at_reach(land, text, verdict) || at_lake(land, text, verdict)) &&
                         isfinite(verdict->x) && isfinite(verdict->y);
    if (!verdict->has_place)
        verdict->x = verdict->y = 0.0;
}
