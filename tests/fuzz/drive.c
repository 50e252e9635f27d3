// SPDX-License-Identifier: MIT
/* Drives a fuzz target without libFuzzer: drive FOLDER ROUNDS runs every file of the folder, then
 * as many changes of them, the same in every run. An input that takes longer than a second of
 * processor time, many times that under a sanitizer, is a failure too. */
#include "dice.h"
#include "fuzz/target.h"

#include <dirent.h>
#include <limits.h>
#include <time.h>

#if defined(__SANITIZE_ADDRESS__)
#define SLOW 10.0 /* s of processor time */
#else
#define SLOW 1.0
#endif
enum { MOST_SEEDS = 256, LONGEST = 1 << 18 };

typedef struct seed {
    uint8_t *bytes;
    size_t size;
} seed;

static uint8_t work[2 * LONGEST];

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static seed read_seed(const char *folder, const char *name)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *in = fopen(path, "rb");
    FUZZ_EXPECT(in);
    seed out = {.bytes = malloc(LONGEST)};
    FUZZ_EXPECT(out.bytes);
    out.size = fread(out.bytes, 1, LONGEST, in);
    fclose(in);
    return out;
}

static int read_seeds(const char *folder, seed *seeds)
{
    struct dirent **entries;
    int found = scandir(folder, &entries, NULL, by_name), count = 0;
    FUZZ_EXPECT(found >= 0);
    for (int i = 0; i < found; i++) {
        if (entries[i]->d_name[0] != '.' && count < MOST_SEEDS)
            seeds[count++] = read_seed(folder, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    return count;
}

/* With FUZZ_KEEP the last input is left behind for whoever looks into a crash. */
static void keep_input(const uint8_t *bytes, size_t size)
{
    FILE *out = getenv("FUZZ_KEEP") ? fopen(getenv("FUZZ_KEEP"), "wb") : NULL;
    if (out) {
        fwrite(bytes, 1, size, out);
        fclose(out);
    }
}

static void try_input(const uint8_t *bytes, size_t size)
{
    keep_input(bytes, size);
    clock_t begun = clock();
    LLVMFuzzerTestOneInput(bytes, size);
    double took = (double)(clock() - begun) / CLOCKS_PER_SEC;
    if (took > SLOW)
        fprintf(stderr, "an input of %zu bytes took %.1f s\n", size, took);
    FUZZ_EXPECT(took <= SLOW);
}

static size_t splice(size_t length, size_t at, size_t gone, const uint8_t *bytes, size_t count)
{
    gone = at + gone > length ? length - at : gone;
    if (length - gone + count > LONGEST)
        return length;
    memmove(work + at + count, work + at + gone, length - at - gone);
    memcpy(work + at, bytes, count);
    return length - gone + count;
}

/* One change: a byte, a number of four, a part cut out, one doubled, one of another seed. */
static size_t change(dice *from, size_t length, const seed *other)
{
    static const uint32_t odd[] = {0, 1, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0xffffffff};
    size_t at = roll(from, length + 1), part = roll(from, 40), begin;
    uint8_t byte = (uint8_t)roll(from, 256);
    switch (roll(from, 6)) {
    case 0:
        return splice(length, at, 1, &byte, 1);
    case 1:
        return splice(length, at, part, &byte, 0);
    case 2:
        return splice(length, at, 0, &byte, 1);
    case 3:
        return splice(length, at, 4, (const uint8_t *)&odd[roll(from, 8)], 4);
    case 4:
        return at ? at : length;
    default:
        begin = roll(from, other->size + 1);
        part = begin + part > other->size ? other->size - begin : part;
        return splice(length, at, roll(from, 20), other->bytes + begin, part);
    }
}

int main(int argc, char **argv)
{
    FUZZ_EXPECT(argc == 3);
    static seed seeds[MOST_SEEDS];
    int count = read_seeds(argv[1], seeds), rounds = atoi(argv[2]);
    FUZZ_EXPECT(count > 0);
    dice from = {.key = fluv_key_make(1, "fuzz", "drive")};
    for (int i = 0; i < count; i++)
        try_input(seeds[i].bytes, seeds[i].size);
    for (int i = 0; i < rounds; i++) {
        const seed *one = &seeds[roll(&from, (size_t)count)];
        const seed *other = &seeds[roll(&from, (size_t)count)];
        size_t length = one->size, changes = 1 + roll(&from, 4);
        memcpy(work, one->bytes, length);
        for (size_t c = 0; c < changes; c++)
            length = change(&from, length, other);
        uint8_t *exact = malloc(length + 1); /* so that a step beyond it is seen */
        FUZZ_EXPECT(exact);
        memcpy(exact, work, length);
        try_input(exact, length);
        free(exact);
    }
    for (int i = 0; i < count; i++)
        free(seeds[i].bytes);
    printf("%d seeds and %d changes of them\n", count, rounds);
    return 0;
}
