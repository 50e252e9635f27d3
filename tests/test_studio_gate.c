// SPDX-License-Identifier: MIT
/* Who the studio lets in, what it takes, and that nothing that is sent to it ends it. */
#include "studio_bench.h"

#include "dice.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

static const char *headers(const char *host, const char *token, const char *more)
{
    static char text[512];
    snprintf(text, sizeof text, "Host: %s:%d\r\nX-Interfluve-Token: %s\r\n%s", host,
             bench_studio->gate.port, token, more);
    return text;
}

static void only_with_the_token(void **state)
{
    (void)state;
    char wrong[33];
    const char *right = bench_studio->gate.token;
    snprintf(wrong, sizeof wrong, "%s", right);
    wrong[31] = wrong[31] == '0' ? '1' : '0';
    assert_int_equal(strlen(right), 32);
    assert_int_equal(ask_with("GET", "/api/about", "", 0, headers("127.0.0.1", right, ""))->code,
                     200);
    assert_int_equal(ask_with("GET", "/api/about", "", 0, headers("localhost", right, ""))->code,
                     200);
    refused(ask_with("GET", "/api/about", "", 0, headers("127.0.0.1", wrong, "")), 403, "token");
    refused(ask_with("GET", "/api/about", "", 0, headers("127.0.0.1", "", "")), 403, "token");
    refused(ask_with("POST", "/api/undo", "", 0, headers("127.0.0.1", "0", "")), 403, "token");
    refused(ask_with("GET", "/api/nosuch", "", 0, headers("127.0.0.1", wrong, "")), 403, "token");
    char query[128];
    snprintf(query, sizeof query, "/api/about?token=%s", right);
    refused(ask_with("GET", query, "", 0, headers("127.0.0.1", wrong, "")), 403, "token");
}

static void only_for_this_address(void **state)
{
    (void)state;
    const char *token = bench_studio->gate.token;
    refused(ask_with("GET", "/api/about", "", 0, headers("evil.example", token, "")), 403,
            "address");
    refused(ask_with("GET", "/", "", 0, headers("evil.example", token, "")), 403, "address");
    char text[200];
    snprintf(text, sizeof text, "Host: 127.0.0.1:1\r\nX-Interfluve-Token: %s\r\n", token);
    refused(ask_with("GET", "/api/about", "", 0, text), 403, "address");
    refused(ask_with("GET", "/api/about", "", 0,
                     headers("127.0.0.1", token, "Origin: http://evil.example\r\n")),
            403, "page");
    refused(ask_with("GET", "/api/about", "", 0, headers("127.0.0.1", token, "Origin: null\r\n")),
            403, "page");
    char origin[100];
    snprintf(origin, sizeof origin, "Origin: http://127.0.0.1:%d\r\n", bench_studio->gate.port);
    assert_int_equal(
        ask_with("GET", "/api/about", "", 0, headers("127.0.0.1", token, origin))->code, 200);
}

static void the_page_and_nothing_else(void **state)
{
    (void)state;
    const char *usual = headers("127.0.0.1", "", "");
    static const char *const none[] = {"/nosuch",
                                       "/../studio_bench.h",
                                       "/..%2f..%2fetc%2fpasswd",
                                       "/assets/../../x",
                                       "//etc/passwd",
                                       "/.hidden",
                                       "/assets",
                                       "/assets/",
                                       "/%00",
                                       "/index.html/",
                                       "/api",
                                       "/api/"};
    reply *r = ask_with("GET", "/", "", 0, usual);
    assert_int_equal(r->code, 200);
    assert_non_null(strstr(r->body, "the page"));
    assert_non_null(strstr(r->head, "Content-Security-Policy: default-src 'none'; script-src "
                                    "'self';"));
    assert_non_null(strstr(r->head, "X-Content-Type-Options: nosniff"));
    assert_non_null(strstr(r->head, "Cache-Control: no-store"));
    assert_null(strstr(r->head, "unsafe"));
    r = ask_with("GET", "/assets/a.js", "", 0, usual);
    assert_int_equal(r->code, 200);
    assert_non_null(strstr(r->head, "Content-Type: text/javascript"));
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        r = ask_with("GET", none[i], "", 0, usual);
        if (r->code != 404 && r->code != 403 && r->code != 400 &&
            !(strcmp(none[i], "/%00") == 0 && r->code == 200))
            fail_msg("%s gives %d", none[i], r->code);
        assert_null(strstr(r->body, "secret"));
        assert_null(strstr(r->body, "root:"));
    }
    assert_int_equal(ask_with("POST", "/", "", 0, usual)->code, 404);
    assert_int_equal(ask_with("DELETE", "/api/project", "", 0,
                              headers("127.0.0.1", bench_studio->gate.token, ""))
                         ->code,
                     404);
}

/* ---- What is taken -----------------------------------------------------------------------------
 */

static void make_png(unsigned char head[64], unsigned width, unsigned char depth,
                     unsigned char colour)
{
    static const unsigned char start[16] = {137, 'P', 'N', 'G', 13,  10,  26,  10,
                                            0,   0,   0,   13,  'I', 'H', 'D', 'R'};
    memset(head, 0, 64);
    memcpy(head, start, sizeof start);
    for (int i = 0; i < 4; i++)
        head[16 + i] = head[20 + i] = (unsigned char)(width >> (24 - 8 * i));
    head[24] = depth;
    head[25] = colour;
}

static reply *put(const char *path, const void *bytes, size_t size)
{
    return ask_with("POST", path, bytes, size, headers("127.0.0.1", bench_studio->gate.token, ""));
}

static void images_are_looked_at(void **state)
{
    (void)state;
    unsigned char png[64];
    make_png(png, 32, 16, 0);
    refused(put("/api/images?name=rain", png, sizeof png), 400, "no project");
    json_decref(open_land(NULL));
    reply *r = put("/api/images?name=rain", png, sizeof png);
    assert_int_equal(r->code, 200);
    json_t *answer = json_loadb(r->body, r->size, 0, NULL);
    const char *image = json_string_value(json_object_get(answer, "image"));
    assert_true(strncmp(image, "images/rain-", 12) == 0);
    r = get("%s", image);
    assert_int_equal(r->size, sizeof png);
    assert_memory_equal(r->body, png, sizeof png);
    json_decref(answer);
    refused(put("/api/images?name=../x", png, sizeof png), 400, "name");
    refused(put("/api/images", png, sizeof png), 400, "name");
    refused(put("/api/images?name=a", "GIF89a", 6), 400, "no PNG");
    refused(put("/api/images?name=a", png, 20), 400, "no PNG");
    make_png(png, 32, 8, 2);
    refused(put("/api/images?name=a", png, sizeof png), 400, "grey");
    make_png(png, 100000, 8, 0);
    refused(put("/api/images?name=a", png, sizeof png), 400, "large");
    refused(get("images/..%%2frecipe.yaml"), 404, "");
    refused(get("images/nosuch.png"), 404, "no such image");
}

static const char *small_map(size_t *size)
{
    static char text[1 << 16];
    int at =
        snprintf(text, sizeof text, "ncols 24\nnrows 24\nxllcorner 0\nyllcorner 0\ncellsize 30\n");
    for (int row = 0; row < 24; row++)
        for (int col = 0; col < 24; col++)
            at += snprintf(text + at, sizeof text - (size_t)at, "%d%c",
                           100 + row * 3 + (col * 7 + row * 5) % 11, col == 23 ? '\n' : ' ');
    *size = (size_t)at;
    return text;
}

static void a_map_that_was_dropped_has_water(void **state)
{
    (void)state;
    size_t size;
    const char *map = small_map(&size);
    reply *r = put("/api/maps?name=my%20hills.asc", map, size); /* before there is a project */
    assert_int_equal(r->code, 200);
    assert_non_null(strstr(r->body, "my-hills.asc"));
    json_t *project = post_json("open", "{\"map\": \"my-hills.asc\"}");
    assert_string_equal(json_string_value(value_of(project, "s1", "file")), "maps/my-hills.asc");
    json_decref(project);
    assert_true(wait_result() > 0);
    /* One more, out of the project that is open now. */
    assert_int_equal(put("/api/maps?name=again.asc", map, size)->code, 200);
    json_decref(post_json("open", "{\"map\": \"again.asc\"}"));
    refused(put("/api/maps", map, size), 400, "name");
}

/* Neither what is no map nor half of one begins a project: what was open stays open. */
static void a_map_that_cannot_be_read_begins_nothing(void **state)
{
    (void)state;
    size_t size;
    const char *map = small_map(&size);
    assert_int_equal(put("/api/maps?name=sound.asc", map, size)->code, 200);
    json_t *before = post_json("open", "{\"map\": \"sound.asc\"}");
    const char *folder = json_string_value(json_object_get(before, "folder"));
    assert_int_equal(put("/api/maps?name=bad.asc", "nothing", 7)->code, 200);
    assert_int_equal(put("/api/maps?name=half.asc", map, size / 2)->code, 200);
    static const char *const files[] = {"bad", "half"};
    for (size_t i = 0; i < 2; i++) {
        char wish[64];
        snprintf(wish, sizeof wish, "{\"map\": \"%s.asc\"}", files[i]);
        reply *r = post("open", wish);
        refused(r, 400, files[i]);
        assert_null(strstr(r->body, folder)); /* its name will do */
        json_t *now = get_json("project");
        assert_string_equal(json_string_value(json_object_get(now, "folder")), folder);
        json_decref(now);
        snprintf(wish, sizeof wish, "%s-studio", files[i]);
        assert_int_not_equal(access(wish, F_OK), 0); /* no folder is left */
    }
    json_decref(before);
}

/* A map that a recipe names is never written over by another of its name. */
static void maps_of_one_name_are_kept_apart(void **state)
{
    (void)state;
    size_t size;
    const char *map = small_map(&size);
    assert_int_equal(put("/api/maps?name=dem.asc", map, size)->code, 200); /* it waits */
    json_decref(open_land(NULL));
    char *other = strdup(map);
    other[size - 2] = other[size - 2] == '1' ? '2' : '1';
    assert_non_null(strstr(put("/api/maps?name=dem.asc", other, size)->body, "\"dem.asc\""));
    json_t *project = post_json("open", "{\"map\": \"dem.asc\"}"); /* the one of this project */
    const char *slash = strrchr(json_string_value(json_object_get(project, "folder")), '/');
    char *text = read_text("%s/maps/dem.asc", slash + 1);
    assert_string_equal(text, other);
    free(text);
    assert_non_null(strstr(put("/api/maps?name=dem.asc", other, size)->body, "\"dem.asc\""));
    assert_non_null(strstr(put("/api/maps?name=dem.asc", map, size)->body, "\"dem-2.asc\""));
    text = read_text("%s/maps/dem.asc", slash + 1);
    assert_string_equal(text, other);
    free(text);
    text = read_text("%s/maps/dem-2.asc", slash + 1);
    assert_string_equal(text, map);
    free(text);
    free(other);
    json_decref(project);
}

static void bodies_that_are_too_large(void **state)
{
    (void)state;
    char head[900];
    snprintf(head, sizeof head,
             "POST /api/ui HTTP/1.1\r\n%sConnection: close\r\nContent-Length: 70000\r\n\r\n",
             headers("127.0.0.1", bench_studio->gate.token, ""));
    refused(send_raw(head, strlen(head), 10000), 413, "larger");
    /* One that does not say how large it is. */
    size_t most = 1 << 18;
    char *body = malloc(most + 1000);
    int at = sprintf(body, "POST /api/ui HTTP/1.1\r\n%sTransfer-Encoding: chunked\r\n\r\n",
                     headers("127.0.0.1", bench_studio->gate.token, "Connection: close\r\n"));
    for (int i = 0; i < 16; i++) {
        at += sprintf(body + at, "2000\r\n");
        memset(body + at, ' ', 0x2000);
        at += 0x2000;
        at += sprintf(body + at, "\r\n");
    }
    at += sprintf(body + at, "0\r\n\r\n");
    refused(send_raw(body, (size_t)at, 10000), 413, "larger");
    free(body);
    refused(post("ui", "[1]"), 400, "object");
    assert_int_equal(post("ui", "{\"a\": 1}")->code, 200);
}

/* ---- Anything at all ---------------------------------------------------------------------------
 */

static void is_alive(void)
{
    json_decref(get_json("about"));
}

/* Whether the server lets go of connections that the other end has left, long before it would cut
 * them off for their silence: otherwise a hundred of them keep everybody else out. */
static bool all_are_gone(void)
{
    const struct timespec moment = {0, 5000000};
    for (double began = studio_clock(); studio_clock() - began < 25.0;) {
        const union MHD_DaemonInfo *info =
            MHD_get_daemon_info(bench_studio->daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);
        if (info->num_connections == 0)
            return true;
        nanosleep(&moment, NULL);
    }
    return false;
}

static void random_bytes(void **state)
{
    (void)state;
    dice d = {fluv_key_make(11, "studio", "bytes"), 0};
    for (int i = 0; i < 1000; i++) {
        char bytes[600];
        size_t size = roll(&d, sizeof bytes);
        for (size_t j = 0; j < size; j++)
            bytes[j] = (char)roll(&d, 256);
        (void)send_raw(bytes, size, 2);
    }
    is_alive();
    assert_true(all_are_gone());
}

/* Requests that are nearly right: some bytes differ, are gone or are there twice. */
static void requests_gone_wrong(void **state)
{
    (void)state;
    static const char *const paths[][3] = {
        {"GET", "results/1/layers/height?step=2&col=3&cols=9", ""},
        {"GET", "results/1/grids?names=height,cover", ""},
        {"GET", "results/1/catchment?x=5000&y=5000", ""},
        {"GET", "results/1/picture?view=map&size=32&bare=1", ""},
        {"GET", "places?stage=s3", ""},
        {"GET", "field?stage=s3&path=rain&size=16", ""},
        {"GET", "events", ""},
        {"GET", "sheets/1/0.png", ""},
        {"POST", "undo", ""},
        {"POST", "view", "{\"size\": 48, \"until\": \"s3\"}"},
        {"POST", "ui", "{\"a\": [1, 2, {\"b\": null}]}"},
        {"POST", "edit",
         "{\"label\": \"x\", \"ops\": [{\"op\": \"set\", \"stage\": \"s3\", \"path\": "
         "\"min_area\", \"value\": \"2 ha\"}]}"},
        {"POST", "edit",
         "{\"ops\": [{\"op\": \"insert\", \"index\": 2, \"name\": \"thermal\", \"params\": "
         "{\"talus\": 0.7}}, {\"op\": \"move\", \"stage\": \"s1\", \"to\": 1}]}"},
        {"POST", "sheet", "{\"size\": 32, \"seeds\": [1, 2]}"},
        {"POST", "jobs/1/cancel", ""},
        {"POST", "results/1/drawn", ""},
    };
    dice d = {fluv_key_make(12, "studio", "requests"), 0};
    json_decref(open_land(NULL));
    for (int i = 0; i < 2500; i++) {
        char bytes[2048];
        const char *const *path = paths[roll(&d, sizeof paths / sizeof *paths)];
        bool whole = roll(&d, 2) == 1; /* the body alone changes, the rest is right */
        int head = snprintf(bytes, sizeof bytes,
                            "%s /api/%s HTTP/1.1\r\n%sConnection: close\r\nContent-Length: "
                            "%zu\r\n\r\n",
                            path[0], path[1], headers("127.0.0.1", bench_studio->gate.token, ""),
                            strlen(path[2]));
        int size = head + snprintf(bytes + head, sizeof bytes - (size_t)head, "%s", path[2]);
        int from = whole && size > head ? head : 0;
        for (size_t n = roll(&d, 4); n > 0; n--) {
            int at = from + (int)roll(&d, (size_t)(size - from));
            switch (roll(&d, 3)) {
            case 0:
                bytes[at] = (char)roll(&d, 256);
                break;
            case 1:
                bytes[at] = "{}[]\":,0-e/.?&%\r\n"[roll(&d, 17)];
                break;
            default:
                bytes[at] = bytes[from + (int)roll(&d, (size_t)(size - from))];
            }
        }
        (void)send_raw(bytes, (size_t)size, 2);
    }
    is_alive();
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, bench_up, bench_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(only_with_the_token),
        TEST(only_for_this_address),
        TEST(the_page_and_nothing_else),
        TEST(images_are_looked_at),
        TEST(a_map_that_was_dropped_has_water),
        TEST(a_map_that_cannot_be_read_begins_nothing),
        TEST(maps_of_one_name_are_kept_apart),
        TEST(bodies_that_are_too_large),
        TEST(random_bytes),
        TEST(requests_gone_wrong),
    };
    return cmocka_run_group_tests(tests, bench_begin, bench_end);
}
