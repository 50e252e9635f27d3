// SPDX-License-Identifier: MIT
/* The bytes of a construction tree: layout, checksum, whether a block from anywhere is sound; and
 * the warp, which those who make a tree need as well as those who evaluate it. */
#include "landscape/tree_index.h"

#include "field/noise.h"
#include "landscape/hydrology.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#define BLOCK         64
#define WARP_OCTAVES  9
#define WARP_GAIN     0.56
#define MOST_COUNT    200000000u
#define MOST_PLACE    1e7f  /* m from the origin */
#define LEAST_DIVISOR 1e-9f /* of lengths and slopes that others are divided by */

size_t fluv_tree_bytes(const fluv_tree_head *h)
{
    const uint32_t counts[] = {h->disc_count,   h->valley_count, h->valley_points, h->river_count,
                               h->river_points, h->ring_count,   h->ring_points};
    const size_t sizes[] = {sizeof(fluv_tree_disc),   sizeof(uint32_t),
                            sizeof(fluv_tree_vertex), sizeof(fluv_tree_river),
                            sizeof(fluv_tree_vertex), sizeof(uint32_t),
                            sizeof(fluv_tree_place)};
    size_t bytes = sizeof *h;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        if (counts[i] > MOST_COUNT)
            return SIZE_MAX;
        bytes += counts[i] * sizes[i];
    }
    return bytes;
}

fluv_tree_parts fluv_tree_parts_of(const void *block)
{
    const fluv_tree_head *h = block;
    fluv_tree_parts parts = {.head = h, .discs = (const void *)(h + 1)};
    parts.valley_first = (const void *)(parts.discs + h->disc_count);
    parts.valley_vertices = (const void *)(parts.valley_first + h->valley_count);
    parts.rivers = (const void *)(parts.valley_vertices + h->valley_points);
    parts.river_vertices = (const void *)(parts.rivers + h->river_count);
    parts.ring_first = (const void *)(parts.river_vertices + h->river_points);
    parts.ring_places = (const void *)(parts.ring_first + h->ring_count);
    return parts;
}

/* Over all that follows the checksum itself, in words of eight bytes; the rest counts as one word,
 * filled up with zeros. */
static uint64_t check_of(const fluv_tree_head *head, size_t size)
{
    const size_t before = offsetof(fluv_tree_head, check) + sizeof head->check;
    const unsigned char *bytes = (const unsigned char *)head + before;
    assert(size >= sizeof *head);
    size_t count = size - before;
    uint64_t check = fluv_mix(count);
    for (size_t i = 0; i < count; i += 8) {
        uint64_t word = 0;
        memcpy(&word, bytes + i, count - i < 8 ? count - i : 8);
        check = (check ^ word) * 0x9e3779b97f4a7c15u;
        check ^= check >> 29;
    }
    return check;
}

void fluv_tree_seal(void *block)
{
    fluv_tree_head *head = block;
    assert(fluv_tree_bytes(head) != SIZE_MAX);
    memcpy(head->magic, FLUV_TREE_MAGIC, sizeof head->magic);
    head->version = FLUV_TREE_VERSION;
    head->bytes = (uint32_t)sizeof *head;
    head->check = check_of(head, fluv_tree_bytes(head));
}

/* Every starts list begins with 0, rises by at least `least` and ends before `end`. */
static bool starts_hold(const uint32_t *first, size_t stride, uint32_t count, uint32_t end,
                        uint32_t least)
{
    if (count == 0)
        return end == 0;
    uint32_t before = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = first[i * stride];
        if (i == 0 ? at != 0 : at < before || at - before < least)
            return false;
        before = at;
    }
    return end > before && end - before >= least;
}

static bool is_near(float x, float y)
{
    return fabsf(x) <= MOST_PLACE && fabsf(y) <= MOST_PLACE;
}

static bool vertices_hold(const fluv_tree_vertex *vertices, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const fluv_tree_vertex *v = &vertices[i];
        if (!is_near(v->x, v->y) || !(fabsf(v->z) <= 1e6f) || !(v->size >= 0.0f) ||
            !(v->size <= 1e6f))
            return false;
    }
    return true;
}

static bool discs_hold(const fluv_tree_parts *parts)
{
    for (uint32_t i = 0; i < parts->head->disc_count; i++) {
        const fluv_tree_disc *d = &parts->discs[i];
        if (!is_near(d->x, d->y) || !(d->radius >= LEAST_DIVISOR) ||
            !(d->radius <= parts->head->tile) || !(d->slope >= 0.0f) || !(d->slope <= 100.0f) ||
            !(d->rough >= 0.0f) || !(d->rough <= 100.0f))
            return false;
    }
    return true;
}

static bool head_holds(const fluv_tree_head *h)
{
    const float numbers[] = {h->warp,        h->warp_wavelength, h->detail_wavelength, h->beach,
                             h->shelf_slope, h->shelf_depth,     h->shelf_reach,       h->tile,
                             h->crest};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!(numbers[i] >= 0.0f) || !(numbers[i] <= MOST_PLACE))
            return false;
    const float divisors[] = {h->tile,        h->warp_wavelength, h->detail_wavelength,
                              h->shelf_slope, h->shelf_depth,     h->shelf_reach};
    for (size_t i = 0; i < sizeof divisors / sizeof *divisors; i++)
        if (!(divisors[i] >= LEAST_DIVISOR))
            return false;
    return isfinite(h->x) && isfinite(h->y) && h->tile >= 1e-3f && h->disc_count &&
           h->valley_count && h->ring_count;
}

/* A ring of a lake: the first is its shore, and has a reach. */
static bool ring_holds(const fluv_tree_parts *p, uint32_t first, uint32_t i)
{
    uint32_t type = p->rivers[i].type, from = p->rivers[i].first;
    uint32_t end = i + 1 == p->head->river_count ? p->head->river_points : p->rivers[i + 1].first;
    static_assert(FLUV_ROSGEN_TYPES == FLUV_TREE_LAKE, "lakes follow the types of rivers");
    bool shore = type == FLUV_TREE_LAKE || type == FLUV_TREE_LAID;
    return (shore || (type == FLUV_TREE_RING && i > first)) && end > from && end - from >= 3 &&
           p->river_vertices[from].size > 0.0f;
}

static bool parts_hold(const fluv_tree_parts *p)
{
    const fluv_tree_head *h = p->head;
    uint32_t lines = fluv_tree_count_lines(p);
    bool hold = starts_hold(p->valley_first, 1, h->valley_count, h->valley_points, 2) &&
                starts_hold(&p->rivers->first, sizeof *p->rivers / sizeof(uint32_t), h->river_count,
                            h->river_points, 2) &&
                starts_hold(p->ring_first, 1, h->ring_count, h->ring_points, 3) &&
                vertices_hold(p->valley_vertices, h->valley_points) &&
                vertices_hold(p->river_vertices, h->river_points) && discs_hold(p);
    for (uint32_t i = 0; hold && i < h->river_count; i++)
        hold = (i < lines ? p->rivers[i].type < FLUV_TREE_LAKE : ring_holds(p, lines, i)) &&
               p->rivers[i].depth >= 0.0f && p->rivers[i].depth <= 1e4f;
    for (uint32_t i = 0; hold && i < h->ring_points; i++)
        hold = is_near(p->ring_places[i].x, p->ring_places[i].y);
    return hold;
}

fluv_status fluv_tree_check(fluv_ctx *ctx, const void *block, size_t bytes, const char *name)
{
    const fluv_tree_head *head = block;
    if (bytes < sizeof *head || memcmp(head->magic, FLUV_TREE_MAGIC, sizeof head->magic) != 0)
        return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: this is no terrain tree", name);
    if (head->version != FLUV_TREE_VERSION)
        return fluv_fail(ctx, FLUV_BAD_INPUT,
                         "%s: a terrain tree of version %u, this program reads version %u", name,
                         head->version, FLUV_TREE_VERSION);
    if (head->bytes != sizeof *head)
        return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: damaged: its head says it has %u bytes, not %zu",
                         name, head->bytes, sizeof *head);
    size_t due = fluv_tree_bytes(head);
    if (due == SIZE_MAX)
        return fluv_fail(ctx, FLUV_BAD_INPUT,
                         "%s: its head asks for more than any terrain tree has", name);
    if (due != bytes)
        return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: %zu bytes, its head asks for %zu: %s", name,
                         bytes, due, due > bytes ? "cut short?" : "something was added");
    if (check_of(head, bytes) != head->check)
        return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: damaged: its checksum is another", name);
    fluv_tree_parts parts = fluv_tree_parts_of(block);
    if (!head_holds(head) || !parts_hold(&parts))
        return fluv_fail(ctx, FLUV_BAD_INPUT, "%s: holds values that no terrain tree has", name);
    return FLUV_OK;
}

void fluv_tree_warp(const fluv_tree_head *head, double finest, const double *x, const double *y,
                    size_t count, double *warped_x, double *warped_y)
{
    float shift[BLOCK];
    assert(head->warp >= 0.0f && head->warp_wavelength > 0.0f);
    for (size_t from = 0; from < count; from += BLOCK) {
        size_t n = count - from < BLOCK ? count - from : BLOCK;
        for (uint64_t axis = 0; axis < 2; axis++) {
            fluv_noise noise = {.key = fluv_tree_key(head, 1 + axis),
                                .wavelength = (double)head->warp_wavelength,
                                .octaves = WARP_OCTAVES,
                                .gain = WARP_GAIN,
                                .lacunarity = 2.0,
                                .finest = finest};
            fluv_noise_points(&noise, x + from, y + from, n, shift);
            const double *in = axis ? y : x;
            double *out = axis ? warped_y : warped_x;
            for (size_t i = 0; i < n; i++)
                out[from + i] = in[from + i] + (double)head->warp * (double)shift[i];
        }
    }
}
