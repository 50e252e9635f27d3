// SPDX-License-Identifier: MIT
/* Deflate by Huffman codes and runs of one byte, without a search for matches: what is nearly noise
 * with flat places in it becomes as small, several times as fast. */
#ifndef FLUV_OUTPUT_DEFLATE_H
#define FLUV_OUTPUT_DEFLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes that `count` of them become at most. */
size_t fluv_deflate_bound(size_t count);
/* A piece of a deflate stream (RFC 1951) that ends at a whole byte; `last` ends the stream.
 * `out` has room for the bound; returns the bytes written. */
size_t fluv_deflate_runs(const uint8_t *bytes, size_t count, bool last, uint8_t *out);

#endif
