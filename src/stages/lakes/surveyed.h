// SPDX-License-Identifier: MIT
/* Inside the stage `lakes`: lakes that a map shows, as flats or as shapes beside it. */
#ifndef FLUV_STAGES_LAKES_SURVEYED_H
#define FLUV_STAGES_LAKES_SURVEYED_H

#include "hydrography/lakes.h"
#include "landscape/mapped.h"
#include "water/hollows.h"
#include "water/survey.h"

/* For each basin whether its root lies in a surveyed lake; scratch, NULL with a message. */
fluv_basin_survey *fluv_lakes_surveyed_basins(fluv_ctx *ctx, const fluv_hierarchy *hierarchy,
                                              const fluv_survey *survey);
/* Shapes as lakes that the survey need not find; levels are scratch. */
FLUV_MUST_CHECK fluv_status fluv_lakes_known(fluv_ctx *ctx, const fluv_mapped *mapped,
                                             fluv_survey_known *known);
/* Where the map shows the floors of shapes they are put back, and no longer the survey's to make.
 * `mapped` may be NULL. */
void fluv_lakes_keep_floors(const fluv_mapped *mapped, uint32_t cells, fluv_survey *survey,
                            float *height);
/* What a file placed stays placed. `mapped` may be NULL. */
void fluv_lakes_lock_mapped(const fluv_mapped *mapped, fluv_lakes_found *found);
/* The user should know whose word counts. */
void fluv_lakes_note_surveyed(const fluv_survey *survey, const fluv_lakes_found *found,
                              fluv_landscape *land);

#endif
