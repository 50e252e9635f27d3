// SPDX-License-Identifier: MIT
/* Rivers to keep: reaches joined from their farthest source to the river, lake or sea they run
 * into.
 *
 * in   rivers and receivers of the earlier result        out   placed rivers
 *
 * Of the reaches that run into a reach, the strongest with its name is its river; the others join
 * it. Where none has its name, a river begins, so that every reach has the name it had.
 * O(reaches log reaches + cells of rivers). */
#include "hydrography/stems.h"
#include "landscape/reaches_below.h"
#include "landscape/vectors.h"
#include "stages/keep/parts.h"

#include <stdlib.h>
#include <string.h>

typedef struct stems {
    const fluv_rivers *rivers;
    uint32_t *next;      /* the reach that a reach runs into, not through a lake; FLUV_NONE: none */
    uint32_t *trunk;     /* of those kept that run into a reach and are called as it is, the
                          * strongest; FLUV_NONE: none */
    uint8_t *kept, *fed; /* whether a reach is kept, and whether another runs into it */
} stems;

static fluv_status open_stems(fluv_ctx *ctx, const fluv_rivers *rivers, stems *s)
{
    size_t count = rivers->count + 1;
    *s = (stems){.rivers = rivers,
                 .next = fluv_scratch(ctx, count, sizeof *s->next),
                 .trunk = fluv_scratch(ctx, count, sizeof *s->trunk),
                 .kept = fluv_scratch_zero(ctx, count, sizeof *s->kept),
                 .fed = fluv_scratch_zero(ctx, count, sizeof *s->fed)};
    if (!s->next || !s->trunk || !s->kept || !s->fed)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_reaches_below(ctx, rivers, s->next));
    for (uint32_t i = 0; i < rivers->count; i++) {
        const fluv_reach *reach = &rivers->reaches[i];
        if (reach->lake)
            s->next[i] = FLUV_NONE;
        s->trunk[i] = FLUV_NONE;
        if (s->next[i] != FLUV_NONE)
            s->fed[s->next[i]] = 1;
    }
    return FLUV_OK;
}

/* Arms of deltas and braids, into which no reach runs, are not kept: only the river they leave. */
static bool is_arm(const stems *s, uint32_t reach)
{
    return !s->fed[reach] && fluv_reach_shares(&s->rivers->reaches[reach]);
}

/* Reaches stand upstream before downstream: what is named takes along all that flows into it. */
static fluv_status choose(const fluv_keeper *k, const stems *s)
{
    const fluv_rivers *rivers = s->rivers;
    for (size_t r = 0; r < k->params->rivers.count; r++) {
        const char *which = k->params->rivers.rows[r].which;
        bool any = false;
        for (size_t i = 0; i < rivers->count; i++)
            if (fluv_keep_names(which, rivers->reaches[i].id, rivers->reaches[i].name))
                s->kept[i] = any = true;
        if (!any && strcmp(which, "all") != 0)
            return fluv_keep_unknown(k, "rivers", which);
    }
    for (size_t i = rivers->count; i-- > 0;)
        if (s->next[i] != FLUV_NONE && s->kept[s->next[i]])
            s->kept[i] = 1;
    for (size_t i = 0; k->present && i < rivers->count; i++)
        s->kept[i] &= !rivers->reaches[i].locked;
    for (uint32_t i = 0; i < rivers->count; i++) {
        uint32_t next = s->next[i];
        if (!s->kept[i] || next == FLUV_NONE || is_arm(s, i) ||
            strcmp(rivers->reaches[i].name, rivers->reaches[next].name) != 0)
            continue;
        uint32_t trunk = s->trunk[next];
        if (trunk == FLUV_NONE ||
            fluv_reach_is_stronger(&rivers->reaches[i], &rivers->reaches[trunk]))
            s->trunk[next] = i;
    }
    return FLUV_OK;
}

static fluv_status add_point(const fluv_keeper *k, fluv_placing *to, double x, double y)
{
    double *xy = fluv_list_append(k->ctx, &to->xy, 2, sizeof *xy);
    if (!xy)
        return FLUV_NO_MEMORY;
    xy[0] = x;
    xy[1] = y;
    return FLUV_OK;
}

/* The middles of a reach's cells: from where it starts, down to where the next one does. */
static fluv_status add_cells(const fluv_keeper *k, const fluv_reach *reach, int64_t next_id,
                             fluv_placing *to)
{
    const uint32_t *receiver = fluv_receiver_of(&k->old);
    const uint8_t *cover = fluv_cover_of(&k->old);
    uint32_t at = (uint32_t)(reach->id - 1), stop = (uint32_t)(next_id - 1);
    size_t most = fluv_cell_count(&k->old);
    if (reach->from_lake) { /* it starts at the lake's last cell */
        FLUV_TRY(add_point(k, to, fluv_cell_x(&k->old.frame, at), fluv_cell_y(&k->old.frame, at)));
        at = receiver[at];
    }
    while (at != FLUV_NONE && most-- > 0) {
        FLUV_TRY(add_point(k, to, fluv_cell_x(&k->old.frame, at), fluv_cell_y(&k->old.frame, at)));
        if ((next_id && at == stop) || cover[at] == FLUV_OCEAN || cover[at] == FLUV_LAKE)
            break;
        at = receiver[at];
    }
    return FLUV_OK;
}

static fluv_status add_line(const fluv_keeper *k, const fluv_reach *reach, fluv_placing *to)
{
    const fluv_river_point *points = fluv_rivers_of(&k->old)->points + reach->first_point;
    for (uint32_t i = 0; i < reach->point_count; i++)
        FLUV_TRY(add_point(k, to, points[i].x, points[i].y));
    return FLUV_OK;
}

/* One river: from a reach on that no other is the trunk of. */
static fluv_status add_river(const fluv_keeper *k, const stems *s, uint32_t head, fluv_placing *to)
{
    fluv_placed_river river = {.kept = true,
                               .first_point = (uint32_t)(to->xy.count / 2),
                               .by = fluv_placing_by(to, "keep.rivers", -1)};
    memcpy(river.name, s->rivers->reaches[head].name, sizeof river.name);
    for (uint32_t at = head, next; at != FLUV_NONE; at = next) {
        const fluv_reach *reach = &s->rivers->reaches[at];
        next = s->next[at] != FLUV_NONE && s->trunk[s->next[at]] == at ? s->next[at] : FLUV_NONE;
        if (k->same_cells)
            FLUV_TRY(add_cells(k, reach, reach->lake ? 0 : reach->next_down, to));
        else
            FLUV_TRY(add_line(k, reach, to));
    }
    river.point_count = (uint32_t)(to->xy.count / 2) - river.first_point;
    if (river.point_count < 2)
        return FLUV_OK;
    fluv_placed_river *added = fluv_list_append(k->ctx, &to->rivers, 1, sizeof *added);
    if (!added)
        return FLUV_NO_MEMORY;
    *added = river;
    return FLUV_OK;
}

static void note_arms(const stems *s, fluv_landscape *land)
{
    size_t arms = 0;
    for (uint32_t i = 0; i < s->rivers->count; i++)
        arms += s->kept[i] && is_arm(s, i);
    if (arms)
        fluv_note_add(land, "keep",
                      "%zu arm%s of deltas and braids %s not kept: the rivers they leave are", arms,
                      arms == 1 ? "" : "s", arms == 1 ? "is" : "are");
}

fluv_status fluv_keep_rivers(const fluv_keeper *k, fluv_landscape *notes, fluv_placing *to)
{
    const fluv_rivers *rivers = fluv_rivers_of(&k->old);
    stems s;
    if (!k->params->rivers.count)
        return FLUV_OK;
    if (!rivers)
        return fluv_keep_unknown(k, "rivers", "all");
    FLUV_TRY(open_stems(k->ctx, rivers, &s));
    FLUV_TRY(choose(k, &s));
    note_arms(&s, notes);
    for (uint32_t i = (uint32_t)rivers->count; i-- > 0;) /* those that are joined first */
        if (s.kept[i] && s.trunk[i] == FLUV_NONE && !is_arm(&s, i))
            FLUV_TRY(add_river(k, &s, i, to));
    return FLUV_OK;
}
