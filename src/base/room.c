// SPDX-License-Identifier: MIT
/* Memory and cores that are left, as Linux tells it: /proc/meminfo, the control groups (both
 * versions) the process stands in, RLIMIT_AS, and the cores it may run on. Elsewhere nothing is
 * known and nothing is refused.
 *
 * The smallest of the answers counts. A group's cached files can be given back, so they do not
 * count as used. */
#include "base/room.h"

#include "base/disk.h"

#include <inttypes.h>
#include <omp.h>
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

/* ---- Control groups ----------------------------------------------------------------------------
 */

/* What one group allows, from the files in its folder. */
typedef uint64_t group_limit(const char *folder);

static uint64_t number_in_folder(const char *folder, const char *file, const char *key)
{
    char path[1100];
    snprintf(path, sizeof path, "%s/%s", folder, file);
    return number_in(path, key);
}

static uint64_t memory_left(uint64_t limit, uint64_t used, uint64_t cached)
{
    if (limit == KNOWS_NOTHING || used == KNOWS_NOTHING)
        return KNOWS_NOTHING;
    return rest(limit, cached == KNOWS_NOTHING ? used : rest(used, cached));
}

static uint64_t memory_second(const char *folder)
{
    return memory_left(number_in_folder(folder, "memory.max", ""),
                       number_in_folder(folder, "memory.current", ""),
                       number_in_folder(folder, "memory.stat", "inactive_file "));
}

static uint64_t memory_first(const char *folder)
{
    return memory_left(number_in_folder(folder, "memory.limit_in_bytes", ""),
                       number_in_folder(folder, "memory.usage_in_bytes", ""),
                       number_in_folder(folder, "memory.stat", "total_inactive_file "));
}

/* Cores for a share of time, in microseconds of every period. */
static uint64_t cores_for(uint64_t quota, uint64_t period)
{
    bool known = quota <= INT64_MAX && period <= INT64_MAX && period > 0; /* -1: no limit */
    return known ? (quota + period - 1) / period : KNOWS_NOTHING;
}

static uint64_t cores_second(const char *folder)
{
    char path[1100];
    uint64_t quota = KNOWS_NOTHING, period = KNOWS_NOTHING;
    snprintf(path, sizeof path, "%s/cpu.max", folder);
    FILE *in = fopen(path, "re");
    if (in && fscanf(in, "%" SCNu64 " %" SCNu64, &quota, &period) != 2)
        quota = KNOWS_NOTHING; /* "max" */
    if (in)
        fclose(in);
    return cores_for(quota, period);
}

static uint64_t cores_first(const char *folder)
{
    return cores_for(number_in_folder(folder, "cpu.cfs_quota_us", ""),
                     number_in_folder(folder, "cpu.cfs_period_us", ""));
}

/* The group and all the groups around it. In a container the path may lead nowhere below the
 * mount; the walk upwards then meets the container's own files. */
static uint64_t least_around(const char *mount, const char *group, group_limit *limit)
{
    char folder[1024];
    snprintf(folder, sizeof folder, "%s%s", mount, group);
    uint64_t least = KNOWS_NOTHING;
    for (;;) {
        least = smaller(least, limit(folder));
        char *slash = strrchr(folder, '/');
        if (!slash || (size_t)(slash - folder) < strlen(mount))
            return least;
        *slash = '\0';
    }
}

/* The least that any group allows; `second` and `first` read the two versions of their files. */
static uint64_t least_of_groups(const char *controller, group_limit *second, group_limit *first)
{
    FILE *in = fopen("/proc/self/cgroup", "re");
    if (!in)
        return KNOWS_NOTHING;
    char line[900], mount[64];
    snprintf(mount, sizeof mount, "/sys/fs/cgroup/%s", controller);
    uint64_t least = KNOWS_NOTHING;
    while (fgets(line, sizeof line, in)) { /* number:controllers:/path */
        line[strcspn(line, "\n")] = '\0';
        char *controllers = strchr(line, ':');
        char *path = controllers ? strchr(controllers + 1, ':') : NULL;
        if (!path)
            continue;
        if (path == controllers + 1)
            least = smaller(least, least_around("/sys/fs/cgroup", path + 1, second));
        else if (strstr(controllers, controller))
            least = smaller(least, least_around(mount, path + 1, first));
    }
    fclose(in);
    return least;
}

/* ---- Answers -----------------------------------------------------------------------------------
 */

static uint64_t process_room(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return KNOWS_NOTHING;
    uint64_t kilobytes = number_in("/proc/self/status", "VmSize:");
    return rest(limit.rlim_cur, kilobytes == KNOWS_NOTHING ? 0 : kilobytes * 1024);
}

static uint64_t with_held(const fluv_ctx *ctx, uint64_t left)
{
    uint64_t held = atomic_load(&ctx->memory.now);
    return left > UINT64_MAX - held ? UINT64_MAX : left + held;
}

uint64_t fluv_room(const fluv_ctx *ctx)
{
    if (ctx->disk[0])
        return with_held(ctx, fluv_disk_room(ctx->disk));
    if (ctx->memory_limit)
        return ctx->memory_limit;
    uint64_t groups = least_of_groups("memory", memory_second, memory_first);
    uint64_t left = smaller(machine_room(), smaller(groups, process_room()));
    return with_held(ctx, left);
}

int fluv_cores(void)
{
    uint64_t allowed = (uint64_t)omp_get_num_procs();
    return (int)smaller(allowed, least_of_groups("cpu", cores_second, cores_first));
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
