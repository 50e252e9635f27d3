// SPDX-License-Identifier: MIT
/* Complaints, wrapped text, quantities. */
#include "cli/text.h"

#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define NARROWEST 40
#define WIDEST    110 /* longer lines are hard to read */
#define USUAL     80

cli_exit cli_complain(cli_exit code, const char *format, ...)
{
    char line[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    fluv_text_clean(line);
    fprintf(stderr, "interfluve: %s\n", line);
    return code;
}

void cli_print_name(const char *label, const char *name, const char *after)
{
    char shown[PATH_MAX];
    snprintf(shown, sizeof shown, "%s", name);
    if (isatty(STDOUT_FILENO)) /* a script needs the name as it is */
        fluv_text_clean(shown);
    printf("%s%s%s", label, shown, after);
}

cli_exit cli_complain_status(const fluv_ctx *ctx, fluv_status status)
{
    cli_exit code = CLI_FAILED;
    if (status == FLUV_BAD_USE || status == FLUV_BAD_RECIPE)
        code = CLI_WRONG_USE;
    if (status == FLUV_CANCELLED)
        code = CLI_STOPPED;
    const char *message = fluv_message(ctx);
    return cli_complain(code, "%s", *message ? message : "failed without a reason");
}

cli_exit cli_complain_unknown(const char *kind, const char *word, const char *const *known,
                              size_t count)
{
    const char *near = fluv_did_you_mean(word, known, count);
    if (near)
        return cli_complain(CLI_WRONG_USE, "unknown %s `%s`: did you mean `%s`?", kind, word, near);
    char list[512] = "";
    for (size_t i = 0, used = 0; i < count && used < sizeof list; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", known[i]);
    return cli_complain(CLI_WRONG_USE, "unknown %s `%s`, expected one of %s", kind, word, list);
}

int cli_width(int descriptor)
{
    struct winsize window;
    int width = USUAL;
    const char *columns = getenv("COLUMNS");
    if (ioctl(descriptor, TIOCGWINSZ, &window) == 0 && window.ws_col > 0)
        width = window.ws_col;
    else if (columns && atoi(columns) > 0)
        width = atoi(columns);
    return width < NARROWEST ? NARROWEST : width > WIDEST ? WIDEST : width;
}

/* Columns a word takes: bytes that continue a UTF-8 character take none. */
static int columns_of(const char *text, size_t length)
{
    int columns = 0;
    for (size_t i = 0; i < length; i++)
        columns += ((unsigned char)text[i] & 0xC0) != 0x80;
    return columns;
}

void cli_print_wrapped(FILE *to, const char *text, int column)
{
    int width = cli_width(fileno(to));
    int at = column;
    for (const char *word = text + strspn(text, " "); *word;) {
        size_t length = strcspn(word, " ");
        int columns = columns_of(word, length);
        if (at > column && at + 1 + columns > width) {
            fprintf(to, "\n%*s", column, "");
            at = column;
        }
        int space = at > column;
        fprintf(to, "%*s%.*s", space, "", (int)length, word);
        at += space + columns;
        word += length;
        word += strspn(word, " ");
    }
    fputc('\n', to);
}

void cli_print_entry(FILE *to, const char *name, const char *text, int column)
{
    int used = fprintf(to, "  %s", name);
    if (used >= column) {
        fputc('\n', to);
        used = 0;
    }
    fprintf(to, "%*s", column - used, "");
    cli_print_wrapped(to, text, column);
}

cli_text cli_format(const char *format, ...)
{
    cli_text out;
    va_list args;
    va_start(args, format);
    vsnprintf(out.text, sizeof out.text, format, args);
    va_end(args);
    return out;
}

cli_text cli_length_text(double metres)
{
    if (fabs(metres) < 1000)
        return cli_format("%.3g m", metres);
    return cli_format(metres < 1e5 ? "%.1f km" : "%.0f km", metres / 1000);
}

cli_text cli_area_text(double square_metres)
{
    if (square_metres < 1e4)
        return cli_format("%.3g m2", square_metres);
    if (square_metres < 1e6)
        return cli_format("%.1f ha", square_metres / 1e4);
    return cli_format(square_metres < 1e8 ? "%.1f km2" : "%.0f km2", square_metres / 1e6);
}

cli_text cli_number_text(double number)
{
    bool plain = number == floor(number) && fabs(number) < 1e7;
    return cli_format(plain ? "%.0f" : "%.7g", number);
}
