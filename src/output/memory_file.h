// SPDX-License-Identifier: MIT
/* Files in memory: names below /vsimem/ are GDAL's, which its drivers write to as to a disk. Our
 * own writers do so through a sink. */
#ifndef FLUV_OUTPUT_MEMORY_FILE_H
#define FLUV_OUTPUT_MEMORY_FILE_H

#include "base/ctx.h"

#include <stdio.h>

/* A file being written, on disk or in memory. */
typedef struct fluv_sink {
    FILE *stream;
    const char *file;
    bool in_memory;
    char *bytes;
    size_t size;
} fluv_sink;

/* The sink must stay where it is until it is closed. False: errno says why. */
bool fluv_sink_open(fluv_sink *sink, const char *file);
/* Whether all was written; errno says why not. Legal after a failed open. */
bool fluv_sink_close(fluv_sink *sink);
/* Closes it and says why it was not written whole. `good`: what was written so far was taken;
 * errno says why not. */
FLUV_MUST_CHECK fluv_status fluv_sink_end(fluv_ctx *ctx, fluv_sink *sink, bool good);

/* A folder's name in memory that no other context uses. */
typedef struct fluv_memory_folder {
    char text[64];
} fluv_memory_folder;
fluv_memory_folder fluv_memory_folder_of(const fluv_ctx *ctx);
/* The bytes of a file there, with a zero behind them; to be freed with free(). */
FLUV_MUST_CHECK fluv_status fluv_memory_file_take(fluv_ctx *ctx, const char *file, uint8_t **bytes,
                                                  size_t *size);
/* Removes the folder with all that is in it. */
void fluv_memory_folder_remove(const fluv_memory_folder *folder);

#endif
