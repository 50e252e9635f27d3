// SPDX-License-Identifier: MIT
/* Types of rivers: which slope has which, and how wide and deep each is. */
#ifndef FLUV_LANDSCAPE_ROSGEN_H
#define FLUV_LANDSCAPE_ROSGEN_H

#include "landscape/hydrology.h"

/* The type itself where it can have the slope, otherwise the one most like it that can: rivers cut
 * into the land stay that, braided ones stay braided unless they are too steep. */
fluv_rosgen fluv_rosgen_fit(fluv_rosgen type, double slope);

/* Width and depth of a single channel, against what is usual for its flow. */
double fluv_rosgen_width(fluv_rosgen type);
double fluv_rosgen_depth(fluv_rosgen type);

/* Gives a course the type that fits the slope of its line; `points` are its own, and get the
 * type's width and depth. */
void fluv_course_fit(fluv_course *course, fluv_course_point *points);

#endif
