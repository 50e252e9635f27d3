// SPDX-License-Identifier: MIT
/* Deflate by Huffman codes and runs.
 *
 * in   bytes        out   a piece of a deflate stream
 *
 * Bytes are looked at eight at a time: eight that repeat the one before them begin a run, which is
 * a match at distance 1; others are literals. Shorter runs cost little as literals, for a frequent
 * byte has a short code. Every block counts its symbols first and has codes of its own. O(n).
 *
 * Based on: Deutsch. DEFLATE Compressed Data Format Specification, RFC 1951. 1996;
 * Moffat, Katajainen. In-place calculation of minimum-redundancy codes. 1995 */
#include "output/deflate.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK      ((size_t)1 << 17) /* bytes with codes of their own */
#define GROUP      8u
#define LONGEST    258u /* run of one symbol */
#define SYMBOLS    286u
#define END        256u
#define ORDERS     19u /* symbols that the lengths of codes are told with */
#define MOST_BITS  14u /* of a code: four of them and a rest of 7 bits go into 64 */
#define ORDER_BITS 7u
#define HEAD       512u /* bytes of a block's codes at most */

typedef struct code {
    uint16_t bits[SYMBOLS]; /* as the stream has them: first bit lowest */
    uint8_t length[SYMBOLS];
} code;

typedef struct bit_sink {
    uint8_t *out;
    uint64_t bits;
    unsigned count;
} bit_sink;

static inline void put(bit_sink *sink, uint64_t bits, unsigned count)
{
    sink->bits |= bits << sink->count;
    sink->count += count;
}

/* Leaves fewer than 8 bits. */
static inline void flush(bit_sink *sink)
{
    memcpy(sink->out, &sink->bits, sizeof sink->bits);
    sink->out += sink->count / 8;
    sink->bits >>= sink->count & ~7u;
    sink->count &= 7;
}

static inline uint64_t group_at(const uint8_t *bytes)
{
    uint64_t group;
    memcpy(&group, bytes, sizeof group);
    return group;
}

/* Bytes from `at` on that repeat the one before: 0, or GROUP to LONGEST of them. */
static inline size_t run_at(const uint8_t *bytes, size_t at, size_t end)
{
    if (at == 0 || end - at < GROUP || group_at(bytes + at) != group_at(bytes + at - 1))
        return 0;
    size_t most = end - at < LONGEST ? end - at : LONGEST, run = GROUP;
    while (run + GROUP <= most && group_at(bytes + at + run) == group_at(bytes + at + run - 1))
        run += GROUP;
    while (run < most && bytes[at + run] == bytes[at - 1])
        run++;
    return run;
}

/* A run's symbol and what follows it. */
static inline unsigned run_symbol(size_t run, unsigned *extra_bits, unsigned *extra)
{
    unsigned beyond = (unsigned)run - 3;
    assert(run >= GROUP && run <= LONGEST);
    if (run == LONGEST || beyond < 8) {
        *extra_bits = *extra = 0;
        return run == LONGEST ? 285 : 257 + beyond;
    }
    unsigned bits = 29u - (unsigned)__builtin_clz(beyond);
    *extra_bits = bits;
    *extra = beyond & ((1u << bits) - 1);
    return 261 + 4 * bits + ((beyond >> bits) & 3);
}

/* Four tables, so that equal bytes that follow each other do not wait for one another. */
static void count_symbols(const uint8_t *bytes, size_t at, size_t end, uint32_t *counts)
{
    uint32_t tables[4][256] = {0};
    memset(counts, 0, SYMBOLS * sizeof *counts);
    counts[END] = 1;
    while (at < end) {
        size_t run = run_at(bytes, at, end);
        if (run) {
            unsigned bits, extra;
            counts[run_symbol(run, &bits, &extra)]++;
            at += run;
            continue;
        }
        size_t stop = end - at < GROUP ? end : at + GROUP;
        for (unsigned i = 0; at < stop; at++, i++)
            tables[i % 4][bytes[at]]++;
    }
    for (size_t i = 0; i < 256; i++)
        counts[i] = tables[0][i] + tables[1][i] + tables[2][i] + tables[3][i];
}

static int by_count(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

/* How deep each of `count` > 1 leaves lies, in place of their weights, which rise. */
static void find_depths(uint32_t *weights, size_t count)
{
    size_t leaf = 0, node = 0;
    for (size_t next = 0; next + 1 < count; next++) { /* weights of inner nodes, then parents */
        uint32_t sum = 0;
        for (int side = 0; side < 2; side++) {
            if (leaf >= count || (node < next && weights[node] < weights[leaf])) {
                sum += weights[node];
                weights[node++] = (uint32_t)next;
            } else {
                sum += weights[leaf++];
            }
        }
        weights[next] = sum;
    }
    weights[count - 2] = 0;
    for (size_t i = count - 2; i-- > 0;)
        weights[i] = weights[weights[i]] + 1;
    size_t inner = count - 1, out = count, open = 1;
    for (uint32_t depth = 0; open > 0; depth++) { /* what is no inner node at a depth is a leaf */
        size_t here = 0;
        while (inner > 0 && weights[inner - 1] == depth) {
            here++;
            inner--;
        }
        for (size_t leaves = open - here; leaves > 0; leaves--)
            weights[--out] = depth;
        open = 2 * here;
    }
}

/* Codes of a depth, none deeper than `most`: deeper ones move up, shorter ones make room. */
static void limit_depths(const uint32_t *depths, size_t count, unsigned most, uint32_t *of_depth)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < count; i++)
        of_depth[depths[i] < most ? depths[i] : most]++;
    for (unsigned depth = 1; depth <= most; depth++)
        sum += of_depth[depth] << (most - depth);
    for (; sum > 1u << most; sum--) {
        unsigned depth = most - 1;
        while (of_depth[depth] == 0)
            depth--;
        of_depth[most]--;
        of_depth[depth]--;
        of_depth[depth + 1] += 2;
    }
}

static uint16_t mirrored(unsigned bits, unsigned count)
{
    unsigned out = 0;
    for (unsigned i = 0; i < count; i++)
        out |= (bits >> i & 1) << (count - 1 - i);
    return (uint16_t)out;
}

static void number_codes(code *c, unsigned symbols, const uint32_t *of_depth, unsigned most)
{
    unsigned next[16] = {0};
    for (unsigned depth = 1; depth < most; depth++)
        next[depth + 1] = (next[depth] + of_depth[depth]) << 1;
    for (unsigned i = 0; i < symbols; i++)
        if (c->length[i])
            c->bits[i] = mirrored(next[c->length[i]]++, c->length[i]);
}

/* The shortest codes for so many uses of each symbol, at least one of which is used. */
static void make_code(const uint32_t *counts, unsigned symbols, unsigned most, code *c)
{
    uint64_t used[SYMBOLS];
    uint32_t depths[SYMBOLS], of_depth[16] = {0};
    size_t count = 0;
    memset(c, 0, sizeof *c);
    for (unsigned i = 0; i < symbols; i++)
        if (counts[i])
            used[count++] = (uint64_t)counts[i] << 16 | i;
    assert(count > 0);
    qsort(used, count, sizeof *used, by_count);
    for (size_t i = 0; i < count; i++)
        depths[i] = (uint32_t)(used[i] >> 16);
    if (count > 1)
        find_depths(depths, count);
    else
        depths[0] = 1;
    limit_depths(depths, count, most, of_depth);
    unsigned depth = most;
    for (size_t i = 0, left = of_depth[most]; i < count; i++, left--) { /* rarest, longest first */
        while (left == 0)
            left = of_depth[--depth];
        c->length[used[i] & 0xffff] = (uint8_t)depth;
    }
    number_codes(c, symbols, of_depth, most);
}

/* The lengths of codes as symbols: a length, or 17 and 18 for zeros in a row. `extra`: how many. */
static size_t tell_lengths(const uint8_t *lengths, size_t count, uint8_t *symbols, uint8_t *extra)
{
    size_t told = 0;
    for (size_t i = 0; i < count;) {
        size_t zeros = 0;
        while (i + zeros < count && lengths[i + zeros] == 0 && zeros < 138)
            zeros++;
        symbols[told] = zeros >= 11 ? 18 : zeros >= 3 ? 17 : lengths[i];
        extra[told] = (uint8_t)(zeros >= 11 ? zeros - 11 : zeros >= 3 ? zeros - 3 : 0);
        i += zeros >= 3 ? zeros : 1;
        told++;
    }
    return told;
}

/* A block's codes: how many there are, the code for their lengths, their lengths. Of distances
 * there is one. */
static void put_codes(bit_sink *sink, const code *c)
{
    static const uint8_t orders[ORDERS] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                           11, 4,  12, 3, 13, 2, 14, 1, 15};
    uint8_t lengths[SYMBOLS + 1], symbols[SYMBOLS + 1], extra[SYMBOLS + 1];
    uint32_t counts[ORDERS] = {0};
    size_t literals = SYMBOLS;
    code order;
    while (c->length[literals - 1] == 0) /* the end's is not */
        literals--;
    memcpy(lengths, c->length, literals);
    lengths[literals] = 1;
    size_t told = tell_lengths(lengths, literals + 1, symbols, extra), shown = ORDERS;
    for (size_t i = 0; i < told; i++)
        counts[symbols[i]]++;
    make_code(counts, ORDERS, ORDER_BITS, &order);
    while (shown > 4 && order.length[orders[shown - 1]] == 0)
        shown--;
    put(sink, literals - 257, 5);
    put(sink, 0, 5);
    put(sink, shown - 4, 4);
    for (size_t i = 0; i < shown; i++) {
        flush(sink);
        put(sink, order.length[orders[i]], 3);
    }
    for (size_t i = 0; i < told; i++) {
        flush(sink);
        put(sink, order.bits[symbols[i]], order.length[symbols[i]]);
        put(sink, extra[i], symbols[i] == 18 ? 7 : symbols[i] == 17 ? 3 : 0);
    }
    flush(sink);
}

static void put_symbols(bit_sink *sink, const code *c, const uint8_t *bytes, size_t at, size_t end)
{
    while (at < end) {
        size_t run = run_at(bytes, at, end);
        if (run) {
            unsigned bits, extra, symbol = run_symbol(run, &bits, &extra);
            put(sink, c->bits[symbol], c->length[symbol]);
            put(sink, extra, bits);
            put(sink, 0, 1); /* the distance */
            flush(sink);
            at += run;
            continue;
        }
        size_t stop = end - at < GROUP ? end : at + GROUP;
        for (; at + 4 <= stop; at += 4) {
            for (size_t i = 0; i < 4; i++)
                put(sink, c->bits[bytes[at + i]], c->length[bytes[at + i]]);
            flush(sink);
        }
        for (; at < stop; at++) {
            put(sink, c->bits[bytes[at]], c->length[bytes[at]]);
            flush(sink);
        }
    }
    put(sink, c->bits[END], c->length[END]);
    flush(sink);
}

size_t fluv_deflate_bound(size_t count)
{
    return count + count / 8 + (count / BLOCK + 1) * HEAD;
}

size_t fluv_deflate_runs(const uint8_t *bytes, size_t count, bool last, uint8_t *out)
{
    bit_sink sink = {.out = out};
    uint32_t counts[SYMBOLS];
    code c;
    for (size_t at = 0; at < count || at == 0; at += BLOCK) {
        size_t end = count - at < BLOCK ? count : at + BLOCK;
        count_symbols(bytes, at, end, counts);
        make_code(counts, SYMBOLS, MOST_BITS, &c);
        put(&sink, last && end == count, 1);
        put(&sink, 2, 2); /* codes of its own */
        put_codes(&sink, &c);
        put_symbols(&sink, &c, bytes, at, end);
    }
    if (!last) { /* an empty block of whole bytes */
        put(&sink, 0, 3);
        sink.count = (sink.count + 7) & ~7u;
        flush(&sink);
        put(&sink, 0xffff0000u, 32);
    }
    sink.count = (sink.count + 7) & ~7u;
    flush(&sink);
    assert((size_t)(sink.out - out) <= fluv_deflate_bound(count));
    return (size_t)(sink.out - out);
}
