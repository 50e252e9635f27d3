// SPDX-License-Identifier: MIT
/* The network of channels on the cells, before and while it becomes reaches. */
#ifndef FLUV_STAGES_RIVERS_NETWORK_H
#define FLUV_STAGES_RIVERS_NETWORK_H

#include "base/list.h"
#include "stages/rivers.h"
#include "water/topology.h"

typedef struct fluv_channels {
    fluv_topology topology;
    fluv_frame frame;
    const uint32_t *receiver;
    const double *area;
    const float *discharge;
    const fluv_lakes *lakes; /* NULL: none */
    float *height, *water;   /* layers, written */
    uint8_t *cover;
    uint8_t *channel; /* for each cell whether a river runs through it; scratch */
    uint8_t *feeders; /* for each channel cell how many channels and lakes run into it; scratch */
    const uint8_t *rosgen; /* for each channel cell its fluv_rosgen; NULL: not classified */
    uint32_t *lake_of; /* for each cell its place in `lakes`, or NONE; scratch; NULL: no lakes */
} fluv_channels;

/* How a traced reach begins and ends on the cells. */
typedef struct fluv_trace {
    uint32_t start;       /* its first cell; for a lake's outlet the lake's cell it leaves from */
    uint32_t first, last; /* its first and last channel cell of its own, NONE: it has none */
    uint32_t end;         /* the cell it runs into: junction, lake or sea; NONE: over the edge */
    uint32_t next;        /* number of the reach it runs into, also through a lake; NONE: none */
    uint32_t from_lake, to_lake; /* places in `lakes`, or NONE */
    uint32_t cell_count;         /* own channel cells */
} fluv_trace;

typedef struct fluv_network {
    uint32_t count;
    fluv_trace *traces; /* by rising start; scratch */
    uint32_t *order;    /* upstream before downstream; scratch */
} fluv_network;

/* The layers channels are found on, and room to mark them. */
FLUV_MUST_CHECK fluv_status fluv_channels_open(fluv_ctx *ctx, fluv_landscape *land,
                                               fluv_channels *channels);
/* Counts what runs into each marked cell. */
void fluv_channels_count(const fluv_channels *channels);
/* Makes the layers rivers and watersheds, and writes the water, of marked channels. */
FLUV_MUST_CHECK fluv_status fluv_channels_publish(fluv_ctx *ctx, const fluv_rivers_params *params,
                                                  const fluv_channels *channels,
                                                  fluv_landscape *land);
/* Marks channel cells and their feeders. */
FLUV_MUST_CHECK fluv_status fluv_channels_mark(fluv_ctx *ctx, const fluv_rivers_params *params,
                                               fluv_landscape *land, fluv_channels *channels);
FLUV_MUST_CHECK fluv_status fluv_network_trace(fluv_ctx *ctx, const fluv_channels *channels,
                                               fluv_network *network);
/* Channel geometry and lines: fills `reaches` (of fluv_reach, in the network's order) and `points`,
 * and cuts beds into the ground. */
FLUV_MUST_CHECK fluv_status fluv_reaches_make(fluv_ctx *ctx, const fluv_rivers_params *params,
                                              const fluv_channels *channels,
                                              const fluv_network *network, fluv_list *reaches,
                                              fluv_list *points);
/* Orders, systems, distances and catchments, from the graph. */
FLUV_MUST_CHECK fluv_status fluv_reaches_relate(fluv_ctx *ctx, const fluv_channels *channels,
                                                const fluv_network *network, fluv_reach *reaches,
                                                const fluv_river_point *points);
/* Rivers wider than a cell cover cells beside them. */
void fluv_channels_spread(const fluv_channels *channels, const fluv_rivers_params *params,
                          uint32_t *queue, float *reach_out);
/* The watersheds layer. */
FLUV_MUST_CHECK fluv_status fluv_watersheds_make(fluv_ctx *ctx, const fluv_channels *channels,
                                                 const fluv_network *network, fluv_landscape *land);

/* Usual channel geometry, Moody and Troutman 2002: width 7.2 Q^0.50, depth 0.27 Q^0.30. */
static inline float fluv_channel_width(const fluv_rivers_params *params, double discharge)
{
    double width = params->width * 7.2 * sqrt(discharge > 0.0 ? discharge : 0.0);
    return (float)(width < 0.3 ? 0.3 : width);
}

static inline float fluv_channel_depth(const fluv_rivers_params *params, double discharge)
{
    double depth = params->depth * 0.27 * pow(discharge > 0.0 ? discharge : 0.0, 0.30);
    return (float)(depth < 0.02 ? 0.02 : depth);
}

/* Manning: v = R^(2/3) * sqrt(slope) / n. */
static inline float fluv_channel_velocity(const fluv_rivers_params *params, double width,
                                          double depth, double slope)
{
    double radius = width * depth / (width + 2.0 * depth);
    return (float)(cbrt(radius * radius) * sqrt(slope > 1e-6 ? slope : 1e-6) / params->roughness);
}

#endif
