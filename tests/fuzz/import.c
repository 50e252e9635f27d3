// SPDX-License-Identifier: MIT
/* Height maps: the first byte chooses how the file's name ends, the rest is the file. */
#include "stages/import/import.h"
#include "fuzz/stray.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const endings[] = {"tif", "png", "asc", "xyz", "pgm", "bmp", "jpg", "ter"};
    if (size < 2)
        return 0;
    const char *file = stray_file(data + 1, size - 1, endings[data[0] % 8]);
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_landscape land = {0};
    char *name = fuzz_text((const uint8_t *)file, strlen(file)), none[] = "";
    const fluv_import_params params = {.file = name, .band = 1, .scale = 1.0, .crop = none};
    fluv_set_threads(ctx, 1);
    fluv_set_memory_limit(ctx, 64u << 20);
    fuzz_expect_explained(ctx, fluv_stage_import.run(ctx, &params, &land));
    fluv_landscape_free(&land);
    fluv_scratch_release(ctx, NULL);
    unlink(file);
    free(name);
    fuzz_end(ctx);
    return 0;
}
