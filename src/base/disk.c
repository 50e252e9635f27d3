// SPDX-License-Identifier: MIT
/* Blocks in files without names, mapped into memory. */
#include "base/disk.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <unistd.h>

static int open_nameless(const char *folder)
{
    char path[PATH_MAX];
    int length = snprintf(path, sizeof path, "%s/.interfluve-XXXXXX", folder);
    if (length < 0 || (size_t)length >= sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    int file = mkstemp(path);
    if (file >= 0)
        unlink(path);
    return file;
}

void *fluv_disk_block(const char *folder, size_t bytes)
{
    int file = open_nameless(folder);
    if (file < 0)
        return NULL;
    int failed = posix_fallocate(file, 0, (off_t)bytes);
    void *block =
        failed ? MAP_FAILED : mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    failed = failed ? failed : errno;
    close(file); /* the mapping holds it */
    errno = failed;
    return block == MAP_FAILED ? NULL : block;
}

void fluv_disk_block_free(void *block, size_t bytes)
{
    munmap(block, bytes);
}

uint64_t fluv_disk_room(const char *folder)
{
    struct statvfs disk;
    if (statvfs(folder, &disk) != 0)
        return UINT64_MAX;
    return (uint64_t)disk.f_bavail * disk.f_frsize;
}
