// SPDX-License-Identifier: MIT
/* Construction trees from a file: what opens answers with finite heights or none. An input that
 * does not begin as a tree does gets the marks, the length and the checksum that its counts ask
 * for, as whoever makes such a file can give it: chance alone would never come past them. */
#include "folder/tree.h"
#include "fuzz/stray.h"

#include <math.h>

enum { LONGEST = 1 << 16, PLACES = 8 };

/* The input as a tree that holds what it says; NULL: it says too much, or is one already. */
static unsigned char *seal(const uint8_t *data, size_t size, size_t *bytes)
{
    fluv_tree_head head = {.tile = 0.0f};
    if (size < sizeof head || memcmp(data, FLUV_TREE_MAGIC, sizeof head.magic) == 0)
        return NULL;
    memcpy(&head, data, sizeof head);
    *bytes = fluv_tree_bytes(&head);
    if (*bytes > LONGEST)
        return NULL;
    unsigned char *block = calloc(1, *bytes);
    FUZZ_EXPECT(block);
    memcpy(block, data, size < *bytes ? size : *bytes);
    fluv_tree_seal(block);
    return block;
}

/* At the ends of the world, and about what the tree has first. */
static void ask(const fluv_tree *tree)
{
    const fluv_tree_parts parts = fluv_tree_parts_of(tree->block);
    const fluv_tree_vertex *valley = parts.valley_vertices;
    const fluv_tree_place *ring = parts.ring_places;
    const fluv_tree_disc *disc = parts.discs;
    const double far_x[] = {0.0, 1e3, -1e9, valley->x, valley[1].x, ring->x, disc->x, 1.0};
    const double far_y[] = {0.0, 5e2, 1e9, valley->y, valley[1].y, ring->y, disc->y, -1.0};
    double x[PLACES], y[PLACES];
    float height[PLACES];
    for (int i = 0; i < PLACES; i++) {
        x[i] = parts.head->x + far_x[i];
        y[i] = parts.head->y + far_y[i];
    }
    fluv_tree_heights(tree, x, y, PLACES, 10.0, height);
    for (int i = 0; i < PLACES; i++)
        FUZZ_EXPECT(!isinf(height[i]));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fluv_ctx *ctx = fluv_ctx_new();
    fluv_tree *tree = NULL;
    size_t bytes = size;
    unsigned char *sealed = seal(data, size, &bytes);
    const char *file = stray_file(sealed ? sealed : data, sealed ? bytes : size, "tree");
    fluv_set_memory_limit(ctx, 256u << 20);
    fluv_status status = fluv_tree_read(ctx, file, &tree);
    fuzz_expect_explained(ctx, status);
    if (status == FLUV_OK)
        ask(tree);
    fluv_tree_delete(tree);
    unlink(file);
    free(sealed);
    fuzz_end(ctx);
    return 0;
}
