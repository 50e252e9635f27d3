// SPDX-License-Identifier: MIT
/* Names of files as seen from a folder. */
#include "recipe/relative.h"

#include <libgen.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *joined(const char *a, const char *between, const char *b)
{
    size_t length = strlen(a) + strlen(between) + strlen(b) + 1;
    char *text = malloc(length);
    if (text)
        snprintf(text, length, "%s%s%s", a, between, b);
    return text;
}

char *fluv_path_whole(const char *folder)
{
    char *whole = realpath(folder, NULL);
    if (whole)
        return whole;
    char *one = strdup(folder), *two = strdup(folder); /* both may be written to */
    char *parent = one ? realpath(dirname(one), NULL) : NULL;
    if (parent && two)
        whole = joined(parent, strcmp(parent, "/") == 0 ? "" : "/", basename(two));
    free(parent);
    free(one);
    free(two);
    return whole;
}

/* Bytes of both paths up to the last folder that they share, its slash included. */
static size_t shared_length(const char *folder, const char *file)
{
    size_t shared = 0;
    for (size_t i = 0; folder[i] == file[i] || (!folder[i] && file[i] == '/'); i++) {
        if (file[i] == '/')
            shared = i + 1;
        if (!folder[i] || !file[i])
            break;
    }
    return shared;
}

char *fluv_path_from(const char *folder, const char *file)
{
    size_t shared = shared_length(folder, file), up = 0;
    if (shared <= 1)
        return NULL;
    const char *below = shared > strlen(folder) ? "" : folder + shared;
    for (const char *at = below; *at; at++)
        up += *at == '/';
    up += *below != '\0';
    const char *rest = file + shared;
    bool drive_like = up == 0 && rest[strcspn(rest, ":/")] == ':'; /* would be taken for GDAL's */
    char *climb = malloc(3 * up + 3);
    if (!climb)
        return NULL;
    strcpy(climb, drive_like ? "./" : "");
    for (size_t i = 0; i < up; i++)
        strcat(climb, "../");
    char *name = joined(climb, "", rest);
    free(climb);
    return name;
}
