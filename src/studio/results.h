// SPDX-License-Identifier: MIT
/* Results: landscapes that were made, held while a page reads them. */
#ifndef FLUV_STUDIO_RESULTS_H
#define FLUV_STUDIO_RESULTS_H

#include "studio/state.h"

#include <pthread.h>
#include <stdatomic.h>

/* One of them; never changes once it is there. */
typedef struct studio_result {
    atomic_uint holders;
    json_int_t id, revision;
    bool coarse;
    const fluv_landscape *land; /* held */
    fluv_recipe *recipe;        /* that made it; ours */
    json_t *words;              /* as `GET /api/results/ID` has it; read by many, changed by none */
    char *text;                 /* the same, written */
    size_t bytes;               /* about, of its layers */
    struct studio_result *next; /* older */
} studio_result;

typedef struct studio_results {
    pthread_mutex_t lock;
    studio_result *newest;
    json_int_t last_id;
    unsigned long epoch; /* how often all were cleared */
} studio_results;

void results_init(studio_results *results);
void results_free(studio_results *results);
void results_clear(studio_results *results); /* nobody will ask for them again */
unsigned long results_epoch(studio_results *results);

/* The numbers of a run that a result tells. */
typedef struct studio_made {
    const studio_active *active;
    json_int_t revision;
    unsigned long epoch; /* of the results, when it was wished for */
    uint32_t size;
    const char *until; /* key, "": all */
    bool coarse;
    double raised; /* what its heights are to be multiplied by, to stand as high as the whole */
    const double *seconds; /* of each stage that ran */
    size_t reused, ran;    /* stages before `reused` were kept; `ran`: all, reused ones too */
} studio_made;

/* One more; holds the landscape. NULL: no memory, or all were cleared since it was wished for. Let
 * go of it afterwards. */
studio_result *results_add(studio_results *results, fluv_ctx *ctx, const fluv_landscape *land,
                           const studio_made *made);
/* NULL: there is none (any more). Let go of it afterwards. */
studio_result *results_hold(studio_results *results, json_int_t id);
void result_release(void *result);
json_int_t results_newest(studio_results *results); /* 0: none */

#endif
