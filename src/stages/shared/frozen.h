// SPDX-License-Identifier: MIT
/* Ground that stays. */
#ifndef FLUV_STAGES_FROZEN_H
#define FLUV_STAGES_FROZEN_H

#include "landscape/landscape.h"

/* After a stage that made ground: puts back what is frozen, and lets the ground around lead up to
 * it. Where the stage found water on what it made, that is no longer true and is dropped, with a
 * note. */
FLUV_MUST_CHECK fluv_status fluv_frozen_hold(fluv_ctx *ctx, fluv_landscape *land,
                                             const char *stage);

#endif
