// SPDX-License-Identifier: MIT
/* A small stroke alphabet for scale bars and legends: digits, lower-case letters and a few signs.
 * '^' raises and shrinks the sign that follows it, as in "km^2". */
#ifndef FLUV_OUTPUT_LETTERS_H
#define FLUV_OUTPUT_LETTERS_H

/* One straight piece of a stroke, in the units of the caller. */
typedef void fluv_stroke_fn(void *user, double x0, double y0, double x1, double y1);

/* `size` is the height of a digit. */
double fluv_letters_width(const char *text, double size);
/* x, y: where the first sign stands on the base line; y grows downwards. */
void fluv_letters_draw(const char *text, double x, double y, double size, fluv_stroke_fn *stroke,
                       void *user);

#endif
