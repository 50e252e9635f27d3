// SPDX-License-Identifier: MIT
/* Planned lines as stretches of cells. */
#ifndef FLUV_STAGES_RELIEF_WALK_H
#define FLUV_STAGES_RELIEF_WALK_H

#include "stages/relief/courses.h"

typedef struct fluv_walker {
    fluv_ctx *ctx;
    fluv_relief_job *job;
    fluv_samples samples;
    fluv_path path;
    uint32_t *position; /* a cell: 1 + its place in the path, where path agrees; else anything */
    uint32_t *queue;
} fluv_walker;

static inline uint32_t *fluv_walk_cells(const fluv_walker *w)
{
    return w->path.cells.items;
}

/* The stretch's last cell, NONE: it has none. */
static inline uint32_t fluv_walk_last(const fluv_walker *w, const fluv_stretch *s)
{
    return s->count ? fluv_walk_cells(w)[s->first + s->count - 1] : FLUV_NONE;
}

/* The samples of all of the way from a line's head down to where the water ends. */
FLUV_MUST_CHECK fluv_status fluv_walk_sample(fluv_walker *w, uint32_t line);
/* The cell's place in the stretch, or the stretch's end. */
size_t fluv_walk_place(const fluv_walker *w, const fluv_stretch *s, uint32_t cell);
FLUV_MUST_CHECK fluv_status fluv_walk_append(fluv_walker *w, fluv_stretch *s, uint32_t cell,
                                             float bed);
/* The river cell that a diagonal step would cross into; NONE: it crosses none. */
uint32_t fluv_walk_crossed(const fluv_relief_job *job, uint32_t from, uint32_t cell);
/* One step; `met`: the stretch has met water, which is then its end. */
FLUV_MUST_CHECK fluv_status fluv_walk_step(fluv_walker *w, fluv_stretch *s, const fluv_sample *to,
                                           bool *met);
/* Leads a stretch with cells to the nearest water, where the plan's coast lies off the frame's. */
FLUV_MUST_CHECK fluv_status fluv_walk_to_water(fluv_walker *w, fluv_stretch *s);
/* Receivers, surfaces and marks of a stretch's cells; returns the surface at its first cell, or at
 * its end where it has no cells. */
float fluv_walk_write(fluv_walker *w, const fluv_stretch *s, uint8_t marks);

/* How wide the sampled rivers will be, where they are wider than cells: ground beside them is made
 * flat. */
void fluv_walk_widths(const fluv_walker *w);

/* The last sample of the way that lies in the lake (courses.c). */
size_t fluv_walk_last_inside(const fluv_walker *w, uint32_t lake);
/* Marks cells with water in them (courses.c). */
void fluv_walk_mark_wet(const fluv_walker *w);
/* A river that leaves a lake stands at its level as long as it runs along its shore: its bed falls
 * from the last cell that touches the lake on. `level`: the lake's; NaN: as the river has it
 * (courses.c). */
void fluv_walk_along_shore(const fluv_walker *w, const fluv_stretch *lower, float level);
/* A line of the author's, or with placed lakes on it (drawn.c). */
FLUV_MUST_CHECK fluv_status fluv_relief_drawn_place(fluv_walker *w, uint32_t line);
/* Notes which cells of the line just walked are rivers of the author's (drawn.c). */
FLUV_MUST_CHECK fluv_status fluv_relief_drawn_mark(fluv_walker *w);

/* The arm of a delta, where there is room for it (arms.c). */
FLUV_MUST_CHECK fluv_status fluv_relief_arm_place(fluv_walker *w, const fluv_layout_line *arm);

#endif
