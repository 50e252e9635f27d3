// SPDX-License-Identifier: MIT
/* How high first pictures stand. Ground that is worn on a coarse mesh has no small valleys and no
 * crests between them, and lies lower than the whole land will: it would jump when that comes. Most
 * recipes are made both ways, so the worker learns by how much they differ at each size, and pages
 * raise the next first picture by that. Where none of the next one's size has been made, one is, in
 * an idle moment; it also keeps the stages before the first change, which is the sooner seen. */
#include "studio/worker.h"

#include <assert.h>

#define LEAST_RAISED 0.5 /* further apart they are different lands, and nothing is learnt */
#define MOST_RAISED  2.0

static double *raised_at(studio_drafts *drafts, uint32_t size)
{
    size_t at = 0;
    while (at + 1 < STUDIO_DRAFT_SIZES && size << at < STUDIO_COARSE)
        at++;
    return &drafts->raised[at];
}

/* Mean height of the land above the sea, over the whole frame; 0: there is none. */
static double mean_height(const fluv_landscape *land)
{
    fluv_layer_data layer = fluv_layer_get(land, fluv_layer_find("height"));
    const float *height = layer.data;
    size_t count = layer.rows * layer.cols;
    double sum = 0.0;
    for (size_t i = 0; height && i < count; i++)
        sum += height[i] > 0.0F ? (double)height[i] : 0.0;
    return height && count ? sum / (double)count : 0.0;
}

double draft_raised(studio_drafts *drafts, const studio_wish *wish, uint32_t size)
{
    if (drafts->epoch != wish->epoch)
        return 1.0;
    double raised = *raised_at(drafts, size), finer = *raised_at(drafts, 2 * size);
    if (raised > 0.0)
        return raised;
    return finer > 0.0 ? finer * finer : 1.0; /* each halving loses about as much again */
}

void draft_note(studio_drafts *drafts, const studio_wish *wish, uint32_t size,
                const fluv_landscape *land)
{
    assert(size > 0);
    if (drafts->epoch != wish->epoch)
        *drafts = (studio_drafts){.epoch = wish->epoch};
    drafts->number = wish->number;
    drafts->size = size;
    drafts->mean = mean_height(land);
}

void draft_compare(studio_drafts *drafts, const studio_wish *wish, const fluv_landscape *whole)
{
    if (!drafts->size || drafts->number != wish->number || !(drafts->mean > 0.0))
        return;
    double raised = mean_height(whole) / drafts->mean;
    bool alike = raised >= LEAST_RAISED && raised <= MOST_RAISED;
    *raised_at(drafts, drafts->size) = alike ? raised : 1.0;
}

void worker_learn_draft(studio_worker *worker, const studio_wish *wish, const studio_result *whole)
{
    static studio_at_work work; /* large, and the thread's alone */
    const fluv_landscape *land = NULL;
    uint32_t size = bench_next_size(&worker->coarse, &worker->full, wish);
    if (!size || (worker->drafts.epoch == wish->epoch && *raised_at(&worker->drafts, size) > 0.0))
        return;
    work = (studio_at_work){.wish = wish, .bench = &worker->coarse};
    worker_at_work(worker, &work);
    work.told_at = 1e300; /* it is not told of */
    fluv_status status = bench_run(worker, &work, size, wish->until, &land);
    worker_at_work(worker, NULL);
    if (status != FLUV_OK)
        return;
    draft_note(&worker->drafts, wish, size, land);
    draft_compare(&worker->drafts, wish, whole->land);
}
