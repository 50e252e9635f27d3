// SPDX-License-Identifier: MIT
/* Walking up a river that was drawn by hand.  O(points passed). */
#include "stages/shared/climb.h"

#include <assert.h>
#include <math.h>

fluv_vec fluv_climb_to(fluv_climb *c, double way)
{
    assert(way >= c->before && c->at < c->last);
    for (;; c->at++) {
        fluv_vec a = fluv_climb_point(c, c->at), b = fluv_climb_point(c, c->at + 1);
        double piece = fluv_vec_distance(a, b), up = way - c->before;
        if (up <= piece || c->at + 1 == c->last)
            return fluv_between(a, b, piece > 0.0 ? fmin(1.0, up / piece) : 0.0);
        c->before += piece;
    }
}
