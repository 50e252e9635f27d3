// SPDX-License-Identifier: MIT
/* How far two figures may differ before a rule counts as broken, and why.
 *
 * Heights, water surfaces and lake levels are float32 in memory and in the files, river points
 * carry the same float32 surfaces, and rounding keeps order: "never rises" is checked exactly, and
 * so is "the lake is flat". The same holds for drainage areas read back from float32: the larger
 * one stays the larger one. Only sums, products and places need room. */
#ifndef FLUV_CHECK_TOLERANCE_H
#define FLUV_CHECK_TOLERANCE_H

#include <math.h>

/* Half a step of float32, relative: so far rounding moves a level. */
#define FLUV_CHECK_FLOAT_STEP 0x1p-24

/* m, times a lake's surface: by so much what a lake holds may differ from what its level says.
 * Water that is less deep than a whole step of float32 stands one step above its ground; near the
 * level 0 such steps are finer than the steps in which depths are summed (water/sums.h). */
static inline double fluv_check_shallowest(float level)
{
    return fmax(fabs((double)level) * 0x1p-23, 0x1p-40);
}

/* Of a lake's level, by which water beside it may stand lower: two roundings to float32. */
#define FLUV_CHECK_LEVEL (4 * FLUV_CHECK_FLOAT_STEP)

/* Cells between a line's end and the centre of the cell it ends in: the diagonal neighbour's
 * centre is 1.41 away. */
#define FLUV_CHECK_SHORE 1.5

/* Cells between the shared point of two reaches as the two hold it: double coordinates, the room
 * is for a CRS whose origin is far away. */
#define FLUV_CHECK_JOINT 1e-6

/* Relative, of areas at the ends against the land's area: each may have been rounded to float32. */
#define FLUV_CHECK_AREA_SUM 1e-6

/* Relative, of m2 that were written as km2 and read back. */
#define FLUV_CHECK_UPLAND 1e-9

/* Relative, of the arms' discharges against the river's: shares of float32. */
#define FLUV_CHECK_SHARES 1e-4

/* Relative, of sums of double: what the budget promises. */
#define FLUV_CHECK_BUDGET 1e-9

/* Relative, of what rivers bring to a lake against what it receives: discharges are float32. */
#define FLUV_CHECK_BROUGHT 1e-6

/* Relative, of a lake's area, volume and depth against the sum over its cells. */
#define FLUV_CHECK_LAKE_FIELDS 1e-4

/* Cells by which a bank may stand inside the width of its river: the cells are steps, and the line
 * runs beside their centres. */
#define FLUV_CHECK_CUT 0.6

/* Cells that the water of such land may run within the banks before it counts as going elsewhere.
 */
#define FLUV_CHECK_BANK_STEPS 32

/* Relative, of width x depth x velocity against the discharge, and of a reach's means: products and
 * quotients of float32. */
#define FLUV_CHECK_SECTION 1e-5

/* Cells by which a cell's centre may lie beside a triangle of the model, whose corners are float32;
 * and the least area that counts as one, in cells, twice. */
#define FLUV_CHECK_MODEL_ROOM 1e-3
#define FLUV_CHECK_MODEL_AREA 1e-6

/* Cells beyond half its width that a river's cells may lie from its line: the line is smooth, the
 * cells are steps. The quarter is what discs half a cell apart lose against a strip. */
#define FLUV_CHECK_BANK 1.75

#endif
