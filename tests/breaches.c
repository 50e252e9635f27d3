// SPDX-License-Identifier: MIT
/* Breaches of rules 1 to 9: one function a breach, then the table of them by rule. */
#include "breaches.h"
#include "little_land.h"

#include <math.h>

static void surface_rises(fluv_landscape *land)
{
    little_point(land, 4, 2)->surface = little_point(land, 4, 1)->surface + 0.001F;
}

static void surface_is_no_number(fluv_landscape *land)
{
    little_point(land, 4, 2)->surface = NAN;
}

static void bed_rises(fluv_landscape *land)
{
    little_point(land, 5, 3)->bed = little_point(land, 5, 2)->bed + 0.001F;
}

static void reach_starts_above_tributary(fluv_landscape *land)
{
    little_point(land, 4, 0)->surface += 0.5F;
}

static void reach_leaves_above_lake(fluv_landscape *land)
{
    little_point(land, 2, 0)->surface += 0.5F;
}

static void reach_enters_below_lake(fluv_landscape *land)
{
    little_last(land, 1)->surface -= 0.5F;
}

static void river_cell_rises(fluv_landscape *land)
{
    little_water(land)[little_cell(8, 13)] = 11.5F;
    little_height(land)[little_cell(8, 13)] = 11.0F;
}

static void bed_cell_rises(fluv_landscape *land)
{
    little_height(land)[little_cell(8, 13)] = 10.0F;
}

static void next_is_nowhere(fluv_landscape *land)
{
    little_reach(land, 1)->next_down = 99;
}

static void lake_is_nowhere(fluv_landscape *land)
{
    little_reach(land, 5)->lake = 77;
}

static void ends_on_land(fluv_landscape *land)
{
    little_reach(land, 4)->point_count -= 2;
}

static void ends_before_lake(fluv_landscape *land)
{
    little_reach(land, 5)->point_count -= 2;
}

static void ends_far_from_the_dry_lake(fluv_landscape *land)
{
    little_reach(land, 5)->lake = 3;
}

static void id_is_taken(fluv_landscape *land)
{
    little_reach(land, 5)->id = 3;
}

static void joint_is_open(fluv_landscape *land)
{
    little_last(land, 3)->x += 1;
}

static void reaches_in_a_circle(fluv_landscape *land)
{
    little_reach(land, 4)->next_down = 2;
}

static void lake_is_not_flat(fluv_landscape *land)
{
    little_water(land)[little_cell(7, 7)] += 0.5F;
}

static void ground_beside_is_lower(fluv_landscape *land)
{
    little_height(land)[little_cell(7, 10)] = 27.5F;
}

static void full_without_outlet(fluv_landscape *land)
{
    little_lake(land, 1)->outlet = 0;
    little_reach(land, 1)->next_down = 0;
}

static void partial_but_open(fluv_landscape *land)
{
    little_lake(land, 2)->closed = false;
}

static void two_ways_out(fluv_landscape *land)
{
    little_receiver(land)[little_cell(7, 9)] = little_cell(8, 10);
}

static void closed_runs_out(fluv_landscape *land)
{
    little_receiver(land)[little_cell(17, 9)] = little_cell(16, 10);
}

static void lake_in_two_parts(fluv_landscape *land)
{
    for (uint32_t col = 17; col < 20; col++) {
        little_cover(land)[little_cell(col, 8)] = FLUV_LAND;
        little_water(land)[little_cell(col, 8)] = NAN;
        little_height(land)[little_cell(col, 8)] = 27;
    }
}

static void empty_with_water(fluv_landscape *land)
{
    little_lake(land, 2)->state = FLUV_EMPTY;
}

static void two_reaches_leave(fluv_landscape *land)
{
    little_reach(land, 3)->from_lake = 1;
}

static void lake_under_ground(fluv_landscape *land)
{
    little_height(land)[little_cell(7, 7)] = 29.5F;
}

static void reaches_cross(fluv_landscape *land)
{
    little_point(land, 3, 2)->x -= 2.6 * LITTLE_CELL;
}

static void reaches_share_a_vertex(fluv_landscape *land)
{
    fluv_river_point *to = little_point(land, 2, 2), *point = little_point(land, 3, 1);
    point->x = to->x;
    point->y = to->y;
}

static void reach_touches_itself(fluv_landscape *land)
{
    little_point(land, 5, 3)->y = little_point(land, 5, 1)->y;
    little_point(land, 5, 2)->x += 6;
}

static void reach_runs_through_lake(fluv_landscape *land)
{
    little_point(land, 1, 4)->y -= 2 * LITTLE_CELL;
}

static void area_shrinks(fluv_landscape *land)
{
    little_area(land)[little_cell(8, 15)] = little_area(land)[little_cell(8, 14)] - 1;
}

static void area_is_lost(fluv_landscape *land)
{
    little_area(land)[little_cell(18, 8)] += 100;
}

static void area_is_no_number(fluv_landscape *land)
{
    little_area(land)[little_cell(8, 16)] = NAN;
}

static void upland_shrinks(fluv_landscape *land)
{
    little_reach(land, 4)->upland = little_reach(land, 2)->upland / 2;
}

static void order_too_low(fluv_landscape *land)
{
    little_reach(land, 4)->strahler = 1;
}

static void order_too_high(fluv_landscape *land)
{
    little_reach(land, 1)->strahler = 2;
}

static void arm_leaves_no_river(fluv_landscape *land)
{
    little_reach(land, 1)->kind = FLUV_DELTA;
}

static void arm_begins_above(fluv_landscape *land)
{
    fluv_reach *arm = little_reach(land, 4);
    arm->kind = FLUV_DELTA;
    arm->strahler = 1;
    for (uint32_t i = 0; i + 1 < arm->point_count; i++)
        little_point(land, 4, i)->surface += 0.5f;
    little_point(land, 2, little_reach(land, 2)->point_count - 1)->surface += 0.25f;
    little_point(land, 3, little_reach(land, 3)->point_count - 1)->surface += 0.25f;
}

static void arms_lose_water(fluv_landscape *land)
{
    little_reach(land, 2)->discharge = 3.0;
    little_reach(land, 3)->discharge = 3.0;
    little_reach(land, 4)->discharge = 2.0;
    little_reach(land, 4)->kind = FLUV_DELTA;
    little_reach(land, 4)->strahler = 1;
}

static void receiver_is_far(fluv_landscape *land)
{
    little_receiver(land)[little_cell(13, 3)] = little_cell(8, 16);
}

static void land_runs_uphill(fluv_landscape *land)
{
    little_height(land)[little_cell(12, 3)] -= 40;
}

static void ways_in_a_circle(fluv_landscape *land)
{
    uint32_t *receiver = little_receiver(land);
    receiver[little_cell(13, 3)] = little_cell(13, 4);
    receiver[little_cell(13, 4)] = little_cell(13, 3);
}

static void way_ends_on_land(fluv_landscape *land)
{
    little_receiver(land)[little_cell(12, 14)] = FLUV_NONE;
}

static void receiver_is_no_cell(fluv_landscape *land)
{
    little_receiver(land)[little_cell(12, 14)] = FLUV_NONE - 1;
}

static void empty_lake_elsewhere(fluv_landscape *land)
{
    little_lake(land, 3)->x += 5 * LITTLE_CELL;
}

static void rain_is_lost(fluv_landscape *land)
{
    land->budget.rain *= 1 + 1e-8;
}

static void water_is_negative(fluv_landscape *land)
{
    land->budget.left = -land->budget.left;
}

static void stored_is_not_in_lakes(fluv_landscape *land)
{
    land->budget.stored += 1;
    land->budget.left -= 1;
}

static void point_far_from_cells(fluv_landscape *land)
{
    little_point(land, 5, 2)->x += 3 * LITTLE_CELL;
}

static void point_is_no_number(fluv_landscape *land)
{
    little_point(land, 5, 2)->x = NAN;
}

static void river_cell_without_reach(fluv_landscape *land)
{
    uint32_t cell = little_cell(20, 14);
    little_cover(land)[cell] = FLUV_RIVER;
    little_water(land)[cell] = little_height(land)[cell];
}

/* 60 m in cells of 10 m: the middle is five cells wide. */
static void width_is_not_cut(fluv_landscape *land)
{
    for (uint32_t i = 0; i < little_reach(land, 4)->point_count; i++)
        little_point(land, 4, i)->width = 60;
}

static void dry_reach_in_wet_cells(fluv_landscape *land)
{
    little_reach(land, 5)->kind = FLUV_DRY;
}

static void shore_is_moved(fluv_landscape *land)
{
    for (int i = 0; i < 8; i += 2)
        little_shore(land, 2)[i] += LITTLE_CELL;
}

static void shore_is_missing(fluv_landscape *land)
{
    little_lake(land, 2)->ring_count = 0;
}

static void shores_overlap(fluv_landscape *land)
{
    little_lake(land, 2)->first_ring = 0;
}

static void shore_is_no_number(fluv_landscape *land)
{
    little_shore(land, 2)[3] = INFINITY;
}

static void lake_area_is_wrong(fluv_landscape *land)
{
    little_lake(land, 1)->area *= 1.01;
}

/* The river below must follow, or rule 1 sees it. */
static void outlet_stands_lower(fluv_landscape *land)
{
    little_water(land)[little_cell(8, 10)] -= 0.3F;
}

static void river_on_the_shore_is_lower(fluv_landscape *land)
{
    uint32_t cell = little_cell(10, 10);
    little_cover(land)[cell] = FLUV_RIVER;
    little_height(land)[cell] = little_water(land)[cell] = 27;
}

static void lake_volume_is_wrong(fluv_landscape *land)
{
    const double river = 1e9; /* m3/y, more than any of the rivers brings */
    fluv_lake *closed = little_lake(land, 2);
    little_lake(land, 1)->volume *= 1.01;
    little_lake(land, 1)->inflow = river;
    land->budget.evaporated += river - closed->evaporation;
    land->budget.rain += river - closed->evaporation;
    closed->inflow = closed->evaporation = closed->demand = river;
    land->budget.per_year = true;
}

static void lake_depth_is_wrong(fluv_landscape *land)
{
    little_lake(land, 2)->depth_max *= 1.01F;
}

static void coast_is_moved(fluv_landscape *land)
{
    little_coast(land)[3] += LITTLE_CELL;
    little_coast(land)[5] += LITTLE_CELL;
}

static void coast_is_the_sea(fluv_landscape *land)
{
    double *xy = little_coast(land);
    for (int i = 0; i < 8; i += 2) /* the rows of the ocean */
        xy[i + 1] = xy[i + 1] > 4900 ? 5000 - 17 * LITTLE_CELL : 5000 - LITTLE_ROWS * LITTLE_CELL;
}

static void watershed_is_wrong(fluv_landscape *land)
{
    little_watershed(land)->area *= 2;
}

static void watershed_is_too_large(fluv_landscape *land)
{
    little_watershed(land)->area = 1e9;
}

static void water_on_land(fluv_landscape *land)
{
    uint32_t cell = little_cell(20, 14);
    little_water(land)[cell] = little_height(land)[cell];
}

static void cover_is_unknown(fluv_landscape *land)
{
    little_cover(land)[little_cell(20, 14)] = FLUV_DRY_BED + 1;
}

static void ground_above_river(fluv_landscape *land)
{
    little_height(land)[little_cell(18, 4)] = 1000;
}

const breach breaches_of_ways[] = {
    {1, false, surface_rises, "reach 4 point 2"},
    {1, false, surface_is_no_number, "reach 4 point 2"},
    {1, false, bed_rises, "reach 5 point 3"},
    {1, false, reach_starts_above_tributary, "reach 4 below starts"},
    {1, false, reach_leaves_above_lake, "leaves lake 1"},
    {1, false, arm_begins_above, "reach 4"},
    {1, false, reach_enters_below_lake, "in lake 1"},
    {1, true, river_cell_rises, "cell 8,13: water rises"},
    {1, true, bed_cell_rises, "cell 8,13: bed rises"},
    {2, true, next_is_nowhere, "reach 1 "},
    {2, true, lake_is_nowhere, "reach 5 "},
    {2, false, ends_on_land, "reach 4 ends on dry land"},
    {2, false, ends_before_lake, "reach 5 ends away"},
    {2, false, ends_far_from_the_dry_lake, "reach 5 ends away"},
    {2, true, id_is_taken, "reach 3 "},
    {2, false, joint_is_open, "reach 3 "},
    {2, false, reaches_in_a_circle, "reach 4 "},
    {3, true, lake_is_not_flat, "not flat: cell 7,7"},
    {3, true, ground_beside_is_lower, "cell 7,10 at 27.5"},
    {3, false, outlet_stands_lower, "stands above the river beside it: cell 8,10"},
    {3, false, river_on_the_shore_is_lower, "stands above the river beside it: cell 10,10"},
    {3, true, full_without_outlet, "lake 1 (28 m) is full and has no outlet"},
    {3, true, partial_but_open, "lake 2 "},
    {3, true, two_ways_out, "lake 1 "},
    {3, false, closed_runs_out, "lake 2 "},
    {3, false, lake_in_two_parts, "more than one part"},
    {3, false, empty_with_water, "lake 2 "},
    {3, false, two_reaches_leave, "lake 1 (28 m) has more than one outlet"},
    {3, false, lake_under_ground, "lake 1 "},
    {4, false, reaches_cross, "reaches 2 and 3 cross"},
    {4, false, reaches_share_a_vertex, "reaches 2 and 3 cross"},
    {4, false, reach_touches_itself, "reaches 5 and 5 cross"},
    {4, false, reach_runs_through_lake, "reach 1 runs through a lake"},
    {5, true, area_shrinks, "cell 8,14"},
    {5, true, area_is_lost, "m2 of land"},
    {5, true, area_is_no_number, ""},
    {5, true, upland_shrinks, "reach 2 drains"},
    {5, false, arms_lose_water, "its arms carry 2 m3/s"},
    {6, true, order_too_low, "reach 4 has order 1, its upstream gives 2"},
    {6, true, order_too_high, "reach 1 has order 2"},
    {6, true, arm_leaves_no_river, "reach 1 is an arm that leaves no river"},
    {7, true, receiver_is_far, "cell 13,3"},
    {7, true, land_runs_uphill, "cell 12,3"},
    {7, false, ways_in_a_circle, "leads back"},
    {7, false, way_ends_on_land, "cell 12,14: its water has nowhere to go"},
    {7, false, receiver_is_no_cell, "cell 12,14: its receiver is no neighbour"},
    {7, true, empty_lake_elsewhere, "cell 2,10"},
    {8, true, rain_is_lost, "rain"},
    {8, false, water_is_negative, "-1900"},
    {8, true, stored_is_not_in_lakes, "6101 m3 stored"},
    {9, false, point_far_from_cells, "reach 5 point 2"},
    {9, false, point_is_no_number, "reach 5 point 2"},
    {9, false, river_cell_without_reach, "cell 20,14"},
    {9, false, width_is_not_cut, "cell 7,11: land in the middle of a river"},
    {9, true, dry_reach_in_wet_cells, "reach 5 "},
    {9, true, shore_is_moved, "cell 17,7"},
    {9, true, shore_is_missing, "cell 17,7"},
    {9, true, shores_overlap, "cell 17,7"},
    {9, true, shore_is_no_number, "cell 17,7"},
    {9, true, lake_area_is_wrong, "lake 1 "},
    {9, false, outlet_stands_lower, "cell 8,9: its lake does not stand at its outlet's surface"},
    {9, true, lake_volume_is_wrong, "lake 1 "},
    {9, true, lake_depth_is_wrong, "lake 2 "},
    {9, true, coast_is_moved, "cell 0,16: land outside the coast"},
    {9, true, coast_is_the_sea, "cell 0,0: land outside the coast"},
    {9, true, watershed_is_wrong, "watershed 4"},
    {9, true, watershed_is_too_large, "watershed 4"},
    {9, true, water_on_land, "cell 20,14"},
    {9, false, ground_above_river, "cell 18,4: water under the ground"},
    {9, true, cover_is_unknown, "cell 20,14"},
};
const int breaches_of_ways_count = sizeof breaches_of_ways / sizeof *breaches_of_ways;
