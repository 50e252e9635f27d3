// SPDX-License-Identifier: MIT
/* Numbers with units: "60 km", "800 mm/y", "35 deg", "20 %".
 *
 * in   a text and the unit the caller counts in        out   the number in that unit
 *
 * A unit is a kind and a fraction up / down of the kind's base. Conversions multiply by whole
 * numbers first and divide once, so that "3 mm" is the double nearest to 0.003. A year is 365.25
 * days. */
#include "base/param.h"
#include "base/words.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define YEAR 31556952.0 /* seconds; the mean of the calendar */

typedef enum kind { PURE, LENGTH, AREA, VOLUME, RATE, FLOW, SPREAD, ANGLE, TIME } kind;

/* The first name of a unit is shown in messages; names after it with the same meaning are not. */
static const struct unit {
    const char *name;
    kind kind;
    bool shown;
    double up, down;
} units[] = {
    {"", PURE, false, 1, 1},
    {"%", PURE, true, 1, 100},
    {"m", LENGTH, true, 1, 1},
    {"km", LENGTH, true, 1000, 1},
    {"cm", LENGTH, true, 1, 100},
    {"mm", LENGTH, true, 1, 1000},
    {"ft", LENGTH, true, 3048, 10000},
    {"mi", LENGTH, true, 1609344, 1000},
    {"m2", AREA, true, 1, 1},
    {"m²", AREA, false, 1, 1},
    {"km2", AREA, true, 1e6, 1},
    {"km²", AREA, false, 1e6, 1},
    {"ha", AREA, true, 1e4, 1},
    {"m3", VOLUME, true, 1, 1},
    {"m³", VOLUME, false, 1, 1},
    {"km3", VOLUME, true, 1e9, 1},
    {"km³", VOLUME, false, 1e9, 1},
    {"m/y", RATE, true, 1, 1},
    {"cm/y", RATE, true, 1, 100},
    {"mm/y", RATE, true, 1, 1000},
    {"mm/h", RATE, true, YEAR, 3600000},
    {"m/s", RATE, true, YEAR, 1},
    {"m3/s", FLOW, true, 1, 1},
    {"m³/s", FLOW, false, 1, 1},
    {"m2/y", SPREAD, true, 1, 1},
    {"m²/y", SPREAD, false, 1, 1},
    {"cm2/y", SPREAD, true, 1, 1e4},
    {"cm²/y", SPREAD, false, 1, 1e4},
    {"rad", ANGLE, true, 1, 1},
    {"deg", ANGLE, true, 3.14159265358979323846, 180},
    {"°", ANGLE, false, 3.14159265358979323846, 180},
    {"y", TIME, true, 1, 1},
    {"ky", TIME, true, 1e3, 1},
    {"My", TIME, true, 1e6, 1},
    {"s", TIME, true, 1, YEAR},
};
#define UNIT_COUNT (sizeof units / sizeof units[0])

static const struct unit *unit_named(const char *name)
{
    for (size_t i = 0; i < UNIT_COUNT; i++)
        if (strcmp(units[i].name, name) == 0)
            return &units[i];
    return NULL;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Bytes of the decimal number at the beginning of `text`, 0 if there is none: neither hexadecimal
 * nor infinities, which strtod would take. */
static size_t number_bytes(const char *text)
{
    size_t at = text[0] == '+' || text[0] == '-', digits = 0;
    for (; is_digit(text[at]); at++)
        digits++;
    if (text[at] == '.')
        for (at++; is_digit(text[at]); at++)
            digits++;
    if (digits == 0)
        return 0;
    if (text[at] == 'e' || text[at] == 'E') {
        size_t power = at + 1 + (text[at + 1] == '+' || text[at + 1] == '-');
        if (is_digit(text[power]))
            for (at = power; is_digit(text[at]); at++)
                continue;
    }
    return at;
}

/* The decimal point is a point in every locale of the calling program. */
static double number_value(const char *text, size_t bytes)
{
    char digits[64];
    if (bytes >= sizeof digits)
        return NAN;
    memcpy(digits, text, bytes);
    digits[bytes] = '\0';
    locale_t plain = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
    double value = plain ? strtod_l(digits, NULL, plain) : NAN;
    if (plain)
        freelocale(plain);
    return value;
}

static fluv_status fail_unit(fluv_ctx *ctx, const char *text, const char *unit)
{
    const struct unit *own = unit_named(unit);
    fluv_joined fitting = {0};
    for (size_t i = 0; own && i < UNIT_COUNT; i++)
        if (units[i].kind == own->kind && units[i].shown)
            fluv_joined_add(&fitting, units[i].name);
    if (!own)
        fluv_joined_add(&fitting, unit);
    fluv_joined_end(&fitting, "or");
    return fluv_fail(ctx, FLUV_BAD_USE,
                     "the unit of `%s` does not fit: use %s, or a number alone%s%s",
                     fluv_show(text).text, fitting.text, *unit ? " for " : "", unit);
}

/* Copies what stands after the number, without blanks around it. */
static bool unit_part(const char *text, char *name, size_t room)
{
    text += strspn(text, " \t");
    size_t length = strlen(text);
    while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t'))
        length--;
    if (length >= room)
        return false;
    memcpy(name, text, length);
    name[length] = '\0';
    return true;
}

fluv_status fluv_quantity_parse(fluv_ctx *ctx, const char *text, const char *unit, double *out)
{
    const char *start = text + strspn(text, " \t");
    size_t bytes = number_bytes(start);
    if (bytes == 0)
        return fluv_fail(ctx, FLUV_BAD_USE, "`%s` is not a number%s%s", fluv_show(text).text,
                         *unit ? ": write one, such as 1 " : "", unit);
    double value = number_value(start, bytes);
    char name[16];
    if (!unit_part(start + bytes, name, sizeof name))
        return fail_unit(ctx, text, unit);
    if (*name && strcmp(name, unit) != 0) {
        const struct unit *from = unit_named(name), *to = unit_named(unit);
        if (!from || !to || from->kind != to->kind)
            return fail_unit(ctx, text, unit);
        value = value * (from->up * to->down) / (from->down * to->up);
    }
    if (!isfinite(value))
        return fluv_fail(ctx, FLUV_BAD_USE, "`%s` is too large or too long a number",
                         fluv_show(text).text);
    *out = value;
    return FLUV_OK;
}
