// SPDX-License-Identifier: MIT
/* Lakes that a map shows, in one block. */
#include "landscape/mapped.h"

#include "landscape/block.h"

fluv_shared *fluv_mapped_seal(fluv_ctx *ctx, const fluv_list *lakes, const uint32_t *lake_of,
                              size_t cells)
{
    fluv_block_part parts[] = {{.bytes = sizeof(fluv_mapped)},
                               fluv_block_list(lakes),
                               {.from = lake_of, .bytes = cells * sizeof *lake_of}};
    fluv_shared *shared = fluv_block_seal(ctx, parts, sizeof parts / sizeof *parts);
    if (shared)
        *(fluv_mapped *)parts[0].at = (fluv_mapped){
            .count = (uint32_t)lakes->count, .lakes = parts[1].at, .lake_of = parts[2].at};
    return shared;
}
