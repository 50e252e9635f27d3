// SPDX-License-Identifier: MIT
/* Construction trees from a file: what opens answers with finite heights or none. */
#include "folder/tree.h"
#include "fuzz/stray.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_tree *tree = NULL;
    const char *file = stray_file(data, size, "tree");
    fluv_set_memory_limit(ctx, 256u << 20);
    fluv_status status = fluv_tree_read(ctx, file, &tree);
    fuzz_expect_explained(ctx, status);
    if (status == FLUV_OK) {
        const double x[] = {0.0, 1e3, 1e4, -1e9}, y[] = {0.0, 5e2, 1e4, 1e9};
        float height[4];
        fluv_tree_heights(tree, x, y, 4, 10.0, height);
    }
    fluv_tree_delete(tree);
    unlink(file);
    fuzz_end(ctx);
    return 0;
}
