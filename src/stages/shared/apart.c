// SPDX-License-Identifier: MIT
/* Random places that keep apart.
 *
 * in   places with ranks and reaches        out   those that are the best in their reach
 *
 * Along a line this leaves one place in twice the reach on average, on a plane one in the reach's
 * disc, and none nearer to a better one than its reach.  O(count * places in reach), and less
 * where there are many: the first better one is enough.
 *
 * Based on: Matern. Spatial variation. 1960 (his second hard-core process) */
#include "stages/shared/apart.h"

#include <assert.h>
#include <stdlib.h>

static int from_west(const void *a, const void *b)
{
    const fluv_place *left = a, *right = b;
    if (left->x != right->x)
        return left->x < right->x ? -1 : 1;
    return left->what < right->what ? -1 : left->what > right->what;
}

static bool is_better(const fluv_place *a, const fluv_place *b)
{
    return a->rank < b->rank || (a->rank == b->rank && a->what < b->what);
}

/* Whether the other place sends this one away. */
static bool yields(const fluv_place *place, const fluv_place *other)
{
    double dx = other->x - place->x, dy = other->y - place->y;
    return other->kind == place->kind && dx * dx + dy * dy < place->apart * place->apart &&
           is_better(other, place);
}

static bool is_best(const fluv_place *places, size_t count, size_t at)
{
    assert(at < count && !(places[at].apart < 0.0));
    const fluv_place *place = &places[at];
    for (size_t i = at; i-- > 0 && place->x - places[i].x < place->apart;)
        if (yields(place, &places[i]))
            return false;
    for (size_t i = at + 1; i < count && places[i].x - place->x < place->apart; i++)
        if (yields(place, &places[i]))
            return false;
    return true;
}

void fluv_places_keep_apart(fluv_place *places, size_t count)
{
    if (count == 0)
        return;
    qsort(places, count, sizeof *places, from_west);
    for (size_t i = 0; i < count; i++) {
        assert(places[i].apart >= 0.0);
        places[i].stays = is_best(places, count, i);
    }
}
