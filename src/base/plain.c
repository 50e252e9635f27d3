// SPDX-License-Identifier: MIT
/* Text with numbers as the locale "C" has them. The locale is the thread's own, and put back. */
#include "base/plain.h"

#include <stdarg.h>
#include <stdio.h>

void fluv_plain_begin(fluv_plain *plain)
{
    *plain = (fluv_plain){.plain = newlocale(LC_ALL_MASK, "C", (locale_t)0)};
    if (plain->plain)
        plain->before = uselocale(plain->plain);
}

void fluv_plain_end(fluv_plain *plain)
{
    if (plain->plain) {
        uselocale(plain->before);
        freelocale(plain->plain);
    }
}

void fluv_plain_print(char *to, size_t room, const char *format, ...)
{
    va_list values;
    fluv_plain plain;
    fluv_plain_begin(&plain);
    va_start(values, format);
    vsnprintf(to, room, format, values);
    va_end(values);
    fluv_plain_end(&plain);
}
