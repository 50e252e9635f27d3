// SPDX-License-Identifier: MIT
/* Flow directions as other programs write them.
 *
 * in   a number a cell, heights        out   receivers
 *
 * Programs number the eight neighbours each in their own way, and some use the same numbers: what a
 * file means shows in the heights, for water runs downhill. Every code is brought to ESRI's, in
 * which ours are written.  O(n), once for each code that fits. */
#include "stages/import/directions.h"

#include "landscape/direction.h"

#include <assert.h>
#include <math.h>

#define NODATA 255

typedef struct code {
    const char *name;
    int of[8];    /* east, then clockwise */
    int end[3];   /* where water ends */
    bool leaving; /* a minus says that water leaves the map */
} code;

static const code codes[FLUV_DIRECTION_CODES] = {
    {"esri", {1, 2, 4, 8, 16, 32, 64, 128}, {0, -1, 255}, false},
    {"grass", {8, 7, 6, 5, 4, 3, 2, 1}, {0, 0, 0}, true},
    {"taudem", {1, 8, 7, 6, 5, 4, 3, 2}, {0, -1, 0}, false},
    {"whitebox", {2, 4, 8, 16, 32, 64, 128, 1}, {0, 0, 0}, false},
    {"pcraster", {6, 3, 2, 1, 4, 7, 8, 9}, {5, 5, 5}, false},
};

const char *fluv_directions_code_name(int number)
{
    assert(number >= 0 && number < FLUV_DIRECTION_CODES);
    return codes[number].name;
}

/* ESRI's number for a value; -1: the code does not have it. */
static int esri_of(const code *from, float value)
{
    if (isnan(value))
        return NODATA;
    if (value != rintf(value) || fabsf(value) > 255.0F)
        return -1;
    int number = (int)value;
    for (int i = 0; i < 3; i++)
        if (number == from->end[i])
            return 0;
    if (from->leaving && number < 0)
        number = -number;
    for (int k = 0; k < 8; k++)
        if (number == from->of[k])
            return 1 << k;
    return -1;
}

/* The first cell with a height whose value the code does not have; NONE: it has all. */
static uint32_t translate(const fluv_directions_job *job, const code *from, uint8_t *out)
{
    uint32_t count = job->frame.cols * job->frame.rows;
    for (uint32_t c = 0; c < count; c++) {
        int number = isnan(job->height[c]) ? NODATA : esri_of(from, job->values[c]);
        if (number < 0)
            return c;
        out[c] = (uint8_t)number;
    }
    return FLUV_NONE;
}

static void count_climbs(const fluv_directions_job *job, const uint32_t *receivers,
                         fluv_directions_found *found)
{
    uint32_t count = job->frame.cols * job->frame.rows;
    found->steps = found->uphill = 0;
    found->first = FLUV_NONE;
    for (uint32_t c = 0; c < count; c++) {
        if (receivers[c] == FLUV_NONE)
            continue;
        found->steps++;
        if (!(job->height[receivers[c]] > job->height[c]))
            continue;
        found->first = found->uphill++ ? found->first : c;
    }
}

static bool take(const fluv_directions_job *job, int number, uint32_t *receivers,
                 fluv_directions_found *found)
{
    assert(number >= 0 && number < FLUV_DIRECTION_CODES);
    uint32_t wrong = translate(job, &codes[number], job->work);
    if (wrong != FLUV_NONE) {
        found->wrong = found->wrong == FLUV_NONE || wrong > found->wrong ? wrong : found->wrong;
        return false;
    }
    (void)fluv_directions_decode(&job->frame, job->height, job->work, NODATA, receivers);
    found->code = number;
    count_climbs(job, receivers, found);
    return true;
}

fluv_directions_found fluv_directions_take(const fluv_directions_job *job, uint32_t *receivers)
{
    assert(job->height && job->values && job->work && receivers);
    fluv_directions_found best = {.code = -1, .wrong = FLUV_NONE};
    if (job->code >= 0) {
        (void)take(job, job->code, receivers, &best);
        return best;
    }
    for (int i = 0; i < FLUV_DIRECTION_CODES; i++) {
        fluv_directions_found found = best;
        if (take(job, i, receivers, &found) && (best.code < 0 || found.uphill < best.uphill))
            best = found;
        best.wrong = found.wrong;
    }
    if (best.code >= 0)
        (void)take(job, best.code, receivers, &best);
    return best;
}
