// SPDX-License-Identifier: MIT
/* A refusal names the stage `place`, its list and the row of what cannot be, whichever stage found
 * that out, so that a front end can point at it. */
#include "placed_land.h"

typedef struct refusal {
    const char *stages; /* of the recipe */
    const char *why;    /* words of the message */
    const char *path;   /* of what cannot be */
    int stage_index, row;
} refusal;

#define ISLAND "  - coast: {shape: island}\n  - regions: {}\n"
#define BASINS "  - basins: {}\n  - channels: {}\n  - relief: {}\n"
#define HYDROLOGY                                                                                  \
    "  - contour: {}\n  - network: {}\n  - watersheds: {}\n  - courses: {}\n  - tree: {}\n"
#define GROUND "  - noise: {low: 20 m, ocean: 0}\n"
#define FINE   "{x: 9 km, y: 9 km, area: 1 km2}"

static const refusal refusals[] = {
    /* on ground that is there */
    {GROUND "  - place: {lakes: {A: " FINE ", B: {x: 9.2 km, y: 9 km, area: 1 km2}}}\n",
     "another placed lake has that place", "place.lakes[1]", 1, 1},
    {"  - noise: {shape: island}\n"
     "  - place: {peaks: {P: {x: 9 km, y: 9 km, height: 900}, Q: {x: 100, y: 100, height: 9}}}\n",
     "there is no land", "place.peaks[1]", 1, 1},
    {GROUND
     "  - place: {frozen: [[[[6 km, 6 km], [12 km, 6 km], [12 km, 12 km], [6 km, 12 km]]]]}\n"
     "  - place: {lakes: {A: {x: 3 km, y: 3 km, area: 1 km2}, B: " FINE "}}\n",
     "the ground there is frozen", "place.lakes[1]", 2, 1},
    {GROUND "  - place: {lakes: {A: " FINE "}, no_lakes: [[3 km, 3 km], [9 km, 9 km]]}\n",
     "there shall be no lake", "place.no_lakes[1]", 1, 1},
    /* found out by stages that come later */
    {"  - place: {lakes: {A: {x: 100, y: 100, area: 1 km2}}}\n  - noise: {shape: island}\n"
     "  - lakes: {}\n",
     "it would lie in the sea", "place.lakes[0]", 0, 0},
    {ISLAND "  - place: {lakes: {A: " FINE ", B: {x: 500, y: 500, area: 1 km2}}}\n" BASINS,
     "it would lie in the sea", "place.lakes[1]", 2, 1},
    {ISLAND "  - place: {rivers: {A: {line: [[9 km, 9 km], [9 km, 1 km]]}}}\n"
            "  - place: {rivers: {B: {line: [[6 km, 6 km], [12 km, 6 km]]}}}\n" BASINS,
     "and goes on", "place.rivers[0]", 3, 0},
    {ISLAND "  - place: {mouths: {A: {x: 9.6 km, y: 9.6 km}}}\n" BASINS, "is far from the coast",
     "place.mouths[0]", 2, 0},
    {ISLAND "  - place: {lakes: {A: {x: 9 km, y: 9 km, area: 1 km2, level: 5000}}}\n" BASINS,
     "cannot stand at 5000 m", "place.lakes[0]", 2, 0},
    {"  - place: {rivers: {A: {line: [[9 km, 9 km], [9 km, 1 km]]}, B: {line: [[1 km, 1 km], [2 "
     "km, "
     "1 km]]}}}\n" HYDROLOGY,
     "leaves the land", "place.rivers[1]", 0, 1},
    {"  - place: {mouths: {A: {x: 9.6 km, y: 9.6 km}}}\n" HYDROLOGY, "is farther than",
     "place.mouths[0]", 0, 0},
    {"  - contour: {}\n  - place: {peaks: {A: {x: 100, y: 100, height: 900}}}\n"
     "  - network: {}\n  - watersheds: {}\n  - courses: {}\n  - tree: {}\n",
     "there is no land", "place.peaks[0]", 1, 0},
};

static void refusals_point_at_their_rows(void **state)
{
    fluv_ctx *ctx = *state;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        const refusal *r = &refusals[i];
        char text[1500];
        fluv_landscape land;
        snprintf(text, sizeof text, FRAME "%s", 4, r->stages);
        if (recipe_land(ctx, text, &land) != FLUV_BAD_RECIPE)
            fail_msg("not refused:\n%s", r->stages);
        const fluv_error *error = fluv_error_of(ctx);
        if (!strstr(error->message, r->why) || strcmp(error->path, r->path) != 0 ||
            error->stage_index != r->stage_index || error->row != r->row ||
            strcmp(error->stage, "place") != 0)
            fail_msg("%s\nat %s of stage %d, %s, row %d\n%s", error->message, error->path,
                     error->stage_index, error->stage, error->row, r->stages);
        assert_int_equal(error->line, 5 + r->stage_index); /* of the recipe's text */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(refusals_point_at_their_rows)};
    return cmocka_run_group_tests(tests, land_set_up, land_tear_down);
}
