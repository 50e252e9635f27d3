// SPDX-License-Identifier: MIT
/* Floors of valleys: rivers wander, and cut into the slopes beside them.
 *
 * in   heights of a grid, channels, drained areas     out   heights
 *
 * The stream power law cuts notches. A river that drains an area A takes ground away as far as
 * r = f sqrt(A), where it stands higher than
 *
 *     h(d) = h + talus d^2 / (2 r)
 *
 * at a distance d: a bowl that meets slopes of the talus at its rim. Bowls lower nothing below
 * their river, and their ground falls towards it, so that no hollow comes of them. A wide river's
 * bowls stand where it crosses some rows and columns, as neighbouring ones hardly differ.
 *
 * O(cells), and for channels the bowls' area over their distance. */
#include "stages/amplify/floors.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define WIDTH 0.03 /* of the square root of a river's area is its floor's half width */
#define APART 6.0  /* bowls that reach so many cells stand a cell apart */

typedef struct bowl {
    int col, row;
    double radius;      /* cells */
    float height, rise; /* m; and m at a distance of a cell */
} bowl;

static void lower(const fluv_amplify_tier *t, const bowl *b, float *height)
{
    int cols = (int)t->topology.cols, rows = (int)t->topology.rows, reach = (int)b->radius;
    for (int row = b->row > reach ? b->row - reach : 0; row <= b->row + reach && row < rows; row++)
        for (int col = b->col > reach ? b->col - reach : 0; col <= b->col + reach && col < cols;
             col++) {
            int down = row - b->row, right = col - b->col, square = down * down + right * right;
            uint32_t cell = (uint32_t)row * t->topology.cols + (uint32_t)col;
            float limit = b->height + b->rise * (float)square;
            if (square <= b->radius * b->radius && limit < height[cell] &&
                fluv_amplify_is_land(t, cell))
                height[cell] = limit;
        }
}

static bool has_bowl(const bowl *b)
{
    int apart = (int)fmax(b->radius / APART, 1.0);
    return b->radius >= 1.0 && (b->row % apart == 0 || b->col % apart == 0);
}

void fluv_amplify_widen(const fluv_amplify_params *params, fluv_amplify_tier *t)
{
    assert(!t->mesh && t->topology.cols);
    double width = WIDTH * params->floors / t->spacing;
    memcpy(t->after, t->height, t->topology.count * sizeof *t->after);
    for (uint32_t c = 0; c < t->topology.count; c++) {
        if (!t->donors[c] || !fluv_amplify_is_land(t, c))
            continue;
        bowl b = {.col = (int)(c % t->topology.cols),
                  .row = (int)(c / t->topology.cols),
                  .radius = width * sqrt((double)t->area[c] * t->unit),
                  .height = t->height[c]};
        b.rise = (float)(params->talus * t->spacing / (2.0 * b.radius));
        if (has_bowl(&b))
            lower(t, &b, t->after);
    }
    fluv_amplify_tier_turn(t);
}
