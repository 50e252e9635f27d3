// SPDX-License-Identifier: MIT
/* What a PNG says at its beginning. */
#ifndef FLUV_STUDIO_IMAGE_H
#define FLUV_STUDIO_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* NULL if the bytes begin as a grey PNG of 8 or 16 bit whose sides are at most `most`; otherwise
 * what is wrong. */
const char *image_refuses(const void *bytes, size_t size, uint32_t most);
/* A number that stands for the content. */
uint64_t image_hash(const void *bytes, size_t size);

#endif
