// SPDX-License-Identifier: MIT
/* The water of a glTF file back, as it stands there, so that it can be checked.
 *
 * in   a file that may be anything        out   positions and triangles in which every index is in
 *                                               range, or one line why not.  O(bytes of the water).
 */
#include "folder/model.h"

#include "folder/json.h"
#include "model/model.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define HEAD 20 /* bytes: of the file's head and that of the JSON chunk */

typedef struct glb {
    fluv_ctx *ctx;
    const char *name;
    FILE *file;
    json_t *json;
    long size;   /* bytes of the file */
    long binary; /* where the bytes begin that the views speak of */
} glb;

static fluv_status damaged(const glb *from, const char *what)
{
    return fluv_fail(from->ctx, FLUV_BAD_INPUT, "%s: %s", from->name, what);
}

static bool read_at(const glb *from, long offset, void *to, size_t bytes)
{
    return offset >= 0 && fseek(from->file, offset, SEEK_SET) == 0 &&
           (!bytes || fread(to, 1, bytes, from->file) == bytes);
}

static fluv_status read_json(glb *from)
{
    uint32_t head[HEAD / 4];
    long size = fseek(from->file, 0, SEEK_END) == 0 ? ftell(from->file) : -1;
    if (!read_at(from, 0, head, HEAD) || size < (long)head[2] || head[0] != FLUV_GLB_MAGIC ||
        head[4] != FLUV_GLB_JSON_CHUNK || head[3] > INT32_MAX - HEAD - 8 ||
        (long)head[3] > size - HEAD)
        return damaged(from, "is no binary glTF file");
    from->size = size;
    char *text = fluv_scratch(from->ctx, head[3] + (size_t)1, 1);
    if (!text)
        return FLUV_NO_MEMORY;
    if (!read_at(from, HEAD, text, head[3]))
        return damaged(from, "is cut short");
    json_error_t error;
    from->json = json_loadb(text, head[3], 0, &error);
    fluv_scratch_drop(from->ctx, text);
    from->binary = HEAD + (long)head[3] + 8;
    if (!from->json && fluv_json_starved(&error))
        return fluv_fail(from->ctx, FLUV_NO_MEMORY, "out of memory while reading %s", from->name);
    return from->json ? FLUV_OK : damaged(from, "says nothing that can be read");
}

/* An entry of a list of the file, by the number that stands under `key`; NULL: there is none. */
static const json_t *entry(const glb *from, const char *list, const json_t *of, const char *key)
{
    const json_t *number = json_object_get(of, key);
    json_int_t at = json_integer_value(number);
    return json_is_integer(number) && at >= 0
               ? json_array_get(json_object_get(from->json, list), (size_t)at)
               : NULL;
}

static const json_t *find_water(const glb *from)
{
    size_t i;
    json_t *mesh;
    json_array_foreach(json_object_get(from->json, "meshes"), i, mesh)
    {
        const char *name = json_string_value(json_object_get(mesh, "name"));
        if (name && strcmp(name, "water") == 0)
            return json_array_get(json_object_get(mesh, "primitives"), 0);
    }
    return NULL;
}

/* Where the values of an accessor stand: `count` of them, `stride` bytes apart. */
typedef struct span {
    long at;
    size_t count, stride;
} span;

static bool find_span(const glb *from, const json_t *accessor, int type, size_t size, span *out)
{
    const json_t *view = entry(from, "bufferViews", accessor, "bufferView");
    json_int_t stride = json_integer_value(json_object_get(view, "byteStride"));
    json_int_t start = json_integer_value(json_object_get(view, "byteOffset"));
    json_int_t within = json_integer_value(json_object_get(accessor, "byteOffset"));
    json_int_t count = json_integer_value(json_object_get(accessor, "count"));
    if (!view || json_integer_value(json_object_get(accessor, "componentType")) != type ||
        start < 0 || within < 0 || count < 0 || start > INT32_MAX || within > INT32_MAX ||
        count > INT32_MAX || (stride && (stride < (json_int_t)size || stride > 255)))
        return false;
    *out = (span){from->binary + (long)start + (long)within, (size_t)count,
                  stride ? (size_t)stride : size};
    return true;
}

/* Values of `size` bytes without what stands between them. */
static fluv_status read_span(const glb *from, span values, size_t size, void **out)
{
    size_t bytes = values.count ? (values.count - 1) * values.stride + size : 0;
    if (values.at > from->size || bytes > (size_t)(from->size - values.at))
        return damaged(from, "is cut short");
    unsigned char *to = fluv_scratch(from->ctx, values.count + 1, values.stride);
    if (!to)
        return FLUV_NO_MEMORY;
    if (!read_at(from, values.at, to, bytes))
        return damaged(from, "is cut short");
    for (size_t i = 1; values.stride != size && i < values.count; i++)
        memmove(to + i * size, to + i * values.stride, size);
    *out = to;
    return FLUV_OK;
}

static fluv_status read_mesh(const glb *from, fluv_model_mesh *mesh)
{
    const json_t *water = find_water(from);
    *mesh = (fluv_model_mesh){.floats = 3};
    if (!water)
        return FLUV_OK;
    span places, corners;
    const json_t *attributes = json_object_get(water, "attributes");
    if (!find_span(from, entry(from, "accessors", attributes, "POSITION"), FLUV_GLB_FLOAT,
                   3 * sizeof(float), &places) ||
        !find_span(from, entry(from, "accessors", water, "indices"), FLUV_GLB_UINT32,
                   sizeof(uint32_t), &corners) ||
        corners.count % 3)
        return damaged(from, "its water is no mesh of triangles as Interfluve writes it");
    void *vertices = NULL, *indices = NULL;
    FLUV_TRY(read_span(from, places, 3 * sizeof(float), &vertices));
    FLUV_TRY(read_span(from, corners, sizeof(uint32_t), &indices));
    mesh->vertices = vertices;
    mesh->indices = indices;
    for (size_t i = 0; i < corners.count; i++)
        if (mesh->indices[i] >= places.count)
            return damaged(from, "its water has a triangle without a corner");
    mesh->vertex_count = places.count;
    mesh->index_count = corners.count;
    return FLUV_OK;
}

static fluv_status read_file(glb *from, fluv_landscape *land)
{
    fluv_model_mesh mesh;
    FLUV_TRY(read_json(from));
    FLUV_TRY(read_mesh(from, &mesh));
    fluv_shared_drop(land->model);
    land->model = fluv_model_water_seal(from->ctx, &mesh);
    return land->model ? FLUV_OK : FLUV_NO_MEMORY;
}

fluv_status fluv_glb_read_water(fluv_ctx *ctx, fluv_landscape *land, const char *file)
{
    struct stat info;
    if (stat(file, &info) != 0)
        return FLUV_OK;
    glb from = {.ctx = ctx, .name = file};
    from.file = S_ISREG(info.st_mode) ? fopen(file, "rb") : NULL;
    if (!from.file)
        return damaged(&from, "cannot be read");
    fluv_status status = read_file(&from, land);
    json_decref(from.json);
    fclose(from.file);
    return status;
}
