// SPDX-License-Identifier: MIT
/* Memory that is left, as Linux tells it: /proc/meminfo, the control groups (both versions) the
 * process stands in, and RLIMIT_AS. Elsewhere nothing is known and nothing is refused.
 *
 * The smallest of the answers counts. A group's cached files can be given back, so they do not
 * count as used. */
#include "base/room.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#define KNOWS_NOTHING UINT64_MAX

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t rest(uint64_t limit, uint64_t used)
{
    return limit > used ? limit - used : 0;
}

/* The number after `key` in a file of "key number" lines; with key "" the file's first number. */
static uint64_t number_in(const char *file, const char *key)
{
    FILE *in = fopen(file, "re");
    if (!in)
        return KNOWS_NOTHING;
    char line[256];
    uint64_t value = KNOWS_NOTHING;
    size_t length = strlen(key);
    while (value == KNOWS_NOTHING && fgets(line, sizeof line, in))
        if (strncmp(line, key, length) == 0 && sscanf(line + length, "%" SCNu64, &value) != 1)
            value = KNOWS_NOTHING;
    fclose(in);
    return value;
}

static uint64_t machine_room(void)
{
    uint64_t kilobytes = number_in("/proc/meminfo", "MemAvailable:");
    return kilobytes < KNOWS_NOTHING / 1024 ? kilobytes * 1024 : KNOWS_NOTHING;
}

typedef struct group_files {
    const char *limit, *used, *cached; /* names in the group's folder; `cached` in memory.stat */
} group_files;

static uint64_t group_room(const char *folder, const group_files *files)
{
    char path[1100];
    snprintf(path, sizeof path, "%s/%s", folder, files->limit);
    uint64_t limit = number_in(path, "");
    snprintf(path, sizeof path, "%s/%s", folder, files->used);
    uint64_t used = number_in(path, "");
    if (limit == KNOWS_NOTHING || used == KNOWS_NOTHING)
        return KNOWS_NOTHING;
    snprintf(path, sizeof path, "%s/memory.stat", folder);
    uint64_t cached = number_in(path, files->cached);
    return rest(limit, cached == KNOWS_NOTHING ? used : rest(used, cached));
}

/* The group and all the groups around it. In a container the path may lead nowhere below the
 * mount; the walk upwards then meets the container's own files. */
static uint64_t groups_room(const char *mount, const char *group, const group_files *files)
{
    char folder[1024];
    snprintf(folder, sizeof folder, "%s%s", mount, group);
    uint64_t room = KNOWS_NOTHING;
    for (;;) {
        room = smaller(room, group_room(folder, files));
        char *slash = strrchr(folder, '/');
        if (!slash || (size_t)(slash - folder) < strlen(mount))
            return room;
        *slash = '\0';
    }
}

static uint64_t all_groups_room(void)
{
    static const group_files second = {"memory.max", "memory.current", "inactive_file "};
    static const group_files first = {"memory.limit_in_bytes", "memory.usage_in_bytes",
                                      "total_inactive_file "};
    FILE *in = fopen("/proc/self/cgroup", "re");
    if (!in)
        return KNOWS_NOTHING;
    char line[900];
    uint64_t room = KNOWS_NOTHING;
    while (fgets(line, sizeof line, in)) { /* number:controllers:/path */
        line[strcspn(line, "\n")] = '\0';
        char *controllers = strchr(line, ':');
        char *path = controllers ? strchr(controllers + 1, ':') : NULL;
        if (!path)
            continue;
        if (path == controllers + 1)
            room = smaller(room, groups_room("/sys/fs/cgroup", path + 1, &second));
        else if (strstr(controllers, "memory"))
            room = smaller(room, groups_room("/sys/fs/cgroup/memory", path + 1, &first));
    }
    fclose(in);
    return room;
}

static uint64_t process_room(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return KNOWS_NOTHING;
    uint64_t kilobytes = number_in("/proc/self/status", "VmSize:");
    return rest(limit.rlim_cur, kilobytes == KNOWS_NOTHING ? 0 : kilobytes * 1024);
}

uint64_t fluv_room(const fluv_ctx *ctx)
{
    if (ctx->memory_limit)
        return ctx->memory_limit;
    uint64_t left = smaller(machine_room(), smaller(all_groups_room(), process_room()));
    uint64_t held = atomic_load(&ctx->memory.now);
    return left > UINT64_MAX - held ? UINT64_MAX : left + held;
}

fluv_bytes_text fluv_bytes_show(double bytes)
{
    fluv_bytes_text shown;
    if (bytes < 1e9)
        snprintf(shown.text, sizeof shown.text, "%.0f MB", bytes / 1e6);
    else
        snprintf(shown.text, sizeof shown.text, "%.1f GB", bytes / 1e9);
    return shown;
}
