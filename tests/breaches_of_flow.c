// SPDX-License-Identifier: MIT
/* Breaches of rules 10 to 12, of flow, of closed lakes and of the model: one function a breach,
 * then the table of them by rule. */
#include "breaches.h"
#include "little_land.h"

#include <math.h>

static void point_is_too_deep(fluv_landscape *land)
{
    little_point(land, 3, 1)->bed -= 0.5F;
}

static void reach_is_too_fast(fluv_landscape *land)
{
    little_reach(land, 2)->velocity *= 1.001F;
}

static void point_is_too_slow(fluv_landscape *land)
{
    little_point(land, 3, 1)->velocity *= 0.999F;
}

static void mouth_is_too_narrow(fluv_landscape *land)
{
    little_last(land, 4)->velocity *= 0.5F;
}

static void source_is_too_large(fluv_landscape *land)
{
    little_point(land, 5, 0)->velocity *= 2.0F;
}

static void discharge_is_another(fluv_landscape *land)
{
    little_discharge(land)[little_cell(8, 14)] *= 1.5F;
}

static void width_is_no_mean(fluv_landscape *land)
{
    little_reach(land, 3)->width *= 2.0F;
    little_reach(land, 3)->depth *= 0.5F;
}

static void depth_is_no_mean(fluv_landscape *land)
{
    little_reach(land, 3)->depth *= 2.0F;
    little_reach(land, 3)->velocity *= 0.5F;
}

static void length_is_wrong(fluv_landscape *land)
{
    little_reach(land, 3)->length *= 1.01;
}

static void slope_is_wrong(fluv_landscape *land)
{
    little_reach(land, 3)->slope *= 0.99F;
}

static void slope_does_not_fit(fluv_landscape *land)
{
    little_reach(land, 4)->rosgen[0] = 'E';
}

static void type_is_unknown(fluv_landscape *land)
{
    little_reach(land, 4)->rosgen[0] = 'Q';
}

static void triangle_faces_down(fluv_landscape *land)
{
    uint32_t *corner = little_triangle(land, 3), first = corner[0];
    corner[0] = corner[1];
    corner[1] = first;
}

static void triangle_without_area(fluv_landscape *land)
{
    uint32_t *corner = little_triangle(land, 3);
    corner[0] = corner[1];
}

/* All triangles but one lie where the first is. */
static void water_is_not_shown(fluv_landscape *land)
{
    for (size_t i = 1; i < little_triangles(land); i++)
        for (int k = 0; k < 3; k++)
            little_triangle(land, i)[k] = little_triangle(land, 0)[k];
}

static void river_runs_into_dry_lake(fluv_landscape *land)
{
    little_lake(land, 2)->state = FLUV_EMPTY;
}

static void river_runs_dry(fluv_landscape *land)
{
    little_reach(land, 4)->kind = FLUV_DRY;
}

static void closed_lake_swallows(fluv_landscape *land)
{
    little_lake(land, 2)->inflow += 100;
}

static void lake_loses_too_much(fluv_landscape *land)
{
    little_lake(land, 2)->inflow += 100;
    little_lake(land, 2)->evaporation += 100;
    land->budget.rain += 100;
    land->budget.evaporated += 100;
}

static void lake_loses_what_it_never_got(fluv_landscape *land)
{
    little_lake(land, 1)->inflow = 4000;
}

static void lake_is_larger_than_its_inflow(fluv_landscape *land)
{
    little_lake(land, 1)->demand *= 2;
    little_height(land)[little_cell(7, 7)] = 24; /* so that one cell is the highest, */
    little_height(land)[little_cell(8, 7)] = 26; /* not all but one */
    little_lake(land, 1)->volume -= 200;         /* the same water as before on the raster, */
    land->budget.stored -= 200;                  /* and in the sums */
    land->budget.rain -= 200;
}

static void inflow_is_no_number(fluv_landscape *land)
{
    little_lake(land, 1)->inflow = NAN;
}

static void vanished_is_called_evaporated(fluv_landscape *land)
{
    land->budget.evaporated += 100;
    land->budget.left -= 100;
}

static void rivers_bring_more(fluv_landscape *land)
{
    fluv_lake *closed = little_lake(land, 2);
    land->budget.per_year = true;
    little_lake(land, 1)->inflow = 1e9; /* more than any river brings in a year */
    closed->inflow = closed->evaporation;
}

static void rivers_bring_a_little_more(fluv_landscape *land)
{
    const double nearly = 1.4e8; /* m3/y, nine tenths of what its river brings */
    fluv_lake *closed = little_lake(land, 2);
    land->budget.per_year = true;
    little_lake(land, 1)->inflow = 1e9;
    land->budget.evaporated += nearly - closed->evaporation;
    land->budget.rain += nearly - closed->evaporation;
    closed->inflow = closed->evaporation = closed->demand = nearly;
}

static void lake_gets_what_no_land_gives(fluv_landscape *land)
{
    land->budget.per_year = true;
    land->budget.wettest = 2.0; /* m/y */
    little_lake(land, 1)->catchment = 4e8;
    little_lake(land, 1)->inflow = 1e9;
}

static void nothing_evaporates(fluv_landscape *land)
{
    land->budget.known = false;
}

const breach breaches_of_flow[] = {
    {11, true, reach_is_too_fast, "reach 2: 5 m x 1 m x 1.001 m/s for 5 m3/s"},
    {11, true, point_is_too_slow, "reach 3 point 1"},
    {11, false, point_is_too_deep, "reach 3 point 1"},
    {11, true, mouth_is_too_narrow, "reach 4 point 4"},
    {11, true, source_is_too_large, "reach 5 point 0"},
    {11, true, discharge_is_another, "reach 4 point 1"},
    {11, true, width_is_no_mean, "the width is not its line's"},
    {11, true, depth_is_no_mean, "the depth is not its line's"},
    {11, true, length_is_wrong, "the length is not its line's"},
    {11, true, slope_is_wrong, "the slope is not its line's"},
    {11, true, slope_does_not_fit, "reach 4 (E, 5 m wide"},
    {11, true, type_is_unknown, "the type is unknown"},
    {12, true, triangle_faces_down, "triangle 3 near cell"},
    {12, true, triangle_without_area, "has no area"},
    {12, true, water_is_not_shown, "water that the model does not show"},
    {10, false, river_runs_into_dry_lake, "reach 5 runs into lake 2, which is dry"},
    {10, false, river_runs_dry, "reach 2 runs dry in reach 4"},
    {10, true, closed_lake_swallows, "lake 2 is closed and does not evaporate what it receives"},
    {10, true, lake_loses_too_much, "lake 2 loses more than its surface can evaporate"},
    {10, true, lake_loses_what_it_never_got, "lake 1 loses more than it receives"},
    {10, true, lake_is_larger_than_its_inflow, "lake 1 is larger than what it receives can keep"},
    {10, true, inflow_is_no_number, "lake 1 has a flow that is no amount of water"},
    {10, true, vanished_is_called_evaporated, "1100 m3 evaporated, but the lakes lost 1000"},
    {10, true, rivers_bring_more, "lake 2 receives less than its rivers bring"},
    {10, true, rivers_bring_a_little_more, "lake 2 receives less than its rivers bring"},
    {10, true, lake_gets_what_no_land_gives, "lake 1 receives more than the land above it gives"},
    {10, true, nothing_evaporates, "lake 2 is closed and loses nothing"},
};
const int breaches_of_flow_count = sizeof breaches_of_flow / sizeof *breaches_of_flow;
