// SPDX-License-Identifier: MIT
/* A CHOICE row's words, at most eight: `(area, discharge)`. FLUV_CHOICES makes `more(with, word)`
 * of each word but the last, and `last(with, word)` of that. */
#ifndef FLUV_BASE_PARAM_CHOICES_H
#define FLUV_BASE_PARAM_CHOICES_H

#define FLUV_CHOICES(more, last, with, words)                                                      \
    FLUV_CHOICES_BARE(more, last, with, FLUV_CHOICES_OPEN words)
#define FLUV_CHOICES_OPEN(...) __VA_ARGS__
#define FLUV_CHOICES_BARE(more, last, with, ...)                                                   \
    FLUV_CHOICES_PICK(__VA_ARGS__, FLUV_CHOICES_8, FLUV_CHOICES_7, FLUV_CHOICES_6, FLUV_CHOICES_5, \
                      FLUV_CHOICES_4, FLUV_CHOICES_3, FLUV_CHOICES_2, FLUV_CHOICES_1, )            \
    (more, last, with, __VA_ARGS__)
#define FLUV_CHOICES_PICK(a, b, c, d, e, f, g, h, picked, ...) picked

#define FLUV_CHOICES_1(more, last, with, word) last(with, word)
#define FLUV_CHOICES_2(more, last, with, word, ...)                                                \
    more(with, word) FLUV_CHOICES_1(more, last, with, __VA_ARGS__)
#define FLUV_CHOICES_3(more, last, with, word, ...)                                                \
    more(with, word) FLUV_CHOICES_2(more, last, with, __VA_ARGS__)
#define FLUV_CHOICES_4(more, last, with, word, ...)                                                \
    more(with, word) FLUV_CHOICES_3(more, last, with, __VA_ARGS__)
#define FLUV_CHOICES_5(more, last, with, word, ...)                                                \
    more(with, word) FLUV_CHOICES_4(more, last, with, __VA_ARGS__)
#define FLUV_CHOICES_6(more, last, with, word, ...)                                                \
    more(with, word) FLUV_CHOICES_5(more, last, with, __VA_ARGS__)
#define FLUV_CHOICES_7(more, last, with, word, ...)                                                \
    more(with, word) FLUV_CHOICES_6(more, last, with, __VA_ARGS__)
#define FLUV_CHOICES_8(more, last, with, word, ...)                                                \
    more(with, word) FLUV_CHOICES_7(more, last, with, __VA_ARGS__)

/* What is made of a word; a level more, so that HYPHEN is read before it is used. */
#define FLUV_CHOICE_TEXT(word)             FLUV_CHOICE_TEXT_(word)
#define FLUV_CHOICE_TEXT_(word)            #word
#define FLUV_CHOICE_CONSTANT(prefix, word) FLUV_CHOICE_JOIN(prefix, word),
#define FLUV_CHOICE_JOIN(prefix, word)     prefix##_##word
#define FLUV_CHOICE_LAST(unused, word)     FLUV_CHOICE_TEXT(word)
#define FLUV_CHOICE_MORE(unused, word)     FLUV_CHOICE_TEXT(word) "|"

#endif
