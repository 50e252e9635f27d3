// SPDX-License-Identifier: MIT
/* Rivers first: an edit changes what it touches and nothing else. */
#include "how_many.h"
#include "landscape/basins.h"
#include "landscape/layout.h"
#include "landscape/regions.h"
#include "landscape/shore.h"
#include "locality.h"
#include "rivers_first.h"

#define SIZE   192
#define WIDTH  120e3
#define FAR    5e3
#define MOST   0.01  /* of the cells farther away than that may differ, */
#define MEAN   0.005 /* and so many over all lands */
#define MASSES "coast.landmasses"

#define HEAD                                                                                       \
    "interfluve: 1\nseed: 7\n"                                                                     \
    "frame: {size: 192, width: 120 km, height: [-400 m, 2200 m]}\nstages:\n"                       \
    "  - coast:\n      spacing: 400 m\n      landmasses:\n"

/* Two islands, each with markers of its own. */
static const char two_islands[] = HEAD
    "        - markers: [[28 km, 16 km, 0], [50 km, 60 km, 90], [28 km, 104 km, 180], [8 km, "
    "60 km, 270]]\n"
    "        - markers: [[92 km, 16 km, 0], [112 km, 60 km, 90], [92 km, 104 km, 180], [70 km, "
    "60 km, 270]]\n"
    "  - regions:\n"
    "      spacing: 400 m\n"
    "      markers:\n"
    "        - {type: mountain, x: 92 km, y: 60 km, range: 10 km}\n"
    "        - {type: mountain, x: 28 km, y: 56 km, range: 12 km}\n"
    "        - {type: desert, x: 24 km, y: 30 km, range: 8 km}\n"
    "      random: {mountain: 2}\n"
    "  - basins: {spacing: 600 m}\n  - channels: {deltas: 1}\n  - relief: {}\n";

/* One island, with regions drawn and at random. */
#define ISLAND                                                                                     \
    HEAD                                                                                           \
        "        - markers: [[60 km, 8 km, 0], [94 km, 20 km, 45], [110 km, 56 km, 90], [96 km, "  \
        "94 km, 135], [60 km, 110 km, 180], [26 km, 96 km, 225], [10 km, 60 km, 270], [24 km, 22 " \
        "km, 315]]\n"                                                                              \
        "  - regions:\n"                                                                           \
        "      spacing: 400 m\n"                                                                   \
        "      markers:\n"                                                                         \
        "        - {type: mountain, x: 40 km, y: 78 km, range: 9 km}\n"                            \
        "        - {type: desert, x: 84 km, y: 34 km, range: 5 km}\n"                              \
        "      random: {mountain: 2}\n"                                                            \
        "  - basins: {spacing: 600 m, outlets: {coast: 140}}\n"                                    \
        "  - channels: {sources: {flatland: 140, mountain: 220}, lakes: {flatland: 15, mountain: " \
        "15}, smallest_lake: 400 m, deltas: 2}\n"

static const char planned_island[] = ISLAND;
static const char one_island[] = ISLAND "  - relief: {}\n";

/* A recipe as it stands and with a setting; what an edit does not touch is not made again. */
typedef struct bench {
    fluv_ctx *ctx;
    fluv_builder *builder;
    const char *text;
    int seed;
    fluv_landscape before;
    const fluv_landscape *after; /* the builder's */
} bench;

static const fluv_landscape *make(bench *b, const char *setting)
{
    fluv_recipe *recipe = NULL;
    if (fluv_recipe_parse(b->ctx, b->text, strlen(b->text), "t.yaml", &recipe) != FLUV_OK)
        fail_msg("%s", fluv_message(b->ctx));
    set(b->ctx, recipe, "seed=%d", b->seed);
    if (setting)
        set(b->ctx, recipe, "%s", setting);
    const fluv_landscape *land = run(b->ctx, b->builder, recipe);
    fluv_recipe_delete(recipe);
    return land;
}

static bench open_bench(const char *text, int seed)
{
    bench b = {.ctx = fluv_ctx_new(), .text = text, .seed = seed};
    fluv_set_threads(b.ctx, 1); /* tests run side by side */
    b.builder = fluv_builder_new(b.ctx);
    assert_int_equal(fluv_landscape_share(b.ctx, make(&b, NULL), &b.before), FLUV_OK);
    return b;
}

static void close_bench(bench *b)
{
    fluv_landscape_free(&b->before);
    fluv_builder_delete(b->builder);
    fluv_ctx_delete(b->ctx);
}

/* ---- Two islands ---- */

static bool has_reach(const fluv_rivers *rivers, int64_t id)
{
    for (size_t i = 0; i < rivers->count; i++)
        if (rivers->reaches[i].id == id)
            return true;
    return false;
}

static bool has_same_lake(const fluv_lakes *lakes, const fluv_lake *lake)
{
    for (size_t i = 0; i < lakes->count; i++)
        if (lakes->lakes[i].id == lake->id && lakes->lakes[i].level == lake->level)
            return true;
    return false;
}

/* Reaches of one landscape that the other has not, in the west and in the east. */
static void count_lost(const fluv_landscape *a, const fluv_landscape *b, size_t lost[2])
{
    const fluv_rivers *rivers = fluv_rivers_of(a);
    const fluv_lakes *lakes = fluv_lakes_of(a);
    for (size_t i = 0; i < rivers->count; i++) {
        bool east = rivers->points[rivers->reaches[i].first_point].x >= 0.5 * WIDTH;
        lost[east] += !has_reach(fluv_rivers_of(b), rivers->reaches[i].id);
    }
    for (size_t i = 0; i < lakes->count; i++)
        lost[lakes->lakes[i].x >= 0.5 * WIDTH] +=
            !has_same_lake(fluv_lakes_of(b), &lakes->lakes[i]);
}

static void an_edit_of_one_island_leaves_the_other_alone(void **state)
{
    (void)state;
    static const char *const edits[] = {
        "regions.markers[0].range=16 km", "regions.markers[0].type=desert",
        MASSES "[1].markers[1].x=104 km", "regions.markers[0].x=88 km"};
    bench b = open_bench(two_islands, 7);
    assert_true(fluv_rivers_of(&b.before)->count > 100 && fluv_lakes_of(&b.before)->count > 5);
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        b.after = make(&b, edits[i]);
        size_t lost[2] = {0, 0}, moved = locality_bytes_west(&b.before, b.after, SIZE / 2);
        count_lost(&b.before, b.after, lost);
        if (moved || lost[0])
            fail_msg("%s: %zu values of the west differ, %zu reaches and lakes are lost", edits[i],
                     moved, lost[0]);
        assert_true(lost[1] > 0); /* the edit did something */
    }
    close_bench(&b);
}

/* ---- One island ---- */

static uint32_t cell_at(const fluv_landscape *land, double x, double y)
{
    const fluv_frame *frame = fluv_frame_of(land);
    double col = fmin(fmax(floor((x - frame->west) / frame->cell), 0.0), frame->cols - 1.0);
    double row = fmin(fmax(floor((frame->north - y) / frame->cell), 0.0), frame->rows - 1.0);
    return (uint32_t)row * frame->cols + (uint32_t)col;
}

/* A cell belongs to the catchment of a vertex in it; cells without one take their neighbour's. */
static uint32_t *catchments_of(const fluv_landscape *land)
{
    const fluv_basins *b = fluv_basins_of(land);
    size_t cells = fluv_cell_count(land);
    uint32_t *catchment = test_malloc(cells * sizeof *catchment);
    for (size_t c = 0; c < cells; c++)
        catchment[c] = FLUV_NONE;
    for (uint32_t v = 0; v < b->count; v++)
        if (!b->ocean[v])
            catchment[cell_at(land, b->x[v], b->y[v])] = b->outlet[v];
    return catchment;
}

/* What an edit touches itself; each marks what one landscape has and the other has not. */
typedef void touch_fn(const fluv_landscape *a, const fluv_landscape *b, uint8_t *touched);

static void touch_regions(const fluv_landscape *a, const fluv_landscape *b, uint8_t *touched)
{
    for (size_t c = 0; c < fluv_cell_count(a); c++)
        if (fluv_region_of(a)[c] != fluv_region_of(b)[c])
            touched[c] = 1;
}

/* Another coast may leave no room for a region at random: it is another one then. */
static void touch_coast(const fluv_landscape *a, const fluv_landscape *b, uint8_t *touched)
{
    const fluv_shore *p = fluv_shore_of(a), *q = fluv_shore_of(b);
    for (uint32_t i = 0; i < fluv_lattice_count(&p->lattice); i++)
        if ((p->distance[i] > 0.0F) != (q->distance[i] > 0.0F))
            touched[cell_at(a, fluv_lattice_x(&p->lattice, i % p->lattice.cols),
                            fluv_lattice_y(&p->lattice, i / p->lattice.cols))] = 1;
    touch_regions(a, b, touched);
}

static const fluv_layout_point *head_of(const fluv_layout *plan, uint32_t line)
{
    return &plan->points[plan->lines[line].first_point];
}

static bool has_head(const fluv_layout *plan, uint32_t vertex)
{
    for (uint32_t i = 0; i + plan->arm_count < plan->line_count; i++)
        if (head_of(plan, i)->vertex == vertex)
            return true;
    return false;
}

static void touch_sources(const fluv_landscape *a, const fluv_landscape *b, uint8_t *touched)
{
    const fluv_layout *p = fluv_layout_of(a), *q = fluv_layout_of(b);
    for (uint32_t i = 0; i + p->arm_count < p->line_count; i++)
        if (!has_head(q, head_of(p, i)->vertex))
            touched[cell_at(a, head_of(p, i)->x, head_of(p, i)->y)] = 1;
}

static bool has_lake(const fluv_layout *plan, const fluv_layout_lake *lake)
{
    for (uint32_t i = 0; i < plan->lake_count; i++) {
        const fluv_layout_lake *other = &plan->lakes[i];
        if (other->x == lake->x && other->y == lake->y && other->radius == lake->radius)
            return true;
    }
    return false;
}

static void touch_lakes(const fluv_landscape *a, const fluv_landscape *b, uint8_t *touched)
{
    const fluv_layout *p = fluv_layout_of(a), *q = fluv_layout_of(b);
    for (uint32_t i = 0; i < p->lake_count; i++)
        if (!has_lake(q, &p->lakes[i]))
            touched[cell_at(a, p->lakes[i].x, p->lakes[i].y)] = 1;
}

static void touch_deltas(const fluv_landscape *a, const fluv_landscape *b, uint8_t *touched)
{
    (void)b;
    const fluv_layout *p = fluv_layout_of(a);
    for (uint32_t i = 0; i < p->lobe_count; i++)
        touched[cell_at(a, p->lobes[i].x, p->lobes[i].y)] = 1;
}

typedef struct edit {
    const char *what, *setting;
    touch_fn *touch;
} edit;

static const edit edits[] = {
    {"a coast marker moved by 3 km", MASSES "[0].markers[2].x=107 km", touch_coast},
    {"a coast marker moved by 6 km", MASSES "[0].markers[5].y=90 km", touch_coast},
    {"a region widened by 3 km", "regions.markers[1].range=8 km", touch_regions},
    {"a region moved by 5 km", "regions.markers[0].x=45 km", touch_regions},
    {"another random region", "regions.random.mountain.count=3", touch_regions},
    {"more sources", "channels.sources.flatland.count=144", touch_sources},
    {"more lakes", "channels.lakes.flatland.count=20", touch_lakes},
    {"a higher chance of lakes", "channels.lake_chance=0.5", touch_lakes},
    {"larger deltas", "channels.delta_radius=8 km", touch_deltas},
    {"more deltas", "channels.deltas=6", touch_deltas},
};

static double share_of(const uint8_t *mark, size_t count)
{
    size_t marked = 0;
    for (size_t i = 0; i < count; i++)
        marked += mark[i] > 0;
    return (double)marked / (double)count;
}

/* The share of the cells far from what an edit touched that differ. */
static double share_beyond(bench *b, const edit *e)
{
    b->after = make(b, e->setting);
    size_t cells = fluv_cell_count(b->after), moved = 0;
    locality l = {.ctx = b->ctx,
                  .before = &b->before,
                  .after = b->after,
                  .catchment = {catchments_of(&b->before), catchments_of(b->after)},
                  .labels = fluv_basins_of(b->after)->count,
                  .touched = test_calloc(cells, 1)};
    e->touch(&b->before, b->after, l.touched);
    e->touch(b->after, &b->before, l.touched);
    double share = locality_beyond(&l, FAR);
    for (size_t c = 0; c < cells; c++)
        moved += locality_differs(&b->before, b->after, c);
    print_message(
        "seed %2d: %-28s %5.1f %% touched, %5.1f %% differ, %5.1f %% far away, %.3f %% of "
        "that differ\n",
        b->seed, e->what, 100.0 * share_of(l.touched, cells), 100.0 * (double)moved / (double)cells,
        100.0 * (double)l.far / (double)cells, 100.0 * share);
    bool usual = !getenv("INTERFLUVE_SEEDS"); /* of any land, an edit may do nothing, or all */
    assert_true(!usual || (moved > 0 && l.far > 0));
    test_free(l.touched);
    test_free(l.catchment[0]);
    test_free(l.catchment[1]);
    return share;
}

#define EDITS (sizeof edits / sizeof *edits)

/* Each edit of each land: those where edits reached farthest, or as many as INTERFLUVE_SEEDS says,
 * which the table of docs/edits.md is of. */
static void edits_change_the_catchments_they_touch(void **state)
{
    (void)state;
    static const int reach_far[] = {4, 11, 15, 19, 22, 3, 5, 1}; /* seeds */
    const size_t usual = cases_of(sizeof reach_far / sizeof *reach_far, 1);
    const size_t lands = (size_t)how_many("INTERFLUVE_SEEDS", (int)usual);
    double mean[EDITS] = {0};
    for (size_t k = 0; k < lands; k++) {
        bench b = open_bench(one_island, lands == usual ? reach_far[k] : (int)k + 1);
        for (size_t i = 0; i < EDITS; i++) {
            double share = share_beyond(&b, &edits[i]);
            mean[i] += share / (double)lands;
            if (share >= MOST)
                fail_msg("seed %d, %s: %.2f %% differ far away", b.seed, edits[i].what,
                         100.0 * share);
        }
        close_bench(&b);
    }
    for (size_t i = 0; i < EDITS; i++)
        if (mean[i] >= MEAN)
            fail_msg("%s: %.2f %% differ far away in the mean", edits[i].what, 100.0 * mean[i]);
}

/* ---- More of something ---- */

/* Places where rivers run no more; one may begin farther up. */
static size_t count_missing_rivers(const fluv_landscape *a, const fluv_landscape *b)
{
    const fluv_layout *p = fluv_layout_of(a), *q = fluv_layout_of(b);
    uint32_t vertices = fluv_basins_of(a)->count;
    uint8_t *runs = test_calloc(vertices, 1);
    size_t missing = 0;
    for (uint32_t i = 0; i < q->point_count; i++)
        runs[q->points[i].vertex] = 1;
    for (uint32_t i = 0; i + p->arm_count < p->line_count; i++)
        for (uint32_t k = 0; k < p->lines[i].point_count; k++)
            missing += !runs[p->points[p->lines[i].first_point + k].vertex];
    test_free(runs);
    return missing;
}

static size_t count_missing_lakes(const fluv_landscape *a, const fluv_landscape *b)
{
    const fluv_layout *p = fluv_layout_of(a);
    size_t missing = 0;
    for (uint32_t i = 0; i < p->lake_count; i++)
        missing += !has_lake(fluv_layout_of(b), &p->lakes[i]);
    return missing;
}

static size_t count_missing_mouths(const fluv_landscape *a, const fluv_landscape *b)
{
    const fluv_basins *p = fluv_basins_of(a), *q = fluv_basins_of(b);
    size_t missing = 0;
    for (uint32_t v = 0; v < p->count; v++)
        missing += p->outlet[v] == v && q->outlet[v] != v;
    return missing;
}

/* Mountains that are mountains no more. */
static size_t count_missing_mountains(const fluv_landscape *a, const fluv_landscape *b)
{
    size_t missing = 0;
    for (size_t c = 0; c < fluv_cell_count(a); c++)
        missing += fluv_region_of(a)[c] == FLUV_MOUNTAIN && fluv_region_of(b)[c] != FLUV_MOUNTAIN;
    return missing;
}

static void asking_for_more_only_adds(void **state)
{
    (void)state;
    static const struct {
        const char *setting;
        size_t (*missing)(const fluv_landscape *, const fluv_landscape *);
    } more[] = {
        {"channels.sources.flatland.count=200", count_missing_rivers},
        {"channels.sources.mountain.count=400", count_missing_rivers},
        {"channels.lakes.flatland.count=40", count_missing_lakes},
        {"channels.lake_chance=0.3", count_missing_lakes},
        {"basins.outlets.coast.count=240", count_missing_mouths},
        {"regions.random.mountain.count=4", count_missing_mountains},
    };
    bench b = open_bench(planned_island, 7);
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
        b.after = make(&b, more[i].setting);
        size_t lost = more[i].missing(&b.before, b.after),
               won = more[i].missing(b.after, &b.before);
        if (lost || !won)
            fail_msg("%s: %zu are lost, %zu come in addition", more[i].setting, lost, won);
    }
    close_bench(&b);
}

/* As many as asked for, about: on an island of flatland alone, which is half as much again as it
 * usually is. */
static void numbers_are_met_nearly(void **state)
{
    (void)state;
    static const char text[] =
        "interfluve: 1\nframe: {size: 16, width: 60 km}\nstages:\n"
        "  - coast: {shape: island, spacing: 200 m}\n  - regions: {spacing: 200 m}\n"
        "  - basins: {outlets: {coast: 60}}\n"
        "  - channels: {sources: {flatland: 150}, lakes: {flatland: 10}, deltas: 1}\n";
    double sources = 0.0, mouths = 0.0, lakes = 0.0, deltas = 0.0;
    for (int seed = 1; seed <= 2; seed++) {
        bench b = open_bench(text, seed);
        const fluv_layout *plan = fluv_layout_of(&b.before);
        const fluv_basins *basins = fluv_basins_of(&b.before);
        sources += (plan->line_count - plan->arm_count) / (2.0 * 1.5 * 150.0);
        lakes += plan->lake_count / (2.0 * 1.5 * 10.0);
        deltas += plan->lobe_count / 2.0;
        for (uint32_t v = 0; v < basins->count; v++)
            mouths += basins->outlet[v] == v ? 1.0 / (2.0 * 60.0) : 0.0;
        close_bench(&b);
    }
    print_message("of what was asked for: sources %.2f, mouths %.2f, lakes %.2f, deltas %.2f\n",
                  sources, mouths, lakes, deltas);
    assert_true(fabs(sources - 1.0) < 0.25 && fabs(mouths - 1.0) < 0.25);
    assert_true(fabs(lakes - 1.0) < 0.4 && fabs(deltas - 1.0) < 0.6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_edit_of_one_island_leaves_the_other_alone),
        cmocka_unit_test(edits_change_the_catchments_they_touch),
        cmocka_unit_test(asking_for_more_only_adds),
        cmocka_unit_test(numbers_are_met_nearly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
