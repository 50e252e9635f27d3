// SPDX-License-Identifier: MIT
/* The server: its parts, and the table of what can be asked of it. */
#ifndef FLUV_STUDIO_SERVER_H
#define FLUV_STUDIO_SERVER_H

#include "studio/events.h"
#include "studio/gate.h"
#include "studio/jobs.h"
#include "studio/lanes.h"
#include "studio/page.h"
#include "studio/project.h"
#include "studio/results.h"
#include "studio/worker.h"

#define STUDIO_UPLOAD ((size_t)512 << 20) /* bytes of a height map */
#define STUDIO_SHEET  24                  /* pictures of one sheet */

typedef struct studio {
    studio_gate gate;
    studio_page page;
    studio_project project;
    studio_results results;
    studio_events events;
    studio_worker worker;
    studio_lane lanes[LANE_COUNT];
    studio_jobs jobs;
    struct MHD_Daemon *daemon;
    json_t *about;
    int threads;
} studio;

/* One thing that can be asked. */
typedef struct studio_route {
    const char *method;
    const char *path; /* below /api/; a star stands for one part */
    void (*answer)(studio_call *call);
    studio_lane_id lane;
    size_t most; /* bytes of a body */
} studio_route;

/* The route for a method and a path, which is cut into the call's parts. NULL: there is none. */
const studio_route *route_find(const char *method, const char *path, studio_call *call);

/* Tells the worker what is to be made now. `fresh`: of another project. With the project's lock. */
void studio_wish_now(studio *s, bool fresh);
/* GET /api/project, whole. With the project's lock. */
json_t *studio_project_json(studio *s);
/* What a page is told first: `hello`, and what was told before it came. */
json_t *studio_hello(studio *s);

bool studio_start(studio *s, int threads); /* all but the network; false: no memory */
/* Answers requests that come to a socket that listens. */
bool studio_listen(studio *s, int socket, int port);
void studio_stop(studio *s); /* saves */

/* Takes over what somebody else made of recipe.yaml, and saves what waits to be saved. */
void studio_look_at_disk(studio *s);

/* Opens what the command line names. NULL: done. */
json_t *studio_open_word(studio *s, const char *word);

/* The result that the path names, to be released; NULL, with an answer, if there is none. */
studio_result *call_result(studio_call *call);

/* ---- Answers, by file ---- */

typedef void studio_answer(studio_call *call);
/* answer_project.c */
studio_answer answer_about, answer_project, answer_open, answer_edit, answer_undo, answer_redo,
    answer_places, answer_recipe, answer_ui, answer_view, answer_events, answer_cancel, answer_run;
/* answer_files.c */
studio_answer answer_put_image, answer_get_image, answer_put_map, answer_field, answer_preset;
/* answer_result.c */
studio_answer answer_result, answer_layer, answer_picture, answer_file, answer_thumb, answer_drawn;
/* answer_grids.c */
studio_answer answer_grids;
/* answer_bundle.c */
studio_answer answer_rivers, answer_lakes, answer_coast, answer_watersheds;
/* answer_place.c */
studio_answer answer_at, answer_catchment;
/* answer_jobs.c */
studio_answer answer_build, answer_fit, answer_sheet, answer_sheet_picture, answer_job_cancel;

#endif
