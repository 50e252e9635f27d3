// SPDX-License-Identifier: MIT
/* A short, deterministic fuzz of the recipe reader: valid recipes with bytes changed, cut, doubled
 * and moved, pieces of YAML strung together, random bytes, random assignments. Whatever comes in,
 * either a recipe comes out that reads back to itself, or a line of explanation. With arguments it
 * reads those files instead, so that another fuzzer can drive it. */
#include "dice.h"
#include "recipe/recipe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS  20000
#define LONGEST 4096

static const char *const seeds[] = {
    "interfluve: 1\nseed: 42\nframe: {size: 1024, width: 60 km, height: [-400 m, 2200 m]}\n"
    "stages:\n  - flat: {level: 0.2 km, steps: 5, wide: no, mode: full, note: 'a b'}\n"
    "  - lakes:\n      rain: {noise: {low: 400 mm/y, high: 1 m/y, wavelength: 3 km, octaves: 2}}\n"
    "      angle: 0.5 rad\n  - rivers\n",
    "interfluve: 1\nstages:\n  - import: {file: a.tif}\n  - drain: {}\n  - lakes:\n  - rivers\n",
    "{\"interfluve\": 1, \"frame\": {\"size\": [30, 20]}, \"stages\": [\"flat\", {\"lakes\": "
    "{\"rain\": {\"image\": \"r.png\", \"low\": 0, \"high\": 2}}}]}",
    "interfluve: 1\nframe: {}\nstages:\n  - sketch:\n      masses:\n"
    "      - {inside: ocean, markers: [{x: 10 km, y: 5 km, direction: 40 deg}, [1, 2, 3, 4]]}\n"
    "      - [land, [[1, 2]], no]\n      line: [[10 km, 5 km], [12 km, 7 km]]\n",
    "interfluve: 1\nstages:\n  - sketch: {random: {mountain: 3, desert: }, centre: [1 km, 2],\n"
    "      kinds: {bog: {growth: 0.02, rain: {noise: {low: 0, high: 1}}}, fen: [0.3, 7],\n"
    "      carr: {outline: [[1, 2], [3, 4], {x: 5, y: 6}], file: a.png}}}\n",
};

static const char *const pieces[] = {
    "interfluve: 1\n",
    "stages:\n",
    "  - flat:",
    "  - lakes: {",
    "rain: ",
    "{noise: {",
    "low: 1",
    "high: 2",
    ", ",
    "}",
    "]",
    "[",
    "\n",
    "frame: {",
    "size: ",
    "512",
    "-1",
    "1e999",
    ".nan",
    "0x1f",
    "60 km",
    "'",
    "\"",
    "#",
    "&a ",
    "*a",
    "!!str ",
    "<<: ",
    "---\n",
    "...\n",
    "|\n",
    ">\n",
    "? ",
    ": ",
    "- ",
    "\t",
    "\r\n",
    "%YAML 1.1",
    "\xc3\xa9",
    "\xff",
    "\xef\xbb\xbf",
    "\\x00",
    "  - sketch: {",
    "masses: [",
    "markers: [[1, 2]]",
    "random: {",
    "kinds: {bog: ",
    "[1, 2]",
    "[[1, 2], [3, 4]]",
    "{x: 1, y: 2}",
};

static const char *const targets[] = {"seed=",
                                      "size=",
                                      "frame.size=",
                                      "frame.height=",
                                      "flat.level=",
                                      "flat.mode=",
                                      "lakes.rain=",
                                      "lakes#2.rain=",
                                      "flat.note=",
                                      "import.file=",
                                      "rivers.x=",
                                      "frame.width=",
                                      "sketch.masses=",
                                      "sketch.kinds=",
                                      "sketch.random=",
                                      "sketch.line=",
                                      "sketch.centre=",
                                      "sketch.masses[0].markers=",
                                      "sketch.masses[1]",
                                      "sketch.kinds.bog.outline=",
                                      "sketch.random.mountain=",
                                      "sketch.kinds.fen.",
                                      "sketch."};

static size_t random_bytes(dice *from, char *text)
{
    size_t length = roll(from, 200);
    for (size_t i = 0; i < length; i++)
        text[i] = (char)roll(from, 256);
    return length;
}

static size_t random_pieces(dice *from, char *text)
{
    size_t length = 0, count = 1 + roll(from, 40);
    for (size_t i = 0; i < count; i++) {
        const char *piece = pieces[roll(from, sizeof pieces / sizeof *pieces)];
        memcpy(text + length, piece, strlen(piece));
        length += strlen(piece);
    }
    return length;
}

/* Puts `count` bytes in the place of `gone` bytes. */
static size_t splice(char *text, size_t length, size_t at, size_t gone, const char *bytes,
                     size_t count)
{
    if (at + gone > length)
        gone = length - at;
    if (length - gone + count > LONGEST)
        return length;
    memmove(text + at + count, text + at + gone, length - at - gone);
    memcpy(text + at, bytes, count);
    return length - gone + count;
}

static size_t mutate(dice *from, char *text, size_t length)
{
    char copy[64];
    size_t at = roll(from, length + 1), other = roll(from, length + 1), part = roll(from, 60);
    const char *piece = pieces[roll(from, sizeof pieces / sizeof *pieces)];
    copy[0] = (char)roll(from, 256);
    switch (roll(from, 6)) {
    case 0:
        return splice(text, length, at, 1, copy, 1);
    case 1:
        return splice(text, length, at, part, copy, 0);
    case 2:
        return splice(text, length, at, 0, piece, strlen(piece));
    case 3:
        return splice(text, length, at, 3, piece, strlen(piece));
    case 4:
        return at;
    default:
        part = other + part > length ? length - other : part;
        memcpy(copy, text + other, part);
        return splice(text, length, at, roll(from, 20), copy, part);
    }
}

static size_t make_text(dice *from, char *text)
{
    size_t way = roll(from, 10);
    if (way == 0)
        return random_bytes(from, text);
    if (way < 3)
        return random_pieces(from, text);
    const char *seed = seeds[roll(from, sizeof seeds / sizeof *seeds)];
    size_t length = strlen(seed), times = 1 + roll(from, 4);
    memcpy(text, seed, length);
    for (size_t i = 0; i < times; i++)
        length = mutate(from, text, length);
    return length;
}

static void give_up(const fluv_ctx *ctx, const char *why, const char *text, size_t length)
{
    fprintf(stderr, "%s\n%s\n", why, fluv_message(ctx));
    fwrite(text, 1, length, stderr);
    abort();
}

static void expect_explained(const fluv_ctx *ctx, fluv_status status, const char *text,
                             size_t length)
{
    const char *said = fluv_message(ctx);
    if (status == FLUV_OK)
        return;
    if (status != FLUV_BAD_RECIPE && status != FLUV_BAD_USE)
        give_up(ctx, "a wrong status for:", text, length);
    if (!*said || strpbrk(said, "\n\r\x1b"))
        give_up(ctx, "no line of explanation for:", text, length);
}

static void read_back(fluv_ctx *ctx, const fluv_recipe *recipe)
{
    char *text = NULL, *again = NULL;
    fluv_recipe *copy = NULL;
    if (fluv_recipe_text(ctx, recipe, &text) != FLUV_OK ||
        fluv_recipe_parse(ctx, text, strlen(text), "again", &copy) != FLUV_OK ||
        fluv_recipe_text(ctx, copy, &again) != FLUV_OK || strcmp(text, again) != 0)
        give_up(ctx, "does not read back:", text, text ? strlen(text) : 0);
    fluv_recipe_delete(copy);
    free(text);
    free(again);
}

static bool try_text(fluv_ctx *ctx, const char *text, size_t length)
{
    fluv_recipe *recipe = NULL;
    fluv_status status = fluv_recipe_parse(ctx, text, length, "fuzz", &recipe);
    expect_explained(ctx, status, text, length);
    if (status != FLUV_OK)
        return false;
    status = fluv_recipe_check(ctx, recipe, NULL);
    expect_explained(ctx, status, text, length);
    read_back(ctx, recipe);
    fluv_recipe_delete(recipe);
    return true;
}

/* Assignments: a target and something made of pieces; never random bytes, which no YAML file could
 * hold and the writer is not asked to write. */
static bool try_assignment(fluv_ctx *ctx, dice *from, char *text)
{
    fluv_recipe *recipe = NULL;
    const char *seed = seeds[roll(from, sizeof seeds / sizeof *seeds)];
    if (fluv_recipe_parse(ctx, seed, strlen(seed), "fuzz", &recipe) != FLUV_OK)
        give_up(ctx, "a valid recipe is refused:", seed, strlen(seed));
    const char *target = targets[roll(from, sizeof targets / sizeof *targets)];
    size_t length = strlen(target);
    memcpy(text, target, length);
    for (size_t i = 1 + roll(from, 6); i > 0; i--) {
        const char *piece = pieces[roll(from, sizeof pieces / sizeof *pieces)];
        if (*piece == '\xff')
            continue;
        memcpy(text + length, piece, strlen(piece));
        length += strlen(piece);
    }
    text[length] = '\0';
    fluv_status status = fluv_recipe_set(ctx, recipe, text);
    expect_explained(ctx, status, text, length);
    read_back(ctx, recipe);
    fluv_recipe_delete(recipe);
    return status == FLUV_OK;
}

static int try_files(fluv_ctx *ctx, int count, char **files)
{
    for (int i = 0; i < count; i++) {
        char *text = malloc(FLUV_YAML_BYTES + 1);
        FILE *in = fopen(files[i], "rb");
        if (!in || !text) {
            perror(files[i]);
            free(text);
            return 1;
        }
        size_t length = fread(text, 1, FLUV_YAML_BYTES + 1, in);
        fclose(in);
        printf("%s: %s\n", files[i], try_text(ctx, text, length) ? "a recipe" : fluv_message(ctx));
        free(text);
    }
    return 0;
}

int main(int argc, char **argv)
{
    fluv_ctx *ctx = fluv_ctx_new();
    if (!ctx)
        return 1;
    if (argc > 1) {
        int status = try_files(ctx, argc - 1, argv + 1);
        fluv_ctx_delete(ctx);
        return status;
    }
    dice from = {.key = fluv_key_make(1, "fuzz", "recipe")};
    static char text[2 * LONGEST];
    int good = 0, set = 0;
    for (int round = 0; round < ROUNDS; round++) {
        size_t length = make_text(&from, text);
        good += try_text(ctx, text, length);
        if (round % 4 == 0)
            set += try_assignment(ctx, &from, text);
    }
    bool leaked = atomic_load(&ctx->memory.now) != 0;
    printf("%d of %d texts were recipes, %d of %d assignments held\n", good, ROUNDS, set,
           ROUNDS / 4);
    fluv_ctx_delete(ctx);
    return leaked || good == 0 || set == 0;
}
