// SPDX-License-Identifier: MIT
/* Streams of our own, read back by zlib: noise, runs of every length, one byte alone, counts that
 * ask for codes longer than allowed; in pieces that another follows; and how small they become. */
#include "context.h"
#include "dice.h"

#include "output/deflate.h"

#include <string.h>
#include <zlib.h>

/* Bytes of what they become; they must come back. */
static size_t expect_back(const uint8_t *bytes, size_t count, size_t piece)
{
    size_t pieces = count / piece + 1, size = 0;
    uint8_t *packed = malloc(pieces * fluv_deflate_bound(piece)), *back = malloc(count + 1);
    for (size_t i = 0; i < pieces; i++) {
        size_t left = count - i * piece;
        size += fluv_deflate_runs(bytes + i * piece, left < piece ? left : piece, i + 1 == pieces,
                                  packed + size);
    }
    z_stream stream = {
        .next_in = packed, .avail_in = (uInt)size, .next_out = back, .avail_out = (uInt)count + 1};
    assert_int_equal(inflateInit2(&stream, -15), Z_OK);
    assert_int_equal(inflate(&stream, Z_FINISH), Z_STREAM_END);
    assert_int_equal(stream.avail_in, 0);
    assert_int_equal(stream.total_out, count);
    assert_memory_equal(bytes, back, count);
    inflateEnd(&stream);
    free(packed);
    free(back);
    return size;
}

static void anything_comes_back(void **state)
{
    static const size_t counts[] = {0, 1, 7, 8, 9, 16, 265, 4096, 131071, 131072, 131073, 300000};
    (void)state;
    dice d = {.key = fluv_key_make(3, "deflate", "bytes")};
    uint8_t *bytes = malloc(300000);
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
        for (size_t kinds = 1; kinds <= 256; kinds *= 4) {
            for (size_t i = 0; i < counts[c]; i++)
                bytes[i] = (uint8_t)roll(&d, kinds);
            expect_back(bytes, counts[c], counts[c] + 1);
            expect_back(bytes, counts[c], 100003);
        }
    free(bytes);
}

static void runs_of_every_length_come_back(void **state)
{
    (void)state;
    uint8_t bytes[3 + 600 + 16];
    for (size_t before = 0; before < 3; before++)
        for (size_t length = 0; length <= 600; length++)
            for (size_t after = 0; after <= 16; after += 4) {
                memset(bytes, 9, before);
                memset(bytes + before, 1, length);
                for (size_t i = 0; i < after; i++)
                    bytes[before + length + i] = (uint8_t)(40 + i);
                expect_back(bytes, before + length + after, 1000);
            }
}

/* Each byte comes twice as often as the one before it: the rarest would have 17 bits. */
static void codes_are_not_too_long(void **state)
{
    (void)state;
    uint8_t *bytes = malloc(131072);
    size_t at = 0;
    for (uint8_t value = 0; value < 17; value++)
        for (size_t i = 0; i < (size_t)1 << value; i++)
            bytes[at++] = value;
    dice d = {.key = fluv_key_make(4, "deflate", "order")};
    for (size_t i = at; i-- > 1;) {
        size_t other = roll(&d, i + 1);
        uint8_t held = bytes[i];
        bytes[i] = bytes[other];
        bytes[other] = held;
    }
    assert_true(expect_back(bytes, at, at + 1) < at / 3); /* 2 bits a byte */
    free(bytes);
}

static void it_is_as_small_as_runs_and_codes_make_it(void **state)
{
    (void)state;
    dice d = {.key = fluv_key_make(6, "deflate", "size")};
    size_t count = 1 << 20;
    uint8_t *bytes = calloc(count, 1);
    assert_true(expect_back(bytes, count, count + 1) < count / 700);
    for (size_t i = 0; i < count; i++) /* 1.75 bits each, and a rare run */
        bytes[i] = (uint8_t[]){3, 3, 3, 3, 60, 60, 70, 200}[roll(&d, 8)];
    assert_in_range(expect_back(bytes, count, count + 1), count * 175 / 800, count * 190 / 800);
    for (size_t i = 0; i < count; i++)
        bytes[i] = (uint8_t)roll(&d, 256);
    assert_in_range(expect_back(bytes, count, count + 1), count, count + count / 200);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(anything_comes_back),
        cmocka_unit_test(runs_of_every_length_come_back),
        cmocka_unit_test(codes_are_not_too_long),
        cmocka_unit_test(it_is_as_small_as_runs_and_codes_make_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
