// SPDX-License-Identifier: MIT
/* Inside the stage `lakes`: lakes that a map shows, as flats or as shapes beside it. */
#ifndef FLUV_STAGES_LAKES_SURVEYED_H
#define FLUV_STAGES_LAKES_SURVEYED_H

#include "hydrography/lakes.h"
#include "landscape/mapped.h"
#include "water/survey.h"

/* Lakes that the survey need not find: first those that were placed, then those of a map, in
 * pieces that hang together. Scratch. */
FLUV_MUST_CHECK fluv_status fluv_lakes_known(fluv_ctx *ctx, const fluv_landscape *land,
                                             const fluv_drainage *drainage,
                                             fluv_given_lakes *given);
/* Where the map shows the floors of its lakes they are put back, and no longer the survey's to
 * make. */
void fluv_lakes_keep_floors(const fluv_landscape *land, fluv_survey *survey, float *height);
/* Placed lakes that a construction tree holds get its floors. */
FLUV_MUST_CHECK fluv_status fluv_lakes_take_floors(fluv_ctx *ctx, const fluv_landscape *land,
                                                   float *height);
/* What was given stays where it is; `placed` tells from now on of those alone that were placed. */
void fluv_lakes_lock(const fluv_landscape *land, fluv_lakes_found *found);
/* The user should know whose word counts. */
void fluv_lakes_note_surveyed(const fluv_survey *survey, const fluv_lakes_found *found,
                              fluv_landscape *land);

#endif
