// SPDX-License-Identifier: MIT
/* Blocks in files without names, mapped into memory. */
#include "base/disk.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

#define ONES ((size_t)1 << 22) /* bytes of a file that shows as memory again and again */

/* Its file; -1: errno says why. */
static int open_ones(const char *folder, size_t bytes)
{
    unsigned char line[4096];
    int file = open_nameless(folder);
    memset(line, 0xff, sizeof line);
    for (size_t at = 0; file >= 0 && at < bytes; at += sizeof line)
        if (write(file, line, sizeof line) != (ssize_t)sizeof line) {
            close(file);
            errno = errno ? errno : ENOSPC;
            return -1;
        }
    return file;
}

void *fluv_sparse_block(const char *folder, size_t bytes, bool ones)
{
    const int access = PROT_READ | PROT_WRITE, kind = MAP_PRIVATE | MAP_NORESERVE;
    unsigned char *block = mmap(NULL, bytes, access, kind | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED || !ones)
        return block == MAP_FAILED ? NULL : block;
    size_t piece = bytes < ONES ? bytes : ONES;
    errno = 0;
    int file = open_ones(folder, piece);
    bool good = file >= 0;
    for (size_t at = 0; good && at < bytes; at += piece)
        good = mmap(block + at, bytes - at < piece ? bytes - at : piece, access, kind | MAP_FIXED,
                    file, 0) != MAP_FAILED;
    int failed = errno;
    if (file >= 0)
        close(file);
    if (good)
        return block;
    munmap(block, bytes);
    errno = failed;
    return NULL;
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
