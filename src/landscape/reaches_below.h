// SPDX-License-Identifier: MIT
/* Which reach follows a reach: ids as places in the list. */
#ifndef FLUV_LANDSCAPE_REACHES_BELOW_H
#define FLUV_LANDSCAPE_REACHES_BELOW_H

#include "base/ctx.h"

/* For each reach the place of the one it runs into, which may be through a lake; FLUV_NONE: none.
 * O(reaches log reaches). */
FLUV_MUST_CHECK fluv_status fluv_reaches_below(fluv_ctx *ctx, const fluv_rivers *rivers,
                                               uint32_t *below);

#endif
