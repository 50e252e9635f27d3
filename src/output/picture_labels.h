// SPDX-License-Identifier: MIT
/* Names on a picture: each is a row of letters, on a straight line or along a curve. */
#ifndef FLUV_OUTPUT_PICTURE_LABELS_H
#define FLUV_OUTPUT_PICTURE_LABELS_H

#include "base/list.h"
#include "output/picture_parts.h"

#define FLUV_LABEL_LETTERS 48

typedef enum fluv_label_hand {
    FLUV_HAND_WATER, /* slanted, in the colour of water */
    FLUV_HAND_PEAK,  /* upright, in ink, beside a small triangle */
    FLUV_HAND_LAND   /* capitals set wide apart, in faint ink */
} fluv_label_hand;

typedef struct fluv_label {
    const char *text; /* as it is given; the same thing may stand at several places */
    fluv_label_hand hand;
    double size;   /* height of a digit, pixels */
    double weight; /* the greatest come first */
    int choice;    /* of several places for one name, the first that is free is taken */
    char letters[FLUV_LABEL_LETTERS][8]; /* each with its end */
    uint32_t count;
    double x[FLUV_LABEL_LETTERS], y[FLUV_LABEL_LETTERS]; /* where a letter stands, pixels */
    double turn[FLUV_LABEL_LETTERS];                     /* of its base line, clockwise */
    double mark[2];                                      /* the summit */
} fluv_label;

/* Letters of a text in a hand, on no line yet. False: there are no strokes for it. */
bool fluv_label_begin(const char *text, fluv_label_hand hand, double size, fluv_label *out);
/* How long it is. */
double fluv_label_width(const fluv_label *label);
/* Puts it on a straight line that begins at x, y. */
void fluv_label_straight(fluv_label *label, double x, double y, double turn);
/* Puts it along a row of points, beginning so far along it, and so far off it to the left. */
void fluv_label_along(fluv_label *label, const double *xy, size_t count, double from, double off);

/* Writes those that stay in the picture and do not cover each other. */
void fluv_labels_write(int threads, fluv_label *labels, size_t count, float *work,
                       fluv_picture *picture);

#endif
