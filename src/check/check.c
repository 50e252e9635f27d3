// SPDX-License-Identifier: MIT
/* The rules of water: each is looked at once, its verdict is one line.
 *
 * in   a landscape just made, or read back from files        out   a verdict for each rule
 *
 * The rules are in a file each; this one lists them and turns findings into lines.
 * O(cells + points) but for the crossing of reaches, which is near that. */
#include "check/check.h"
#include "check/where.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    fluv_rule *rule;
} rules[FLUV_RULES] = {
    {"water and beds never rise downstream", fluv_rule_slopes},
    {"every reach ends in ocean, lake, reach or edge", fluv_rule_ends},
    {"lakes are flat, connected and not above their pass", fluv_rule_lakes},
    {"rivers cross neither rivers nor lakes", fluv_rule_crossings},
    {"drainage areas add up", fluv_rule_areas},
    {"Strahler orders follow from the graph", fluv_rule_orders},
    {"all water on dry land has a way", fluv_rule_ways},
    {"water adds up", fluv_rule_budget},
    {"vectors and rasters tell the same story", fluv_rule_agree},
    {"rivers end in water, closed lakes lose what they receive", fluv_rule_closed},
    {"discharge is width x depth x velocity", fluv_rule_sections},
    {"the model's water faces up and covers its cells", fluv_rule_model},
};

void fluv_finding_break(fluv_finding *finding, const char *format, ...)
{
    assert(finding && format);
    if (finding->broken++)
        return;
    va_list args;
    va_start(args, format);
    vsnprintf(finding->where, sizeof finding->where, format, args);
    va_end(args);
}

static void write_verdict(const fluv_check_land *land, int rule, const fluv_finding *finding,
                          fluv_verdict *verdict)
{
    assert(rule >= 0 && rule < FLUV_RULES);
    const char *name = rules[rule].name;
    *verdict = (fluv_verdict){.rule = rule + 1,
                              .applies = !finding->missing,
                              .holds = !finding->broken,
                              .checked = finding->checked,
                              .broken = finding->broken};
    size_t room = sizeof verdict->text;
    if (finding->missing)
        snprintf(verdict->text, room, "%s: not looked at, there is no %s", name, finding->missing);
    else if (!finding->broken)
        snprintf(verdict->text, room, "%s: %" PRIu64 " checked", name, finding->checked);
    else
        snprintf(verdict->text, room, "%s: broken %" PRIu64 "x of %" PRIu64 ", %s", name,
                 finding->broken, finding->checked, finding->where);
    if (finding->broken)
        fluv_check_where(land, finding->where, verdict);
    fluv_text_clean(verdict->text); /* places may have names */
}

static fluv_status judge_rule(fluv_ctx *ctx, const fluv_check_land *land, int rule,
                              fluv_verdict *verdict)
{
    assert(rule >= 0 && rule < FLUV_RULES && verdict);
    fluv_finding finding = {0};
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    if (rules[rule].rule)
        FLUV_TRY(rules[rule].rule(ctx, land, &finding));
    else
        finding.missing = "such rule yet";
    fluv_scratch_release(ctx, mark);
    write_verdict(land, rule, &finding, verdict);
    return FLUV_OK;
}

static fluv_status judge(fluv_ctx *ctx, const fluv_landscape *from,
                         fluv_verdict verdicts[FLUV_RULES])
{
    fluv_check_land land;
    fluv_begin_step(ctx, "check", "rules", 1, 1);
    FLUV_TRY(fluv_advance(ctx, 0.0));
    FLUV_TRY(fluv_check_land_init(ctx, from, &land));
    for (int rule = 0; rule < FLUV_RULES; rule++) {
        FLUV_TRY(fluv_advance(ctx, (double)rule / FLUV_RULES));
        FLUV_TRY(judge_rule(ctx, &land, rule, &verdicts[rule]));
    }
    return fluv_end_step(ctx);
}

fluv_status fluv_check_quick(fluv_ctx *ctx, const fluv_landscape *from, bool *hold, char text[200])
{
    assert(from && hold && text);
    fluv_check_land land;
    fluv_verdict verdict = {.holds = true};
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    FLUV_TRY(fluv_check_land_init(ctx, from, &land));
    for (int rule = 0; rule < FLUV_RULES && verdict.holds; rule++)
        if (rules[rule].rule != fluv_rule_model)
            FLUV_TRY(judge_rule(ctx, &land, rule, &verdict));
    fluv_scratch_release(ctx, mark);
    *hold = verdict.holds;
    memcpy(text, verdict.text, sizeof verdict.text);
    return FLUV_OK;
}

fluv_status fluv_check(fluv_ctx *ctx, const fluv_landscape *land, fluv_verdict verdicts[FLUV_RULES])
{
    assert(ctx && land && verdicts);
    struct fluv_scratch_block *mark = fluv_call_begin(ctx);
    return fluv_call_end(ctx, mark, judge(ctx, land, verdicts));
}
