// SPDX-License-Identifier: MIT
/* The forest: every land vertex gets a receiver, from the outlets inland.
 *
 * in   mouths and gates        out   receiver, outlet, order, drainage area
 *
 * random: the spanning forest of the source paper: a random step of the fringe joins the tree
 *         again and again. Steps with clocks that ring after exponentially distributed times do
 *         the same, as such clocks forget how long they ran; each edge has its own, so the first
 *         to ring is found as a cheapest way, and nothing depends on what grows elsewhere.
 * cost:   cheapest ways over edges that cost their length, times a random factor. Then towards an
 *         optimal channel network, the least of
 *
 *             E = sum over v of  L(v) * A(v)^0.5
 *
 *         with A the drainage area and L the length to the receiver. E is concave in A, so the
 *         cheapest ways at the prices L(v) * A(v)^-0.5, its slope at the forest that is there,
 *         make a forest with no more E: repeated a few times, large rivers attract water. Divides
 *         between outlets are those of the first ways: what changes in one catchment, and the area
 *         of its river with it, moves no divide but its own, and catchments grow side by side.
 *
 * Three rounds each, with ever more allowed: a region is entered at its gates alone and not through
 * dry land; then across any rim; then through dry land as well, where no river will run.
 * O(passes * n log n).
 *
 * Based on: Report and thesis on rivers first: Basins. 2022, 2021
 *           Rodriguez-Iturbe et al. Energy dissipation, runoff production, and the
 *           three-dimensional structure of river basins. 1992 */
#include "stages/basins/parts.h"

#include "base/queue.h"
#include "field/noise.h"
#include "landscape/shore.h"

#include <assert.h>
#include <omp.h>
#include <stdlib.h>

enum { STRICT, ACROSS_RIMS, ANYWHERE, ROUNDS };

#define OWN_SPREAD   3.0 /* of an edge's random price, as a power of e */
#define FIELD_SPREAD 3.0 /* of the price by noise, which bends whole rivers */

/* Near the coast ways are dearer, so that rivers meet inland and not at their mouths; along the
 * beach and along the frame's edge, within a few spacings of them, much more so. */
#define COAST_PRICE 3.0
#define COAST_STRIP 0.06 /* of the longer side */
#define BEACH_PRICE 12.0
#define BEACH_STRIP 2.5 /* spacings */

/* The same along the rims of regions that are entered at gates. */
#define RIM_PRICE 4.0
#define RIM_STRIP 0.03 /* of the longer side */

/* Mouths are not alike: some drain no more than the coast behind them. How dear a mouth is, as a
 * share of the distance between mouths if all had the same, on average. */
#define MOUTH_PRICE 3.0

#define DRAWN 0.1F /* what a way costs along a river that the author drew */

/* Around a placed peak or pass ways are dear, so far in spacings. */
#define SPOT_PRICE 60.0
#define SPOT_REACH 4.0

#define BLOCK 1024 /* vertices whose noise is made together */

/* Of the way from the frame's edge to the sea, that counts: the sea may be nearer on the other
 * side.
 */
#define BEYOND 0.5

/* A part of the forest that grows by itself: all of it in the first pass, then one catchment each.
 * It has a stretch of job->order of its own. */
typedef struct stand {
    uint32_t first, end; /* in job->order */
    uint32_t reached;    /* from `first` on */
    uint32_t edges;      /* that leave its vertices: no more steps can wait at a time */
    uint32_t root;       /* its outlet; FLUV_NONE: all mouths */
} stand;

typedef struct forest {
    fluv_basins_job *job;
    float *price;     /* of a vertex, times an edge's length */
    float *length;    /* of an edge, times its random factor; as neighbours stand */
    float *cost;      /* from the vertex to its outlet */
    uint32_t reached; /* vertices in job->order, over all stands */
    double apart;     /* m, of mouths if their basins were squares */
    bool by_clock;    /* growth at random */
    bool improved;    /* areas of an earlier pass are known, and make prices; outlets stay */
    uint8_t *in;      /* 1: reached */
    fluv_key key;
    stand *stands; /* as the pass has them; room for one an outlet */
    uint32_t stand_count;
    fluv_queue *queues; /* one a thread */
} forest;

static bool is_dry(const fluv_basins_job *job, uint32_t v)
{
    return job->regions->types[job->type[v]].dry;
}

static bool is_gated(const fluv_basins_job *job, uint32_t v)
{
    return job->type[v] != FLUV_FLATLAND && job->outlets[job->type[v]] > 0;
}

/* Whether water of v may go to u. */
static bool allowed(const fluv_basins_job *job, int round, uint32_t u, uint32_t v)
{
    if (round == ANYWHERE)
        return true;
    if (is_dry(job, u) || is_dry(job, v))
        return false;
    if (round == ACROSS_RIMS || job->type[u] == job->type[v])
        return true;
    return is_gated(job, v) ? job->gate[v] : !is_gated(job, u);
}

static uint32_t nearest_ocean(const fluv_basins_job *job, uint32_t v)
{
    uint32_t best = FLUV_NONE;
    for (uint32_t i = job->first[v]; i < job->first[v + 1]; i++) {
        uint32_t u = job->neighbour[i];
        if (job->ocean[u] &&
            (best == FLUV_NONE || fluv_basins_step(job, v, u) < fluv_basins_step(job, v, best)))
            best = u;
    }
    return best;
}

static void join(const forest *f, stand *s, int round, uint32_t v, uint32_t receiver)
{
    fluv_basins_job *job = f->job;
    assert(v < job->count && !job->ocean[v] && !f->in[v] && s->reached < s->end);
    assert(receiver == FLUV_NONE || job->ocean[receiver] || f->in[receiver]);
    f->in[v] = 1;
    job->order[s->reached++] = v;
    job->receiver[v] = receiver;
    bool root = receiver == FLUV_NONE || job->ocean[receiver];
    if (!f->improved) /* else it stays, and others may read it now */
        job->outlet[v] = root ? v : job->outlet[receiver];
    assert(job->outlet[v] == (root ? v : job->outlet[receiver]));
    bool drawn = job->placed && (job->river[v] != FLUV_NONE || job->lake[v] != FLUV_NONE);
    job->wet[v] = drawn || (round != ANYWHERE && !is_dry(job, v) && (root || job->wet[receiver]));
}

/* Whether u stays in another catchment than v, which may be growing now. */
static bool is_elsewhere(const forest *f, uint32_t v, uint32_t u)
{
    return f->improved && f->job->outlet[u] != f->job->outlet[v];
}

/* ---- Placed water ---- */

/* Whether a vertex waits for a placed river to bring it: it is on such a river's way, or in a lake
 * that one leaves. */
static bool is_reserved(const fluv_basins_job *job, uint32_t v)
{
    uint32_t lake = job->lake[v];
    return job->forced[v] != FLUV_NONE ||
           (lake != FLUV_NONE && job->lake_exit[lake] != FLUV_NONE && job->lake_exit[lake] != v);
}

/* Joins the neighbours of v that come along with it: those on a river that was drawn through v, or
 * those in the same lake. Along a river that the author drew ways are cheap, as along any large
 * one. */
static void bring(const forest *f, stand *s, int round, uint32_t v, bool drawn)
{
    fluv_basins_job *job = f->job;
    for (uint32_t i = job->first[v]; i < job->first[v + 1]; i++) {
        uint32_t u = job->neighbour[i];
        bool comes =
            drawn ? job->forced[u] == v : job->lake[u] != FLUV_NONE && job->lake[u] == job->lake[v];
        if (!comes || is_elsewhere(f, v, u) || f->in[u] || job->ocean[u])
            continue;
        f->cost[u] = f->cost[v] + (drawn ? DRAWN * f->length[i] * f->price[u] : 0.0F);
        join(f, s, round, u, v);
    }
}

/* What comes along with the vertices that joined since `from`: whole rivers, then the lakes around
 * them. */
static void bring_along(const forest *f, stand *s, int round, uint32_t from)
{
    uint32_t along = from;
    for (uint32_t k = from; f->job->placed && k < s->reached; k++) {
        for (; along < s->reached; along++)
            bring(f, s, round, f->job->order[along], true);
        bring(f, s, round, f->job->order[k], false);
    }
}

/* What an outlet costs: by chance at the coast, nothing where the author wants it; at the frame's
 * edge the way beyond it. */
static float outlet_cost(const forest *f, uint32_t v, uint32_t ocean)
{
    const fluv_basins_job *job = f->job;
    assert(job->mouth[v] && (ocean == FLUV_NONE || job->ocean[ocean]));
    if (f->by_clock || (job->placed && (job->ease[v] != 1.0F || job->forced[v] != FLUV_NONE)))
        return 0.0F;
    if (ocean != FLUV_NONE) {
        fluv_key key = fluv_key_make(job->landscape->seed, "basins", "mouths");
        return (float)(-log1p(-fluv_random(key, v)) * MOUTH_PRICE * f->apart);
    }
    if (job->land_count == job->count)
        return 0.0F;
    return (float)(BEYOND * fluv_basins_sea_beyond(job, v));
}

static void join_mouth(const forest *f, stand *s, uint32_t v)
{
    const fluv_basins_job *job = f->job;
    bool drawn = job->placed && job->forced[v] != FLUV_NONE;
    uint32_t ocean = drawn ? job->forced[v] : nearest_ocean(job, v);
    f->cost[v] = outlet_cost(f, v, ocean);
    join(f, s, STRICT, v, ocean);
}

static void start(const forest *f, stand *s)
{
    const fluv_basins_job *job = f->job;
    s->reached = s->first;
    if (s->root != FLUV_NONE)
        join_mouth(f, s, s->root);
    for (uint32_t v = 0; s->root == FLUV_NONE && v < job->count; v++)
        if (job->mouth[v])
            join_mouth(f, s, v);
    bring_along(f, s, STRICT, s->first);
}

/* ---- Cheapest ways ---- */

/* When the clock of a step from u to v rings. */
static float clock_of(const forest *f, uint32_t u, uint32_t v)
{
    return (float)-log1p(-fluv_random(f->key, (uint64_t)u << 32 | v));
}

/* An edge's own factor, the same from both ends. */
static float edge_factor(const forest *f, uint32_t u, uint32_t v)
{
    uint64_t low = u < v ? u : v, high = u < v ? v : u;
    double wander = f->job->params->wander;
    return (float)exp(OWN_SPREAD * wander * (fluv_random(f->key, high << 32 | low) - 0.5));
}

static void set_lengths(fluv_ctx *ctx, const forest *f)
{
    const fluv_basins_job *job = f->job;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t u = 0; u < job->count; u++)
        for (uint32_t i = job->first[u]; i < job->first[u + 1]; i++) {
            uint32_t v = job->neighbour[i];
            f->length[i] = f->by_clock ? clock_of(f, u, v)
                                       : (float)fluv_basins_step(job, u, v) * edge_factor(f, u, v);
        }
}

static void push_from(const forest *f, fluv_queue *queue, int round, uint32_t u)
{
    const fluv_basins_job *job = f->job;
    assert(f->in[u] && isfinite(f->cost[u]));
    float ease = job->placed ? job->ease[job->outlet[u]] : 1.0F;
    if (job->placed && job->source[u] && round != ANYWHERE)
        return;
    for (uint32_t i = job->first[u]; i < job->first[u + 1]; i++) {
        uint32_t v = job->neighbour[i];
        float cost = f->cost[u] + f->length[i] * f->price[v] * ease;
        if (is_elsewhere(f, u, v) || !(cost < f->cost[v]) || job->ocean[v] || f->in[v] ||
            !allowed(job, round, u, v) || (job->placed && is_reserved(job, v)))
            continue;
        f->cost[v] = cost;
        job->receiver[v] = u;
        fluv_queue_push(queue, cost, v);
    }
}

static void grow_stand(const forest *f, stand *s, fluv_queue *queue)
{
    const fluv_basins_job *job = f->job;
    start(f, s);
    for (int round = STRICT; round < ROUNDS && s->reached < s->end; round++) {
        fluv_queue_restart(queue);
        uint32_t before = s->reached;
        for (uint32_t k = s->first; k < before; k++)
            push_from(f, queue, round, job->order[k]);
        for (uint32_t v; (v = fluv_queue_pop(queue, NULL)) != FLUV_NONE;)
            if (!f->in[v]) {
                uint32_t first = s->reached;
                join(f, s, round, v, job->receiver[v]);
                bring_along(f, s, round, first);
                for (uint32_t k = first; k < s->reached; k++)
                    push_from(f, queue, round, job->order[k]);
            }
    }
}

/* Drainage areas of what has grown. */
static void add_areas(const fluv_basins_job *job, const stand *s)
{
    for (uint32_t k = s->reached; k-- > s->first;) {
        uint32_t v = job->order[k], to = job->receiver[v];
        if (to != FLUV_NONE && !job->ocean[to])
            job->area[to] += job->area[v];
    }
}

static fluv_status grow_once(fluv_ctx *ctx, forest *f)
{
    const fluv_basins_job *job = f->job;
    uint32_t most = f->stand_count > 1 ? f->stand_count : 1, room = 0; /* none without land */
    int threads = most < (uint32_t)ctx->threads ? (int)most : ctx->threads;
    for (uint32_t i = 0; i < f->stand_count; i++)
        room = f->stands[i].edges > room ? f->stands[i].edges : room;
    for (int thread = 0; thread < threads; thread++)
        FLUV_TRY(fluv_queue_init(ctx, &f->queues[thread], room));
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t v = 0; v < job->count; v++) {
        f->in[v] = 0;
        f->cost[v] = INFINITY;
        job->area[v] = job->ocean[v] ? 0.0 : job->cell[v];
    }
#pragma omp parallel for num_threads(threads) schedule(dynamic)
    for (uint32_t i = 0; i < f->stand_count; i++) {
        grow_stand(f, &f->stands[i], &f->queues[omp_get_thread_num()]);
        add_areas(job, &f->stands[i]);
    }
    f->reached = 0;
    for (uint32_t i = 0; i < f->stand_count; i++)
        f->reached += f->stands[i].reached - f->stands[i].first;
    for (int thread = 0; thread < threads; thread++)
        fluv_queue_drop(ctx, &f->queues[thread]);
    return FLUV_OK;
}

/* ---- Stands ---- */

/* The whole forest, from all its mouths. */
static void plant_all(forest *f)
{
    const fluv_basins_job *job = f->job;
    f->stands[0] =
        (stand){.end = job->land_count, .edges = job->first[job->count], .root = FLUV_NONE};
    f->stand_count = 1;
}

/* The largest first, so that no thread is left alone with it. */
static int by_size(const void *a, const void *b)
{
    const stand *p = a, *q = b;
    uint32_t one = p->end - p->first, other = q->end - q->first;
    return one != other ? (one < other) - (one > other) : (p->root > q->root) - (p->root < q->root);
}

/* One stand a catchment, as the first ways have parted the land. */
static fluv_status plant_catchments(fluv_ctx *ctx, forest *f)
{
    const fluv_basins_job *job = f->job;
    stand *at = fluv_scratch_zero(ctx, job->count, sizeof *at); /* by outlet */
    if (!at)
        return FLUV_NO_MEMORY;
    for (uint32_t k = 0; k < f->reached; k++) {
        uint32_t v = job->order[k];
        at[job->outlet[v]].end++;
        at[job->outlet[v]].edges += job->first[v + 1] - job->first[v];
    }
    uint32_t from = 0;
    f->stand_count = 0;
    for (uint32_t v = 0; v < job->count; v++)
        if (at[v].end) {
            stand *s = &f->stands[f->stand_count++];
            *s = (stand){from, from + at[v].end, from, at[v].edges, v};
            from = s->end;
        }
    fluv_scratch_drop(ctx, at);
    qsort(f->stands, f->stand_count, sizeof *f->stands, by_size);
    return FLUV_OK;
}

/* Distance to the frame's edge, m. */
static double inside_frame(const fluv_basins_job *job, uint32_t v)
{
    const fluv_frame *frame = &job->landscape->frame;
    double x = job->x[v] - frame->west, y = frame->north - job->y[v];
    return fmin(fmin(x, frame->cell * frame->cols - x), fmin(y, frame->cell * frame->rows - y));
}

/* ---- Growth ---- */

/* 1 at a line, falling to 0 at some distance: beyond it the line may lie anywhere. */
static double nearness(double distance, double reach)
{
    assert(reach > 0.0);
    double part = fmax(0.0, 1.0 - distance / reach);
    return part * part;
}

/* Ways around placed peaks and passes: divides come to lie there. */
static void keep_off_spots(const fluv_basins_job *job, float *price)
{
    double reach = SPOT_REACH * job->spacing;
    for (size_t i = 0; job->placed && i < job->placed->spot_count; i++) {
        const fluv_placed_spot *spot = &job->placed->spots[i];
        if (spot->kind != FLUV_SPOT_PEAK && spot->kind != FLUV_SPOT_PASS)
            continue;
        for (uint32_t v = 0; v < job->count; v++) {
            double far = fluv_length(job->x[v] - spot->x, job->y[v] - spot->y);
            if (far < reach)
                price[v] *= (float)(1.0 + SPOT_PRICE * nearness(far, reach));
        }
    }
}

static fluv_status grow_at_random(fluv_ctx *ctx, forest *f)
{
    f->by_clock = true;
    for (uint32_t v = 0; v < f->job->count; v++)
        f->price[v] = 1.0F;
    keep_off_spots(f->job, f->price);
    set_lengths(ctx, f);
    plant_all(f);
    return grow_once(ctx, f);
}

/* Prices by noise, by the coast and by the frame's edge. */
static void set_field(const fluv_ctx *ctx, const forest *f, float *field)
{
    const fluv_basins_job *job = f->job;
    fluv_noise noise = {.key = fluv_key_make(job->landscape->seed, "basins", "wander"),
                        .wavelength = job->longer / 7.0,
                        .octaves = 5,
                        .gain = 0.78,
                        .lacunarity = 2.0};
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t from = 0; from < job->count; from += BLOCK) {
        uint32_t count = job->count - from < BLOCK ? job->count - from : BLOCK;
        fluv_noise_points(&noise, job->x + from, job->y + from, count, field + from);
    }
    double strip = COAST_STRIP * job->longer,
           spread = FIELD_SPREAD * job->params->wander * job->params->rock;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t v = 0; v < job->count; v++) {
        double inland = fmax(0.0, (double)job->shore[v]);
        double coast = COAST_PRICE * nearness(inland, strip) +
                       BEACH_PRICE * nearness(inland, BEACH_STRIP * job->spacing);
        double edge = BEACH_PRICE * nearness(inside_frame(job, v), BEACH_STRIP * job->spacing);
        double rim = is_gated(job, v) ? RIM_PRICE * nearness((double)job->blend[v].border,
                                                             RIM_STRIP * job->longer)
                                      : 0.0;
        field[v] = (float)(exp(spread * (double)field[v]) * (1.0 + coast + edge + rim));
    }
}

static void set_prices(const fluv_ctx *ctx, const forest *f, const float *field)
{
    const fluv_basins_job *job = f->job;
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t v = 0; v < job->count; v++) {
        double share = f->improved && !job->ocean[v] ? job->area[v] / job->cell[v] : 1.0;
        f->price[v] = field[v] * (float)(1.0 / sqrt(share));
    }
}

static fluv_status grow_by_cost(fluv_ctx *ctx, forest *f)
{
    const fluv_basins_job *job = f->job;
    float *field = fluv_scratch(ctx, job->count, sizeof *field);
    if (!field)
        return FLUV_NO_MEMORY;
    set_field(ctx, f, field);
    keep_off_spots(job, field);
    set_lengths(ctx, f);
    plant_all(f);
    for (int pass = 0; pass <= job->params->passes; pass++) {
        f->improved = pass > 0;
        set_prices(ctx, f, field);
        FLUV_TRY(grow_once(ctx, f));
        if (pass == 0)
            FLUV_TRY(plant_catchments(ctx, f));
        FLUV_TRY(fluv_advance(ctx, 0.3 + 0.6 * (pass + 1.0) / ((double)job->params->passes + 1.0)));
    }
    fluv_scratch_drop(ctx, field);
    return FLUV_OK;
}

/* Land that no water can leave, as placed rivers are wound around it. */
static fluv_status refuse_rest(fluv_ctx *ctx, const forest *f)
{
    const fluv_basins_job *job = f->job;
    uint32_t v = 0;
    while (job->ocean[v] || f->in[v])
        v++;
    return fluv_fail(ctx, FLUV_BAD_RECIPE,
                     "place: no water can leave the land at %.7g, %.7g: placed rivers shut it in",
                     job->x[v], job->y[v]);
}

/* Lakes of an earlier result whose rivers lead in a ring now, so that no water leaves them, are
 * left out; false: there is none. */
static bool leave_lakes_out(const forest *f)
{
    fluv_basins_job *job = f->job;
    size_t left = 0;
    uint32_t first = FLUV_NONE;
    for (uint32_t v = 0; job->placed && v < job->count; v++) {
        uint32_t lake = job->lake[v];
        if (job->ocean[v] || f->in[v] || lake == FLUV_NONE || !job->placed->lakes[lake].follows)
            continue;
        first = first == FLUV_NONE ? v : first;
        left++;
        fluv_basins_lake_drop(job, lake);
    }
    if (left)
        fluv_note_add(job->notes, "keep",
                      "%zu of %zu lakes were left out, whose rivers would lead back to them: the "
                      "first at %.7g, %.7g",
                      left, job->placed->lake_count, job->x[first], job->y[first]);
    return left > 0;
}

static fluv_status grow_all(fluv_ctx *ctx, forest *f)
{
    fluv_basins_job *job = f->job;
    do {
        for (size_t v = 0; v < job->count; v++)
            job->receiver[v] = job->outlet[v] = FLUV_NONE;
        f->improved = false;
        FLUV_TRY(job->params->growth == FLUV_BASINS_GROWTH_cost ? grow_by_cost(ctx, f)
                                                                : grow_at_random(ctx, f));
    } while (f->reached < job->land_count && leave_lakes_out(f));
    return f->reached == job->land_count ? FLUV_OK : refuse_rest(ctx, f);
}

/* From the recipe alone, so that land elsewhere has no say in it. */
static double mouths_apart(const fluv_basins_job *job)
{
    double land = (double)fluv_shore_of(job->landscape)->usual_land * fluv_basins_all(job);
    return sqrt(land / fmax(1.0, job->outlets[FLUV_FLATLAND]));
}

fluv_status fluv_basins_grow(fluv_ctx *ctx, fluv_basins_job *job)
{
    size_t n = job->count;
    assert(job->land_count <= job->count && job->first[0] == 0 && job->spacing > 0.0);
    forest f = {.job = job,
                .price = fluv_scratch(ctx, n, sizeof *f.price),
                .length = fluv_scratch(ctx, job->first[n], sizeof *f.length),
                .cost = fluv_scratch(ctx, n, sizeof *f.cost),
                .in = fluv_scratch(ctx, n, 1),
                .queues = fluv_scratch(ctx, (size_t)ctx->threads, sizeof *f.queues),
                .apart = mouths_apart(job),
                .key = fluv_key_make(job->landscape->seed, "basins", "growth")};
    job->receiver = fluv_scratch(ctx, n, sizeof *job->receiver);
    job->outlet = fluv_scratch(ctx, n, sizeof *job->outlet);
    job->order = fluv_scratch(ctx, n, sizeof *job->order);
    job->wet = fluv_scratch_zero(ctx, n, 1);
    job->area = fluv_scratch(ctx, n, sizeof *job->area);
    size_t mouths = 1;
    for (size_t v = 0; v < n; v++)
        mouths += job->mouth[v];
    f.stands = fluv_scratch(ctx, mouths, sizeof *f.stands);
    if (!f.price || !f.length || !f.cost || !f.in || !f.queues || !f.stands || !job->receiver ||
        !job->outlet || !job->order || !job->wet || !job->area)
        return FLUV_NO_MEMORY;
    return grow_all(ctx, &f);
}
