// SPDX-License-Identifier: MIT
/* $XDG_CACHE_HOME/interfluve/VERSION/NAME.png */
#include "studio/cache.h"

#include "interfluve.h"
#include "studio/files.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LARGEST ((size_t)16 << 20)

/* False: the user has no such folder. */
static bool cache_folder(char folder[PATH_MAX])
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache && *cache == '/')
        snprintf(folder, PATH_MAX, "%s/interfluve/%s", cache, fluv_version());
    else if (home && *home == '/')
        snprintf(folder, PATH_MAX, "%s/.cache/interfluve/%s", home, fluv_version());
    else
        return false;
    return true;
}

static bool path_of(const char *preset, char path[PATH_MAX + 128])
{
    char folder[PATH_MAX];
    if (!cache_folder(folder) || !file_name_is_plain(preset))
        return false;
    snprintf(path, PATH_MAX + 128, "%s/%s.png", folder, preset);
    return true;
}

bool cache_has(const char *preset)
{
    char path[PATH_MAX + 128];
    return path_of(preset, path) && access(path, R_OK) == 0;
}

char *cache_get(const char *preset, size_t *size)
{
    char path[PATH_MAX + 128];
    *size = 0;
    return path_of(preset, path) ? file_load(path, LARGEST, size) : NULL;
}

bool cache_put(const char *preset, const void *png, size_t size)
{
    char folder[PATH_MAX], name[160];
    if (!cache_folder(folder) || !file_name_is_plain(preset))
        return false;
    for (char *at = folder + 1; *at; at++) /* every folder on the way */
        if (*at == '/') {
            *at = '\0';
            (void)mkdir(folder, 0777);
            *at = '/';
        }
    (void)mkdir(folder, 0777);
    snprintf(name, sizeof name, "%s.png", preset);
    return file_save(folder, name, png, size);
}
