// SPDX-License-Identifier: MIT
/* The known word nearest to a mistyped one, by edit distance with swapped neighbours; words made
 * ready to be shown.  O(length^2) a pair of words.
 *
 * Based on: Damerau. A technique for computer detection and correction of spelling errors. 1964 */
#include "base/words.h"

#include "interfluve.h"

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static char plain_letter(char c)
{
    if (c >= 'A' && c <= 'Z')
        return (char)(c - 'A' + 'a');
    return c == '_' ? '-' : c;
}

bool fluv_word_same(const char *a, size_t length, const char *b)
{
    if (strlen(b) != length)
        return false;
    for (size_t i = 0; i < length; i++)
        if (plain_letter(a[i]) != plain_letter(b[i]))
            return false;
    return true;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

size_t fluv_word_distance(const char *a, const char *b)
{
    size_t rows = strlen(a), cols = strlen(b);
    assert(rows <= FLUV_WORD_LENGTH && cols <= FLUV_WORD_LENGTH);

    size_t lines[3][FLUV_WORD_LENGTH + 1]; /* of the table: this row and the two above */
    for (size_t j = 0; j <= cols; j++)
        lines[0][j] = j;
    for (size_t i = 1; i <= rows; i++) {
        size_t *now = lines[i % 3], *above = lines[(i + 2) % 3], *higher = lines[(i + 1) % 3];
        now[0] = i;
        for (size_t j = 1; j <= cols; j++) {
            char from = plain_letter(a[i - 1]), to = plain_letter(b[j - 1]);
            now[j] = least(above[j - 1] + (from != to), 1 + least(above[j], now[j - 1]));
            if (i > 1 && j > 1 && from == plain_letter(b[j - 2]) && plain_letter(a[i - 2]) == to)
                now[j] = least(now[j], higher[j - 2] + 1);
        }
    }
    return lines[rows % 3][cols];
}

/* How far `word` may be from `other` and still be taken for it: one mistake in a short word, one in
 * four letters of a longer one; or any beginning of three letters or more. */
static bool is_near(const char *word, const char *other, size_t distance)
{
    size_t length = strlen(word), whole = strlen(other), longer = length > whole ? length : whole;
    if (length >= 3 && length < whole && strncmp(word, other, length) == 0)
        return true;
    return distance <= 1 + longer / 4 && distance < length && distance < whole;
}

const char *fluv_did_you_mean(const char *word, const char *const *known, size_t count)
{
    const char *nearest = NULL;
    size_t best = SIZE_MAX;
    if (strlen(word) > FLUV_WORD_LENGTH)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        if (strlen(known[i]) > FLUV_WORD_LENGTH)
            continue;
        size_t distance = fluv_word_distance(word, known[i]);
        if (distance < best && is_near(word, known[i], distance)) {
            best = distance;
            nearest = known[i];
        }
    }
    return nearest;
}

/* Bytes of the UTF-8 character at `text`, and its number; 0: it is none. */
static size_t character_at(const char *text, uint32_t *number)
{
    static const uint32_t least_of[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *c = (const unsigned char *)text;
    size_t bytes = *c < 0x80   ? 1
                   : *c < 0xc2 ? 0
                   : *c < 0xe0 ? 2
                   : *c < 0xf0 ? 3
                   : *c < 0xf5 ? 4
                               : 0;
    *number = bytes < 2 ? *c : *c & (0x7fu >> bytes);
    for (size_t i = 1; i < bytes; i++) {
        if ((c[i] & 0xc0) != 0x80)
            return 0;
        *number = *number << 6 | (c[i] & 0x3fu);
    }
    return bytes && *number >= least_of[bytes] ? bytes : 0;
}

/* Characters that move the cursor, end a line, begin an escape sequence or turn the direction of
 * reading would let a name write what it likes on a terminal. */
static bool is_harmless(uint32_t number)
{
    return number >= 0x20 && !(number >= 0x7f && number < 0xa0) &&
           !(number >= 0x200b && number <= 0x200f) && !(number >= 0x2028 && number <= 0x202e) &&
           !(number >= 0x2060 && number <= 0x206f) && !(number >= 0xd800 && number < 0xe000) &&
           number != 0xad && number != 0xfeff && !(number >= 0xfff9 && number <= 0xfffb) &&
           !(number >= 0xe0000 && number <= 0xe0fff) && number < 0x110000;
}

/* Bytes of the character at `text` if it may be shown; 0: it may not. */
static size_t shown_bytes(const char *text)
{
    uint32_t number;
    size_t bytes = character_at(text, &number);
    return bytes && is_harmless(number) ? bytes : 0;
}

/* A character as it is shown: itself, or one '?'. */
typedef struct glyph {
    const char *text;
    size_t bytes;
} glyph;

/* The character at *text, which goes on behind it. */
static glyph next_glyph(const char **text)
{
    assert(**text);
    uint32_t number;
    const char *at = *text;
    size_t bytes = shown_bytes(at), gone = bytes ? bytes : character_at(at, &number);
    *text += gone ? gone : 1;
    return bytes ? (glyph){at, bytes} : (glyph){"?", 1};
}

void fluv_text_clean(char *text)
{
    char *to = text;
    for (const char *from = text; *from;) {
        glyph g = next_glyph(&from);
        memmove(to, g.text, g.bytes);
        to += g.bytes;
        assert(to <= from);
    }
    *to = '\0';
}

fluv_shown fluv_show(const char *text)
{
    static const char more[] = "…";
    fluv_shown shown = {{0}};
    size_t room = sizeof shown.text - sizeof more, used = 0;
    while (*text) {
        glyph g = next_glyph(&text);
        if (used + g.bytes > room) {
            memcpy(shown.text + used, more, sizeof more);
            break;
        }
        memcpy(shown.text + used, g.text, g.bytes);
        used += g.bytes;
    }
    return shown;
}

void fluv_joined_add(fluv_joined *list, const char *word)
{
    enum { END = sizeof " and 9999 more" };
    size_t used = strlen(list->text), need = strlen(word) + 2;
    if (list->left_out || used + need + END > sizeof list->text) {
        list->left_out++;
        return;
    }
    if (list->count++)
        strcat(list->text, ", ");
    strcat(list->text, word);
}

void fluv_joined_end(fluv_joined *list, const char *last)
{
    char *comma = strrchr(list->text, ',');
    size_t used = strlen(list->text), tail = comma ? strlen(comma + 1) : 0;
    if (list->left_out) {
        snprintf(list->text + used, sizeof list->text - used, " %s %zu more", last, list->left_out);
        return;
    }
    if (!comma || used + strlen(last) + 1 > sizeof list->text)
        return;
    /* "a, b" becomes "a or b": the comma makes way for a space and the word. */
    memmove(comma + 1 + strlen(last), comma + 1, tail + 1);
    *comma = ' ';
    memcpy(comma + 1, last, strlen(last));
}
