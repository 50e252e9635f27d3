// SPDX-License-Identifier: MIT
/* Progress on stderr: a bar per stage with the time left, plain lines, or JSON lines.
 *
 * A bar is drawn over and over on the last line and left there when its step is done. */
#include "cli/cli.h"

#include <string.h>
#include <unistd.h>

#define BAR_CELLS      24
#define PLAIN_INTERVAL 5.0 /* seconds between two plain lines of one step */

static void time_left(const fluv_progress *now, char *text, size_t size)
{
    text[0] = '\0';
    if (now->fraction < 0.01 || now->seconds < 0.5)
        return;
    double left = now->seconds * (1 - now->fraction) / now->fraction;
    if (left < 3600 * 100)
        snprintf(text, size, "%d:%02d left", (int)left / 60, (int)left % 60);
}

static void draw_bar(cli_progress *progress, const fluv_progress *now)
{
    bool done = now->fraction >= 1;
    char bar[BAR_CELLS + 1], end[32], line[256];
    int full = (int)(now->fraction * BAR_CELLS);
    full = full < 0 ? 0 : full > BAR_CELLS ? BAR_CELLS : full;
    memset(bar, '-', BAR_CELLS);
    memset(bar, '#', (size_t)full);
    bar[BAR_CELLS] = '\0';
    if (done)
        snprintf(end, sizeof end, "%.2f s", now->seconds);
    else
        time_left(now, end, sizeof end);
    snprintf(line, sizeof line, "%-5s %2d/%-2d %-14s [%s] %3.0f %%  %s", now->phase, now->step,
             now->steps, now->stage, bar, 100 * now->fraction, end);
    fprintf(stderr, "\r\033[K%.*s%s", progress->width - 1, line, done ? "\n" : "");
    fflush(stderr);
    progress->line_open = !done;
}

static void print_plain(cli_progress *progress, const fluv_progress *now)
{
    if (now->stage != progress->plain_stage) {
        progress->plain_stage = now->stage;
        progress->plain_next = PLAIN_INTERVAL;
    }
    if (now->fraction >= 1) {
        fprintf(stderr, "%s %d/%d %s: %.2f s\n", now->phase, now->step, now->steps, now->stage,
                now->seconds);
    } else if (now->seconds >= progress->plain_next) {
        char left[32];
        time_left(now, left, sizeof left);
        fprintf(stderr, "%s %d/%d %s: %.0f %% %s\n", now->phase, now->step, now->steps, now->stage,
                100 * now->fraction, left);
        progress->plain_next = now->seconds + PLAIN_INTERVAL;
    }
}

static void print_json(const fluv_progress *now)
{
    fprintf(stderr, "{\"phase\":\"%s\",\"stage\":\"", now->phase);
    for (const char *c = now->stage; *c; c++) {
        if ((unsigned char)*c < ' ')
            fprintf(stderr, "\\u%04x", (unsigned)*c);
        else
            fprintf(stderr, *c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
    }
    fprintf(stderr, "\",\"step\":%d,\"steps\":%d,\"fraction\":%.4f,\"seconds\":%.4f}\n", now->step,
            now->steps, now->fraction, now->seconds);
}

static void report(void *user, const fluv_progress *now)
{
    cli_progress *progress = user;
    if (progress->kind == CLI_BAR || progress->kind == CLI_PLAIN)
        fputs(progress->first, stderr);
    progress->first[0] = '\0';
    if (progress->kind == CLI_BAR)
        draw_bar(progress, now);
    else if (progress->kind == CLI_PLAIN)
        print_plain(progress, now);
    else if (progress->kind == CLI_JSON)
        print_json(now);
    if (cli_stop_asked())
        fluv_cancel(progress->ctx);
}

void cli_progress_start(cli_progress *progress, fluv_ctx *ctx, const char *word)
{
    *progress = (cli_progress){.ctx = ctx,
                               .kind = isatty(STDERR_FILENO) ? CLI_BAR : CLI_PLAIN,
                               .width = cli_width(STDERR_FILENO)};
    if (word && strcmp(word, "none") == 0)
        progress->kind = CLI_SILENT;
    else if (word && strcmp(word, "bar") == 0)
        progress->kind = CLI_BAR;
    else if (word && strcmp(word, "plain") == 0)
        progress->kind = CLI_PLAIN;
    else if (word && strcmp(word, "json") == 0)
        progress->kind = CLI_JSON;
    fluv_set_progress(ctx, report, progress);
}

void cli_progress_end(cli_progress *progress, fluv_ctx *ctx)
{
    fluv_set_progress(ctx, NULL, NULL);
    if (progress->line_open)
        fputs("\r\033[K", stderr);
    progress->line_open = false;
}
