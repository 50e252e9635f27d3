// SPDX-License-Identifier: MIT
/* The colours of the pictures. Land follows the school atlases of the Alps: calm greens below, warm
 * buff and ochre between, grey-brown and near white above, all light enough to carry shading. */
#include "output/colour.h"

#define RGB(r, g, b)                                                                               \
    {                                                                                              \
        (float)(r) / 255.0f, (float)(g) / 255.0f, (float)(b) / 255.0f                              \
    }
#define RAMP(name, stops_) const fluv_ramp name = {stops_, sizeof stops_ / sizeof *stops_}

static const fluv_ramp_stop land[] = {
    {0.00f, RGB(150, 182, 142)}, {0.12f, RGB(172, 198, 152)}, {0.26f, RGB(201, 214, 165)},
    {0.40f, RGB(228, 223, 178)}, {0.54f, RGB(226, 203, 155)}, {0.68f, RGB(207, 177, 138)},
    {0.80f, RGB(192, 170, 147)}, {0.89f, RGB(203, 194, 184)}, {1.00f, RGB(248, 247, 245)},
};
static const fluv_ramp_stop arid[] = {
    {0.00f, RGB(206, 196, 150)}, {0.14f, RGB(228, 208, 158)}, {0.30f, RGB(232, 196, 142)},
    {0.46f, RGB(218, 168, 118)}, {0.62f, RGB(196, 138, 100)}, {0.78f, RGB(176, 128, 104)},
    {0.90f, RGB(196, 166, 146)}, {1.00f, RGB(236, 224, 208)},
};
static const fluv_ramp_stop arctic[] = {
    {0.00f, RGB(164, 172, 140)}, {0.12f, RGB(180, 180, 150)}, {0.24f, RGB(178, 174, 158)},
    {0.36f, RGB(176, 174, 170)}, {0.48f, RGB(202, 206, 210)}, {0.62f, RGB(226, 232, 238)},
    {0.80f, RGB(242, 246, 250)}, {1.00f, RGB(254, 254, 255)},
};
static const fluv_ramp_stop tropical[] = {
    {0.00f, RGB(132, 178, 116)}, {0.16f, RGB(112, 166, 104)}, {0.34f, RGB(104, 152, 98)},
    {0.52f, RGB(124, 158, 104)}, {0.68f, RGB(158, 172, 118)}, {0.82f, RGB(188, 178, 136)},
    {0.93f, RGB(186, 170, 150)}, {1.00f, RGB(216, 208, 198)},
};
static const fluv_ramp_stop lake[] = {
    {0.00f, RGB(166, 205, 222)},
    {0.30f, RGB(128, 180, 210)},
    {1.00f, RGB(66, 124, 172)},
};
static const fluv_ramp_stop sea[] = {
    {0.00f, RGB(192, 221, 231)},
    {0.25f, RGB(164, 205, 223)},
    {0.60f, RGB(126, 177, 208)},
    {1.00f, RGB(82, 136, 181)},
};
static const fluv_ramp_stop grey[] = {
    {0.00f, RGB(62, 64, 68)},
    {1.00f, RGB(246, 245, 242)},
};
static const fluv_ramp_stop area[] = {
    {0.00f, RGB(250, 248, 240)}, {0.25f, RGB(222, 226, 204)}, {0.50f, RGB(150, 196, 190)},
    {0.75f, RGB(64, 136, 172)},  {1.00f, RGB(20, 44, 104)},
};
static const fluv_ramp_stop depth[] = {
    {0.00f, RGB(196, 232, 226)},
    {0.35f, RGB(104, 188, 206)},
    {0.70f, RGB(44, 112, 172)},
    {1.00f, RGB(24, 44, 108)},
};
static const fluv_ramp_stop moved[] = {
    {0.00f, RGB(247, 244, 236)},
    {0.25f, RGB(236, 206, 150)},
    {0.60f, RGB(205, 120, 62)},
    {1.00f, RGB(112, 32, 36)},
};

RAMP(fluv_ramp_land, land);
RAMP(fluv_ramp_arid, arid);
RAMP(fluv_ramp_arctic, arctic);
RAMP(fluv_ramp_tropical, tropical);
RAMP(fluv_ramp_lake, lake);
RAMP(fluv_ramp_sea, sea);
RAMP(fluv_ramp_grey, grey);
RAMP(fluv_ramp_area, area);
RAMP(fluv_ramp_depth, depth);
RAMP(fluv_ramp_moved, moved);

fluv_colour fluv_ramp_at(const fluv_ramp *ramp, float at)
{
    const fluv_ramp_stop *stop = ramp->stops;
    if (!(at > stop[0].at))
        return stop[0].colour;
    for (size_t i = 1; i < ramp->count; i++)
        if (at < stop[i].at)
            return fluv_colour_mix(stop[i - 1].colour, stop[i].colour,
                                   (at - stop[i - 1].at) / (stop[i].at - stop[i - 1].at));
    return stop[ramp->count - 1].colour;
}
