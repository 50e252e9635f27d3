// SPDX-License-Identifier: MIT
/* Rivers on the cells, before and while they become reaches. */
#ifndef FLUV_HYDROGRAPHY_RIVERS_H
#define FLUV_HYDROGRAPHY_RIVERS_H

#include "base/list.h"
#include "hydrography/channel.h"
#include "landscape/landscape.h"
#include "landscape/placed.h"
#include "landscape/rosgen.h"
#include "landscape/vectors.h"
#include "water/topology.h"

/* An arm of a delta, or a side channel that comes back: it leaves another river at the cell `split`
 * and has cells of its own from `first` on. At most one leaves a cell, and a single channel runs
 * into that cell. */
typedef struct fluv_arm {
    uint32_t split, first;
    float share; /* of the discharge there */
} fluv_arm;

typedef struct fluv_river_cells {
    fluv_topology topology;
    fluv_frame frame;
    const uint32_t *receiver;
    const double *area;
    const float *discharge;
    const fluv_lakes *lakes; /* NULL: none */
    float *height, *water;   /* layers, written */
    uint8_t *cover;
    uint8_t *channel;   /* for each cell whether a river runs through it; scratch */
    uint8_t *feeders;   /* for each channel cell how many channels and lakes run into it, one more
                         * where a placed river begins or ends; scratch */
    uint8_t *rosgen;    /* for each channel cell the fluv_rosgen that is planned there; then its
                         * reach's; NULL: not classified */
    uint32_t *lake_of;  /* for each cell its place in `lakes`, or NONE; scratch; NULL: no lakes */
    uint32_t *exit_of;  /* for each lake the cell its water leaves from, NONE: closed; scratch */
    uint8_t *led;       /* for each lake whether its outlet is a river, as it is where all are asked
                         * for; scratch */
    uint32_t *river_of; /* for each cell the placed river that runs there, or NONE; scratch; NULL:
                         * none was placed */
    const fluv_placed *placed;
    const fluv_arm *arms; /* of deltas; NULL: none */
    size_t arm_count;
    const int8_t *aside; /* for each channel cell where its line passes: east and north of the
                          * centre, in cells / FLUV_ASIDE_CELL; NULL: lines are relaxed */
    /* Where channels alone are known, of a map in tiles: */
    const uint64_t *place;  /* the cell of the map that a cell is, rising; NULL: the same */
    const uint8_t *way_out; /* as fluv_way_over_edge says for each; NULL: from heights */
} fluv_river_cells;

#define FLUV_ASIDE_CELL 254.0

/* The cell of the map that a cell is, and its centre. */
static inline uint64_t fluv_river_cells_place(const fluv_river_cells *ch, uint32_t cell)
{
    return ch->place ? ch->place[cell] : cell;
}
static inline double fluv_river_cells_x(const fluv_river_cells *ch, uint32_t cell)
{
    const fluv_frame *frame = &ch->frame;
    return frame->west +
           frame->cell * ((double)(fluv_river_cells_place(ch, cell) % frame->cols) + 0.5);
}
static inline double fluv_river_cells_y(const fluv_river_cells *ch, uint32_t cell)
{
    const fluv_frame *frame = &ch->frame;
    return frame->north -
           frame->cell * ((double)(fluv_river_cells_place(ch, cell) / frame->cols) + 0.5);
}

/* How wide a river is in a channel cell, against what is usual for its discharge. */
static inline double fluv_river_cells_wide(const fluv_river_cells *ch, uint32_t cell)
{
    return ch->rosgen ? fluv_rosgen_width((fluv_rosgen)ch->rosgen[cell]) : 1.0;
}

/* m that the author wants a river to be wide in a cell; 0: what is usual. */
static inline double fluv_river_cells_width(const fluv_river_cells *ch, uint32_t cell)
{
    uint32_t river = ch->river_of ? ch->river_of[cell] : FLUV_NONE;
    return river == FLUV_NONE ? 0.0 : ch->placed->rivers[river].width;
}

static inline bool fluv_river_cells_land(const fluv_river_cells *ch, uint32_t cell)
{
    return ch->cover[cell] == FLUV_LAND && isfinite(ch->height[cell]);
}

/* How a traced reach begins and ends on the cells. */
typedef struct fluv_trace {
    uint32_t start;       /* its first cell; for a lake's outlet the lake's cell it leaves from */
    uint32_t first, last; /* its first and last channel cell of its own, NONE: it has none */
    uint32_t end;         /* the cell it runs into: junction, lake or sea; NONE: over the edge */
    uint32_t next;        /* number of the reach it runs into, also through a lake; NONE: none */
    uint32_t from_lake, to_lake; /* places in `lakes`, or NONE */
    uint32_t split; /* arm of a delta: the cell it leaves another river at; else NONE */
    uint32_t arm;   /* number of the arm that leaves at its first cell; NONE: none */
    uint8_t shared; /* FLUV_DELTA: an arm, or a river from the first cell that one leaves to the
                     * sea; FLUV_BRAID: a side channel, or a river from where one leaves to where it
                     * is back; else FLUV_PRIMARY */
    uint32_t cell_count; /* own channel cells */
} fluv_trace;

/* A reach is called after the cell it starts from, so that it keeps its id while others come and
 * go. */
static inline int64_t fluv_trace_id(const fluv_river_cells *cells, const fluv_trace *trace)
{
    return (int64_t)fluv_river_cells_place(cells, trace->start) + 1;
}

typedef struct fluv_traces {
    uint32_t count;
    fluv_trace *traces; /* by rising start; scratch */
    uint32_t *order;    /* upstream before downstream; scratch */
} fluv_traces;

/* Channel cells that are known, and arms of deltas among them. */
typedef struct fluv_river_cells_given {
    const uint8_t *cells; /* not 0: a channel */
    const fluv_arm *arms;
    size_t arm_count;
} fluv_river_cells_given;

/* The landscape's layers to work on, without channel cells yet. */
FLUV_MUST_CHECK fluv_status fluv_river_cells_open(fluv_ctx *ctx, fluv_landscape *land,
                                                  fluv_river_cells *cells);
/* The channel goes on below a cell until it meets another, or ends. Kernel. */
void fluv_channel_mark_below(const fluv_river_cells *cells, uint32_t cell);
/* Channels below lakes' outlets: those of lakes with so much area above their exits, or that rivers
 * run into. Kernel. */
void fluv_outlets_mark(const fluv_river_cells *cells, double least);
/* The ground as it was before rivers were cut into it: beds filled up to the water's surface.
 * Kernel. */
void fluv_beds_fill(const uint8_t *cover, const float *water, uint32_t cells, int threads,
                    float *height);
/* Once channel cells are marked: how many channels and lakes run into each. */
void fluv_river_cells_count_feeders(const fluv_river_cells *cells);
/* Both for channel cells that are known. */
FLUV_MUST_CHECK fluv_status fluv_river_cells_take(fluv_ctx *ctx, fluv_landscape *land,
                                                  const fluv_river_cells_given *given,
                                                  fluv_river_cells *channels);
/* An arm takes its share of what passes the cell where it begins; the main arm keeps the rest. Arms
 * stand after those they leave. Kernel. */
void fluv_arms_share(const fluv_arm *arms, size_t count, const uint32_t *receiver,
                     const uint8_t *cover, float *discharge);
/* From channel cells to the layers rivers and watersheds. */
FLUV_MUST_CHECK fluv_status fluv_rivers_build(fluv_ctx *ctx, const fluv_channel_shape *asked,
                                              const fluv_river_cells *channels,
                                              fluv_landscape *land);
FLUV_MUST_CHECK fluv_status fluv_traces_find(fluv_ctx *ctx, const fluv_river_cells *channels,
                                             fluv_traces *network);
/* The neighbour of a cell over which its water leaves the grid's edge or goes into a void, straight
 * ways first; 8: there is none. Kernel. */
int fluv_way_over_edge(uint32_t cols, uint32_t rows, const float *height, uint32_t cell);
/* A river that does not spread is no wider than the cells it has. */
fluv_channel_shape fluv_channel_shape_on_cells(const fluv_channel_shape *asked, double cell);
/* Where there are no lakes: hollows that pass their water on keep their passes where beds were cut
 * deeper beside them. */
FLUV_MUST_CHECK fluv_status fluv_passes_keep(fluv_ctx *ctx, const fluv_river_cells *channels);
/* Whether the level of a neighbour, the highest point of its water's way, is lower. */
bool fluv_has_lower_way(const fluv_topology *topology, const float *level, uint32_t cell);
/* Channel geometry and lines: fills `reaches` (of fluv_reach, in the network's order) and `points`,
 * and cuts beds into the ground. */
FLUV_MUST_CHECK fluv_status fluv_reaches_make(fluv_ctx *ctx, const fluv_channel_shape *shape,
                                              const fluv_river_cells *channels,
                                              const fluv_traces *network, fluv_list *reaches,
                                              fluv_list *points);
/* Orders, systems, distances and catchments, from the graph. */
FLUV_MUST_CHECK fluv_status fluv_reaches_relate(fluv_ctx *ctx, const fluv_river_cells *channels,
                                                const fluv_traces *network, fluv_reach *reaches,
                                                const fluv_river_point *points);
/* Rivers wider than a cell cover cells beside them. */
FLUV_MUST_CHECK fluv_status fluv_river_cells_spread(fluv_ctx *ctx, const fluv_river_cells *channels,
                                                    const fluv_channel_shape *shape);
/* Which watershed each reach and each lake belongs to, by places in `list` (of fluv_watershed, with
 * ids alone). */
typedef struct fluv_watershed_units {
    uint32_t *of_reach, *of_lake; /* of each trace and each lake, or NONE; scratch */
    fluv_list list;
} fluv_watershed_units;
FLUV_MUST_CHECK fluv_status fluv_watersheds_name(fluv_ctx *ctx, const fluv_river_cells *channels,
                                                 const fluv_traces *network,
                                                 fluv_watershed_units *units);
/* Outlines of the labels 0 .. list's count - 1 along cell borders, noted in the list. */
FLUV_MUST_CHECK fluv_status fluv_watersheds_outline(fluv_ctx *ctx, const fluv_frame *frame,
                                                    const uint32_t *label, fluv_list *list,
                                                    fluv_rings *rings);
/* The watersheds layer. channels->lake_of is used up. */
FLUV_MUST_CHECK fluv_status fluv_watersheds_make(fluv_ctx *ctx, const fluv_river_cells *channels,
                                                 const fluv_traces *network, fluv_landscape *land);

#endif
