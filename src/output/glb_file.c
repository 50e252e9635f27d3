// SPDX-License-Identifier: MIT
/* The container of a glTF file.
 *
 *     magic, version, bytes of all | bytes, "JSON", text, blanks | bytes, "BIN", bytes, zeros
 *
 * Based on: Khronos Group. glTF 2.0 specification. 2021 */
#include "output/glb_file.h"

#include "folder/model.h"

#include <string.h>

size_t fluv_glb_padded(size_t bytes)
{
    return (bytes + 3) / 4 * 4;
}

bool fluv_glb_holds(size_t bytes)
{
    return bytes <= UINT32_MAX - 64;
}

bool fluv_glb_put(FILE *out, const void *bytes, size_t count, char pad)
{
    const char padding[4] = {pad, pad, pad, pad};
    size_t rest = fluv_glb_padded(count) - count;
    return (!count || fwrite(bytes, 1, count, out) == count) &&
           fwrite(padding, 1, rest, out) == rest;
}

bool fluv_glb_put_head(FILE *out, const char *json, size_t bytes)
{
    uint32_t length = (uint32_t)fluv_glb_padded(strlen(json));
    uint32_t all = 12 + 8 + length + (bytes ? 8 + (uint32_t)bytes : 0);
    const uint32_t head[5] = {FLUV_GLB_MAGIC, 2, all, length, FLUV_GLB_JSON_CHUNK};
    const uint32_t chunk[2] = {(uint32_t)bytes, FLUV_GLB_BINARY_CHUNK};
    return fwrite(head, sizeof head, 1, out) == 1 && fluv_glb_put(out, json, strlen(json), ' ') &&
           (!bytes || fwrite(chunk, sizeof chunk, 1, out) == 1);
}
