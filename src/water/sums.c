// SPDX-License-Identifier: MIT
/* What cells weigh in sums. O(1) on a grid, O(n) on a mesh. */
#include "water/sums.h"

#define PARTS_LOG2 40 /* of a mesh, at least */

fluv_weights fluv_weights_of(const fluv_topology *topology)
{
    if (topology->cols)
        return (fluv_weights){.unit = fluv_cell_area(topology, 0)};
    double area = 0.0;
    int power;
    for (uint32_t v = 0; v < topology->count; v++)
        area += topology->areas[v];
    (void)frexp(area, &power);
    return (fluv_weights){.unit = ldexp(1.0, power - 1 - PARTS_LOG2), .areas = topology->areas};
}
