// SPDX-License-Identifier: MIT
/* The project: a folder with a recipe, what is the studio's alone, and every step that led there.
 */
#ifndef FLUV_STUDIO_PROJECT_H
#define FLUV_STUDIO_PROJECT_H

#include "studio/history.h"
#include "studio/state.h"

#include <limits.h>
#include <pthread.h>
#include <sys/stat.h>

#define STUDIO_SMALLEST  16
#define STUDIO_LARGEST   8192 /* cells along the longer side of what is shown */
#define STUDIO_NAME      96
#define STUDIO_EDITS     16 /* edits that are known when they come again */
#define STUDIO_EDIT_ROOM 64

typedef struct studio_project {
    pthread_mutex_t lock; /* for all of it; everything below wants it held */
    fluv_ctx *ctx;
    char base[PATH_MAX];    /* where new folders are made */
    char wanted[PATH_MAX];  /* folder of the first project that is begun; "": by its name */
    char waiting[PATH_MAX]; /* maps that were uploaded before there was a project; "": none */
    bool open;
    char name[STUDIO_NAME], folder[PATH_MAX];
    int folder_lock; /* descriptor that keeps other studios out; -1: none */
    json_int_t revision;
    uint64_t next_key;
    studio_state now;
    studio_history history;
    uint32_t view_size;
    char view_until[STUDIO_KEY_ROOM]; /* "": all stages */
    json_t *ui;
    char done[STUDIO_EDITS][STUDIO_EDIT_ROOM]; /* words of the last edits, in a ring */
    size_t done_count;
    bool unsaved;           /* what is not on the disk yet, or did not fit there */
    char *written;          /* recipe.yaml as we wrote it */
    struct stat written_as; /* and what the file looked like then */
} studio_project;

bool project_init(studio_project *project); /* false: no memory */
void project_free(studio_project *project); /* saves */

/* Begins a project with what the command line names: recipe, preset, height map, folder. NULL:
 * done; otherwise the mistake. */
json_t *project_open_word(studio_project *project, const char *word);
/* What the page asks for: `POST /api/open`. */
json_t *project_open(studio_project *project, const json_t *wish);
/* Asked before that: whether the map that a wish names can be read. It may be large, so that the
 * lock is held only to find it, and `ctx` must be another than the project's. NULL: it can be, or
 * there is none. */
json_t *project_try(studio_project *project, fluv_ctx *ctx, const json_t *wish);
json_t *project_open_folder(studio_project *project, const char *folder);

/* Changes; project_keep() then saves them. NULL: done; otherwise the mistake. */
json_t *project_edit(studio_project *project, const json_t *edit);
/* Whether it is one of the last edits, by the word that it brings. */
bool project_has_done(const studio_project *project, const json_t *edit);
json_t *project_step(studio_project *project, int direction); /* -1: undo, 1: redo */
json_t *project_view(studio_project *project, const json_t *view);
void project_ui(studio_project *project, json_t *steals);

/* Saves a change for good, which takes the disk its time; what waits for the change is told before.
 * NULL: saved. */
json_t *project_keep(studio_project *project);

/* Whether recipe.yaml was changed by somebody else; then the project has taken it over, or *error
 * says why it cannot be read, once. */
bool project_disk(studio_project *project, json_t **error);
void project_save_rest(studio_project *project); /* what waits to be saved, if anything does */

/* As `GET /api/project` has it, without `result` and `run`. */
json_t *project_json(studio_project *project);
/* For every index where a stage could stand, what speaks against it. */
json_t *project_places(studio_project *project, const char *key, const char *name);

/* ---- Between its files ---- */

bool project_save(studio_project *project); /* studio.json and recipe.yaml */
/* The state becomes the project's, as a step with a label; NULL: done. */
json_t *project_take(studio_project *project, studio_state *steals, const char *label,
                     const char *merge);
void project_note_done(studio_project *project, const char *id);
void project_close(studio_project *project);

#endif
