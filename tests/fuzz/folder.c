// SPDX-License-Identifier: MIT
/* Folders: one file of the input's bytes, which the first byte chooses from all that are read,
 * beside a landscape.json that is right. */
#include "folder/files.h"
#include "folder/read.h"
#include "fuzz/stray.h"

#include <sys/stat.h>

static const char right[] = "{\"generator\":\"interfluve\",\"frame\":{\"cols\":4,\"rows\":4,"
                            "\"cell_m\":10,\"west\":0,\"north\":0},\"layers\":[\"placed\",\"laid\","
                            "\"height\",\"cover\",\"receiver\",\"area\",\"tree\",\"rivers\"]}";

static void write_in(const char *folder, const char *name, const void *bytes, size_t size)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *out = fopen(path, "wb");
    FUZZ_EXPECT(out && fwrite(bytes, 1, size, out) == size);
    fclose(out);
}

static void remove_from(const char *folder, const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    unlink(path);
}

/* By name, then all rasters. */
static const char *file_of(uint8_t choice)
{
    static const char *const names[] = {"landscape.json", "placed.json", "terrain.glb",
                                        "terrain.tree", "water.gpkg"};
    const size_t count = sizeof names / sizeof *names;
    size_t which = choice % (count + fluv_layer_file_count);
    return which < count ? names[which] : fluv_layer_files[which - count].name;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    char folder[128];
    snprintf(folder, sizeof folder, "%s/fluv-fuzz-folder-%d",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (int)getpid());
    mkdir(folder, 0700);
    write_in(folder, "landscape.json", right, sizeof right - 1);
    write_in(folder, file_of(data[0]), data + 1, size - 1);
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_landscape *land = NULL;
    fluv_set_memory_limit(ctx, 64u << 20);
    fuzz_expect_explained(ctx, fluv_read(ctx, folder, &land));
    fluv_landscape_delete(land);
    fuzz_end(ctx);
    remove_from(folder, "landscape.json");
    remove_from(folder, file_of(data[0]));
    rmdir(folder);
    return 0;
}
