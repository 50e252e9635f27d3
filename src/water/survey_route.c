// SPDX-License-Identifier: MIT
/* Ways through surveyed lakes.
 *
 * in   lakes     out   receivers: the cells of each lake drain to its root
 *
 * A lake is level, so any way through it will do: the shortest to where its water gathers.  O(cells
 * of lakes). */
#include "water/survey.h"

#include <assert.h>

/* Breadth-first from the root through the lake. */
static void route_lake(const fluv_topology *topology, const uint32_t *lake_of, uint32_t root,
                       uint32_t *queue, uint32_t *receiver)
{
    assert(root < topology->count && lake_of[root] != FLUV_NONE);
    uint32_t tail = 0, lake = lake_of[root];
    queue[tail++] = root;
    receiver[root] = FLUV_NONE;
    for (uint32_t head = 0; head < tail; head++) {
        fluv_around around = fluv_around_cell(topology, queue[head]);
        for (uint32_t i = 0; i < around.count; i++) {
            uint32_t other = around.cell[i];
            if (lake_of[other] == lake && other != root && receiver[other] == other) {
                receiver[other] = queue[head];
                queue[tail++] = other;
            }
        }
    }
}

void fluv_survey_route(const fluv_topology *topology, const fluv_survey *survey, uint32_t *queue,
                       uint32_t *receiver)
{
    assert(queue && receiver); /* of which cells of lakes alone may be set */
    fluv_surveyed_lake *lakes = survey->lakes.items;
    for (size_t i = 0; i < fluv_survey_cell_count(topology, survey); i++) {
        uint32_t c = fluv_survey_cell(survey, i), lake = survey->lake_of[c];
        if (lake == FLUV_NONE)
            continue;
        receiver[c] = c; /* not reached yet */
        if (lakes[lake].root == FLUV_NONE)
            lakes[lake].root = c;
    }
    for (size_t i = 0; i < survey->lakes.count; i++)
        route_lake(topology, survey->lake_of, lakes[i].root, queue, receiver);
}
