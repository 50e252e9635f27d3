// SPDX-License-Identifier: MIT
/* The worker: one thread that makes the land anew after every change. */
#ifndef FLUV_STUDIO_WORKER_H
#define FLUV_STUDIO_WORKER_H

#include "studio/events.h"
#include "studio/page.h"
#include "studio/results.h"

#define STUDIO_COARSE      256 /* cells along the longer side of a first picture; */
#define STUDIO_COARSEST    64  /* at the least, where it takes long */
#define STUDIO_DRAFT_SIZES 3   /* from one to the other, by halves */

#define STUDIO_SOON   0.12 /* seconds that nobody minds waiting for the whole */
#define STUDIO_SOONER 0.6  /* of the time of the whole, that a first picture before it may take, */
#define STUDIO_GAIN   0.1  /* or seconds that it must come before it */

/* What is to be made. */
typedef struct studio_wish {
    studio_active active;
    json_int_t revision;
    uint32_t size;
    char until[STUDIO_KEY_ROOM]; /* "": all stages */
    unsigned long results_epoch; /* of the results, when it was wished */
    unsigned long number;        /* given by the worker */
    unsigned long epoch;         /* changes with the project */
} studio_wish;

void wish_free(studio_wish *wish);
size_t wish_end(const studio_wish *wish); /* how many stages it runs */

/* A builder for one size, and what it is known to take. */
typedef struct studio_bench {
    fluv_builder *builder;
    uint32_t size;
    fluv_recipe *last; /* what it ran last */
    size_t kept;       /* stages of that which it finished */
    struct {
        char key[STUDIO_KEY_ROOM];
        double seconds;
    } times[STUDIO_STAGES];
    size_t time_count;
} studio_bench;

/* What is known of first pictures beside the whole (draft.c). */
typedef struct studio_drafts {
    unsigned long epoch;               /* of the project that it is known of */
    unsigned long number;              /* of the wish whose first picture was made last, */
    uint32_t size;                     /* its cells, */
    double mean;                       /* and its mean height, m */
    double raised[STUDIO_DRAFT_SIZES]; /* of the whole over that of the first picture; 0: unknown */
} studio_drafts;

typedef struct studio_thumb {
    char key[STUDIO_KEY_ROOM];
    json_int_t result;
    uint8_t *png;
    size_t size;
} studio_thumb;

typedef struct studio_worker {
    studio_events *events;
    studio_results *results;
    const studio_page *page;
    pthread_t thread;
    bool runs;
    pthread_mutex_t lock;
    pthread_cond_t news;
    /* With the lock: */
    studio_wish *next; /* the newest that was not begun */
    unsigned long last_number, epoch;
    bool stop, cancel, poked, no_presets;
    json_int_t drawn; /* the newest result that a page has drawn; 0: no page tells */
    json_t *run;      /* as the event `run` has it */
    json_t *check;    /* the last event `check`; NULL: none */
    studio_thumb thumbs[STUDIO_STAGES];
    size_t thumb_count;
    /* The thread's own: */
    fluv_ctx *ctx;
    studio_bench coarse, full;
    studio_drafts drafts;
    int gave_way;          /* first pictures in a row that a newer wish has stopped */
    fluv_recipe *pictured; /* whose first stages have their pictures, */
    size_t pictured_count; /* so many of them */
    size_t preset;         /* the next whose picture is to be looked for */
} studio_worker;

bool worker_start(studio_worker *worker, studio_events *events, studio_results *results,
                  const studio_page *page, int threads);
void worker_stop(studio_worker *worker); /* wishes that come from now on are not heard */
void worker_free(studio_worker *worker);
/* Makes this instead of what is under way. `fresh`: of another project than the wishes before. */
void worker_wish(studio_worker *worker, studio_wish *steals, bool fresh);
void worker_cancel(studio_worker *worker);
/* Pictures of presets are not to be made. */
void worker_without_presets(studio_worker *worker);
void worker_drawn(studio_worker *worker, json_int_t result); /* by a page */
void worker_poke(studio_worker *worker); /* there may be something to do in an idle moment */
/* What it does, and what was told last: new references. `check` may be NULL. */
json_t *worker_run(studio_worker *worker);
json_t *worker_check(studio_worker *worker);
/* The stages that have a picture, as events. */
void worker_list_thumbs(studio_worker *worker, json_t *into);
/* A copy of a stage's picture; NULL: there is none. */
uint8_t *worker_thumb(studio_worker *worker, const char *key, size_t *size);

/* ---- Between its files ---- */

/* One call of the library on behalf of a wish: how it is told and when it gives way. */
typedef struct studio_at_work {
    studio_worker *worker;
    const studio_wish *wish; /* NULL: of nobody's */
    studio_bench *bench;     /* NULL: no stages run */
    bool first;              /* the first picture of its wish: gives way once in a row alone */
    bool told, gave_way;
    double expected; /* seconds; 0: not known */
    double began, told_at, told_fraction;
    size_t told_stage;
    double seconds[STUDIO_STAGES];
    size_t done;
} studio_at_work;

double studio_clock(void); /* seconds */
/* Sets the context's progress to this work, or to nothing. */
void worker_at_work(studio_worker *worker, studio_at_work *work);
bool worker_is_wanted_elsewhere(studio_worker *worker, const studio_wish *wish);
/* Runs the wish on a bench of this size, until a stage (a key, "": as the wish says). */
fluv_status bench_run(studio_worker *worker, studio_at_work *work, uint32_t size, const char *until,
                      const fluv_landscape **out);
/* Cells along the longer side of a first picture: fewer where even it takes long. */
uint32_t bench_coarse_size(studio_bench *bench, fluv_ctx *ctx, const studio_wish *wish);
/* Seconds that the wish would take there; infinite where something is not known. */
double bench_expects(studio_bench *bench, fluv_ctx *ctx, const studio_wish *wish, uint32_t size);
/* Whether somebody would wait long for the whole, and a first picture comes sooner. */
bool bench_coarse_first(studio_bench *coarse, studio_bench *full, fluv_ctx *ctx,
                        const studio_wish *wish);
/* Cells of the next first picture if all stages were to change; 0: the whole comes soon enough. */
uint32_t bench_next_size(studio_bench *coarse, studio_bench *full, const studio_wish *wish);
void bench_free(studio_bench *bench);

/* A first picture was made, and the whole; what heights of the next one are to be multiplied by. */
void draft_note(studio_drafts *drafts, const studio_wish *wish, uint32_t size,
                const fluv_landscape *land);
void draft_compare(studio_drafts *drafts, const studio_wish *wish, const fluv_landscape *whole);
double draft_raised(studio_drafts *drafts, const studio_wish *wish, uint32_t size);

/* What is done when the land is made. Each returns early when something else is wanted. */
void worker_judge(studio_worker *worker, const studio_wish *wish, const studio_result *result);
void worker_picture_stages(studio_worker *worker, const studio_wish *wish, json_int_t result);
void worker_learn_draft(studio_worker *worker, const studio_wish *wish, const studio_result *whole);
/* Whether there was one to make. */
bool worker_picture_preset(studio_worker *worker);
/* A small picture of whatever there is to see. */
FLUV_MUST_CHECK fluv_status picture_small(fluv_ctx *ctx, const fluv_landscape *land, uint32_t size,
                                          uint8_t **png, size_t *bytes);

#endif
