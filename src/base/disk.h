// SPDX-License-Identifier: MIT
/* Memory that lies on disk: blocks of files that the system reads and writes as they are used, so
 * that more can be held than there is memory. To who uses them they are memory like any other. */
#ifndef FLUV_BASE_DISK_H
#define FLUV_BASE_DISK_H

#include "base/ctx.h"

/* The room is taken at once: what is written later finds it. The file has no name, and is gone with
 * the block or with the process, however that ends. NULL: errno says why. Zeroed. */
void *fluv_disk_block(const char *folder, size_t bytes);
void fluv_disk_block_free(void *block, size_t bytes);

/* Memory that is taken page by page, as it is touched; its bytes are 0, or all their bits are 1.
 * NULL: errno says why. Give it back as the other. */
void *fluv_sparse_block(const char *folder, size_t bytes, bool ones);

/* Bytes that are free where the folder lies; UINT64_MAX: not known. */
uint64_t fluv_disk_room(const char *folder);

#endif
