// SPDX-License-Identifier: MIT
/* What the library is made of: the versions of what it was built with and runs on. A library that
 * can be asked says which one was loaded; of the others the header they came with is known. */
#include "interfluve.h"

#include <stdio.h>
#include <yaml.h>
#ifdef FLUV_WITH_GDAL
#include <gdal.h>
#include <jansson.h>
#include <libdeflate.h>
#include <meshoptimizer.h>
#include <zlib.h>
#endif

static void say(const char *text, char version[static 48])
{
    snprintf(version, 48, "%s", text);
}

static void compiler(char version[static 48])
{
#ifdef __clang__
    say(__VERSION__, version);
#else
    say("gcc " __VERSION__, version);
#endif
}

static void threads(char version[static 48])
{
#ifdef _OPENMP
    snprintf(version, 48, "%d", _OPENMP);
#else
    say("none", version);
#endif
}

static void yaml(char version[static 48])
{
    say(yaml_get_version_string(), version);
}

#ifdef FLUV_WITH_GDAL
static void gdal(char version[static 48])
{
    say(GDALVersionInfo("RELEASE_NAME"), version);
}

static void json(char version[static 48])
{
    say(jansson_version_str(), version);
}

static void packer(char version[static 48])
{
    say(LIBDEFLATE_VERSION_STRING, version);
}

static void zlib(char version[static 48])
{
    say(zlibVersion(), version);
}

/* A thousand is 1.0, ten 0.1. */
static void simplifier(char version[static 48])
{
    snprintf(version, 48, "%d.%d", MESHOPTIMIZER_VERSION / 1000, MESHOPTIMIZER_VERSION / 10 % 100);
}
#endif

static const struct {
    const char *name;
    void (*version)(char version[static 48]);
} parts[] = {
    {"compiler", compiler},
    {"OpenMP", threads},
    {"libyaml", yaml},
#ifdef FLUV_WITH_GDAL
    {"GDAL", gdal},
    {"jansson", json},
    {"libdeflate", packer},
    {"zlib", zlib},
    {"meshoptimizer", simplifier},
#endif
};

size_t fluv_dependency_count(void)
{
    return sizeof parts / sizeof *parts;
}

bool fluv_dependency_at(size_t index, fluv_dependency *out)
{
    if (index >= fluv_dependency_count())
        return false;
    out->name = parts[index].name;
    parts[index].version(out->version);
    return true;
}
