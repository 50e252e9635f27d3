// SPDX-License-Identifier: MIT
/* Types of rivers by their slope, and what they are like in section.
 *
 * The first letter says how a channel is cut in and how wide it is for its depth: A, G and E are
 * narrow and deep, B is in between, C and F are wide, D is very wide and shallow, DA several
 * channels of which each is like C.
 *
 * Based on: Rosgen. A classification of natural rivers. 1994 */
#include "landscape/rosgen.h"

#include <assert.h>
#include <math.h>

static const struct {
    double width, depth;
} sections[FLUV_ROSGEN_TYPES] = {
    [FLUV_ROSGEN_AA] = {0.8, 1.0}, [FLUV_ROSGEN_A] = {0.8, 1.0}, [FLUV_ROSGEN_B] = {1.0, 1.0},
    [FLUV_ROSGEN_C] = {1.1, 1.0},  [FLUV_ROSGEN_D] = {1.6, 0.7}, [FLUV_ROSGEN_DA] = {1.3, 0.9},
    [FLUV_ROSGEN_E] = {0.7, 1.4},  [FLUV_ROSGEN_F] = {1.2, 0.9}, [FLUV_ROSGEN_G] = {0.7, 1.3},
};

double fluv_rosgen_width(fluv_rosgen type)
{
    assert(type < FLUV_ROSGEN_TYPES);
    return sections[type].width;
}

double fluv_rosgen_depth(fluv_rosgen type)
{
    assert(type < FLUV_ROSGEN_TYPES);
    return sections[type].depth;
}

static bool can_have(fluv_rosgen type, double slope)
{
    fluv_slopes can = fluv_rosgen_slopes(type);
    return slope >= can.least && slope <= can.most;
}

fluv_rosgen fluv_rosgen_fit(fluv_rosgen type, double slope)
{
    /* The first of a row that can have the slope. */
    static const fluv_rosgen cut_in[] = {FLUV_ROSGEN_F, FLUV_ROSGEN_G};
    static const fluv_rosgen braided[] = {FLUV_ROSGEN_D};
    static const fluv_rosgen open[] = {FLUV_ROSGEN_B, FLUV_ROSGEN_C};
    static const fluv_rosgen steep[] = {FLUV_ROSGEN_A, FLUV_ROSGEN_AA};
    assert(type < FLUV_ROSGEN_TYPES);
    if (can_have(type, slope) || !(slope >= 0.0))
        return type;
    bool in_gorge = type == FLUV_ROSGEN_F || type == FLUV_ROSGEN_G;
    bool parted = type == FLUV_ROSGEN_D || type == FLUV_ROSGEN_DA;
    const fluv_rosgen *row = in_gorge ? cut_in : parted ? braided : open;
    for (int i = 0; i < (parted ? 1 : 2); i++)
        if (can_have(row[i], slope))
            return row[i];
    return can_have(steep[0], slope) ? steep[0] : steep[1];
}

void fluv_course_fit(fluv_course *course, fluv_course_point *points)
{
    assert(course->point_count >= 2);
    double length = 0.0;
    for (uint32_t i = 0; i + 1 < course->point_count; i++)
        length += hypot(points[i + 1].x - points[i].x, points[i + 1].y - points[i].y);
    double fall = (double)points[0].z - (double)points[course->point_count - 1].z;
    fluv_rosgen was = course->type, now = fluv_rosgen_fit(was, length > 0.0 ? fall / length : 0.0);
    float wider = (float)(fluv_rosgen_width(now) / fluv_rosgen_width(was));
    float deeper = (float)(fluv_rosgen_depth(now) / fluv_rosgen_depth(was));
    course->type = (uint8_t)now;
    for (uint32_t i = 0; i < course->point_count && now != was; i++) {
        points[i].width *= wider;
        points[i].depth *= deeper;
    }
}
