// SPDX-License-Identifier: MIT
/* Words as people type them: which known word was meant, and how to show them in a message. */
#ifndef FLUV_BASE_WORDS_H
#define FLUV_BASE_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* Equal but for the case of letters and for '_' standing for '-'. `length` bytes of `a`. */
bool fluv_word_same(const char *a, size_t length, const char *b);

/* Letters to insert, remove, change or swap with their neighbour to make one word of the other;
 * the longer word must have at most FLUV_WORD_LENGTH bytes. */
#define FLUV_WORD_LENGTH 63
size_t fluv_word_distance(const char *a, const char *b);

/* Text of a user's made safe for a message: one line, cut short, whole UTF-8 characters. To be
 * used within the one expression: fluv_fail(…, "`%s`", fluv_show(text).text). */
typedef struct fluv_shown {
    char text[72];
} fluv_shown;
fluv_shown fluv_show(const char *text);

/* Words joined for a message: "a", "a or b", "a, b or c"; `last` is the "or". What does not fit is
 * counted: "a, b and 5 more". */
typedef struct fluv_joined {
    char text[320];
    size_t count, left_out;
} fluv_joined;
void fluv_joined_add(fluv_joined *list, const char *word);
void fluv_joined_end(fluv_joined *list, const char *last);

#endif
