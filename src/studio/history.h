// SPDX-License-Identifier: MIT
/* Steps to undo and to do again, as many as were made, kept in the project's folder. */
#ifndef FLUV_STUDIO_HISTORY_H
#define FLUV_STUDIO_HISTORY_H

#include "interfluve.h"

#include <jansson.h>

typedef struct studio_step {
    char *line;    /* {"label": …, "merge": …, "state": …} as it stands in the file */
    size_t offset; /* of its line there */
} studio_step;

typedef struct studio_history {
    int file; /* -1: none */
    size_t count, room, at;
    size_t saved;       /* of the steps, that the file has */
    studio_step *steps; /* the first is how it began; `at` is where we are */
    bool sealed;        /* the next edit begins a step of its own, whatever it says */
} studio_history;

/* Reads what the folder holds; begins empty where it holds nothing. A file that cannot be read is
 * kept as history-old.jsonl. False: cannot be written. */
bool history_open(studio_history *history, const char *folder);
void history_close(studio_history *history);
/* In memory; history_save() writes it. After `at`: what would have come is gone. Takes over the
 * last step's place when both say the same word to merge by. `state` is borrowed. */
bool history_add(studio_history *history, const char *label, const char *merge,
                 const json_t *state);
/* Writes the steps that the file has not: the last one, and those that did not fit on the disk
 * before. */
bool history_save(studio_history *history);
/* The state of a step; NULL: it cannot be read. */
json_t *history_state(const studio_history *history, size_t step);
/* What undo would take back and redo bring back; NULL: nothing. To be freed. */
json_t *history_undo_label(const studio_history *history);
json_t *history_redo_label(const studio_history *history);

#endif
