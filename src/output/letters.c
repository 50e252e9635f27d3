// SPDX-License-Identifier: MIT
/* The stroke alphabet.
 *
 * A sign is a string of strokes separated by '|'; a stroke is a row of points separated by blanks,
 * two hexadecimal digits each: x from the left, y from the top. The base line is y = 9, small
 * letters begin at y = 3, tails reach y = c. A stroke that begins with '~' is a smooth curve
 * through its points (Catmull-Rom), closed when it ends where it began. */
#include "output/letters.h"

#include <assert.h>
#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define BASE_LINE    9.0
#define SPACING      2.4 /* between signs, in the units of the strokes */
#define CURVE_PIECES 6
#define RAISED_SIZE  0.62
#define RAISED_BY    0.48
#define LONGEST      16 /* points of a stroke */

typedef struct point {
    double x, y;
} point;

static const struct {
    char code;
    const char *strokes;
} signs[] = {
    {' ', "33"},
    {'0', "~30 11 04 05 18 39 58 65 64 51 30"},
    {'1', "12 30 39"},
    {'2', "~02 11 30 51 53 35 09|09 69"},
    {'3', "~01 20 40 52 44 24|~24 44 66 58 39 19 07"},
    {'4', "49 40 06 66"},
    {'5', "60 10 04|~04 33 54 66 58 39 19 07"},
    {'6', "~50 22 05 07 29 49 67 66 44 24 06"},
    {'7', "00 60 29"},
    {'8', "~30 11 13 34 66 58 39 18 06 34 53 51 30"},
    {'9', "~19 47 64 62 40 20 02 03 25 45 63"},
    {'.', "08 09"},
    {',', "19 0b"},
    {'-', "05 45"},
    {'+', "06 46|24 28"},
    {'/', "0a 40"},
    {':', "04 05|08 09"},
    {'(', "~20 03 06 29"},
    {')', "~00 23 26 09"},
    {'a', "~55 33 14 06 18 39 57|53 59"},
    {'b', "00 09|~05 23 44 56 48 29 07"},
    {'c', "~54 33 14 06 18 39 58"},
    {'d', "50 59|~55 33 14 06 18 39 57"},
    {'e', "06 56|~56 44 33 14 06 18 39 58"},
    {'f', "~40 21 13 19|03 33"},
    {'g', "~55 33 14 06 18 39 57|~53 5a 3c 1c 0b"},
    {'h', "00 09|~05 33 55 59"},
    {'i', "03 09|00 01"},
    {'j', "~23 2a 1c 0c|20 21"},
    {'k', "00 09|43 06 49"},
    {'l', "00 09"},
    {'m', "03 09|~05 23 45 49|~45 63 85 89"},
    {'n', "03 09|~05 33 55 59"},
    {'o', "~33 14 06 18 39 58 66 54 33"},
    {'p', "03 0c|~05 23 44 56 48 29 07"},
    {'q', "53 5c|~55 33 14 06 18 39 57"},
    {'r', "03 09|~05 23 43"},
    {'s', "~44 23 04 26 48 29 08"},
    {'t', "~10 17 29 49|03 33"},
    {'u', "~03 07 29 57|53 59"},
    {'v', "03 39 63"},
    {'w', "03 29 45 69 83"},
    {'x', "03 59|53 09"},
    {'y', "03 39|63 39 1c"},
    {'z', "03 53 09 59"},
};

static const char *strokes_of(char code)
{
    char wanted = (char)tolower((unsigned char)code);
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (signs[i].code == wanted)
            return signs[i].strokes;
    return signs[0].strokes;
}

static int digit(char c)
{
    return c <= '9' ? c - '0' : c - 'a' + 10;
}

/* Reads one stroke; returns where the next begins, NULL after the last. */
static const char *read_stroke(const char *at, point *points, int *count, bool *smooth)
{
    *smooth = *at == '~';
    at += *smooth;
    *count = 0;
    for (; *at && *at != '|'; at += at[2] == ' ' ? 3 : 2) {
        assert(*count < LONGEST);
        points[(*count)++] = (point){digit(at[0]), digit(at[1])};
    }
    return *at == '|' ? at + 1 : NULL;
}

static double sign_width(const char *strokes)
{
    double width = 0;
    point points[LONGEST];
    int count;
    bool smooth;
    while (strokes) {
        strokes = read_stroke(strokes, points, &count, &smooth);
        for (int i = 0; i < count; i++)
            width = points[i].x > width ? points[i].x : width;
    }
    return width;
}

static point on_curve(const point *points, int count, int piece, double t)
{
    bool closed = points[0].x == points[count - 1].x && points[0].y == points[count - 1].y;
    int before = piece > 0 ? piece - 1 : closed ? count - 2 : 0;
    int after = piece + 2 < count ? piece + 2 : closed ? 1 : count - 1;
    point a = points[before], b = points[piece], c = points[piece + 1], d = points[after];
    double t2 = t * t, t3 = t2 * t;
    double wa = -0.5 * t3 + t2 - 0.5 * t, wb = 1.5 * t3 - 2.5 * t2 + 1;
    double wc = -1.5 * t3 + 2 * t2 + 0.5 * t, wd = 0.5 * t3 - 0.5 * t2;
    return (point){wa * a.x + wb * b.x + wc * c.x + wd * d.x,
                   wa * a.y + wb * b.y + wc * c.y + wd * d.y};
}

static void draw_sign(const char *strokes, point at, double unit, fluv_stroke_fn *stroke,
                      void *user)
{
    point points[LONGEST];
    int count;
    bool smooth;
    while (strokes) {
        strokes = read_stroke(strokes, points, &count, &smooth);
        int pieces = smooth ? CURVE_PIECES : 1;
        point from = points[0];
        for (int i = 0; i < (count - 1) * pieces; i++) {
            point to = on_curve(points, count, i / pieces, (double)(i % pieces + 1) / pieces);
            stroke(user, at.x + from.x * unit, at.y + (from.y - BASE_LINE) * unit,
                   at.x + to.x * unit, at.y + (to.y - BASE_LINE) * unit);
            from = to;
        }
    }
}

/* Walks along the text; draws it when there is a stroke function; returns its width. */
static double walk(const char *text, point at, double size, fluv_stroke_fn *stroke, void *user)
{
    double start = at.x, unit = size / BASE_LINE, end = at.x;
    for (; *text; text++) {
        bool raised = *text == '^' && text[1];
        text += raised;
        double sign_unit = raised ? unit * RAISED_SIZE : unit;
        const char *strokes = strokes_of(*text);
        point foot = {at.x, raised ? at.y - size * RAISED_BY : at.y};
        if (stroke && *text != ' ')
            draw_sign(strokes, foot, sign_unit, stroke, user);
        end = at.x + sign_width(strokes) * sign_unit;
        at.x = end + SPACING * sign_unit;
    }
    return end - start;
}

double fluv_letters_width(const char *text, double size)
{
    return walk(text, (point){0, 0}, size, NULL, NULL);
}

void fluv_letters_draw(const char *text, double x, double y, double size, fluv_stroke_fn *stroke,
                       void *user)
{
    walk(text, (point){x, y}, size, stroke, user);
}
