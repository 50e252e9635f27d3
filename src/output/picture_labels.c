// SPDX-License-Identifier: MIT
/* Rows of letters: where each stands, which rows are free, and how they are written.
 *
 * Every letter has a place and a turn of its own, so that names can follow rivers. Names are taken
 * by weight; one whose letters come near those of another is left out, or stands elsewhere where it
 * has a second place.  O(names^2 * letters^2), with an early answer for names far apart. */
#include "output/picture_labels.h"

#include "output/letters.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_NAMES 400
#define SLANT      0.2 /* of water's letters, over their height */
#define WIDE       0.6 /* between capitals, in their height */
#define HALO       0.21

static const fluv_colour water_ink = {0.08f, 0.24f, 0.46f}, land_ink = {0.30f, 0.25f, 0.20f};

/* ---- Letters ---- */

static size_t bytes_of(const char *text)
{
    unsigned char c = (unsigned char)*text;
    size_t bytes = c < 0x80 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
    return strnlen(text, bytes);
}

/* Small letters of ASCII and Latin-1 have their capitals 32 before them. */
static void make_capital(char letter[8])
{
    unsigned char *c = (unsigned char *)letter;
    if (*c >= 'a' && *c <= 'z')
        *c = (unsigned char)(*c - 32);
    else if (c[0] == 0xC3 && c[1] >= 0xA0 && c[1] != 0xB7 && c[1] <= 0xBE)
        c[1] = (unsigned char)(c[1] - 32);
}

bool fluv_label_begin(const char *text, fluv_label_hand hand, double size, fluv_label *out)
{
    *out = (fluv_label){.text = text, .hand = hand, .size = size};
    if (!*text || !fluv_letters_can(text))
        return false;
    for (; *text && out->count < FLUV_LABEL_LETTERS; out->count++) {
        size_t bytes = bytes_of(text);
        memcpy(out->letters[out->count], text, bytes);
        if (hand == FLUV_HAND_LAND)
            make_capital(out->letters[out->count]);
        text += bytes;
    }
    return true;
}

/* From one letter's begin to the next one's. */
static double step_of(const fluv_label *l, uint32_t letter)
{
    char pair[17]; /* two letters have a space between them that one has not */
    size_t bytes = strlen(l->letters[letter]);
    memcpy(pair, l->letters[letter], bytes);
    memcpy(pair + bytes, l->letters[letter], bytes + 1);
    double one = fluv_letters_width(l->letters[letter], l->size);
    double step = fluv_letters_width(pair, l->size) - one;
    return step + (l->hand == FLUV_HAND_LAND ? WIDE * l->size : 0.0);
}

double fluv_label_width(const fluv_label *label)
{
    double width = 0.0;
    for (uint32_t i = 0; i < label->count; i++)
        width += i + 1 < label->count ? step_of(label, i)
                                      : fluv_letters_width(label->letters[i], label->size);
    return width;
}

void fluv_label_straight(fluv_label *label, double x, double y, double turn)
{
    for (uint32_t i = 0; i < label->count; i++) {
        label->x[i] = x;
        label->y[i] = y;
        label->turn[i] = turn;
        x += step_of(label, i) * cos(turn);
        y += step_of(label, i) * sin(turn);
    }
}

/* The place so far along a row of points. */
static void place_along(const double *xy, size_t count, double far, double at[2])
{
    for (size_t i = 1; i < count; i++) {
        double dx = xy[2 * i] - xy[2 * i - 2], dy = xy[2 * i + 1] - xy[2 * i - 1];
        double length = hypot(dx, dy);
        if (far <= length || i + 1 == count) {
            double share = length > 0.0 ? far / length : 0.0;
            at[0] = xy[2 * i - 2] + share * dx;
            at[1] = xy[2 * i - 1] + share * dy;
            return;
        }
        far -= length;
    }
}

void fluv_label_along(fluv_label *label, const double *xy, size_t count, double from, double off)
{
    assert(count >= 2);
    for (uint32_t i = 0; i < label->count; i++) {
        double at[2], a[2], b[2], half = 0.5 * fluv_letters_width(label->letters[i], label->size);
        double wide = fmax(half, 0.5 * label->size); /* thin letters turn as their neighbours do */
        place_along(xy, count, from, at);
        place_along(xy, count, fmax(from + half - wide, 0.0), a);
        place_along(xy, count, from + half + wide, b);
        double turn = atan2(b[1] - a[1], b[0] - a[0]);
        label->x[i] = at[0] + off * sin(turn);
        label->y[i] = at[1] - off * cos(turn);
        label->turn[i] = turn;
        from += step_of(label, i);
    }
}

/* ---- Which are written ---- */

static int by_weight(const void *a, const void *b)
{
    const fluv_label *left = a, *right = b;
    if (left->weight != right->weight)
        return left->weight < right->weight ? 1 : -1;
    int order = strcmp(left->text, right->text);
    return order ? order : left->choice - right->choice;
}

/* Round a letter's middle. */
static void middle(const fluv_label *l, uint32_t i, double at[2])
{
    double across = 0.3 * l->size, up = 0.5 * l->size;
    at[0] = l->x[i] + across * cos(l->turn[i]) + up * sin(l->turn[i]);
    at[1] = l->y[i] + across * sin(l->turn[i]) - up * cos(l->turn[i]);
}

static bool collide(const fluv_label *a, const fluv_label *b)
{
    double near = 0.75 * (a->size + b->size), reach = fluv_label_width(a) + fluv_label_width(b);
    if (hypot(a->x[0] - b->x[0], a->y[0] - b->y[0]) > reach + 2.0 * near)
        return false;
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t k = 0; k < b->count; k++) {
            double p[2], q[2];
            middle(a, i, p);
            middle(b, k, q);
            if (hypot(p[0] - q[0], p[1] - q[1]) < near)
                return true;
        }
    return false;
}

static bool fits(const fluv_label *l, const fluv_picture *picture)
{
    for (uint32_t i = 0; i < l->count; i++) {
        double at[2];
        middle(l, i, at);
        if (at[0] < 1.5 * l->size || at[0] > picture->width - 1.5 * l->size ||
            at[1] < 1.5 * l->size || at[1] > picture->height - 1.5 * l->size)
            return false;
    }
    return true;
}

static size_t choose(const fluv_picture *picture, fluv_label *labels, size_t count)
{
    size_t chosen = 0;
    for (size_t i = 0; i < count && chosen < MOST_NAMES; i++) {
        bool free = fits(&labels[i], picture);
        for (size_t k = 0; free && k < chosen; k++)
            free = labels[k].text != labels[i].text && !collide(&labels[i], &labels[k]);
        if (free)
            labels[chosen++] = labels[i];
    }
    return chosen;
}

/* ---- Writing ---- */

typedef struct turned {
    fluv_pen *pen;
    double x, y, cosine, sine, slant;
} turned;

static void turned_stroke(void *user, double x0, double y0, double x1, double y1)
{
    const turned *t = user;
    x0 -= t->slant * y0;
    x1 -= t->slant * y1;
    fluv_pen_stroke(t->pen, t->x + x0 * t->cosine - y0 * t->sine,
                    t->y + x0 * t->sine + y0 * t->cosine, t->x + x1 * t->cosine - y1 * t->sine,
                    t->y + x1 * t->sine + y1 * t->cosine);
}

static void write_one(const fluv_label *l, fluv_pen *pen)
{
    for (uint32_t i = 0; i < l->count; i++) {
        turned t = {.pen = pen,
                    .x = l->x[i],
                    .y = l->y[i],
                    .cosine = cos(l->turn[i]),
                    .sine = sin(l->turn[i]),
                    .slant = l->hand == FLUV_HAND_WATER ? SLANT : 0.0};
        fluv_letters_draw(l->letters[i], 0, 0, l->size, turned_stroke, &t);
    }
    if (l->hand != FLUV_HAND_PEAK)
        return;
    double x = l->mark[0], y = l->mark[1], r = 0.33 * l->size;
    fluv_pen_stroke(pen, x - r, y + 0.6 * r, x, y - r);
    fluv_pen_stroke(pen, x, y - r, x + r, y + 0.6 * r);
    fluv_pen_stroke(pen, x + r, y + 0.6 * r, x - r, y + 0.6 * r);
}

static void write_hand(int threads, const fluv_label *labels, size_t count, fluv_label_hand hand,
                       bool halo, float *work, fluv_picture *picture)
{
    static const struct {
        double thick;
        float strength, halo;
    } hands[] = {[FLUV_HAND_WATER] = {0.072, 0.95f, 0.6f},
                 [FLUV_HAND_PEAK] = {0.07, 0.92f, 0.6f},
                 [FLUV_HAND_LAND] = {0.066, 0.8f, 0.5f}};
    fluv_colour colour = hand == FLUV_HAND_WATER  ? water_ink
                         : hand == FLUV_HAND_PEAK ? fluv_ink
                                                  : land_ink;
    memset(work, 0, (size_t)picture->width * picture->height * sizeof *work);
    for (size_t i = 0; i < count; i++) {
        double thick = halo ? HALO : hands[hand].thick;
        fluv_pen pen = {work, picture->width, picture->height, (float)(thick * labels[i].size)};
        if (labels[i].hand == hand)
            write_one(&labels[i], &pen);
    }
    fluv_opacity_paint(threads, work, halo ? fluv_paper : colour,
                       halo ? hands[hand].halo : hands[hand].strength, picture);
}

void fluv_labels_write(int threads, fluv_label *labels, size_t count, float *work,
                       fluv_picture *picture)
{
    static const fluv_label_hand order[] = {FLUV_HAND_LAND, FLUV_HAND_WATER, FLUV_HAND_PEAK};
    if (count == 0)
        return;
    qsort(labels, count, sizeof *labels, by_weight);
    count = choose(picture, labels, count);
    for (int i = 0; i < 3; i++) {
        write_hand(threads, labels, count, order[i], true, work, picture);
        write_hand(threads, labels, count, order[i], false, work, picture);
    }
}
