// SPDX-License-Identifier: MIT
/* A CHOICE row's words, at most eight: `(area, discharge)`. FLUV_WORDS makes `more(with, word)` of
 * each word but the last, and `last(with, word)` of that. */
#ifndef FLUV_BASE_PARAM_WORDS_H
#define FLUV_BASE_PARAM_WORDS_H

#define FLUV_WORDS(more, last, with, words) FLUV_WORDS_BARE(more, last, with, FLUV_WORDS_OPEN words)
#define FLUV_WORDS_OPEN(...)                __VA_ARGS__
#define FLUV_WORDS_BARE(more, last, with, ...)                                                     \
    FLUV_WORDS_PICK(__VA_ARGS__, FLUV_WORDS_8, FLUV_WORDS_7, FLUV_WORDS_6, FLUV_WORDS_5,           \
                    FLUV_WORDS_4, FLUV_WORDS_3, FLUV_WORDS_2, FLUV_WORDS_1, )                      \
    (more, last, with, __VA_ARGS__)
#define FLUV_WORDS_PICK(a, b, c, d, e, f, g, h, picked, ...) picked

#define FLUV_WORDS_1(more, last, with, word) last(with, word)
#define FLUV_WORDS_2(more, last, with, word, ...)                                                  \
    more(with, word) FLUV_WORDS_1(more, last, with, __VA_ARGS__)
#define FLUV_WORDS_3(more, last, with, word, ...)                                                  \
    more(with, word) FLUV_WORDS_2(more, last, with, __VA_ARGS__)
#define FLUV_WORDS_4(more, last, with, word, ...)                                                  \
    more(with, word) FLUV_WORDS_3(more, last, with, __VA_ARGS__)
#define FLUV_WORDS_5(more, last, with, word, ...)                                                  \
    more(with, word) FLUV_WORDS_4(more, last, with, __VA_ARGS__)
#define FLUV_WORDS_6(more, last, with, word, ...)                                                  \
    more(with, word) FLUV_WORDS_5(more, last, with, __VA_ARGS__)
#define FLUV_WORDS_7(more, last, with, word, ...)                                                  \
    more(with, word) FLUV_WORDS_6(more, last, with, __VA_ARGS__)
#define FLUV_WORDS_8(more, last, with, word, ...)                                                  \
    more(with, word) FLUV_WORDS_7(more, last, with, __VA_ARGS__)

/* What is made of a word; a level more, so that HYPHEN is read before it is used. */
#define FLUV_WORD_TEXT(word)             FLUV_WORD_TEXT_(word)
#define FLUV_WORD_TEXT_(word)            #word
#define FLUV_WORD_CONSTANT(prefix, word) FLUV_WORD_JOIN(prefix, word),
#define FLUV_WORD_JOIN(prefix, word)     prefix##_##word
#define FLUV_WORD_LAST(unused, word)     FLUV_WORD_TEXT(word)
#define FLUV_WORD_MORE(unused, word)     FLUV_WORD_TEXT(word) "|"

#endif
