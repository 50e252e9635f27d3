// SPDX-License-Identifier: MIT
/* Outlines, rivers and mouths: the first byte chooses how the file's name ends. */
#include "fuzz/stray.h"
#include "stages/import/read_shapes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const endings[] = {"geojson", "geojson", "geojson", "fgb"};
    if (size < 2)
        return 0;
    const char *file = stray_file(data + 1, size - 1, endings[data[0] % 4]);
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_shapes shapes = {0};
    fluv_set_memory_limit(ctx, 64u << 20);
    fuzz_expect_explained(ctx, fluv_read_shapes(ctx, file, "", &shapes));
    fluv_shapes_free(&shapes);
    fluv_scratch_release(ctx, NULL);
    unlink(file);
    fuzz_end(ctx);
    return 0;
}
