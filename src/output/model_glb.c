// SPDX-License-Identifier: MIT
/* The glTF file: one JSON chunk that says what is where, one chunk with the bytes.
 *
 *     header  | JSON chunk | ground vertices, triangles | water vertices, triangles | texture
 *
 * Based on: Khronos Group. glTF 2.0 specification. 2021 */
#include "output/model_glb.h"

#include "folder/model.h"

#include "output/glb_file.h"
#include "output/json.h"
#include "output/memory_file.h"

#include <assert.h>
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CLAMP_TO_EDGE  33071
#define LINEAR         9729
#define LINEAR_MIPMAPS 9987

typedef struct glb_file {
    json_t *root, *nodes, *meshes, *accessors, *views, *materials;
    size_t bytes; /* of the binary chunk so far */
} glb_file;

/* Appends a view of the next `bytes` bytes; returns its number. */
static json_int_t add_view(glb_file *glb, size_t bytes, size_t stride, int target)
{
    json_t *view = json_pack("{s:i, s:I, s:I}", "buffer", 0, "byteOffset", (json_int_t)glb->bytes,
                             "byteLength", (json_int_t)bytes);
    if (stride)
        fluv_json_set(&view, "byteStride", json_integer((json_int_t)stride));
    if (target)
        fluv_json_set(&view, "target", json_integer(target));
    fluv_json_add(&glb->views, view);
    glb->bytes = fluv_glb_padded(glb->bytes + bytes);
    return (json_int_t)json_array_size(glb->views) - 1;
}

static json_int_t add_accessor(glb_file *glb, json_int_t view, size_t offset, int type,
                               const char *shape, size_t count)
{
    fluv_json_add(&glb->accessors, json_pack("{s:I, s:I, s:i, s:s, s:I}", "bufferView", view,
                                             "byteOffset", (json_int_t)offset, "componentType",
                                             type, "type", shape, "count", (json_int_t)count));
    return (json_int_t)json_array_size(glb->accessors) - 1;
}

/* Positions must say where they lie between. */
static void set_bounds(glb_file *glb, json_int_t accessor, const fluv_model_mesh *mesh)
{
    assert(mesh->vertex_count > 0 && mesh->floats >= 3);
    json_t *low = json_array(), *high = json_array();
    for (uint32_t axis = 0; axis < 3; axis++) {
        float least = INFINITY, most = -INFINITY;
        for (size_t i = 0; i < mesh->vertex_count; i++) {
            least = fminf(least, mesh->vertices[i * mesh->floats + axis]);
            most = fmaxf(most, mesh->vertices[i * mesh->floats + axis]);
        }
        fluv_json_add(&low, json_real(least));
        fluv_json_add(&high, json_real(most));
    }
    json_t *object = json_incref(json_array_get(glb->accessors, (size_t)accessor));
    fluv_json_set(&object, "min", low);
    fluv_json_set(&object, "max", high);
    if (!object)
        fluv_json_drop(&glb->accessors);
    json_decref(object);
}

static void add_mesh(glb_file *glb, const fluv_model_mesh *mesh, const char *name, json_t *material)
{
    assert(mesh->floats == 6 || mesh->floats == 8); /* place, normal, and where the picture lies */
    assert(mesh->index_count % 3 == 0);
    size_t stride = mesh->floats * sizeof(float);
    json_int_t view = add_view(glb, mesh->vertex_count * stride, stride, FLUV_GLB_VERTEX_TARGET);
    json_int_t position = add_accessor(glb, view, 0, FLUV_GLB_FLOAT, "VEC3", mesh->vertex_count);
    json_int_t normal = add_accessor(glb, view, 12, FLUV_GLB_FLOAT, "VEC3", mesh->vertex_count);
    set_bounds(glb, position, mesh);
    json_t *attributes = json_pack("{s:I, s:I}", "POSITION", position, "NORMAL", normal);
    if (mesh->floats == 8)
        fluv_json_set(
            &attributes, "TEXCOORD_0",
            json_integer(add_accessor(glb, view, 24, FLUV_GLB_FLOAT, "VEC2", mesh->vertex_count)));
    view = add_view(glb, mesh->index_count * sizeof(uint32_t), 0, FLUV_GLB_INDEX_TARGET);
    json_int_t indices = add_accessor(glb, view, 0, FLUV_GLB_UINT32, "SCALAR", mesh->index_count);
    fluv_json_add(&glb->materials, material);
    fluv_json_add(&glb->meshes, json_pack("{s:s, s:[{s:o, s:I, s:I}]}", "name", name, "primitives",
                                          "attributes", attributes, "indices", indices, "material",
                                          (json_int_t)json_array_size(glb->materials) - 1));
    fluv_json_add(&glb->nodes, json_pack("{s:s, s:I}", "name", name, "mesh",
                                         (json_int_t)json_array_size(glb->meshes) - 1));
}

static json_t *terrain_material(void)
{
    return json_pack("{s:s, s:{s:{s:i}, s:f, s:f}}", "name", "terrain", "pbrMetallicRoughness",
                     "baseColorTexture", "index", 0, "metallicFactor", 0.0, "roughnessFactor", 1.0);
}

static json_t *water_material(void)
{
    return json_pack("{s:s, s:s, s:{s:[f,f,f,f], s:f, s:f}}", "name", "water", "alphaMode", "BLEND",
                     "pbrMetallicRoughness", "baseColorFactor", 0.10, 0.30, 0.46, 0.78,
                     "metallicFactor", 0.0, "roughnessFactor", 0.15);
}

static void add_texture(glb_file *glb, size_t bytes)
{
    json_int_t view = add_view(glb, bytes, 0, 0);
    fluv_json_set(
        &glb->root, "images",
        json_pack("[{s:s, s:s, s:I}]", "name", "map", "mimeType", "image/png", "bufferView", view));
    fluv_json_set(&glb->root, "samplers",
                  json_pack("[{s:i, s:i, s:i, s:i}]", "magFilter", LINEAR, "minFilter",
                            LINEAR_MIPMAPS, "wrapS", CLAMP_TO_EDGE, "wrapT", CLAMP_TO_EDGE));
    fluv_json_set(&glb->root, "textures", json_pack("[{s:i, s:i}]", "sampler", 0, "source", 0));
}

/* One scene: the node "landscape" with "terrain" and "water" below it, as far as they are. */
static void add_scene(glb_file *glb)
{
    json_t *children = json_array();
    for (size_t i = 0; i < json_array_size(glb->nodes); i++)
        fluv_json_add(&children, json_integer((json_int_t)i));
    json_t *top = json_pack("{s:s}", "name", "landscape");
    if (!children || json_array_size(children))
        fluv_json_set(&top, "children", children);
    else
        json_decref(children);
    fluv_json_add(&glb->nodes, top);
    fluv_json_set(&glb->root, "scene", json_integer(0));
    fluv_json_set(&glb->root, "scenes",
                  json_pack("[{s:s, s:[I]}]", "name", "landscape", "nodes",
                            (json_int_t)json_array_size(glb->nodes) - 1));
}

/* Empty lists are not allowed in glTF: only lists with something in them are handed over. */
static void hand_over(glb_file *glb, const char *name, json_t *list)
{
    if (!list || json_array_size(list))
        fluv_json_set(&glb->root, name, list);
    else
        json_decref(list);
}

/* The JSON text, padded with blanks; NULL when there is no memory. Free with free(). */
static char *describe(const fluv_model_parts *parts, size_t *bytes)
{
    glb_file glb = {
        json_object(), json_array(), json_array(), json_array(), json_array(), json_array(), 0};
    char generator[64];
    snprintf(generator, sizeof generator, "Interfluve %s", fluv_version());
    fluv_json_set(&glb.root, "asset",
                  json_pack("{s:s, s:s}", "version", "2.0", "generator", generator));
    if (parts->terrain->index_count)
        add_mesh(&glb, parts->terrain, "terrain", terrain_material());
    if (parts->water->index_count)
        add_mesh(&glb, parts->water, "water", water_material());
    if (parts->png)
        add_texture(&glb, parts->png_bytes);
    if (glb.bytes)
        fluv_json_set(&glb.root, "buffers",
                      json_pack("[{s:I}]", "byteLength", (json_int_t)glb.bytes));
    add_scene(&glb);
    hand_over(&glb, "nodes", glb.nodes);
    hand_over(&glb, "meshes", glb.meshes);
    hand_over(&glb, "materials", glb.materials);
    hand_over(&glb, "accessors", glb.accessors);
    hand_over(&glb, "bufferViews", glb.views);
    char *text = json_dumps(glb.root, JSON_COMPACT | JSON_SORT_KEYS);
    json_decref(glb.root);
    *bytes = glb.bytes;
    return text;
}

static bool put_mesh(FILE *out, const fluv_model_mesh *mesh)
{
    if (!mesh->index_count)
        return true;
    return fluv_glb_put(out, mesh->vertices, mesh->vertex_count * mesh->floats * sizeof(float),
                        0) &&
           fluv_glb_put(out, mesh->indices, mesh->index_count * sizeof(uint32_t), 0);
}

static bool put_file(FILE *out, const char *text, const fluv_model_parts *parts, size_t bytes)
{
    return fluv_glb_put_head(out, text, bytes) &&
           (!bytes || (put_mesh(out, parts->terrain) && put_mesh(out, parts->water) &&
                       fluv_glb_put(out, parts->png, parts->png_bytes, 0)));
}

fluv_status fluv_glb_write(fluv_ctx *ctx, const fluv_model_parts *parts, const char *file)
{
    size_t bytes = 0;
    char *text = describe(parts, &bytes);
    if (!text)
        return fluv_fail(ctx, FLUV_NO_MEMORY, "out of memory while describing the model %s", file);
    fluv_sink sink;
    bool opened = fluv_sink_open(&sink, file);
    bool written = opened && put_file(sink.stream, text, parts, bytes);
    int why = errno;
    free(text);
    if (!fluv_sink_close(&sink) && written) {
        written = false;
        why = errno;
    }
    if (written)
        return FLUV_OK;
    if (opened)
        remove(file);
    return fluv_fail(ctx, FLUV_IO, "cannot write the model %s: %s", file, strerror(why));
}
