// SPDX-License-Identifier: MIT
/* A studio's server in this process, and a client. */
#include "studio_bench.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define PATIENCE 60.0 /* seconds; sanitizers on a busy machine are slow */

studio *bench_studio;
char bench_folder[64];
static char page_folder[96];

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

int bench_begin(void **state)
{
    char path[160];
    (void)state;
    snprintf(bench_folder, sizeof bench_folder, "/tmp/fluv-studio-XXXXXX");
    if (!mkdtemp(bench_folder))
        return -1;
    snprintf(page_folder, sizeof page_folder, "%s/page", bench_folder);
    mkdir(page_folder, 0777);
    snprintf(path, sizeof path, "%s/assets", page_folder);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/index.html", page_folder);
    write_file(path, "<!doctype html><p>the page");
    snprintf(path, sizeof path, "%s/assets/a.js", page_folder);
    write_file(path, "export {};");
    snprintf(path, sizeof path, "%s/.hidden", page_folder);
    write_file(path, "secret");
    setenv("INTERFLUVE_STUDIO_PAGE", page_folder, 1);
    snprintf(path, sizeof path, "%s/cache", bench_folder);
    setenv("XDG_CACHE_HOME", path, 1);
    return 0;
}

int bench_end(void **state)
{
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", bench_folder);
    return system(command) == 0 ? 0 : -1;
}

int bench_up(void **state)
{
    (void)state;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t length = sizeof address;
    int s = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (bind(s, (const struct sockaddr *)&address, sizeof address) != 0 || listen(s, 64) != 0 ||
        getsockname(s, (struct sockaddr *)&address, &length) != 0)
        return -1;
    bench_studio = calloc(1, sizeof *bench_studio);
    bool up = page_find(&bench_studio->page) && studio_start(bench_studio, 1);
    snprintf(bench_studio->project.base, PATH_MAX, "%s", bench_folder);
    worker_without_presets(&bench_studio->worker);
    return up && studio_listen(bench_studio, s, ntohs(address.sin_port)) ? 0 : -1;
}

int bench_down(void **state)
{
    (void)state;
    studio_stop(bench_studio);
    free(bench_studio);
    bench_studio = NULL;
    return 0;
}

/* ---- Requests ----------------------------------------------------------------------------------
 */

static int connect_to(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)bench_studio->gate.port),
                                  .sin_addr = {htonl(INADDR_LOOPBACK)}};
    int s = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(s >= 0);
    assert_int_equal(connect(s, (const struct sockaddr *)&address, sizeof address), 0);
    return s;
}

static bool send_all(int s, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t now = send(s, bytes, size, MSG_NOSIGNAL);
        if (now <= 0)
            return false;
        bytes += now;
        size -= (size_t)now;
    }
    return true;
}

static void forget(reply *r)
{
    free(r->head);
    *r = (reply){0};
}

/* Everything until the other end closes, or nothing comes for a while. */
static reply *read_reply(int s, int milliseconds)
{
    static reply kept[8];
    static int turn;
    reply *r = &kept[turn++ & 7];
    size_t size = 0, room = 1 << 16;
    char *bytes = malloc(room);
    struct pollfd one = {.fd = s, .events = POLLIN};
    forget(r);
    while (poll(&one, 1, milliseconds) > 0) {
        if (size + 1 >= room)
            bytes = realloc(bytes, room *= 2);
        ssize_t now = recv(s, bytes + size, room - size - 1, 0);
        if (now <= 0)
            break;
        size += (size_t)now;
    }
    bytes[size] = '\0';
    r->head = bytes;
    char *end = strstr(bytes, "\r\n\r\n");
    r->body = end ? end + 4 : bytes + size;
    r->size = size - (size_t)(r->body - bytes);
    if (end)
        *end = '\0';
    if (sscanf(bytes, "HTTP/1.1 %d", &r->code) != 1)
        r->code = 0;
    return r;
}

reply *send_raw(const void *bytes, size_t size, int milliseconds)
{
    int s = connect_to();
    (void)send_all(s, bytes, size);
    shutdown(s, SHUT_WR);
    reply *r = read_reply(s, milliseconds);
    close(s);
    return r;
}

reply *ask_with(const char *method, const char *path, const void *body, size_t size,
                const char *headers)
{
    char head[4096];
    int s = connect_to();
    int length = snprintf(head, sizeof head,
                          "%s %s HTTP/1.1\r\nConnection: close\r\nContent-Length: %zu\r\n%s\r\n",
                          method, path, size, headers);
    assert_true(length < (int)sizeof head);
    (void)(send_all(s, head, (size_t)length) && send_all(s, body, size));
    reply *r = read_reply(s, (int)(PATIENCE * 1000));
    close(s);
    return r;
}

static const char *usual_headers(void)
{
    static char headers[200];
    snprintf(headers, sizeof headers, "Host: 127.0.0.1:%d\r\nX-Interfluve-Token: %s\r\n",
             bench_studio->gate.port, bench_studio->gate.token);
    return headers;
}

reply *get(const char *format, ...)
{
    char path[1024] = "/api/";
    va_list args;
    va_start(args, format);
    vsnprintf(path + 5, sizeof path - 5, format, args);
    va_end(args);
    return ask_with("GET", path, "", 0, usual_headers());
}

reply *post(const char *path, const char *body)
{
    char whole[512];
    snprintf(whole, sizeof whole, "/api/%s", path);
    return ask_with("POST", whole, body, strlen(body), usual_headers());
}

static json_t *as_json(const reply *r)
{
    if (r->code != 200)
        fail_msg("%d: %s", r->code, r->body);
    json_t *json = json_loadb(r->body, r->size, JSON_DECODE_ANY, NULL);
    assert_non_null(json);
    return json;
}

json_t *get_json(const char *format, ...)
{
    char path[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(path, sizeof path, format, args);
    va_end(args);
    return as_json(get("%s", path));
}

json_t *post_json(const char *path, const char *body)
{
    return as_json(post(path, body));
}

void refused(const reply *r, int code, const char *words)
{
    if (r->code != code || !strstr(r->body, words))
        fail_msg("expected %d with `%s`, found %d: %s", code, words, r->code, r->body);
    json_t *json = json_loadb(r->body, r->size, 0, NULL);
    const char *line =
        json_string_value(json_object_get(json_object_get(json, "error"), "message"));
    assert_non_null(line);
    assert_null(strchr(line, '\n'));
    json_decref(json);
}

/* ---- Land --------------------------------------------------------------------------------------
 */

json_int_t wait_result(void)
{
    for (double began = studio_clock(); studio_clock() - began < PATIENCE; usleep(5000)) {
        json_t *project = get_json("project");
        json_int_t id = json_integer_value(json_object_get(project, "result"));
        json_int_t revision = json_integer_value(json_object_get(project, "revision"));
        json_t *run = json_object_get(project, "run");
        const char *state = json_string_value(json_object_get(run, "state"));
        bool idle = strcmp(state, "idle") == 0 &&
                    json_integer_value(json_object_get(run, "revision")) == revision;
        json_decref(project);
        if (!idle || !id)
            continue;
        json_t *result = get_json("results/%lld", (long long)id);
        bool there = json_is_false(json_object_get(result, "coarse")) &&
                     json_integer_value(json_object_get(result, "revision")) == revision;
        json_decref(result);
        if (there)
            return id;
    }
    fail_msg("no result came");
    return 0;
}

json_t *open_land(const char *text)
{
    json_t *wish = json_pack("{s:s, s:s}", "recipe", text ? text : SMALL_LAND, "name", "small");
    char *body = json_dumps(wish, 0);
    json_decref(post_json("open", body));
    free(body);
    json_decref(wish);
    json_decref(post_json("view", "{\"size\": 48}"));
    (void)wait_result();
    return get_json("project");
}

json_t *edit(const char *ops)
{
    char body[4096];
    snprintf(body, sizeof body, "{\"label\": \"an edit\", \"ops\": [%s]}", ops);
    return post_json("edit", body);
}

json_t *value_of(json_t *project, const char *stage, const char *name)
{
    json_t *stages = json_object_get(project, "stages");
    for (size_t i = 0; i < json_array_size(stages); i++) {
        json_t *at = json_array_get(stages, i);
        if (strcmp(json_string_value(json_object_get(at, "key")), stage) == 0)
            return json_object_get(json_object_get(at, "values"), name);
    }
    return NULL;
}

char *read_text(const char *format, ...)
{
    char path[1024];
    int length = snprintf(path, sizeof path, "%s/", bench_folder);
    va_list args;
    va_start(args, format);
    vsnprintf(path + length, sizeof path - (size_t)length, format, args);
    va_end(args);
    size_t size = 0, room = 1 << 20;
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    char *text = calloc(1, room);
    size = fread(text, 1, room - 1, file);
    text[size] = '\0';
    fclose(file);
    return text;
}

/* ---- News --------------------------------------------------------------------------------------
 */

listener *listen_to_news(void)
{
    char head[512];
    listener *l = calloc(1, sizeof *l);
    l->socket = connect_to();
    snprintf(head, sizeof head, "GET /api/events HTTP/1.1\r\n%s\r\n", usual_headers());
    assert_true(send_all(l->socket, head, strlen(head)));
    return l;
}

/* What was heard so far has the event; what stands before it is forgotten. */
static bool has_heard(listener *l, const char *event, const char *words)
{
    char name[64];
    snprintf(name, sizeof name, "event: %s\n", event);
    for (char *at = l->text; (at = strstr(at, name)); at++) {
        char *end = strstr(at, "\n\n"), *found = strstr(at, words);
        if (end && found && found < end) {
            l->size -= (size_t)(end - l->text);
            memmove(l->text, end, l->size + 1);
            return true;
        }
    }
    return false;
}

bool hears(listener *l, const char *event, const char *words)
{
    struct pollfd one = {.fd = l->socket, .events = POLLIN};
    for (double began = studio_clock(); studio_clock() - began < PATIENCE;) {
        if (has_heard(l, event, words))
            return true;
        if (poll(&one, 1, 1000) <= 0)
            continue;
        ssize_t now = recv(l->socket, l->text + l->size, sizeof l->text - l->size - 1, 0);
        if (now <= 0)
            return false;
        l->size += (size_t)now;
        l->text[l->size] = '\0';
    }
    return false;
}

void stop_listening(listener *l)
{
    close(l->socket);
    free(l);
}
