// SPDX-License-Identifier: MIT
/* glTF files with any number of meshes and lines: a JSON chunk that says what is where, and a chunk
 * with positions, normals, places in textures, colours and indices, one after the other.
 *
 * Based on: Khronos Group. glTF 2.0 specification. 2021 */
#include "export/scene.h"

#include "folder/model.h"
#include "output/glb_file.h"
#include "output/memory_file.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UINT8_TYPE 5121

/* What is being put together. */
typedef struct packing {
    json_t *views, *accessors, *meshes, *nodes;
    size_t bytes;
} packing;

static json_int_t add_accessor(packing *to, size_t bytes, int target, int type, const char *shape,
                               size_t count)
{
    json_array_append_new(to->views, json_pack("{s:i, s:I, s:I, s:i}", "buffer", 0, "byteOffset",
                                               (json_int_t)to->bytes, "byteLength",
                                               (json_int_t)bytes, "target", target));
    to->bytes += fluv_glb_padded(bytes);
    json_array_append_new(to->accessors,
                          json_pack("{s:I, s:i, s:s, s:I}", "bufferView",
                                    (json_int_t)json_array_size(to->views) - 1, "componentType",
                                    type, "type", shape, "count", (json_int_t)count));
    return (json_int_t)json_array_size(to->accessors) - 1;
}

static void add_floats(packing *to, json_t *attributes, const char *name, const float *values,
                       int parts, size_t count)
{
    assert(parts >= 1 && parts <= 4);
    const char *const shapes[] = {"", "SCALAR", "VEC2", "VEC3", "VEC4"};
    if (!values)
        return;
    json_int_t at = add_accessor(to, count * (size_t)parts * sizeof *values, FLUV_GLB_VERTEX_TARGET,
                                 FLUV_GLB_FLOAT, shapes[parts], count);
    json_object_set_new(attributes, name, json_integer(at));
}

/* Positions must say between what they lie. */
static void add_bounds(packing *to, const fluv_scene_mesh *mesh)
{
    json_t *low = json_array(), *high = json_array();
    for (size_t axis = 0; axis < 3; axis++) {
        float least = INFINITY, most = -INFINITY;
        for (size_t i = 0; i < mesh->vertex_count; i++) {
            least = fminf(least, mesh->position[3 * i + axis]);
            most = fmaxf(most, mesh->position[3 * i + axis]);
        }
        json_array_append_new(low, json_real((double)least));
        json_array_append_new(high, json_real((double)most));
    }
    json_t *accessor = json_array_get(to->accessors, json_array_size(to->accessors) - 1);
    json_object_set_new(accessor, "min", low);
    json_object_set_new(accessor, "max", high);
}

static void add_mesh(packing *to, const fluv_scene_mesh *mesh)
{
    assert(mesh->position);
    json_t *attributes = json_object();
    add_floats(to, attributes, "POSITION", mesh->position, 3, mesh->vertex_count);
    add_bounds(to, mesh);
    add_floats(to, attributes, "NORMAL", mesh->normal, 3, mesh->vertex_count);
    add_floats(to, attributes, "TEXCOORD_0", mesh->uv, 2, mesh->vertex_count);
    if (mesh->colour) {
        json_int_t at = add_accessor(to, 4 * mesh->vertex_count, FLUV_GLB_VERTEX_TARGET, UINT8_TYPE,
                                     "VEC4", mesh->vertex_count);
        json_object_set_new(json_array_get(to->accessors, (size_t)at), "normalized", json_true());
        json_object_set_new(attributes, "COLOR_0", json_integer(at));
    }
    json_t *primitive = json_pack("{s:o, s:i}", "attributes", attributes, "mode", (int)mesh->mode);
    if (mesh->indices)
        json_object_set_new(primitive, "indices",
                            json_integer(add_accessor(to, mesh->index_count * sizeof(uint32_t),
                                                      FLUV_GLB_INDEX_TARGET, FLUV_GLB_UINT32,
                                                      "SCALAR", mesh->index_count)));
    if (mesh->material >= 0)
        json_object_set_new(primitive, "material", json_integer(mesh->material));
    json_array_append_new(to->meshes,
                          json_pack("{s:s, s:[o]}", "name", mesh->name, "primitives", primitive));
    json_t *node = json_pack("{s:s, s:I}", "name", mesh->name, "mesh",
                             (json_int_t)json_array_size(to->meshes) - 1);
    if (mesh->extras)
        json_object_set_new(node, "extras", mesh->extras);
    json_array_append_new(to->nodes, node);
}

static json_t *children_of(const packing *from)
{
    json_t *list = json_array();
    for (size_t i = 0; i < json_array_size(from->nodes); i++)
        json_array_append_new(list, json_integer((json_int_t)i));
    return list;
}

/* The JSON text, to be freed; NULL: no memory. Empty lists are not allowed in glTF. */
static char *describe(const fluv_scene *scene, size_t *bytes)
{
    packing to = {json_array(), json_array(), json_array(), json_array(), 0};
    char generator[64];
    snprintf(generator, sizeof generator, "Interfluve %s", fluv_version());
    for (size_t i = 0; i < scene->mesh_count; i++)
        add_mesh(&to, &scene->meshes[i]);
    json_t *top = json_pack("{s:s}", "name", scene->name), *children = children_of(&to);
    if (json_array_size(children))
        json_object_set(top, "children", children);
    json_decref(children);
    json_array_append_new(to.nodes, top);
    json_t *root = json_pack("{s:{s:s, s:s}, s:i, s:[{s:[I]}], s:O}", "asset", "version", "2.0",
                             "generator", generator, "scene", 0, "scenes", "nodes",
                             (json_int_t)json_array_size(to.nodes) - 1, "nodes", to.nodes);
    if (to.bytes) {
        json_object_set(root, "meshes", to.meshes);
        json_object_set(root, "accessors", to.accessors);
        json_object_set(root, "bufferViews", to.views);
        json_object_set_new(root, "buffers",
                            json_pack("[{s:I}]", "byteLength", (json_int_t)to.bytes));
    }
    if (json_array_size(scene->materials) && to.bytes)
        json_object_set(root, "materials", scene->materials);
    char *text = json_dumps(root, JSON_COMPACT | JSON_SORT_KEYS);
    json_decref(root);
    json_decref(to.views);
    json_decref(to.accessors);
    json_decref(to.meshes);
    json_decref(to.nodes);
    json_decref(scene->materials);
    *bytes = to.bytes;
    return text;
}

static bool put_mesh(FILE *out, const fluv_scene_mesh *mesh)
{
    size_t count = mesh->vertex_count;
    return fluv_glb_put(out, mesh->position, 12 * count, 0) &&
           (!mesh->normal || fluv_glb_put(out, mesh->normal, 12 * count, 0)) &&
           (!mesh->uv || fluv_glb_put(out, mesh->uv, 8 * count, 0)) &&
           (!mesh->colour || fluv_glb_put(out, mesh->colour, 4 * count, 0)) &&
           (!mesh->indices || fluv_glb_put(out, mesh->indices, 4 * mesh->index_count, 0));
}

static bool put_file(FILE *out, const char *text, const fluv_scene *scene, size_t bytes)
{
    bool good = fluv_glb_put_head(out, text, bytes);
    for (size_t i = 0; good && i < scene->mesh_count; i++)
        good = put_mesh(out, &scene->meshes[i]);
    return good;
}

fluv_status fluv_scene_too_large(fluv_ctx *ctx, const char *file)
{
    return fluv_fail(ctx, FLUV_BAD_USE, "%s: glTF has no room for more than 4 GB: a smaller --size",
                     file);
}

fluv_status fluv_scene_write(fluv_ctx *ctx, fluv_export_job *job, const fluv_scene *scene,
                             const char *file, const char *what)
{
    char path[PATH_MAX];
    size_t bytes = 0;
    char *text = describe(scene, &bytes);
    if (!text)
        return fluv_fail(ctx, FLUV_NO_MEMORY, "no memory for %s", file);
    if (!fluv_glb_holds(strlen(text) + bytes)) {
        free(text);
        return fluv_scene_too_large(ctx, file);
    }
    snprintf(path, sizeof path, "%.*s/%s", PATH_MAX - 128, job->folder, file);
    fluv_sink sink;
    bool good = fluv_sink_open(&sink, path) && put_file(sink.stream, text, scene, bytes);
    fluv_status status = fluv_sink_end(ctx, &sink, good);
    free(text);
    FLUV_TRY(status);
    fluv_export_list(job, file, what);
    return FLUV_OK;
}
