// SPDX-License-Identifier: MIT
/* Steps to undo. The file history.jsonl has a line a step and grows at its end alone, so that a
 * step costs what it holds and not what all hold; taking another way after an undo cuts it first. A
 * line that a crash left half written is cut off. */
#include "studio/history.h"

#include "studio/files.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LARGEST ((size_t)256 << 20) /* bytes; a longer one is put aside */

static bool push(studio_history *history, char *steals, size_t offset)
{
    if (!steals)
        return false;
    if (history->count == history->room) {
        size_t room = history->room ? 2 * history->room : 64;
        studio_step *steps = realloc(history->steps, room * sizeof *steps);
        if (!steps) {
            free(steals);
            return false;
        }
        history->steps = steps;
        history->room = room;
    }
    history->steps[history->count++] = (studio_step){steals, offset};
    return true;
}

static size_t end_of(const studio_history *history)
{
    if (history->count == 0)
        return 0;
    const studio_step *last = &history->steps[history->count - 1];
    return last->offset + strlen(last->line) + 1;
}

static void cut(studio_history *history, size_t count)
{
    while (history->count > count)
        free(history->steps[--history->count].line);
    if (history->saved > count)
        history->saved = count;
    if (history->file >= 0 && ftruncate(history->file, (off_t)end_of(history)) != 0)
        history->sealed =
            true; /* the next line is still written behind the last one that is ours */
}

static bool is_step(const char *line)
{
    json_t *step = json_loads(line, 0, NULL);
    bool holds = json_is_object(json_object_get(step, "state"));
    json_decref(step);
    return holds;
}

/* Lines are told by their ends alone, so that a long history opens at once; each is read when one
 * comes to it. A crash leaves the last one half written. */
static void read_steps(studio_history *history, char *text)
{
    for (char *at = text; at && *at;) {
        char *end = strchr(at, '\n');
        if (!end || *at != '{' || end[-1] != '}' ||
            !push(history, strndup(at, (size_t)(end - at)), (size_t)(at - text)))
            break;
        at = end + 1;
    }
    while (history->count > 0 && !is_step(history->steps[history->count - 1].line))
        free(history->steps[--history->count].line);
}

/* Opens the file, which is no link, and reads it. What cannot be read is no reason to lose it. */
static char *open_file(studio_history *history, const char *folder)
{
    char path[PATH_MAX], aside[PATH_MAX];
    size_t size;
    snprintf(path, sizeof path, "%s/history.jsonl", folder);
    snprintf(aside, sizeof aside, "%s/history-old.jsonl", folder);
    history->file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    char *text = history->file >= 0 ? file_load(path, LARGEST, &size) : NULL;
    if (text)
        return text;
    if (history->file >= 0)
        close(history->file);
    history->file =
        rename(path, aside) == 0 ? open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666) : -1;
    return NULL;
}

bool history_open(studio_history *history, const char *folder)
{
    *history = (studio_history){.sealed = true};
    char *text = open_file(history, folder);
    read_steps(history, text);
    free(text);
    history->saved = history->count;
    if (history->file >= 0)
        cut(history, history->count);
    history->at = history->count ? history->count - 1 : 0;
    return history->file >= 0;
}

void history_close(studio_history *history)
{
    for (size_t i = 0; i < history->count; i++)
        free(history->steps[i].line);
    free(history->steps);
    if (history->file >= 0)
        close(history->file);
    *history = (studio_history){.file = -1};
}

static bool merges(const studio_history *history, const char *merge)
{
    if (!merge || history->sealed || history->count < 2 || history->at + 1 != history->count)
        return false;
    json_t *last = json_loads(history->steps[history->at].line, 0, NULL);
    const char *word = json_string_value(json_object_get(last, "merge"));
    bool same = word && strcmp(word, merge) == 0;
    json_decref(last);
    return same;
}

bool history_save(studio_history *history)
{
    bool written = history->file >= 0, waits = false;
    while (written && history->saved < history->count) {
        const studio_step *step = &history->steps[history->saved];
        size_t length = strlen(step->line);
        step->line[length] = '\n'; /* the zero comes back below */
        written = pwrite(history->file, step->line, length + 1, (off_t)step->offset) ==
                  (ssize_t)length + 1;
        step->line[length] = '\0';
        history->saved += written;
        waits = true;
    }
    return written && (!waits || fdatasync(history->file) == 0);
}

bool history_add(studio_history *history, const char *label, const char *merge, const json_t *state)
{
    json_t *step = json_pack("{s:s, s:s*, s:O}", "label", label, "merge", merge, "state", state);
    char *line = step ? json_dumps(step, JSON_COMPACT) : NULL;
    json_decref(step);
    if (!line)
        return false;
    cut(history, history->count == 0 ? 0 : history->at + !merges(history, merge));
    if (!push(history, line, end_of(history)))
        return false;
    history->at = history->count - 1;
    history->sealed = false;
    return true;
}

json_t *history_state(const studio_history *history, size_t step)
{
    if (step >= history->count)
        return NULL;
    json_t *whole = json_loads(history->steps[step].line, 0, NULL);
    json_t *state = json_incref(json_object_get(whole, "state"));
    json_decref(whole);
    return state;
}

static json_t *label_of(const studio_history *history, size_t step)
{
    json_t *whole = json_loads(history->steps[step].line, 0, NULL);
    json_t *label = json_incref(json_object_get(whole, "label"));
    json_decref(whole);
    return label ? label : json_string("");
}

json_t *history_undo_label(const studio_history *history)
{
    return history->count > 0 && history->at > 0 ? label_of(history, history->at) : json_null();
}

json_t *history_redo_label(const studio_history *history)
{
    return history->at + 1 < history->count ? label_of(history, history->at + 1) : json_null();
}
