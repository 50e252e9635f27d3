// SPDX-License-Identifier: MIT
/* What the fuzz targets share. A target is LLVMFuzzerTestOneInput, driven by libFuzzer or by
 * drive.c: whatever bytes come in, it must not crash, leak, speak raw or take long. */
#ifndef FLUV_TESTS_FUZZ_TARGET_H
#define FLUV_TESTS_FUZZ_TARGET_H

#include "base/ctx.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define FUZZ_EXPECT(truth)                                                                         \
    do {                                                                                           \
        if (!(truth)) {                                                                            \
            fprintf(stderr, "%s:%d: expected %s\n", __FILE__, __LINE__, #truth);                   \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* The bytes as a text of its own block, so that a sanitizer sees every step beyond it. */
static inline char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    FUZZ_EXPECT(text);
    memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

/* A refusal has one line, and nothing in it that a terminal would obey. */
static inline void fuzz_expect_explained(const fluv_ctx *ctx, fluv_status status)
{
    const char *said = fluv_message(ctx);
    if (status == FLUV_OK)
        return;
    FUZZ_EXPECT(*said);
    char *clean = fuzz_text((const uint8_t *)said, strlen(said));
    fluv_text_clean(clean);
    FUZZ_EXPECT(strcmp(clean, said) == 0);
    free(clean);
}

static inline void fuzz_end(fluv_ctx *ctx)
{
    FUZZ_EXPECT(atomic_load(&ctx->memory.now) == 0);
    fluv_ctx_delete(ctx);
}

#endif
