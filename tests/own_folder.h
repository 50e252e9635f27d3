// SPDX-License-Identifier: MIT
/* A folder for the files of a test program, and what tests that write and read files share. */
#ifndef FLUV_TESTS_OWN_FOLDER_H
#define FLUV_TESTS_OWN_FOLDER_H

#include <gdal.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/fluv-test-XXXXXX";

static inline void assert_near(double found, double expected, double tolerance)
{
    if (!(fabs(found - expected) <= tolerance))
        fail_msg("found %.17g, expected %.17g", found, expected);
}

/* Four names can be in use at a time. */
static inline const char *path_of(const char *name)
{
    static char path[4][512];
    static int turn;
    char *out = path[turn++ & 3];
    snprintf(out, sizeof path[0], "%s/%s", folder, name);
    return out;
}

__attribute__((format(printf, 1, 2))) static inline void shell(const char *format, ...)
{
    char command[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(command, sizeof command, format, args);
    va_end(args);
    assert_int_equal(system(command), 0);
}

static inline int make_folder(void **state)
{
    (void)state;
    GDALAllRegister();
    return mkdtemp(folder) ? 0 : -1;
}

static inline int remove_folder(void **state)
{
    (void)state;
    shell("rm -rf %s", folder);
    return 0;
}

/* Whatever happens between the two, nothing is printed. */
typedef struct silence {
    int kept;
    FILE *caught;
} silence;

static inline silence listen_to_stderr(void)
{
    fflush(stderr);
    silence s = {.kept = dup(2), .caught = tmpfile()};
    assert_non_null(s.caught);
    dup2(fileno(s.caught), 2);
    return s;
}

static inline void expect_silence(silence s)
{
    fflush(stderr);
    dup2(s.kept, 2);
    close(s.kept);
    fseek(s.caught, 0, SEEK_END);
    long spoken = ftell(s.caught);
    fclose(s.caught);
    assert_int_equal(spoken, 0);
}

#endif
