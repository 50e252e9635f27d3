// SPDX-License-Identifier: MIT
/* Requests to the studio, one after the other, without a socket. An input is a row of them, each
 * "METHOD path?query" in a line and its body up to a line "----". The studio has a small project
 * open; its worker and its jobs stand still, so that only what a request says is on trial. Every
 * request gets one answer; what the project then holds is a recipe that reads back, undo finds the
 * way to its beginning, and nothing appears outside the folder that it was given. */
#include "fuzz/target.h"
#include "studio/server.h"

#include <dirent.h>
#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

#define BEGINNING                                                                                  \
    "{\"name\": \"a\", \"recipe\": \"interfluve: 1\\nseed: 5\\nframe: {size: 32, width: 10 km}\\n" \
    "stages: [coast: {}, noise: {}, place: {}, lakes: {}, rivers: {}]\"}"
#define MOST_REQUESTS 24

static studio *at_work;
static char room[64], inside[80]; /* a folder, and the one in it that projects lie in */

static void leave(void)
{
    char command[160];
    studio_stop(at_work);
    free(at_work);
    snprintf(command, sizeof command, "rm -rf '%s'", room);
    FUZZ_EXPECT(system(command) == 0);
}

static void arrive(void)
{
    char page[120];
    snprintf(room, sizeof room, "%s/fluv-request-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    FUZZ_EXPECT(mkdtemp(room));
    snprintf(inside, sizeof inside, "%s/inside", room);
    snprintf(page, sizeof page, "%s/page", room);
    FUZZ_EXPECT(mkdir(inside, 0777) == 0 && mkdir(page, 0777) == 0);
    setenv("INTERFLUVE_STUDIO_PAGE", page, 1);
    setenv("XDG_CACHE_HOME", room, 1);
    strcat(page, "/index.html");
    FILE *index = fopen(page, "w");
    FUZZ_EXPECT(index && fputs("<!doctype html>", index) >= 0 && fclose(index) == 0);
    at_work = calloc(1, sizeof *at_work);
    FUZZ_EXPECT(at_work && page_find(&at_work->page) && studio_start(at_work, 1));
    worker_without_presets(&at_work->worker);
    worker_stop(&at_work->worker);
    jobs_stop(&at_work->jobs);
    snprintf(at_work->project.base, PATH_MAX, "%s", inside);
    atexit(leave);
}

/* ---- A request ---- */

/* What %xx stands for, as the network's library has it. */
static void decode(char *text)
{
    char *to = text;
    for (const char *from = text; *from; to++) {
        unsigned code;
        if (*from == '%' && sscanf(from + 1, "%2x", &code) == 1 && strlen(from) > 2) {
            *to = (char)code;
            from += 3;
        } else {
            *to = *from++;
        }
    }
    *to = '\0';
}

static void take_query(studio_call *call, char *words)
{
    for (char *word = words, *next; word && call->query_count < STUDIO_QUERIES; word = next) {
        next = strchr(word, '&');
        if (next)
            *next++ = '\0';
        char *value = strchr(word, '=');
        if (value)
            *value++ = '\0';
        decode(word);
        if (value)
            decode(value);
        call->query[call->query_count++] = (studio_query){strdup(word), strdup(value ? value : "")};
    }
}

static void answer(studio_call *call, const char *method, const char *url)
{
    bool api = strncmp(url, "/api/", 5) == 0;
    if (!api) {
        page_answer(&at_work->page, call, url);
        return;
    }
    call->path = strdup(url + 5);
    call->route = route_find(method, url + 5, call);
    if (!call->route || call->route->answer == answer_events) /* news need a connection */
        answer_line(call, 404, "there is no such request");
    else if (call->size > call->route->most)
        answer_line(call, 413, "too large");
    else
        call->route->answer(call);
}

static void ask(const char *method, char *url, const char *body, size_t size)
{
    studio_call *call = calloc(1, sizeof *call);
    FUZZ_EXPECT(call);
    call->studio = at_work;
    call->ctx = at_work->project.ctx;
    call->body = fuzz_text((const uint8_t *)body, size);
    call->size = size;
    char *words = strchr(url, '?');
    if (words)
        *words++ = '\0';
    decode(url);
    take_query(call, words);
    answer(call, method, url);
    FUZZ_EXPECT(call->response && call->code >= 200 && call->code < 600);
    MHD_destroy_response(call->response);
    for (size_t i = 0; i < call->query_count; i++) {
        free(call->query[i].name);
        free(call->query[i].value);
    }
    free(call->path);
    free(call->body);
    free(call);
}

static void ask_text(const char *method, const char *url, const char *body)
{
    char *copy = strdup(url);
    ask(method, copy, body, strlen(body));
    free(copy);
}

/* ---- What holds afterwards ---- */

static size_t entries_of(const char *folder)
{
    DIR *entries = opendir(folder);
    size_t count = 0;
    FUZZ_EXPECT(entries);
    while (readdir(entries))
        count++;
    closedir(entries);
    return count;
}

static void expect_whole(void)
{
    studio_project *project = &at_work->project;
    if (!project->open)
        return;
    char *text = NULL;
    fluv_recipe *copy = NULL;
    FUZZ_EXPECT(fluv_recipe_text(project->ctx, project->now.recipe, &text) == FLUV_OK);
    FUZZ_EXPECT(fluv_recipe_parse(project->ctx, text, strlen(text), "again", &copy) == FLUV_OK);
    FUZZ_EXPECT(project->now.count == fluv_recipe_stage_count(copy));
    fluv_recipe_delete(copy);
    fluv_text_free(text);
    size_t steps = project->history.at;
    for (size_t i = 0; i < steps; i++)
        ask_text("POST", "/api/undo", "");
    FUZZ_EXPECT(project->history.at == 0);
}

static int remove_one(const char *path, const struct stat *what, int type, struct FTW *where)
{
    (void)what;
    (void)type;
    return where->level > 0 ? remove(path) : 0;
}

/* The request that begins here; where the next one does. */
static char *ask_one(char *line, char *end)
{
    static const char between[] = "\n----\n";
    const size_t wide = sizeof between - 1;
    char *stop = line;
    while (stop < end && ((size_t)(end - stop) < wide || memcmp(stop, between, wide) != 0))
        stop++;
    char *next = stop < end ? stop + wide : end;
    char *body = memchr(line, '\n', (size_t)(stop - line)), *after = body ? body + 1 : stop;
    if (body)
        *body = '\0';
    if (stop < end)
        *stop = '\0';
    char *url = strchr(line, ' ');
    if (url) {
        *url++ = '\0';
        ask(line, url, after, (size_t)(stop - after));
    }
    return next;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!at_work)
        arrive();
    ask_text("POST", "/api/open", BEGINNING);
    FUZZ_EXPECT(at_work->project.open);
    char *text = fuzz_text(data, size);
    char *next = text, *end = text + size;
    for (int i = 0; i < MOST_REQUESTS && next < end; i++)
        next = ask_one(next, end);
    free(text);
    expect_whole();
    FUZZ_EXPECT(entries_of(room) <= 5); /* ., .., inside, page, and the cache's folder */
    project_close(&at_work->project);
    FUZZ_EXPECT(nftw(inside, remove_one, 8, FTW_DEPTH | FTW_PHYS) == 0);
    return 0;
}
