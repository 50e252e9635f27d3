// SPDX-License-Identifier: MIT
/* Rule 8: rain = evaporated + stored + left, where the method keeps a budget; and what is stored
 * is what stands in the lakes, where the budget is one of volumes. */
#include "check/check.h"
#include "check/tolerance.h"

#include <assert.h>

static void check_sum(const fluv_budget *budget, fluv_finding *finding)
{
    double parts[] = {budget->rain, budget->evaporated, budget->stored, budget->left};
    for (size_t i = 0; i < 4; i++)
        if (!isfinite(parts[i]) || parts[i] < 0) {
            fluv_finding_break(finding, "%g m3 is no amount of water", parts[i]);
            return;
        }
    double spent = budget->evaporated + budget->stored + budget->left;
    if (fabs(budget->rain - spent) > FLUV_CHECK_BUDGET * fmax(budget->rain, spent))
        fluv_finding_break(finding, "rain %.12g, but %.12g + %.12g + %.12g went", budget->rain,
                           budget->evaporated, budget->stored, budget->left);
}

static void check_stored(const fluv_lakes *lakes, double stored, fluv_finding *finding)
{
    double volume = 0, room = 0;
    for (size_t i = 0; i < lakes->count; i++) {
        if (lakes->lakes[i].surveyed)
            continue; /* its water was there before */
        volume += lakes->lakes[i].volume;
        room += lakes->lakes[i].area * fluv_check_shallowest(lakes->lakes[i].level);
    }
    if (!(fabs(volume - stored) <= room + FLUV_CHECK_BUDGET * fmax(volume, stored)))
        fluv_finding_break(finding, "%.12g m3 stored, but %.12g m3 in the lakes", stored, volume);
}

fluv_status fluv_rule_budget(fluv_ctx *ctx, const fluv_check_land *land, fluv_finding *finding)
{
    assert(land->budget && finding);
    (void)ctx;
    if (!land->budget->known) {
        finding->missing = "budget";
        return FLUV_OK;
    }
    check_sum(land->budget, finding);
    finding->checked = 1;
    if (land->budget->per_year || !land->lakes)
        return FLUV_OK;
    check_stored(land->lakes, land->budget->stored, finding);
    finding->checked++;
    return FLUV_OK;
}
