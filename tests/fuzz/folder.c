// SPDX-License-Identifier: MIT
/* Folders: a landscape.json, placed.json or terrain.glb of the input's bytes, as the first byte
 * says, beside a landscape.json that is right. */
#include "folder/read.h"
#include "fuzz/stray.h"

#include <sys/stat.h>

static const char right[] =
    "{\"generator\":\"interfluve\",\"frame\":{\"cols\":4,\"rows\":4,"
    "\"cell_m\":10,\"west\":0,\"north\":0},\"layers\":[\"placed\",\"laid\"]}";

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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"landscape.json", "placed.json", "terrain.glb"};
    if (size < 2)
        return 0;
    char folder[128];
    snprintf(folder, sizeof folder, "%s/fluv-fuzz-folder-%d",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp", (int)getpid());
    mkdir(folder, 0700);
    write_in(folder, "landscape.json", right, sizeof right - 1);
    write_in(folder, names[data[0] % 3], data + 1, size - 1);
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_landscape *land = NULL;
    fluv_set_memory_limit(ctx, 64u << 20);
    fuzz_expect_explained(ctx, fluv_read(ctx, folder, &land));
    fluv_landscape_delete(land);
    fuzz_end(ctx);
    for (int i = 0; i < 3; i++)
        remove_from(folder, names[i]);
    rmdir(folder);
    return 0;
}
