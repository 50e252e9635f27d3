// SPDX-License-Identifier: MIT
/* Lakes on the way of rivers.
 *
 * in   lines        out   lakes: middle, radius
 *
 * Every vertex has a random number of its own: its rank, better on stronger rivers. Where that is
 * below the chance asked for, a lake may lie, larger on stronger rivers, if it has room: no ocean
 * and no edge near, and every river in its reach runs into its own. Of lakes that would touch the
 * best stays, of those on one line as well, and of those of a type of region that lie nearer than
 * the number asked for allows. All look at their surroundings alone, and at lakes that might be
 * there whether they are or not: so more lakes, or a higher chance, only add some.
 * O(steps + lakes that might be * vertices in reach). */
#include "stages/channels/parts.h"

#include "landscape/shore.h"
#include "stages/shared/apart.h"
#include "stages/shared/lake_shape.h"

#include <assert.h>
#include <omp.h>

#define APART    2.0 /* least distance from the middle to what it must keep off, in radii */
#define FEW_ENDS 3   /* steps from a line's head and end where no lake lies */
#define CROWDED  1.0 /* lakes there are, against those that would just find room */
#define POWER                                                                                      \
    0.6 /* as which lakes become rarer with their radius; for want of room areas have 0.7 then */
#define LEAST      0.9 /* of the radius of the smallest lakes */
#define SMALLER    0.8 /* the next size to try where a lake finds no room */
#define KEPT_APART 2.5 /* cells from a lake to kept rivers that it is not on */
#define BEND       2.5 /* as long a way makes a bend, against these */

/* What one thread needs to look around a lake, an item a vertex; scratch. */
typedef struct scout {
    uint32_t *queue;
    uint32_t *seen; /* number of the last look that came by */
    uint32_t number;
    uint32_t *asked;          /* number of the last look that asked whether it is near, */
    bool *near;               /* and what came out */
    fluv_layout_piece beside; /* of the lake's line, where the last that was asked for is */
} scout;

typedef struct search {
    scout *scouts;           /* one a thread */
    const uint32_t *line_of; /* of river vertices */
    const fluv_shore *shore;
    fluv_layout plan;                /* lines and how lakes are shaped */
    double smallest, largest;        /* radii, m */
    double apart[FLUV_REGION_TYPES]; /* least distance of lakes of a type, m; INFINITY: none */
    fluv_list found;                 /* of fluv_layout_lake: those that might be */
    fluv_list places;                /* of fluv_place, as they stand in `found` */
    fluv_layout_lake *placed;        /* lakes that the author placed; scratch */
    uint32_t placed_count;
    uint8_t *shut; /* of each line whether the author placed it or a lake on it; scratch */
} search;

/* How strong a river is, from a brook's 0 to 1 of the strongest to be expected. */
static double strength_at(const fluv_channels_job *job, uint32_t v)
{
    assert(v < job->basins->count && job->basins->strongest > 0.0);
    return pow(fmin(1.0, job->basins->area[v] / job->basins->strongest), 0.35);
}

/* Sizes follow a power law, as those of real lakes do, up to what a river of this strength has. */
static double radius_at(const fluv_channels_job *job, const search *s, fluv_key key, uint32_t v)
{
    double least = LEAST * s->smallest;
    double most = s->smallest + (s->largest - s->smallest) * strength_at(job, v);
    double rest = 1.0 - pow(least / most, POWER);
    assert(least < most);
    return least * pow(1.0 - rest * fluv_random(key, v), -1.0 / POWER);
}

/* The lake at a point of a line: larger on stronger rivers, longer along the valley. */
static fluv_layout_lake lake_at(const fluv_channels_job *job, const search *s,
                                const fluv_layout_point *at, uint32_t line)
{
    fluv_key key = fluv_key_make(job->landscape->seed, "channels", "lake size");
    uint32_t v = at->vertex;
    return (fluv_layout_lake){.x = at->x,
                              .y = at->y,
                              .radius = radius_at(job, s, key, v),
                              .stretch = fluv_random_between(key, (uint64_t)v << 32, 1.5, 6.0),
                              .line = line,
                              .middle = job->point_of[v]};
}

static bool has_room(const fluv_channels_job *job, const search *s, const fluv_layout_lake *lake)
{
    const fluv_frame *frame = &job->landscape->frame;
    double reach = APART * lake->radius;
    assert(lake->radius > 0.0 && lake->stretch >= 1.0);
    double east = lake->x - frame->west, south = frame->north - lake->y;
    if (east < reach || south < reach || frame->cell * frame->cols - east < reach ||
        frame->cell * frame->rows - south < reach)
        return false;
    for (uint32_t i = 0; i < s->placed_count; i++)
        if (fluv_length(lake->x - s->placed[i].x, lake->y - s->placed[i].y) <
            reach + s->placed[i].radius)
            return false;
    for (size_t i = 0; job->placed && i < job->placed->spot_count; i++) {
        const fluv_placed_spot *spot = &job->placed->spots[i];
        double far = fluv_length(lake->x - spot->x, lake->y - spot->y);
        if (spot->kind != FLUV_SPOT_MOUTH &&
            far < lake->radius * sqrt(lake->stretch) * exp(job->params->outline) +
                      job->basins->spacing)
            return false;
    }
    float shore;
    fluv_shore_points(s->shore, job->basins->spacing, &lake->x, &lake->y, 1, &shore);
    return (double)shore >= reach + job->basins->spacing;
}

/* Whether a vertex lies in a lake or less than a step of the mesh from it. */
static bool is_near(const fluv_channels_job *job, const search *s, scout *by,
                    const fluv_layout_lake *lake, uint32_t v)
{
    const fluv_basins *b = job->basins;
    double step = b->spacing * sqrt(lake->stretch) / lake->radius;
    if (by->asked[v] != by->number) {
        by->asked[v] = by->number;
        by->near[v] =
            fluv_layout_lake_holds(&s->plan, lake, b->x[v], b->y[v], 1.0 + step, &by->beside);
    }
    return by->near[v];
}

/* Whether the river through u comes to the lake's own line in it or close by. */
static bool runs_in(const fluv_channels_job *job, const search *s, scout *by,
                    const fluv_layout_lake *lake, uint32_t u)
{
    const fluv_basins *b = job->basins;
    while (!fluv_channels_ends(b, u)) {
        if (s->line_of[u] == lake->line)
            return true;
        if (!is_near(job, s, by, lake, u))
            return false;
        u = b->receiver[u];
    }
    return false;
}

/* Whether another river that was drawn or kept runs through a vertex: a lake would cut it short. */
static bool is_drawn(const fluv_channels_job *job, const search *s, const fluv_layout_lake *lake,
                     uint32_t v)
{
    return job->placed && job->slot[v] != FLUV_NONE && job->river[v] && s->line_of[v] != lake->line;
}

/* Water in cells that touch is one water: a kept river keeps so far from lakes of other lines. */
static double kept_apart(const fluv_channels_job *job)
{
    return fmax(job->basins->spacing, KEPT_APART * job->landscape->frame.cell);
}

/* How far a point of a line lies from a lake's middle, 1: on its shore. */
static double shore_share(const fluv_channels_job *job, const search *s,
                          const fluv_layout_lake *lake, const fluv_layout_point *at)
{
    double reach = fluv_layout_lake_reach(&s->plan, lake) + kept_apart(job);
    double dx = fabs(at->x - lake->x), dy = fabs(at->y - lake->y);
    return dx > reach || dy > reach ? INFINITY : fluv_layout_lake_at(&s->plan, lake, at->x, at->y);
}

/* Whether the lake's own river, where it is kept, leaves it and comes back to it, up or down from
 * the middle: its water would take the short way, and its bend fall dry. */
static bool cuts_bend(const fluv_channels_job *job, const search *s, const fluv_layout_lake *lake)
{
    const fluv_layout_point *points = job->points.items;
    const fluv_layout_line *line = &job->lines[lake->line];
    double apart = kept_apart(job), near = 1.0 + apart * sqrt(lake->stretch) / lake->radius;
    if (points[lake->middle].river == 0)
        return false;
    for (int down = 0; down < 2; down++) {
        double out = 0.0; /* m since it left */
        uint32_t count = down ? line->first_point + line->point_count - lake->middle
                              : lake->middle - line->first_point + 1;
        for (uint32_t k = 1; k < count; k++) {
            const fluv_layout_point *at = &points[down ? lake->middle + k : lake->middle - k];
            const fluv_layout_point *before = down ? at - 1 : at + 1;
            double share = shore_share(job, s, lake, at);
            bool in = share < 1.0;
            if ((in && out > apart) || (share < near && out > BEND * apart))
                return true;
            out = in ? 0.0 : out + fluv_length(at->x - before->x, at->y - before->y);
        }
    }
    return false;
}

/* Whether a kept river of another line comes so near that the lake would take its water. */
static bool takes_other(const fluv_channels_job *job, const search *s, const fluv_layout_lake *lake)
{
    const fluv_layout_point *points = job->points.items;
    const fluv_layout_line *own = &job->lines[lake->line];
    double near = 1.0 + kept_apart(job) * sqrt(lake->stretch) / lake->radius;
    if (points[lake->middle].river == 0)
        return false;
    for (uint32_t i = 0; i < job->points.count; i++) {
        bool other = i < own->first_point || i >= own->first_point + own->point_count;
        if (other && points[i].river && shore_share(job, s, lake, &points[i]) < near)
            return true;
    }
    return false;
}

static bool rivers_fit(const fluv_channels_job *job, const search *s, scout *by,
                       const fluv_layout_lake *lake, uint32_t middle)
{
    const fluv_basins *b = job->basins;
    assert(middle < b->count && lake->line < job->line_count);
    uint32_t head = 0, tail = 0;
    by->queue[tail++] = middle;
    by->seen[middle] = ++by->number;
    while (head < tail) {
        uint32_t v = by->queue[head++];
        if (b->ocean[v] || job->regions->types[b->type[v]].dry || is_drawn(job, s, lake, v) ||
            (job->river[v] && !runs_in(job, s, by, lake, v)))
            return false;
        for (uint32_t i = b->first[v]; i < b->first[v + 1]; i++) {
            uint32_t u = b->neighbour[i];
            if (by->seen[u] == by->number)
                continue;
            by->seen[u] = by->number;
            if (is_near(job, s, by, lake, u))
                by->queue[tail++] = u;
        }
    }
    return true;
}

/* Places on a line where the dice allow a lake, however large. */
static fluv_status list_places(fluv_ctx *ctx, const fluv_channels_job *job, search *s,
                               uint32_t line)
{
    const fluv_basins *b = job->basins;
    const fluv_layout_point *points = job->points.items;
    fluv_key key = fluv_key_make(job->landscape->seed, "channels", "lakes");
    uint32_t steps = job->lines[line].point_count / FLUV_PLAN_STEPS;
    uint32_t v = job->line_head[line];
    for (uint32_t k = 0; k + FEW_ENDS < steps && !s->shut[line] && !fluv_channels_ends(b, v);
         k++, v = b->receiver[v]) {
        double rank = fluv_random(key, v) / strength_at(job, v);
        if (k < FEW_ENDS || !job->wet[v] || rank >= job->params->lake_chance)
            continue;
        fluv_layout_lake *found = fluv_list_append(ctx, &s->found, 1, sizeof *found);
        fluv_place *place = fluv_list_append(ctx, &s->places, 1, sizeof *place);
        if (!found || !place)
            return FLUV_NO_MEMORY;
        *found = lake_at(job, s, &points[job->point_of[v]], line);
        *place = (fluv_place){.x = found->x,
                              .y = found->y,
                              .apart = s->apart[b->type[v]],
                              .rank = rank,
                              .kind = b->type[v]};
    }
    return FLUV_OK;
}

/* The largest size that has room; 0: none has. */
static double fitting_radius(const fluv_channels_job *job, const search *s, scout *by,
                             fluv_layout_lake lake)
{
    uint32_t middle = ((const fluv_layout_point *)job->points.items)[lake.middle].vertex;
    by->beside = (fluv_layout_piece){0};
    for (; lake.radius >= LEAST * s->smallest; lake.radius *= SMALLER)
        if (has_room(job, s, &lake) && rivers_fit(job, s, by, &lake, middle) &&
            !cuts_bend(job, s, &lake) && !takes_other(job, s, &lake))
            return lake.radius;
    return 0.0;
}

/* Each looks at rivers and land alone, not at other lakes, so threads share them out. */
static void fit_all(const fluv_ctx *ctx, const fluv_channels_job *job, const search *s)
{
    fluv_layout_lake *found = s->found.items;
#pragma omp parallel for num_threads(ctx->threads) schedule(dynamic)
    for (size_t i = 0; i < s->found.count; i++)
        found[i].radius = fitting_radius(job, s, &s->scouts[omp_get_thread_num()], found[i]);
}

/* Leaves out what has no room at any size. */
static void drop_unfit(search *s)
{
    fluv_layout_lake *found = s->found.items;
    fluv_place *places = s->places.items;
    uint32_t kept = 0;
    assert(s->places.count == s->found.count);
    for (size_t i = 0; i < s->found.count; i++) {
        if (!(found[i].radius > 0.0))
            continue;
        found[kept] = found[i];
        places[kept] = places[i];
        places[kept].what = kept;
        kept++;
    }
    s->found.count = s->places.count = kept;
}

/* Of the places of a line the best, and of those that a lake would touch. */
static bool is_best(const search *s, const fluv_place *place)
{
    const fluv_layout_lake *lakes = s->found.items, *own = &lakes[place->what];
    assert(place->what < s->found.count && s->places.count == s->found.count);
    const fluv_place *places = s->places.items;
    for (size_t i = 0; i < s->places.count; i++) {
        const fluv_layout_lake *other = &lakes[places[i].what];
        bool better = places[i].rank < place->rank ||
                      (places[i].rank == place->rank && places[i].what < place->what);
        if (better &&
            (other->line == own->line || fluv_length(own->x - other->x, own->y - other->y) <
                                             APART * (own->radius + other->radius)))
            return false;
    }
    return true;
}

static fluv_status choose(fluv_ctx *ctx, fluv_channels_job *job, search *s)
{
    fluv_place *places = s->places.items;
    fluv_places_keep_apart(places, s->places.count);
    job->lakes = fluv_scratch(ctx, s->places.count + s->placed_count, sizeof *job->lakes);
    if (!job->lakes)
        return FLUV_NO_MEMORY;
    for (uint32_t i = 0; i < s->placed_count; i++)
        job->lakes[job->lake_count++] = s->placed[i];
    for (size_t i = 0; i < s->places.count; i++)
        if (places[i].stays && isfinite(places[i].apart) && is_best(s, &places[i]))
            job->lakes[job->lake_count++] =
                ((const fluv_layout_lake *)s->found.items)[places[i].what];
    return FLUV_OK;
}

static fluv_status read_counts(fluv_ctx *ctx, const fluv_channels_job *job, search *s)
{
    uint32_t wanted[FLUV_REGION_TYPES];
    for (uint32_t type = 0; type < job->regions->type_count; type++)
        wanted[type] = job->regions->types[type].lakes;
    fluv_counts_job counts = {.regions = job->regions,
                              .where = "channels.lakes",
                              .rows = job->params->lakes.rows,
                              .row_count = job->params->lakes.count};
    FLUV_TRY(fluv_counts_read(ctx, &counts, wanted));
    for (uint32_t type = 0; type < job->regions->type_count; type++) {
        double area = CROWDED * fluv_usual_area(job->landscape, type);
        s->apart[type] = wanted[type] ? sqrt(area / (M_PI * wanted[type])) : INFINITY;
    }
    return FLUV_OK;
}

static fluv_status open_scouts(fluv_ctx *ctx, const fluv_channels_job *job, search *s)
{
    size_t n = job->basins->count;
    s->scouts = fluv_scratch(ctx, (size_t)ctx->threads, sizeof *s->scouts);
    for (int thread = 0; s->scouts && thread < ctx->threads; thread++) {
        scout *by = &s->scouts[thread];
        *by = (scout){.queue = fluv_scratch(ctx, n, sizeof *by->queue),
                      .seen = fluv_scratch_zero(ctx, n, sizeof *by->seen),
                      .asked = fluv_scratch_zero(ctx, n, sizeof *by->asked),
                      .near = fluv_scratch(ctx, n, sizeof *by->near)};
        if (!by->queue || !by->seen || !by->asked || !by->near)
            return FLUV_NO_MEMORY;
    }
    return s->scouts ? FLUV_OK : FLUV_NO_MEMORY;
}

static fluv_status begin(fluv_ctx *ctx, fluv_channels_job *job, search *s)
{
    const fluv_basins *b = job->basins;
    uint32_t *line_of = fluv_scratch(ctx, b->count, sizeof *line_of);
    if (!line_of)
        return FLUV_NO_MEMORY;
    FLUV_TRY(open_scouts(ctx, job, s));
    FLUV_TRY(read_counts(ctx, job, s));
    s->shore = fluv_shore_of(job->landscape);
    s->smallest =
        job->params->smallest_lake > 0.0 ? job->params->smallest_lake : job->longer / 500.0;
    s->largest = job->params->largest_lake > 0.0 ? job->params->largest_lake : job->longer / 15.0;
    s->largest = fmax(s->largest, s->smallest);
    for (uint32_t v = 0; v < b->count; v++)
        line_of[v] = FLUV_NONE;
    for (uint32_t line = 0; line < job->line_count; line++)
        for (uint32_t v = job->line_head[line];
             !fluv_channels_ends(b, v) && line_of[v] == FLUV_NONE; v = b->receiver[v])
            line_of[v] = line;
    s->line_of = line_of;
    s->plan = fluv_channels_plan(job);
    return FLUV_OK;
}

/* Whether a river's lakes are the author's alone: one that was drawn, or kept along with lakes. */
static bool has_its_lakes(const fluv_channels_job *job, uint32_t river)
{
    bool kept_lakes = false;
    for (size_t i = 0; i < job->placed->lake_count; i++)
        kept_lakes |= job->placed->lakes[i].follows;
    return kept_lakes || !job->placed->rivers[river].kept;
}

/* Lakes of the author's, on the lines through their exits. Beside them, and on rivers that have
 * theirs, there are no others. */
static fluv_status take_placed(fluv_ctx *ctx, const fluv_channels_job *job, search *s)
{
    const fluv_basins *b = job->basins;
    size_t lakes = job->placed ? job->placed->lake_count : 0;
    const fluv_layout_point *points = job->points.items;
    s->shut = fluv_scratch_zero(ctx, job->line_count, 1);
    s->placed = fluv_scratch(ctx, lakes, sizeof *s->placed);
    if (!s->shut || !s->placed)
        return FLUV_NO_MEMORY;
    for (uint32_t line = 0; job->placed && line < job->line_count; line++)
        for (uint32_t i = 0; i < job->lines[line].point_count && !s->shut[line]; i++) {
            uint32_t river = points[job->lines[line].first_point + i].river;
            s->shut[line] = river > 0 && has_its_lakes(job, river - 1);
        }
    for (size_t i = 0; i < lakes; i++) {
        fluv_lake_shape shape;
        if (b->lake_exit[i] == FLUV_NONE)
            continue;
        FLUV_TRY(fluv_lake_shape_find(ctx, job->landscape, job->placed, i, &shape));
        uint32_t line = s->line_of[b->lake_exit[i]];
        s->shut[line] = 1;
        s->placed[s->placed_count++] = (fluv_layout_lake){.x = shape.x,
                                                          .y = shape.y,
                                                          .radius = shape.reach,
                                                          .stretch = 1.0,
                                                          .line = line,
                                                          .placed = (uint32_t)i + 1,
                                                          .shore = shape.shore};
    }
    return FLUV_OK;
}

static fluv_status find_all(fluv_ctx *ctx, fluv_channels_job *job, search *s)
{
    FLUV_TRY(begin(ctx, job, s));
    FLUV_TRY(take_placed(ctx, job, s));
    for (uint32_t line = 0; line < job->line_count; line++)
        FLUV_TRY(list_places(ctx, job, s, line));
    fit_all(ctx, job, s);
    drop_unfit(s);
    return choose(ctx, job, s);
}

fluv_status fluv_channels_standing(fluv_ctx *ctx, fluv_channels_job *job)
{
    search *s = fluv_scratch_zero(ctx, 1, sizeof *s);
    if (!s)
        return FLUV_NO_MEMORY;
    fluv_status status = find_all(ctx, job, s);
    fluv_list_free(&s->found);
    fluv_list_free(&s->places);
    return status;
}
