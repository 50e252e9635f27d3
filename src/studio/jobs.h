// SPDX-License-Identifier: MIT
/* Jobs: builds into a folder and sheets of small pictures, one after the other on a thread of its
 * own, at low priority, so that the studio stays usable meanwhile. */
#ifndef FLUV_STUDIO_JOBS_H
#define FLUV_STUDIO_JOBS_H

#include "studio/events.h"
#include "studio/handover.h"
#include "studio/state.h"

#include <limits.h>

#define STUDIO_JOBS  16 /* that are remembered */
#define STUDIO_PICKS 24 /* pictures of one sheet */

typedef enum studio_job_kind { JOB_BUILD, JOB_SHEET } studio_job_kind;
typedef enum studio_job_state {
    JOB_WAITING,
    JOB_RUNNING,
    JOB_DONE,
    JOB_FAILED,
    JOB_CANCELLED
} studio_job_state;

typedef struct studio_job {
    json_int_t id;
    studio_job_kind kind;
    studio_job_state state;
    bool cancel;
    studio_active active; /* what is made */
    uint32_t size;
    /* A build's: */
    char folder[PATH_MAX], name[128];
    char *without;            /* NULL: nothing */
    studio_handover handover; /* for another program */
    json_t *files;
    char *told; /* what that program must be told, a line each; NULL: nothing */
    /* A sheet's: `seed` and `values`, or values of a parameter. */
    bool seeds;
    size_t stage;
    char path[256];
    json_t *values;
    struct {
        uint8_t *png;
        size_t size;
    } pictures[STUDIO_PICKS];
    /* How far it is: */
    char phase[16], at[48];
    double fraction;
    json_t *error;
    struct studio_job *next; /* older */
} studio_job;

typedef struct studio_jobs {
    studio_events *events;
    pthread_t thread;
    bool runs;
    pthread_mutex_t lock;
    pthread_cond_t news;
    bool stop;
    studio_job *newest;
    json_int_t last_id;
    fluv_ctx *ctx;
    studio_job *running;
    double told_at;
} studio_jobs;

bool jobs_start(studio_jobs *jobs, studio_events *events, int threads);
void jobs_stop(studio_jobs *jobs); /* no more are taken */
void jobs_free(studio_jobs *jobs);
/* Takes over a job; its number, or 0: too many wait. */
json_int_t jobs_add(studio_jobs *jobs, studio_job *steals);
bool jobs_cancel(studio_jobs *jobs, json_int_t id); /* false: there is none */
/* A copy of a sheet's picture; NULL: not there. */
uint8_t *jobs_picture(studio_jobs *jobs, json_int_t id, size_t index, size_t *size);
/* What there is, as events, [name, data] each. */
void jobs_list(studio_jobs *jobs, json_t *into);
void job_free(studio_job *job);

#endif
