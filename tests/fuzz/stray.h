// SPDX-License-Identifier: MIT
/* A file of the input's bytes, for targets whose readers take names. */
#ifndef FLUV_TESTS_FUZZ_STRAY_H
#define FLUV_TESTS_FUZZ_STRAY_H

#include "fuzz/target.h"

#include <unistd.h>

/* In memory where there is such a place: a disk would be the slowest part. */
static inline const char *stray_path(const char *ending)
{
    static char path[128];
    static const char *folder;
    if (!folder)
        folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(path, sizeof path, "%s/fluv-fuzz-%d.%s", folder, (int)getpid(), ending);
    return path;
}

static inline const char *stray_file(const uint8_t *data, size_t size, const char *ending)
{
    const char *path = stray_path(ending);
    FILE *out = fopen(path, "wb");
    FUZZ_EXPECT(out && fwrite(data, 1, size, out) == size);
    fclose(out);
    return path;
}

#endif
