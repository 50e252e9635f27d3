// SPDX-License-Identifier: MIT
/* A stroke alphabet for scale bars, legends and names, in UTF-8: digits, a few signs, and the
 * letters of languages that are written in Latin ones, with most of their marks. '^' raises and
 * shrinks the sign that follows it, as in "km^2". */
#ifndef FLUV_OUTPUT_LETTERS_H
#define FLUV_OUTPUT_LETTERS_H

#include <stdbool.h>

/* One straight piece of a stroke, in the units of the caller. */
typedef void fluv_stroke_fn(void *user, double x0, double y0, double x1, double y1);

/* Whether there is a sign for all of a text; others are left blank. */
bool fluv_letters_can(const char *text);
/* `size` is the height of a digit. */
double fluv_letters_width(const char *text, double size);
/* x, y: where the first sign stands on the base line; y grows downwards. */
void fluv_letters_draw(const char *text, double x, double y, double size, fluv_stroke_fn *stroke,
                       void *user);

#endif
