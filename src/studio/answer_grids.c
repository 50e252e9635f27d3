// SPDX-License-Identifier: MIT
/* Several layers of a result in one answer: a bundle whose arrays are sent as they lie in memory,
 * so that a large land is not copied. The result is held until they are gone. */
#include "studio/bundle.h"
#include "studio/server.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define MOST_GRIDS 16

typedef struct grids {
    studio_result *result;
    char *head; /* with its length before it and zeros behind */
    struct MHD_IoVec parts[1 + 2 * MOST_GRIDS];
    unsigned part_count;
    size_t offset; /* of the next array */
} grids;

static void grids_free(void *user)
{
    grids *all = user;
    result_release(all->result);
    free(all->head);
    free(all);
}

/* Zeros up to the next multiple of 8, where the next array begins. */
static size_t gap_after(size_t size)
{
    return (8 - size % 8) % 8;
}

static void add_grid(grids *all, const fluv_layer_data *layer, json_t *arrays)
{
    static const char zeros[8];
    size_t count = layer->rows * layer->cols, bytes = count * studio_types[layer->info->type].size;
    json_object_set_new(arrays, layer->info->name,
                        json_pack("{s:s, s:I, s:I}", "type", studio_types[layer->info->type].name,
                                  "offset", (json_int_t)all->offset, "count", (json_int_t)count));
    all->parts[all->part_count++] = (struct MHD_IoVec){layer->data, bytes};
    if (gap_after(bytes))
        all->parts[all->part_count++] = (struct MHD_IoVec){zeros, gap_after(bytes)};
    all->offset += bytes + gap_after(bytes);
}

/* The layers that a list names, with commas between. False: one of them is not there. */
static bool add_named(grids *all, const char *names, json_t *arrays)
{
    char name[64];
    for (size_t count = 0; *names; count++) {
        size_t length = strcspn(names, ",");
        if (count == MOST_GRIDS || length == 0 || length >= sizeof name)
            return false;
        memcpy(name, names, length);
        name[length] = '\0';
        names += length + (names[length] == ',');
        const fluv_layer_info *info = fluv_layer_find(name);
        if (!info || info->place != FLUV_ON_GRID || json_object_get(arrays, name))
            return false;
        fluv_layer_data layer = fluv_layer_get(all->result->land, info);
        if (!layer.data)
            return false;
        add_grid(all, &layer, arrays);
    }
    return all->part_count > 1;
}

/* False: no memory. */
static bool write_head(grids *all, json_t *arrays)
{
    json_t *head = json_pack("{s:O}", "arrays", arrays);
    char *text = head ? json_dumps(head, JSON_COMPACT) : NULL;
    json_decref(head);
    size_t length = text ? strlen(text) : 0, size = 4 + length + gap_after(4 + length);
    all->head = text ? calloc(1, size) : NULL;
    if (all->head) {
        for (int i = 0; i < 4; i++)
            all->head[i] = (char)(length >> (8 * i) & 255);
        memcpy(all->head + 4, text, length);
        all->parts[0] = (struct MHD_IoVec){all->head, size};
    }
    free(text);
    return all->head != NULL;
}

void answer_grids(studio_call *call)
{
    const char *names = call_query(call, "names");
    studio_result *result = call_result(call);
    if (!result)
        return;
    grids *all = calloc(1, sizeof *all);
    json_t *arrays = json_object();
    if (!all) {
        answer_line(call, 503, "no memory for the layers");
        result_release(result);
        json_decref(arrays);
        return;
    }
    *all = (grids){.result = result, .part_count = 1};
    if (!add_named(all, names ? names : "", arrays)) {
        answer_line(call, 404, "`names` must be layers on the grid that the result has");
        grids_free(all);
    } else if (!write_head(all, arrays)) {
        answer_line(call, 503, "no memory for the layers");
        grids_free(all);
    } else {
        answer_parts(call, all->parts, all->part_count, grids_free, all);
    }
    json_decref(arrays);
}
