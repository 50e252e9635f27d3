// SPDX-License-Identifier: MIT
/* Straight lines through points, and points gathered in logarithmic bins.
 *
 * Sums are kept about the running means (Welford 1962), so that points far from the origin lose no
 * digits.  O(1) a point. */
#include "measure/figures.h"

#include <assert.h>

void fluv_line_add(fluv_line_sums *sums, double x, double y)
{
    sums->n += 1.0;
    double dx = x - sums->mean_x, dy = y - sums->mean_y;
    sums->mean_x += dx / sums->n;
    sums->mean_y += dy / sums->n;
    sums->xx += dx * (x - sums->mean_x);
    sums->xy += dx * (y - sums->mean_y);
    sums->yy += dy * (y - sums->mean_y);
    assert(!(sums->xx < 0.0) && !(sums->yy < 0.0));
}

double fluv_line_slope(const fluv_line_sums *sums)
{
    return sums->xx > 0.0 ? sums->xy / sums->xx : (double)NAN;
}

double fluv_line_offset(const fluv_line_sums *sums)
{
    return sums->mean_y - fluv_line_slope(sums) * sums->mean_x;
}

double fluv_line_r2(const fluv_line_sums *sums)
{
    if (!(sums->xx > 0.0 && sums->yy > 0.0))
        return (double)NAN;
    return sums->xy * sums->xy / (sums->xx * sums->yy);
}

void fluv_log_bins_add(fluv_log_bins *bins, double at, double value)
{
    assert(bins->width > 0.0);
    double bin = floor((at - bins->from) / bins->width);
    if (!(bin >= 0.0 && bin < FLUV_LOG_BINS))
        return;
    int i = (int)bin;
    bins->count[i] += 1.0;
    bins->sum_at[i] += at;
    bins->sum[i] += value;
}

fluv_line_sums fluv_log_bins_fit(const fluv_log_bins *bins, double least)
{
    assert(bins->width > 0.0 && least >= 0.0);
    fluv_line_sums line = {0};
    for (int i = 0; i < FLUV_LOG_BINS; i++)
        if (bins->count[i] >= least && bins->count[i] > 0.0 && bins->sum[i] > 0.0)
            fluv_line_add(&line, bins->sum_at[i] / bins->count[i],
                          log10(bins->sum[i] / bins->count[i]));
    return line;
}
