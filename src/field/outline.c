// SPDX-License-Identifier: MIT
/* The outlines of labelled cells: walks around boundaries, made into rings.
 *
 * Walks are found one after another, and walked a second time when their rings are made: many at
 * once, each into room of its own at the end of the list, from which gaps are then taken out. So
 * coordinates are held once.  O(cells + length of the boundaries). */
#include "field/outline.h"

#include "field/outline_walk.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#define BATCH_EDGES 65536 /* at least, of walks made at once; a long one is a batch of its own */

typedef struct outliner {
    const fluv_outline_job *job;
    const fluv_walk_form *form;
    fluv_walks walks;
    fluv_outline_rings out;
    uint32_t label; /* of the last ring */
    /* The batch at hand. */
    fluv_list made; /* fluv_walk_rings, one a walk */
    fluv_list work, length;
} outliner;

static const fluv_walk *walk_at(const outliner *o, size_t number)
{
    return fluv_walk_number(&o->walks, o->walks.order[number]);
}

/* The walks from `from` on that make one batch end before the result. */
static size_t batch_end(const outliner *o, size_t from, size_t *edges)
{
    size_t end = from;
    for (*edges = 0; end < o->walks.list.count && *edges < BATCH_EDGES; end++)
        *edges += walk_at(o, end)->edges;
    return end;
}

static fluv_status make_room(fluv_ctx *ctx, outliner *o, size_t from, size_t end, size_t edges)
{
    const fluv_walk_form *form = o->form;
    fluv_walk_rings *made = fluv_list_renew(ctx, &o->made, end - from, sizeof *made);
    unsigned char *work = made ? fluv_list_renew(ctx, &o->work, edges * form->work, 1) : NULL;
    uint32_t *length = work ? fluv_list_renew(ctx, &o->length, edges / 4, sizeof *length) : NULL;
    double *xy =
        length ? fluv_list_append(ctx, o->out.xy, 2 * edges * form->points, sizeof *xy) : NULL;
    if (!xy)
        return FLUV_NO_MEMORY;
    for (size_t i = from; i < end; i++) {
        size_t count = walk_at(o, i)->edges;
        *made++ = (fluv_walk_rings){.work = work, .xy = xy, .length = length};
        assert(count >= 4);
        work += count * form->work;
        xy += 2 * count * form->points;
        length += count / 4;
    }
    return FLUV_OK;
}

static void make_rings(const outliner *o, size_t number, fluv_walk_rings *made)
{
    const fluv_outline_job *job = o->job;
    o->form->make(job, walk_at(o, number), made);
    size_t points = 0;
    for (size_t ring = 0; ring < made->ring_count; ring++)
        points += made->length[ring];
    assert(made->ring_count > 0 && points <= o->form->points * walk_at(o, number)->edges);
    for (size_t i = 0; i < points; i++) {
        made->xy[2 * i] = job->west + job->cell * made->xy[2 * i];
        made->xy[2 * i + 1] = job->north - job->cell * made->xy[2 * i + 1];
    }
}

/* Rings that were made move down to the end of the list, which may have moved meanwhile. */
static fluv_status append_made(fluv_ctx *ctx, outliner *o, const fluv_walk_rings *made,
                               uint32_t label)
{
    fluv_list *starts = o->out.first_point, *xy = o->out.xy;
    assert(label < o->job->label_count && o->label <= label); /* labels rise */
    while (o->label < label)
        o->out.first_ring[++o->label] = (uint32_t)starts->count;
    const double *from = made->xy;
    for (size_t ring = 0; ring < made->ring_count; ring++) {
        uint32_t *start = fluv_list_append(ctx, starts, 1, sizeof *start);
        if (!start)
            return FLUV_NO_MEMORY;
        size_t values = 2 * (size_t)made->length[ring];
        if ((xy->count + values) / 2 > UINT32_MAX)
            return fluv_fail(ctx, FLUV_NO_MEMORY, "outlines of more than %" PRIu32 " points",
                             UINT32_MAX);
        *start = (uint32_t)(xy->count / 2);
        memmove((double *)xy->items + xy->count, from, values * sizeof *from);
        xy->count += values;
        from += values;
    }
    return FLUV_OK;
}

static fluv_status make_batch(fluv_ctx *ctx, outliner *o, size_t from, size_t end, size_t edges)
{
    size_t before = o->out.xy->count;
    FLUV_TRY(make_room(ctx, o, from, end, edges));
    fluv_walk_rings *made = o->made.items;
#pragma omp parallel for num_threads(ctx->threads) schedule(dynamic, 16)
    for (size_t i = from; i < end; i++)
        make_rings(o, i, &made[i - from]);
    fluv_list_free(&o->work); /* a long walk needs much */
    o->out.xy->count = before;
    for (size_t i = from; i < end; i++) {
        const fluv_walk *walk = walk_at(o, i);
        uint32_t label = fluv_walk_label(o->job, walk->col, walk->row);
        FLUV_TRY(append_made(ctx, o, &made[i - from], label));
    }
    return FLUV_OK;
}

static fluv_status make_all(fluv_ctx *ctx, outliner *o)
{
    FLUV_TRY(fluv_walks_find(ctx, o->job, &o->walks));
    o->out.first_ring[0] = (uint32_t)o->out.first_point->count;
    for (size_t from = 0, end, edges; from < o->walks.list.count; from = end) {
        end = batch_end(o, from, &edges);
        FLUV_TRY(make_batch(ctx, o, from, end, edges));
    }
    while (o->label < o->job->label_count)
        o->out.first_ring[++o->label] = (uint32_t)o->out.first_point->count;
    return FLUV_OK;
}

static fluv_status outline(fluv_ctx *ctx, const fluv_outline_job *job, const fluv_walk_form *form,
                           fluv_outline_rings out)
{
    struct fluv_scratch_block *scratch = fluv_scratch_mark(ctx);
    outliner o = {.job = job, .form = form, .out = out};
    assert(job->cols > 0 && job->rows > 0 && job->cell > 0.0);
    fluv_status status = make_all(ctx, &o);
    fluv_list_free(&o.walks.list);
    fluv_list_free(&o.made);
    fluv_list_free(&o.work);
    fluv_list_free(&o.length);
    fluv_scratch_release(ctx, scratch);
    return status;
}

fluv_status fluv_outline_cells(fluv_ctx *ctx, const fluv_outline_job *job, fluv_outline_rings out)
{
    fluv_outline_job apart = *job;
    apart.corners_join = false;
    return outline(ctx, &apart, &fluv_walk_cells, out);
}

fluv_status fluv_outline_smooth(fluv_ctx *ctx, const fluv_outline_job *job, fluv_outline_rings out)
{
    return outline(ctx, job, &fluv_walk_smooth, out);
}
