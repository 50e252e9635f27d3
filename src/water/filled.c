// SPDX-License-Identifier: MIT
/* Heights with every hollow filled to where it overflows.
 *
 * in   heights, perhaps receivers of an earlier stage     out   filled heights
 *
 * A filled height is the highest place on the lowest way outside, max(z, filled of the next cell).
 * Receivers that lead every hollow over its lowest pass are such ways, but nobody knows whether the
 * ground has changed since they were made. So their heights are proved: what is found along a way
 * is never too low, and where no neighbour offers a lower one,
 *
 *     filled[c] <= max(z[c], filled[n])   for all neighbours n,
 *
 * it is not too high either. Where the proof fails, the hollows are found anew.  O(n). */
#include "water/filled.h"

#include "base/clones.h"
#include "water/drainage.h"

#define WAY       1024 /* cells of a way that are remembered; longer ones are walked again */
#define NOT_FOUND NAN

typedef struct filler {
    const fluv_topology *topology;
    const uint8_t *kind;
    const float *height;
    const uint32_t *receiver;
    float *filled;
} filler;

static float filled_at(const filler *f, uint32_t cell)
{
    float value;
    __atomic_load(&f->filled[cell], &value, __ATOMIC_RELAXED);
    return value;
}

/* From a cell down to one whose filled height is known, and back up. Threads may do the same at
 * once, with the same result. */
static void follow(const filler *f, uint32_t from)
{
    uint32_t way[WAY], length;
    do {
        uint32_t at = from;
        float level = filled_at(f, at);
        for (length = 0; isnan(level); level = filled_at(f, at)) {
            way[length++ % WAY] = at;
            if (f->receiver[at] == FLUV_NONE) {
                level = f->kind[at] ? -INFINITY : INFINITY; /* sea and open cells let water go */
                break;
            }
            at = f->receiver[at];
        }
        for (uint32_t i = length; i-- > (length > WAY ? length - WAY : 0);) {
            level = fmaxf(level, f->height[way[i % WAY]]);
            __atomic_store(&f->filled[way[i % WAY]], &level, __ATOMIC_RELAXED);
        }
    } while (length > WAY);
}

static void follow_all(const filler *f, int threads)
{
    uint32_t count = f->topology->count;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t c = 0; c < count; c++)
        f->filled[c] = NOT_FOUND;
#pragma omp parallel for num_threads(threads) schedule(static)
    for (uint32_t c = 0; c < count; c++)
        if (!(f->kind[c] & FLUV_CELL_VOID) && isnan(filled_at(f, c)))
            follow(f, c);
}

/* How many steps to the neighbours at `offset` would lead lower. NaN beside a void counts as none:
 * a cell there is open. */
FLUV_CLONES static int count_lower(const float *height, const float *filled, ptrdiff_t offset,
                                   uint32_t count)
{
    int lower = 0;
    for (uint32_t i = 0; i < count; i++) {
        float other = filled[(ptrdiff_t)i + offset];
        lower += filled[i] > (other > height[i] ? other : height[i]);
    }
    return lower;
}

static bool row_is_proved(const filler *f, uint32_t row)
{
    uint32_t cols = f->topology->cols;
    size_t start = (size_t)row * cols;
    for (uint32_t col = 0; col < cols; col++) {
        uint8_t kind = f->kind[start + col];
        if (kind && !(kind & FLUV_CELL_VOID) && f->filled[start + col] > f->height[start + col])
            return false;
    }
    if (row == 0 || row + 1 == f->topology->rows || cols < 3)
        return true;
    int lower = 0;
    for (ptrdiff_t dy = -1; dy <= 1; dy++)
        for (ptrdiff_t dx = -1; dx <= 1; dx++)
            lower += count_lower(f->height + start + 1, f->filled + start + 1,
                                 dy * (ptrdiff_t)cols + dx, cols - 2);
    return lower == 0;
}

static bool is_proved(const filler *f, int threads)
{
    int failed = 0;
#pragma omp parallel for num_threads(threads) schedule(static) reduction(+ : failed)
    for (uint32_t row = 0; row < f->topology->rows; row++)
        failed += !row_is_proved(f, row);
    return failed == 0;
}

static fluv_status fill_anew(fluv_ctx *ctx, const filler *f, uint8_t *kind)
{
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    uint32_t count = f->topology->count;
    fluv_drainage drainage;
    fluv_drainage_job job = {.topology = *f->topology,
                             .height = f->height,
                             .kind = kind,
                             .receiver = fluv_scratch(ctx, count, sizeof(uint32_t))};
    if (!job.receiver)
        return FLUV_NO_MEMORY;
    FLUV_TRY(fluv_drainage_find(ctx, &job, &drainage));
    float *spill = fluv_scratch(ctx, drainage.hierarchy.node_count, sizeof *spill);
    if (!spill)
        return FLUV_NO_MEMORY;
    const fluv_hollow *nodes = drainage.hierarchy.nodes;
    spill[FLUV_OUTSIDE] = -INFINITY;
    for (uint32_t n = drainage.hierarchy.node_count; n-- > 1;)
        spill[n] = nodes[n].parent == FLUV_OUTSIDE ? nodes[n].spill : spill[nodes[n].parent];
#pragma omp parallel for num_threads(ctx->threads) schedule(static)
    for (uint32_t c = 0; c < count; c++)
        f->filled[c] = drainage.label[c] == FLUV_NONE
                           ? f->height[c]
                           : fmaxf(f->height[c], spill[drainage.label[c]]);
    fluv_scratch_release(ctx, mark);
    return FLUV_OK;
}

fluv_status fluv_filled_find(fluv_ctx *ctx, const fluv_topology *topology, uint8_t *kind,
                             const float *height, const uint32_t *receiver, float *filled)
{
    filler f = {topology, kind, height, receiver, filled};
    if (receiver && topology->cols) {
        follow_all(&f, ctx->threads);
        if (is_proved(&f, ctx->threads))
            return FLUV_OK;
    }
    return fill_anew(ctx, &f, kind);
}
