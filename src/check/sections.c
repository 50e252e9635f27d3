// SPDX-License-Identifier: MIT
/* Rule 11: discharge = width x depth x velocity on every reach with water, at each point of its
 * line and for its means; width, length and slope are those of the line, and the slope is one that
 * the reach's type can have.
 *
 * A point between the ends of its line lies in a channel cell of its own, whose discharge the
 * rasters give; where a folder lacks beds and velocities, or that raster, the means are looked at
 * alone.  O(points). */
#include "check/check.h"
#include "check/tolerance.h"
#include "landscape/hydrology.h"

#include <inttypes.h>
#include <string.h>

typedef struct line_facts {
    double length, width, depth; /* m; width and depth are means over the points */
    double fall;                 /* m, of the water */
} line_facts;

static line_facts measure(const fluv_river_point *points, uint32_t count)
{
    line_facts facts = {.fall = (double)points[0].surface - (double)points[count - 1].surface};
    for (uint32_t i = 0; i < count; i++) {
        facts.width += (double)points[i].width / count;
        facts.depth += (double)(points[i].surface - points[i].bed) / count;
        if (i)
            facts.length += hypot(points[i].x - points[i - 1].x, points[i].y - points[i - 1].y);
    }
    return facts;
}

static bool alike(double a, double b)
{
    return fabs(a - b) <= FLUV_CHECK_SECTION * fmax(fabs(a), fabs(b));
}

/* What passes a point by its own account, m3/s. */
static double passing(const fluv_river_point *point)
{
    return (double)point->width * (double)(point->surface - point->bed) * (double)point->velocity;
}

/* What the rasters say passes there; NaN outside. */
static double raster_discharge(const fluv_check_land *land, const fluv_river_point *point)
{
    double col = floor((point->x - land->frame.west) / land->frame.cell);
    double row = floor((land->frame.north - point->y) / land->frame.cell);
    bool inside = col >= 0 && row >= 0 && col < land->frame.cols && row < land->frame.rows;
    return inside ? (double)land->discharge[(uint32_t)row * land->frame.cols + (uint32_t)col] : NAN;
}

/* A line ends with all that its reach carries; what it begins with is at most that, or what the
 * rasters say of its cell: a river may lose water on its way. */
static bool point_holds(const fluv_check_land *land, const fluv_reach *reach,
                        const fluv_river_point *points, uint32_t i, double *expected)
{
    double here = passing(&points[i]);
    *expected = reach->discharge;
    if (i + 1 == reach->point_count)
        return alike(here, *expected);
    if (!i && here >= 0 && (here <= *expected || alike(here, *expected)))
        return true;
    *expected = raster_discharge(land, &points[i]);
    return alike(here, *expected);
}

static bool check_points(const fluv_check_land *land, const fluv_reach *reach,
                         const fluv_river_point *points, fluv_finding *finding)
{
    double expected;
    for (uint32_t i = 0; i < reach->point_count; i++)
        if (!point_holds(land, reach, points, i, &expected)) {
            fluv_finding_break(finding,
                               "reach %" PRId64 " point %u: %.6g m x %.6g m x %.6g m/s for "
                               "%.6g m3/s",
                               reach->id, i, (double)points[i].width,
                               (double)(points[i].surface - points[i].bed),
                               (double)points[i].velocity, expected);
            return false;
        }
    return true;
}

/* NULL: it holds. Surfaces are rounded to float32, so the fall is known to a step of each end. */
static const char *line_fault(const fluv_reach *reach, const fluv_river_point *points, bool beds)
{
    line_facts facts = measure(points, reach->point_count);
    double step =
        2 * FLUV_CHECK_FLOAT_STEP *
        (fabs((double)points[0].surface) + fabs((double)points[reach->point_count - 1].surface));
    if (!alike((double)reach->width, facts.width))
        return "the width is not its line's";
    if (beds && !alike((double)reach->depth, facts.depth))
        return "the depth is not its line's";
    if (!alike(reach->length, facts.length))
        return "the length is not its line's";
    double fall = (double)reach->slope * facts.length;
    if (!(fabs(fall - facts.fall) <= FLUV_CHECK_SECTION * fabs(facts.fall) + step))
        return "the slope is not its line's";
    return NULL;
}

static const char *type_fault(const fluv_reach *reach)
{
    for (int type = 0; type < FLUV_ROSGEN_TYPES; type++) {
        fluv_slopes can = fluv_rosgen_slopes((fluv_rosgen)type);
        if (strncmp(reach->rosgen, fluv_rosgen_name((fluv_rosgen)type), sizeof reach->rosgen) != 0)
            continue;
        double slope = (double)reach->slope;
        bool holds = slope >= can.least * (1 - FLUV_CHECK_SECTION) &&
                     slope <= can.most * (1 + FLUV_CHECK_SECTION);
        return holds ? NULL : "the slope is none of its type";
    }
    return reach->rosgen[0] ? "the type is unknown" : NULL;
}

static void check_reach(const fluv_check_land *land, const fluv_reach *reach, fluv_finding *finding)
{
    uint32_t count;
    const fluv_river_point *points = fluv_check_line(land, reach, &count);
    if (!count)
        return; /* rule 2 speaks of it */
    double carried = (double)reach->width * (double)reach->depth * (double)reach->velocity;
    if (!(reach->discharge >= 0) || !alike(carried, reach->discharge)) {
        fluv_finding_break(finding, "reach %" PRId64 ": %.6g m x %.6g m x %.6g m/s for %.6g m3/s",
                           reach->id, (double)reach->width, (double)reach->depth,
                           (double)reach->velocity, reach->discharge);
        return;
    }
    bool beds = fluv_check_beds_known(points, count);
    if (beds && land->discharge && !check_points(land, reach, points, finding))
        return;
    const char *fault = line_fault(reach, points, beds);
    fault = fault ? fault : type_fault(reach);
    if (fault)
        fluv_finding_break(finding, "reach %" PRId64 " (%.4s, %.4g m wide, slope %.4g): %s",
                           reach->id, reach->rosgen[0] ? reach->rosgen : "-", (double)reach->width,
                           (double)reach->slope, fault);
}

fluv_status fluv_rule_sections(fluv_ctx *ctx, const fluv_check_land *land, fluv_finding *finding)
{
    (void)ctx;
    for (size_t i = 0; land->rivers && i < land->rivers->count; i++) {
        if (land->rivers->reaches[i].kind == FLUV_DRY)
            continue;
        finding->checked++;
        check_reach(land, &land->rivers->reaches[i], finding);
    }
    if (!finding->checked)
        finding->missing = "river with water";
    return FLUV_OK;
}
