// SPDX-License-Identifier: MIT
/* Rule 10: no running river ends in a dry hollow; a closed lake loses by evaporation what it
 * receives; and what the budget calls evaporated is what the lakes lost, nothing else.
 *
 * What flows into a closed lake is e A, and what was stored where volumes were poured. What flows
 * into an open one is no less, or it would not be full. A surveyed lake stands at the map's level
 * and may be larger than its climate allows, but when closed it swallows no more than it can lose.
 * No lake receives more than what runs off the land above it, even were all as wet as the wettest,
 * and what springs bring.
 *
 * A lake's surface grows by whole cells, those of one height at a time, and what joins its outlet
 * where that still stands at the lake's level joins the lake as well: that much room the balance
 * has. O(cells + reaches). */
#include "check/check.h"
#include "check/tolerance.h"

#include <assert.h>
#include <inttypes.h>

/* What is known of a lake from the cells and reaches. */
typedef struct lake_facts {
    float top;       /* highest ground under it, m */
    double top_area; /* of the cells at that height, m2 */
    double brought;  /* by the reaches that end in it, m3/y */
    double shelf;    /* land that drains to its outlet where that stands at its level, m2 */
} lake_facts;

static bool has_water(const fluv_reach *reach)
{
    return reach->kind != FLUV_DRY;
}

static void check_reach(const fluv_check_land *land, size_t place, fluv_finding *finding)
{
    assert(place < land->rivers->count);
    const fluv_reach *reach = &land->rivers->reaches[place];
    uint32_t lake = reach->lake ? fluv_id_find_lake(land, reach->lake) : FLUV_NONE;
    uint32_t next = land->next[place];
    if (!has_water(reach))
        return;
    if (lake != FLUV_NONE && land->lakes->lakes[lake].state == FLUV_EMPTY)
        fluv_finding_break(finding, "reach %" PRId64 " runs into lake %" PRId64 ", which is dry",
                           reach->id, reach->lake);
    else if (!reach->lake && next != FLUV_NONE && !has_water(&land->rivers->reaches[next]))
        fluv_finding_break(finding, "reach %" PRId64 " runs dry in reach %" PRId64, reach->id,
                           reach->next_down);
}

static void look_at_reaches(const fluv_check_land *land, lake_facts *facts, fluv_finding *finding)
{
    for (size_t i = 0; i < land->rivers->count; i++) {
        const fluv_reach *reach = &land->rivers->reaches[i];
        uint32_t lake = reach->lake ? fluv_id_find_lake(land, reach->lake) : FLUV_NONE;
        check_reach(land, i, finding);
        if (lake != FLUV_NONE && reach->discharge > 0.0)
            facts[lake].brought += reach->discharge * FLUV_SECONDS_A_YEAR;
    }
    finding->checked += land->rivers->count;
}

/* Down from the cell where a lake's water leaves, as long as it stands at the lake's level. */
static double shelf_below(const fluv_check_land *land, const fluv_lake *lake, uint32_t exit)
{
    assert(exit < land->cells && land->receiver && land->area);
    uint32_t last = exit;
    for (uint32_t at = land->receiver[exit], steps = 0;
         at < land->cells && steps < land->cells && fluv_surface_at(land, at) == lake->level;
         at = land->receiver[at], steps++)
        last = at;
    return fmax(0.0, land->area[last] - land->area[exit]);
}

static void look_at_exit(const fluv_check_land *land, uint32_t cell, lake_facts *facts)
{
    assert(cell < land->cells && land->lake_of[cell]);
    uint32_t number = land->lake_of[cell], to = land->receiver[cell];
    const fluv_lake *lake = &land->lakes->lakes[number - 1];
    if (!lake->closed && to < land->cells && land->lake_of[to] != number)
        facts[number - 1].shelf = shelf_below(land, lake, cell);
}

static void look_at_cells(const fluv_check_land *land, lake_facts *facts)
{
    assert(land->lakes && land->lake_of && facts);
    double area = land->frame.cell * land->frame.cell;
    for (uint32_t c = 0; land->height && c < land->cells; c++) {
        if (!land->lake_of[c])
            continue;
        lake_facts *lake = &facts[land->lake_of[c] - 1];
        if (land->height[c] > lake->top) {
            lake->top = land->height[c];
            lake->top_area = 0.0;
        }
        lake->top_area += land->height[c] == lake->top ? area : 0.0;
        if (land->receiver && land->area)
            look_at_exit(land, c, facts);
    }
}

static bool is_amount(double amount)
{
    return isfinite(amount) && amount >= 0.0;
}

/* What is wrong with the balance of a lake; NULL: nothing. `cell`: area of a cell. */
static const char *balance_fault(const fluv_check_land *land, const fluv_lake *lake,
                                 const lake_facts *facts)
{
    const fluv_budget *budget = land->budget;
    if (!is_amount(lake->inflow) || !is_amount(lake->evaporation) || !is_amount(lake->demand))
        return "has a flow that is no amount of water";
    double cell = land->frame.cell * land->frame.cell, rounding = FLUV_CHECK_BUDGET * lake->inflow;
    double rate = lake->area > 0.0 ? lake->demand / lake->area : 0.0;
    double stored = budget->per_year || lake->surveyed ? 0.0 : lake->volume;
    double a_cell = rate * cell + rounding +
                    (stored > 0.0 ? lake->area * fluv_check_shallowest(lake->level) : 0.0);
    double a_step =
        a_cell + (rate + budget->wettest) * facts->top_area + budget->wettest * facts->shelf;
    if (lake->evaporation > lake->demand + a_cell)
        return "loses more than its surface can evaporate";
    if (lake->evaporation + stored > lake->inflow + a_cell)
        return "loses more than it receives";
    if (lake->closed && fabs(lake->inflow - lake->evaporation - stored) > a_cell)
        return "is closed and does not evaporate what it receives";
    if (!lake->surveyed && lake->state != FLUV_EMPTY && lake->evaporation < lake->demand - a_step)
        return "is larger than what it receives can keep";
    if (budget->per_year && facts->brought > lake->inflow * (1.0 + FLUV_CHECK_BROUGHT) + a_cell)
        return "receives less than its rivers bring";
    double most = budget->wettest * (lake->catchment + facts->shelf) + budget->springs;
    if (budget->per_year && most > 0.0 && lake->inflow > most * (1.0 + FLUV_CHECK_BROUGHT) + a_step)
        return "receives more than the land above it gives";
    return NULL;
}

/* Without a budget nothing evaporates: what reaches a closed lake has nowhere to go. */
static const char *swallow_fault(const fluv_lake *lake)
{
    return lake->closed && lake->inflow > 0.0 ? "is closed and loses nothing" : NULL;
}

static void check_lake(const fluv_check_land *land, const fluv_lake *lake, const lake_facts *facts,
                       fluv_finding *finding)
{
    const char *fault =
        land->budget->known ? balance_fault(land, lake, facts) : swallow_fault(lake);
    if (fault)
        fluv_finding_break(finding, "lake %" PRId64 " %s: %.6g m3 in, %.6g of %.6g evaporated",
                           lake->id, fault, lake->inflow, lake->evaporation, lake->demand);
}

static void check_evaporated(const fluv_check_land *land, fluv_finding *finding)
{
    const fluv_budget *budget = land->budget;
    double lost = budget->earlier;
    for (size_t i = 0; land->lakes && i < land->lakes->count; i++)
        lost += land->lakes->lakes[i].evaporation;
    /* Of rain, because sums over cells were rounded at that size. */
    double room = FLUV_CHECK_BUDGET * fmax(budget->rain, fmax(lost, budget->evaporated));
    if (!(fabs(lost - budget->evaporated) <= room))
        fluv_finding_break(finding, "%.12g m3 evaporated, but the lakes lost %.12g",
                           budget->evaporated, lost);
    finding->checked++;
}

fluv_status fluv_rule_closed(fluv_ctx *ctx, const fluv_check_land *land, fluv_finding *finding)
{
    size_t count = land->lakes ? land->lakes->count : 0;
    if (!land->rivers && !land->lakes) {
        finding->missing = "river and no lake";
        return FLUV_OK;
    }
    lake_facts *facts = fluv_scratch_zero(ctx, count, sizeof *facts);
    if (!facts)
        return FLUV_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        facts[i].top = -INFINITY;
    if (land->rivers)
        look_at_reaches(land, facts, finding);
    if (count)
        look_at_cells(land, facts);
    for (size_t i = 0; i < count; i++)
        check_lake(land, &land->lakes->lakes[i], &facts[i], finding);
    finding->checked += count;
    if (land->budget->known)
        check_evaporated(land, finding);
    return FLUV_OK;
}
