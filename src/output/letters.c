// SPDX-License-Identifier: MIT
/* The stroke alphabet.
 *
 * A sign is a string of strokes separated by '|'; a stroke is a row of points separated by blanks,
 * two hexadecimal digits each: x from the left, y from the top. The base line is y = 9, small
 * letters begin at y = 3, tails reach y = c. A stroke that begins with '~' is a smooth curve
 * through its points (Catmull-Rom), closed when it ends where it began. */
#include "output/letters.h"

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define BASE_LINE    9.0
#define SPACING      2.4 /* between signs, in the units of the strokes */
#define CURVE_PIECES 6
#define RAISED_SIZE  0.62
#define RAISED_BY    0.48
#define LONGEST      16 /* points of a stroke */
#define MARK_WIDTH   4.0
#define MARK_RISE    3.0 /* of marks over tall letters */

typedef struct point {
    double x, y;
} point;

typedef struct sign {
    uint32_t code; /* Unicode */
    const char *strokes;
} sign;

static const sign signs[] = {
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
    {'\'', "10 02"},
    {'A', "09 30 69|16 56"},
    {'B', "00 09|~00 30 52 34 04|~04 34 67 39 09"},
    {'C', "~62 41 20 03 06 28 49 67"},
    {'D', "00 09|~00 30 53 56 39 09"},
    {'E', "50 00 09 59|04 44"},
    {'F', "50 00 09|04 44"},
    {'G', "~62 41 20 03 06 28 49 67|67 65 45"},
    {'H', "00 09|60 69|04 64"},
    {'I', "00 09"},
    {'J', "40 46|~46 38 19 07"},
    {'K', "00 09|60 05 69"},
    {'L', "00 09 59"},
    {'M', "09 00 46 80 89"},
    {'N', "09 00 69 60"},
    {'O', "~40 11 04 05 18 49 78 85 84 71 40"},
    {'P', "00 09|~00 30 53 35 05"},
    {'Q', "~40 11 04 05 18 49 78 85 84 71 40|57 79"},
    {'R', "00 09|~00 30 53 35 05|35 69"},
    {'S', "~61 40 20 02 24 45 67 49 29 08"},
    {'T', "00 60|30 39"},
    {'U', "00 06|~06 18 39 58 66|66 60"},
    {'V', "00 39 60"},
    {'W', "00 29 43 69 80"},
    {'X', "00 69|60 09"},
    {'Y', "00 35 60|35 39"},
    {'Z', "00 60 09 69"},
    {0xC6, "09 50 a0|26 56|50 59 a9|54 94"},                               /* AE */
    {0xDF, "~09 02 20 42 34 56 48 29"},                                    /* sharp s */
    {0xE6, "~55 33 14 06 18 39 57|53 59|56 a6|~a6 94 83 64 56 68 89 a8"},  /* ae */
    {0x131, "03 09"},                                                      /* i without dot */
    {0x153, "~33 14 06 18 39 58 66 54 33|66 b6|~b6 a4 93 74 66 78 99 b8"}, /* oe */
    {0x237, "~23 2a 1c 0c"},                                               /* j without dot */
};

/* Marks on letters, four wide and two high, as they stand over small ones. */
static const sign marks[] = {
    {'`', "10 32"},        {'\'', "30 12"},          {'^', "02 20 42"},    {'~', "~02 11 32 41"},
    {':', "01 02|41 42"},  {'o', "~20 11 22 31 20"}, {'v', "00 22 40"},    {'_', "01 41"},
    {'u', "~00 12 32 40"}, {'.', "20 21"},           {'"', "20 02|50 32"}, {',', "~29 3b 1c"},
    {';', "~29 1b 3c"},    {'/', "07 45"},
};
#define BELOW ",;/" /* marks that have their own place */

/* The letters from U+00C0 and from U+0100 on, and their marks; '?': no such sign, or one above. */
static const char first_letters[] =
    "AAAAAA?CEEEEIIII?NOOOOO?OUUUUY??aaaaaa?ceeeeiiii?nooooo?ouuuuy?y";
static const char first_marks[] =
    "`'^~:o?,`'^:`'^:?~`'^~:?/`'^:'??`'^~:o?,`'^:`'^:?~`'^~:?/`'^:'?:";
static const char later_letters[] = "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiI???JjKk?"
                                    "LlLlLl??LlNnNnNn???OoOoOo??RrRrRrSsSsSs"
                                    "SsTtTtTtUuUuUuUuUuUuWwYyYZzZzZz?";
static const char later_marks[] = "__uu;;\'\'^^..vvvv//__uu..;;vv^^uu..,,^^//"
                                  "~~__uu;;.???^^,,?\'\',,vv?"
                                  "?//\'\',,vv???__uu\"\"??\'\',,"
                                  "vv\'\'^^,,vv,,vv//~~__uuoo\"\";;^^^^:\'\'..vv?";

static const char *find(const sign *list, size_t count, uint32_t code)
{
    for (size_t i = 0; i < count; i++)
        if (list[i].code == code)
            return list[i].strokes;
    return NULL;
}

/* What is drawn for a code: a sign, and a mark on it. */
typedef struct glyph {
    const char *strokes, *mark; /* NULL: there is none */
    bool tall, own_place;       /* of the mark */
} glyph;

static glyph glyph_of(uint32_t code)
{
    static_assert(sizeof first_letters == 65 && sizeof first_marks == 65, "one for each code");
    static_assert(sizeof later_letters == 129 && sizeof later_marks == 129, "one for each code");
    glyph g = {.strokes = find(signs, sizeof signs / sizeof *signs, code)};
    if (g.strokes || code < 0xC0 || code >= 0x180)
        return g;
    bool first = code < 0x100;
    char letter = first ? first_letters[code - 0xC0] : later_letters[code - 0x100];
    char mark = first ? first_marks[code - 0xC0] : later_marks[code - 0x100];
    g.own_place = strchr(BELOW, mark) != NULL;
    uint32_t bare = g.own_place     ? (uint32_t)letter
                    : letter == 'i' ? 0x131
                    : letter == 'j' ? 0x237
                                    : (uint32_t)letter;
    g.strokes = letter == '?' ? NULL : find(signs, sizeof signs / sizeof *signs, bare);
    g.mark = find(marks, sizeof marks / sizeof *marks, (unsigned char)mark);
    g.tall = strchr("bdfhklt", letter) || (letter >= 'A' && letter <= 'Z');
    return g;
}

/* The next code of UTF-8, and where the one after begins; what is no UTF-8 is taken byte by byte.
 */
static const char *next_code(const char *text, uint32_t *code)
{
    const unsigned char *at = (const unsigned char *)text;
    int more = at[0] >= 0xF0 ? 3 : at[0] >= 0xE0 ? 2 : at[0] >= 0xC0 ? 1 : 0;
    *code = more ? at[0] & (0x3Fu >> more) : at[0];
    for (int i = 1; i <= more; i++) {
        if ((at[i] & 0xC0) != 0x80) {
            *code = at[0];
            return text + 1;
        }
        *code = *code << 6 | (at[i] & 0x3F);
    }
    if (*code == 0x2019) /* typographic signs as those of a typewriter */
        *code = '\'';
    if (*code == 0x2010 || *code == 0x2013)
        *code = '-';
    return text + 1 + more;
}

bool fluv_letters_can(const char *text)
{
    for (uint32_t code; *text;) {
        text = next_code(text, &code);
        if (!glyph_of(code).strokes)
            return false;
    }
    return true;
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

static void draw_glyph(const glyph *g, point foot, double unit, fluv_stroke_fn *stroke, void *user)
{
    draw_sign(g->strokes, foot, unit, stroke, user);
    if (!g->mark)
        return;
    double aside = (sign_width(g->strokes) - MARK_WIDTH) / 2;
    double up = g->tall && !g->own_place ? MARK_RISE : 0;
    draw_sign(g->mark, (point){foot.x + aside * unit, foot.y - up * unit}, unit, stroke, user);
}

/* Walks along the text; draws it when there is a stroke function; returns its width. */
static double walk(const char *text, point at, double size, fluv_stroke_fn *stroke, void *user)
{
    double start = at.x, unit = size / BASE_LINE, end = at.x;
    while (*text) {
        bool raised = *text == '^' && text[1];
        uint32_t code;
        text = next_code(text + raised, &code);
        double sign_unit = raised ? unit * RAISED_SIZE : unit;
        glyph g = glyph_of(code);
        if (!g.strokes)
            g = glyph_of(' ');
        point foot = {at.x, raised ? at.y - size * RAISED_BY : at.y};
        if (stroke && code != ' ')
            draw_glyph(&g, foot, sign_unit, stroke, user);
        end = at.x + sign_width(g.strokes) * sign_unit;
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
