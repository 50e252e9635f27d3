// SPDX-License-Identifier: MIT
/* Text with numbers as the locale "C" has them. The locale is the thread's own, and put back. */
#include "base/plain.h"

#include <locale.h>
#include <stdarg.h>
#include <stdio.h>

void fluv_plain_print(char *to, size_t room, const char *format, ...)
{
    va_list values;
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    locale_t before = plain ? uselocale(plain) : (locale_t)0;
    va_start(values, format);
    vsnprintf(to, room, format, values);
    va_end(values);
    if (plain) {
        uselocale(before);
        freelocale(plain);
    }
}
