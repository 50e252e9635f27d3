// SPDX-License-Identifier: MIT
/* Files in memory, and sinks that write to disk or there. */
#include "output/memory_file.h"

#include <cpl_vsi.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define IN_MEMORY "/vsimem/"

bool fluv_sink_open(fluv_sink *sink, const char *file)
{
    *sink = (fluv_sink){.file = file};
    sink->in_memory = strncmp(file, IN_MEMORY, sizeof IN_MEMORY - 1) == 0;
    sink->stream = sink->in_memory ? open_memstream(&sink->bytes, &sink->size) : fopen(file, "wb");
    return sink->stream != NULL;
}

/* GDAL frees what it is given in its own way, so it gets a copy. */
static bool give_to_gdal(const fluv_sink *sink)
{
    GByte *copy = VSIMalloc(sink->size ? sink->size : 1);
    if (!copy)
        return false;
    memcpy(copy, sink->bytes, sink->size);
    VSILFILE *file = VSIFileFromMemBuffer(sink->file, copy, sink->size, TRUE);
    if (file)
        VSIFCloseL(file);
    else
        VSIFree(copy);
    return file != NULL;
}

bool fluv_sink_close(fluv_sink *sink)
{
    if (!sink->stream)
        return false;
    bool good = !ferror(sink->stream);
    good = fclose(sink->stream) == 0 && good;
    if (sink->in_memory && good && !give_to_gdal(sink)) {
        errno = ENOMEM;
        good = false;
    }
    free(sink->bytes);
    sink->stream = NULL;
    sink->bytes = NULL;
    return good;
}

fluv_status fluv_sink_end(fluv_ctx *ctx, fluv_sink *sink, bool good)
{
    int why = errno;
    if (!fluv_sink_close(sink) && good) {
        good = false;
        why = errno;
    }
    if (!good)
        return fluv_fail(ctx, FLUV_IO, "cannot write %s: %s", sink->file, strerror(why));
    return FLUV_OK;
}

fluv_memory_folder fluv_memory_folder_of(const fluv_ctx *ctx)
{
    fluv_memory_folder folder;
    snprintf(folder.text, sizeof folder.text, IN_MEMORY "interfluve-%p", (const void *)ctx);
    return folder;
}

fluv_status fluv_memory_file_take(fluv_ctx *ctx, const char *file, uint8_t **bytes, size_t *size)
{
    vsi_l_offset length = 0;
    const GByte *written = VSIGetMemFileBuffer(file, &length, FALSE);
    if (!written)
        return fluv_fail(ctx, FLUV_IO, "cannot write %s in memory", file);
    uint8_t *copy = malloc((size_t)length + 1);
    if (!copy)
        return fluv_fail(ctx, FLUV_NO_MEMORY, "out of memory: %zu more bytes were needed",
                         (size_t)length + 1);
    memcpy(copy, written, (size_t)length);
    copy[length] = 0;
    *bytes = copy;
    *size = (size_t)length;
    return FLUV_OK;
}

void fluv_memory_folder_remove(const fluv_memory_folder *folder)
{
    VSIRmdirRecursive(folder->text);
}
