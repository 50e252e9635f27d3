// SPDX-License-Identifier: MIT
/* Height maps: the first byte chooses how the file's name ends and, above 223, that terraces are
 * looked for, which takes longer than reading; the rest is the file, of bare numbers (.flt) the
 * header beside them. Of .hgt only whole tiles are taken. */
#include "stages/import/import.h"
#include "fuzz/stray.h"

static const char *map_of(const uint8_t *data, size_t size, const char *ending)
{
    static const uint8_t numbers[256];
    if (strcmp(ending, "flt") != 0)
        return stray_file(data, size, ending);
    (void)stray_file(data, size, "hdr");
    return stray_file(numbers, sizeof numbers, ending);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const endings[] = {"tif", "png", "asc", "xyz", "pgm", "bmp", "jpg",
                                          "ter", "nc",  "dt0", "flt", "exr", "txt", "grd"};
    if (size < 2)
        return 0;
    const char *ending = endings[data[0] % (sizeof endings / sizeof *endings)];
    const char *file = map_of(data + 1, size - 1, ending);
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_landscape land = {0};
    char *name = fuzz_text((const uint8_t *)file, strlen(file)), none[] = "";
    const fluv_import_params params = {.file = name,
                                       .band = 1,
                                       .scale = 1.0,
                                       .crop = none,
                                       .terraces = data[0] > 223 ? FLUV_IMPORT_TERRACES_auto
                                                                 : FLUV_IMPORT_TERRACES_keep};
    fluv_set_threads(ctx, 1);
    fluv_set_memory_limit(ctx, 128u << 10); /* large maps say nothing new of a reader */
    fuzz_expect_explained(ctx, fluv_stage_import.run(ctx, &params, &land));
    fluv_landscape_free(&land);
    fluv_scratch_release(ctx, NULL);
    unlink(file);
    if (strcmp(ending, "flt") == 0)
        unlink(stray_path("hdr"));
    free(name);
    fuzz_end(ctx);
    return 0;
}
