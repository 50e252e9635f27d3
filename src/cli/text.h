// SPDX-License-Identifier: MIT
/* What the command says: complaints in one line, wrapped text, quantities in handy units, and
 * parameters in words. */
#ifndef FLUV_CLI_TEXT_H
#define FLUV_CLI_TEXT_H

#include "interfluve.h"

#include <stdio.h>

typedef enum cli_exit {
    CLI_DONE = 0,
    CLI_FAILED = 1,
    CLI_WRONG_USE = 2, /* of the command line or in the recipe */
    CLI_STOPPED = 130
} cli_exit;

/* One line on stderr, "interfluve: …", control characters made harmless; returns `code`. */
cli_exit cli_complain(cli_exit code, const char *format, ...) FLUV_PRINTF(2, 3);
/* A file's name between two texts on stdout; harmless on a terminal, as it is in a pipe. */
void cli_print_name(const char *label, const char *name, const char *after);
/* The context's message, and the exit code that goes with the status. */
cli_exit cli_complain_status(const fluv_ctx *ctx, fluv_status status);

/* Prints "interfluve: unknown KIND 'word': did you mean …" and returns CLI_WRONG_USE. */
cli_exit cli_complain_unknown(const char *kind, const char *word, const char *const *known,
                              size_t count);

int cli_width(int descriptor); /* columns of the terminal, or a sensible number */
/* `text` from column `column` on (the line already reaches `column`), later lines indented as
 * far, ended by a newline. */
void cli_print_wrapped(FILE *to, const char *text, int column);
/* "name", padded to `column`, then `text` wrapped. */
void cli_print_entry(FILE *to, const char *name, const char *text, int column);

/* A short piece of text, handed about by value. */
typedef struct cli_text {
    char text[240];
} cli_text;

cli_text cli_format(const char *format, ...) FLUV_PRINTF(1, 2);

cli_text cli_length_text(double metres);
cli_text cli_area_text(double square_metres);
cli_text cli_number_text(double number);

/* A parameter's values and default in words: "0 to 4 m", "full, volume or steady". */
cli_text cli_param_values(const fluv_param *param);
cli_text cli_param_default(const fluv_param *param);
const char *cli_param_kind(const fluv_param *param);

#endif
