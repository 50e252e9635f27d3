// SPDX-License-Identifier: MIT
/* What the studio tells of a result: layers, bundles, places, pictures; and the news of it. */
#include "studio_bench.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static long long made; /* the result of the test */

static int up_with_land(void **state)
{
    if (bench_up(state) != 0)
        return -1;
    json_decref(open_land(NULL));
    made = wait_result();
    return 0;
}

static bool has_header(const reply *r, const char *line)
{
    return strstr(r->head, line) != NULL;
}

static void a_result_says_what_it_has(void **state)
{
    (void)state;
    json_t *result = get_json("results/%lld", made);
    json_t *frame = json_object_get(result, "frame");
    assert_int_equal(json_integer_value(json_object_get(frame, "cols")), 48);
    json_t *height = json_object_get(json_object_get(result, "layers"), "height");
    assert_string_equal(json_string_value(json_object_get(height, "type")), "float32");
    assert_true(json_number_value(json_object_get(height, "low")) <
                json_number_value(json_object_get(height, "high")));
    assert_int_equal(json_array_size(json_object_get(result, "stages")), 4);
    json_decref(result);
    refused(get("results/999999"), 404, "no such result");
    refused(get("results/x"), 404, "no such result");
    refused(get("results/999999/layers/height"), 404, "no such result");
    refused(get("results/999999/rivers"), 404, "no such result");
}

/* Opening another project clears all results while one may just be on its way. */
static void a_result_on_its_way_outlives_a_clear(void **state)
{
    (void)state;
    studio_results own;
    results_init(&own);
    fluv_ctx *ctx = fluv_ctx_new();
    studio_result *seen = results_hold(&bench_studio->results, made);
    static studio_active active;
    active.recipe = seen->recipe;
    const studio_made how = {.active = &active, .until = "", .epoch = results_epoch(&own)};
    studio_result *one = results_add(&own, ctx, seen->land, &how);
    assert_non_null(one);
    results_clear(&own);
    assert_int_equal(atomic_load(&one->holders), 1);
    assert_int_equal(json_integer_value(json_object_get(one->words, "id")), one->id);
    result_release(one);
    assert_null(results_add(&own, ctx, seen->land, &how)); /* of the project before */
    assert_int_equal(results_newest(&own), 0);
    result_release(seen);
    fluv_ctx_delete(ctx);
    results_free(&own);
}

static void windows_of_layers(void **state)
{
    (void)state;
    reply *whole = get("results/%lld/layers/height", made);
    assert_int_equal(whole->code, 200);
    assert_int_equal(whole->size, 48 * 48 * 4);
    assert_true(has_header(whole, "X-Cols: 48") && has_header(whole, "X-Type: float32"));
    reply *part = get("results/%lld/layers/height?step=3&col=5&row=7&cols=10&rows=8", made);
    assert_int_equal(part->size, 4 * 3 * 4);
    assert_true(has_header(part, "X-Cols: 4") && has_header(part, "X-Rows: 3"));
    const float *all = (const void *)whole->body, *some = (const void *)part->body;
    for (int row = 0; row < 3; row++)
        for (int col = 0; col < 4; col++) {
            float expected, found;
            memcpy(&expected, all + (7 + 3 * row) * 48 + 5 + 3 * col, sizeof expected);
            memcpy(&found, some + row * 4 + col, sizeof found);
            assert_true(expected == found);
        }
    assert_int_equal(get("results/%lld/layers/cover?col=40&cols=100", made)->size, 8 * 48);
    assert_int_equal(get("results/%lld/layers/area", made)->size, 48 * 48 * 8);
    refused(get("results/%lld/layers/height?step=0", made), 400, "step");
    refused(get("results/%lld/layers/height?col=48", made), 400, "col");
    refused(get("results/%lld/layers/height?col=1e", made), 400, "col");
    refused(get("results/%lld/layers/nosuch", made), 404, "no such layer");
    refused(get("results/%lld/layers/rivers", made), 404, "no such layer");
    refused(get("results/%lld/layers/wear", made), 404, "no such layer");
}

/* Several layers in one answer are the same bytes as one by one. */
static void layers_together(void **state)
{
    (void)state;
    reply *all = get("results/%lld/grids?names=cover,height", made);
    assert_int_equal(all->code, 200);
    const uint8_t *body = (const void *)all->body;
    size_t length = body[0] | (size_t)body[1] << 8, start = (4 + length + 7) / 8 * 8;
    json_t *head = json_loadb(all->body + 4, length, 0, NULL);
    json_t *height = json_object_get(json_object_get(head, "arrays"), "height");
    json_int_t offset = json_integer_value(json_object_get(height, "offset"));
    assert_string_equal(json_string_value(json_object_get(height, "type")), "float32");
    assert_int_equal(json_integer_value(json_object_get(height, "count")), 48 * 48);
    assert_int_equal(all->size, start + 48 * 48 + 48 * 48 * 4);
    reply *one = get("results/%lld/layers/height", made);
    assert_memory_equal(all->body + start + offset, one->body, 48 * 48 * 4);
    one = get("results/%lld/layers/cover", made);
    assert_memory_equal(all->body + start, one->body, 48 * 48);
    json_decref(head);
    refused(get("results/%lld/grids", made), 404, "names");
    refused(get("results/%lld/grids?names=height,wear", made), 404, "names");
    refused(get("results/%lld/grids?names=height,height", made), 404, "names");
    refused(get("results/%lld/grids?names=rivers", made), 404, "names");
    refused(get("results/%lld/grids?names=,", made), 404, "names");
    refused(get("results/999999/grids?names=height"), 404, "no such result");
}

/* ---- Bundles -----------------------------------------------------------------------------------
 */

static json_t *head_of(const reply *r, const char **start)
{
    if (r->code != 200)
        fail_msg("%d: %s", r->code, r->body);
    const unsigned char *bytes = (const void *)r->body;
    size_t length = bytes[0] | (size_t)bytes[1] << 8 | (size_t)bytes[2] << 16;
    assert_true(4 + length <= r->size);
    json_t *head = json_loadb(r->body + 4, length, 0, NULL);
    assert_non_null(head);
    *start = r->body + (4 + length + 7) / 8 * 8;
    return head;
}

/* The array's place in the body; it lies within. */
static const char *array_of(const reply *r, json_t *head, const char *start, const char *name,
                            size_t width, size_t *count)
{
    json_t *array = json_object_get(json_object_get(head, "arrays"), name);
    assert_non_null(array);
    size_t offset = (size_t)json_integer_value(json_object_get(array, "offset"));
    *count = (size_t)json_integer_value(json_object_get(array, "count"));
    assert_int_equal(offset % 8, 0);
    assert_true((size_t)(start - r->body) + offset + *count * width <= r->size);
    return start + offset;
}

/* Items put together from their columns, as JSON had them; to be let go. */
static json_t *items_of(const reply *r, json_t *head, const char *start)
{
    size_t count = (size_t)json_integer_value(json_object_get(head, "count"));
    json_t *items = json_array(), *row, *words;
    const char *name;
    for (size_t i = 0; i < count; i++)
        json_array_append_new(items, json_object());
    json_object_foreach(json_object_get(head, "columns"), name, row)
    {
        const char *type = json_string_value(json_object_get(row, "type"));
        const char *at = start + json_integer_value(json_object_get(row, "offset"));
        assert_int_equal(json_integer_value(json_object_get(row, "count")), count);
        for (size_t i = 0; i < count; i++) {
            double f64;
            float f32;
            uint32_t u32;
            memcpy(&f64, at + 8 * i * (*type == 'f' && type[5] == '6'), 8);
            memcpy(&f32, at + 4 * i * (*type == 'f' && type[5] == '3'), 4);
            memcpy(&u32, at + 4 * i * (strcmp(type, "uint32") == 0), 4);
            double value = strcmp(type, "float64") == 0   ? f64
                           : strcmp(type, "float32") == 0 ? (double)f32
                           : strcmp(type, "uint32") == 0  ? u32
                                                          : (uint8_t)at[i];
            assert_true(at + i < r->body + r->size);
            json_object_set_new(json_array_get(items, i), name,
                                strcmp(type, "bool") == 0 ? json_boolean(value == 1.0)
                                                          : json_real(value));
        }
    }
    json_object_foreach(json_object_get(head, "words"), name, words)
    {
        const char *index;
        json_t *word;
        json_object_foreach(words, index, word)
            json_object_set(json_array_get(items, (size_t)atol(index)), name, word);
    }
    return items;
}

/* Every field of every reach is what the library has. */
static void columns_are_the_fields(void **state)
{
    (void)state;
    const char *start;
    reply *r = get("results/%lld/rivers", made);
    json_t *head = head_of(r, &start), *items = items_of(r, head, start);
    studio_result *result = results_hold(&bench_studio->results, made);
    const fluv_rivers *rivers = fluv_rivers_of(result->land);
    assert_int_equal(json_array_size(items), rivers->count);
    for (size_t i = 0; i < rivers->count; i++) {
        const fluv_reach *reach = &rivers->reaches[i];
        json_t *item = json_array_get(items, i);
        const struct {
            const char *name;
            double value;
        } same[] = {{"id", (double)reach->id},           {"next_down", (double)reach->next_down},
                    {"first_point", reach->first_point}, {"length", reach->length},
                    {"discharge", reach->discharge},     {"width", (double)reach->width},
                    {"strahler", reach->strahler}};
        for (size_t k = 0; k < sizeof same / sizeof *same; k++)
            assert_true(json_number_value(json_object_get(item, same[k].name)) == same[k].value);
        assert_true(json_is_true(json_object_get(item, "endorheic")) == reach->endorheic);
        const char *rosgen = json_string_value(json_object_get(item, "rosgen"));
        assert_int_equal(strncmp(rosgen ? rosgen : "", reach->rosgen, sizeof reach->rosgen), 0);
    }
    result_release(result);
    json_decref(items);
    json_decref(head);
}

/* A layer that a change has left alone says which result it is of, so that a page need not read it
 * again; and it says the truth. */
static json_int_t since_of(const json_t *result, const char *layer)
{
    return json_integer_value(
        json_object_get(json_object_get(json_object_get(result, "layers"), layer), "since"));
}

static void what_stays_is_not_told_anew(void **state)
{
    (void)state;
    json_decref(open_land(
        "interfluve: 1\nseed: 3\nframe: {size: 48, width: 10 km, height: [-100 m, 900 m]}\n"
        "stages:\n  - noise: {}\n  - lakes: {min_area: 1 ha}\n  - rivers: {area: 1 km2}\n"));
    long long before = (long long)wait_result();
    json_t *project = get_json("project");
    char ops[120];
    snprintf(ops, sizeof ops,
             "{\"op\": \"set\", \"stage\": \"%s\", \"path\": \"area\", \"value\": 3e6}",
             json_string_value(
                 json_object_get(json_array_get(json_object_get(project, "stages"), 2), "key")));
    json_decref(project);
    json_decref(edit(ops));
    long long after = (long long)wait_result();
    assert_true(after != before);
    json_t *result = get_json("results/%lld", after), *layer;
    json_t *earlier = get_json("results/%lld", before);
    const char *name;
    size_t kept = 0, made_anew = 0;
    json_object_foreach(json_object_get(result, "layers"), name, layer)
    {
        bool since = json_integer_value(json_object_get(layer, "since")) <= before;
        reply *a = get("results/%lld/layers/%s", before, name);
        reply *b = get("results/%lld/layers/%s", after, name);
        bool same = a->size == b->size && memcmp(a->body, b->body, a->size) == 0;
        if (since && !same)
            fail_msg("%s is said to be the same, and is not", name);
        kept += since;
        made_anew += !same;
    }
    assert_int_equal(since_of(result, "area"), since_of(earlier, "area"));
    assert_true(kept > 0 && made_anew > 0);
    json_decref(earlier);
    json_decref(result);
}

static void rivers_are_a_bundle(void **state)
{
    (void)state;
    const char *start;
    size_t points, surfaces;
    reply *r = get("results/%lld/rivers", made);
    json_t *head = head_of(r, &start), *items = items_of(r, head, start);
    const char *x = array_of(r, head, start, "x", 8, &points);
    array_of(r, head, start, "velocity", 4, &surfaces);
    assert_true(json_array_size(items) > 0);
    assert_int_equal(points, surfaces);
    size_t sum = 0;
    for (size_t i = 0; i < json_array_size(items); i++)
        sum += (size_t)json_number_value(json_object_get(json_array_get(items, i), "point_count"));
    assert_int_equal(sum, points);
    json_decref(items);
    for (size_t i = 0; i < points; i++) {
        double place;
        memcpy(&place, x + 8 * i, 8);
        assert_true(place >= 0.0 && place <= 10000.0);
    }
    json_decref(head);
}

static void outlines_are_bundles(void **state)
{
    (void)state;
    static const char *const names[] = {"lakes", "coast", "watersheds"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *start;
        size_t points, rings;
        reply *r = get("results/%lld/%s", made, names[i]);
        json_t *head = head_of(r, &start);
        array_of(r, head, start, "x", 8, &points);
        const char *first = array_of(r, head, start, "first_point", 4, &rings);
        uint32_t last;
        memcpy(&last, first + 4 * (rings - 1), 4);
        assert_int_equal(last, points);
        json_decref(head);
    }
}

static void a_place_is_known(void **state)
{
    (void)state;
    json_t *at = get_json("results/%lld/at?x=5000&y=5000", made);
    reply *whole = get("results/%lld/layers/height", made);
    float expected;
    memcpy(&expected, whole->body + 4 * (24 * 48 + 24), 4);
    /* 5000 is a border of cells: the one to the south-east. */
    double found = json_number_value(json_object_get(json_object_get(at, "values"), "height"));
    assert_true(found == (double)expected);
    assert_non_null(json_object_get(at, "reach"));
    json_decref(at);
    refused(get("results/%lld/at?x=-1&y=5", made), 400, "frame");
    refused(get("results/%lld/at", made), 400, "frame");
    refused(get("results/%lld/catchment?x=1e9&y=0", made), 400, "frame");
}

/* The land above a place is its drainage area; places on land and in rivers, all over the frame. */
static void a_catchment_is_the_drainage_area(void **state)
{
    (void)state;
    int places = 0;
    for (int cell = 100; cell < 48 * 48; cell += 101) {
        double x = (cell % 48 + 0.5) * 10000 / 48, y = 10000 - (cell / 48 + 0.5) * 10000 / 48;
        char query[100];
        snprintf(query, sizeof query, "x=%.9g&y=%.9g", x, y);
        json_t *at = get_json("results/%lld/at?%s", made, query);
        json_t *values = json_object_get(at, "values");
        double area = json_number_value(json_object_get(values, "area"));
        json_int_t cover = json_integer_value(json_object_get(values, "cover"));
        bool land = cover != FLUV_OCEAN && cover != FLUV_LAKE;
        json_decref(at);
        if (!land)
            continue;
        places++;
        const char *start;
        size_t count, cells = 0;
        reply *r = get("results/%lld/catchment?%s", made, query);
        json_t *head = head_of(r, &start);
        const char *mask = array_of(r, head, start, "mask", 1, &count);
        assert_int_equal(count, 48 * 48);
        for (size_t j = 0; j < count; j++)
            cells += mask[j] == 1;
        assert_int_equal(cells, json_integer_value(json_object_get(head, "cells")));
        assert_int_equal(json_array_size(json_object_get(head, "hypsometry")), 101);
        double told = json_number_value(json_object_get(head, "area"));
        if (!(told > 0.999 * area && told < 1.001 * area))
            fail_msg("%g m2 above a place that drains %g m2", told, area);
        json_decref(head);
    }
    assert_true(places > 5);
}

/* A lake is one place: whatever cell of it is asked for, the land above is the lake's. */
static void the_catchment_of_a_lake_is_the_whole_lake_s(void **state)
{
    (void)state;
    const char *start;
    json_decref(open_land(
        "interfluve: 1\nseed: 3\nframe: {size: 48, width: 10 km, height: [-100 m, 900 m]}\n"
        "stages:\n  - noise: {}\n  - lakes: {min_area: 1 ha}\n  - rivers: {}\n"));
    long long wet = (long long)wait_result();
    reply *r = get("results/%lld/lakes", wet);
    json_t *lakes = head_of(r, &start), *lake, *items = items_of(r, lakes, start);
    size_t i, many = 0;
    json_array_foreach(items, i, lake)
    {
        double catchment = json_number_value(json_object_get(lake, "catchment"));
        many += json_number_value(json_object_get(lake, "area")) > 1.5 * 208.4 * 208.4;
        json_t *head = head_of(get("results/%lld/catchment?x=%.9g&y=%.9g", wet,
                                   json_number_value(json_object_get(lake, "x")),
                                   json_number_value(json_object_get(lake, "y"))),
                               &start);
        double told = json_number_value(json_object_get(head, "area"));
        if (!(told > 0.999 * catchment && told < 1.001 * catchment))
            fail_msg("%g m2 above a lake that drains %g m2", told, catchment);
        json_decref(head);
    }
    json_decref(items);
    json_decref(lakes);
    assert_true(many > 0); /* of several cells */
}

/* ---- Pictures ----------------------------------------------------------------------------------
 */

static void assert_png(const reply *r)
{
    if (r->code != 200)
        fail_msg("%d: %s", r->code, r->body);
    assert_true(r->size > 60 && memcmp(r->body, "\x89PNG", 4) == 0);
}

static void pictures_and_files(void **state)
{
    (void)state;
    assert_png(get("results/%lld/picture?view=map&size=64&bare=1", made));
    assert_png(get("results/%lld/picture?view=height&size=64", made));
    refused(get("results/%lld/picture?view=nosuch", made), 400, "nosuch");
    refused(get("results/%lld/picture?size=99999", made), 400, "size");
    reply *r = get("results/%lld/files/height.tif", made);
    assert_int_equal(r->code, 200);
    assert_true(has_header(r, "attachment; filename=\"height.tif\""));
    assert_true(memcmp(r->body, "II", 2) == 0);
    refused(get("results/%lld/files/passwd", made), 404, "no such file");
    refused(get("results/%lld/files/..%%2f..%%2fetc%%2fpasswd", made), 404, "no such");
    refused(get("presets/nosuch"), 404, "no picture");
    refused(get("presets/..%%2fx"), 404, "");
}

static void fields_over_the_frame(void **state)
{
    (void)state;
    reply *r = get("field?stage=s3&path=runoff&size=32");
    assert_int_equal(r->code, 200);
    assert_int_equal(r->size, 32 * 32 * 4);
    json_t *project = get_json("project");
    float first;
    memcpy(&first, r->body, 4);
    assert_true((double)first > 0.0);
    float expected = (float)json_number_value(value_of(project, "s3", "runoff"));
    assert_true(first == expected);
    json_decref(project);
    refused(get("field?stage=s3&path=min_area"), 400, "no field");
    refused(get("field?stage=zz&path=rain"), 400, "key");
    refused(get("field?stage=s3"), 400, "");
}

/* ---- News --------------------------------------------------------------------------------------
 */

static void two_pages_hear_the_same(void **state)
{
    (void)state;
    listener *a = listen_to_news(), *b = listen_to_news();
    assert_true(hears(a, "hello", "\"revision\"") && hears(b, "hello", "\"revision\""));
    json_t *project = edit("{\"op\": \"seed\", \"value\": 4242}");
    char words[64];
    snprintf(words, sizeof words, "\"revision\":%lld",
             (long long)json_integer_value(json_object_get(project, "revision")));
    json_decref(project);
    assert_true(hears(a, "project", words) && hears(b, "project", words));
    assert_true(hears(a, "result", words) && hears(b, "result", words));
    assert_true(hears(a, "check", "\"rule\":12"));
    assert_true(hears(a, "thumb", "\"stage\":\"s4\""));
    assert_png(get("results/%lld/stages/s4.png", made));
    refused(get("results/%lld/stages/zz.png", made), 404, "no picture");
    /* One that comes later is told what was. */
    listener *c = listen_to_news();
    assert_true(hears(c, "hello", words) && hears(c, "check", "\"rule\":12") &&
                hears(c, "thumb", "s4"));
    stop_listening(a);
    stop_listening(b);
    stop_listening(c);
}

/* Waits for a newer result than this; its id. */
static long long result_after(long long id)
{
    for (int tries = 0; tries < 12000; tries++, usleep(10000)) {
        json_t *project = get_json("project");
        long long newest = (long long)json_integer_value(json_object_get(project, "result"));
        json_decref(project);
        if (newest > id)
            return newest;
    }
    fail_msg("no newer result came");
    return 0;
}

/* Stages after the one that is looked at are not run for their pictures; they get them later. */
static void only_stages_that_run_are_pictured(void **state)
{
    (void)state;
    char words[96];
    listener *l = listen_to_news();
    json_decref(post_json("view", "{\"until\": \"s2\"}"));
    json_decref(edit("{\"op\": \"seed\", \"value\": 777}"));
    long long part = (long long)wait_result();
    snprintf(words, sizeof words, "\"result\":%lld,\"stage\":\"s2\"", part);
    assert_true(hears(l, "thumb", words));
    for (int i = 0; i < 20; i++) /* time in which s3 and s4 would be drawn */
        assert_png(get("results/%lld/picture?view=height&size=256&bare=1", part));
    json_decref(post_json("view", "{\"until\": null}"));
    long long whole = result_after(part);
    for (int stage = 3; stage <= 4; stage++) {
        snprintf(words, sizeof words, "\"result\":%lld,\"stage\":\"s%d\"", whole, stage);
        assert_true(hears(l, "thumb", words));
    }
    stop_listening(l);
}

static void too_many_listeners_are_sent_away(void **state)
{
    (void)state;
    listener *all[STUDIO_LISTENERS];
    for (int i = 0; i < STUDIO_LISTENERS; i++) {
        all[i] = listen_to_news();
        assert_true(hears(all[i], "hello", ""));
    }
    refused(get("events"), 503, "too many");
    stop_listening(all[0]); /* its place is free at once, although it slept */
    all[0] = listen_to_news();
    assert_true(hears(all[0], "hello", ""));
    for (int i = 0; i < STUDIO_LISTENERS; i++)
        stop_listening(all[i]);
}

/* While edits come in without a pause, pictures of them are seen. */
static void a_drag_is_seen_while_it_goes_on(void **state)
{
    (void)state;
    listener *l = listen_to_news();
    json_decref(post_json("view", "{\"size\": 512}"));
    size_t seen = 0;
    double began = studio_clock();
    for (int i = 0; studio_clock() - began < 4.0; i++) {
        char op[128];
        snprintf(op, sizeof op,
                 "{\"op\": \"set\", \"stage\": \"s1\", \"path\": \"wavelength\", \"value\": %d}",
                 3000 + i);
        json_t *project = edit(op);
        json_int_t now = json_integer_value(json_object_get(project, "result"));
        seen += now != (json_int_t)made;
        made = now;
        json_decref(project);
    }
    if (seen < 3)
        fail_msg("only %zu pictures in four seconds", seen);
    stop_listening(l);
}

static void what_is_under_way_can_be_stopped(void **state)
{
    (void)state;
    listener *l = listen_to_news();
    json_decref(post_json("view", "{\"size\": 4096}"));
    json_decref(edit("{\"op\": \"seed\", \"value\": 3}"));
    assert_true(hears(l, "run", "\"running\""));
    json_decref(post_json("cancel", ""));
    assert_true(hears(l, "run", "\"cancelled\""));
    json_decref(post_json("view", "{\"size\": 48}"));
    json_decref(post_json("run", ""));
    assert_true(hears(l, "result", "\"size\":48"));
    stop_listening(l);
}

static void until_a_stage(void **state)
{
    (void)state;
    json_decref(post_json("view", "{\"until\": \"s2\"}"));
    listener *l = listen_to_news();
    json_decref(post_json("run", ""));
    assert_true(hears(l, "result", "\"until\":\"s2\""));
    json_t *result = get_json("results/%lld", (long long)wait_result());
    assert_int_equal(json_array_size(json_object_get(result, "stages")), 2);
    assert_int_equal(json_integer_value(json_object_get(json_object_get(result, "has"), "rivers")),
                     0);
    json_decref(result);
    refused(post("view", "{\"until\": \"zz\"}"), 400, "until");
    refused(post("view", "{\"size\": 99999}"), 400, "size");
    stop_listening(l);
}

static void what_cannot_be_made_says_why(void **state)
{
    (void)state;
    listener *l = listen_to_news();
    json_decref(edit("{\"op\": \"off\", \"stage\": \"s1\", \"off\": true}"));
    assert_true(hears(l, "run", "\"failed\""));
    json_t *project = get_json("project");
    json_t *error = json_object_get(json_object_get(project, "run"), "error");
    assert_string_equal(json_string_value(json_object_get(error, "stage")), "s2");
    json_decref(project);
    stop_listening(l);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, up_with_land, bench_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_result_says_what_it_has),
        TEST(a_result_on_its_way_outlives_a_clear),
        TEST(windows_of_layers),
        TEST(layers_together),
        TEST(rivers_are_a_bundle),
        TEST(columns_are_the_fields),
        TEST(what_stays_is_not_told_anew),
        TEST(outlines_are_bundles),
        TEST(a_place_is_known),
        TEST(a_catchment_is_the_drainage_area),
        TEST(pictures_and_files),
        TEST(fields_over_the_frame),
        TEST(two_pages_hear_the_same),
        TEST(only_stages_that_run_are_pictured),
        TEST(too_many_listeners_are_sent_away),
        TEST(a_drag_is_seen_while_it_goes_on),
        TEST(what_is_under_way_can_be_stopped),
        TEST(until_a_stage),
        TEST(what_cannot_be_made_says_why),
        TEST(the_catchment_of_a_lake_is_the_whole_lake_s), /* on another land */
    };
    return cmocka_run_group_tests(tests, bench_begin, bench_end);
}
