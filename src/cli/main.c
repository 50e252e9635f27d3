// SPDX-License-Identifier: MIT
/* interfluve: landscapes whose rivers and lakes are right. Finds the subcommand and runs it.
 *
 * Exit: 0 done, 1 failed, 2 wrong use or recipe, 130 stopped. */
#include "cli/cli.h"
#include "studio/studio.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static cli_exit run_command(const cli_command *command, int count, char **words)
{
    cli_args args;
    cli_exit code = cli_args_read(command, count, words, &args);
    if (code == CLI_DONE && args.help) {
        cli_print_command_help(command);
    } else if (code == CLI_DONE) {
        fluv_ctx *ctx = fluv_ctx_new();
        if (ctx) {
            if (args.threads) /* else what a new context has: one per core */
                fluv_set_threads(ctx, args.threads);
            code = command->run(ctx, &args);
        } else {
            code = cli_complain(CLI_FAILED, "no memory to start with");
        }
        fluv_ctx_delete(ctx);
    }
    cli_args_free(&args);
    return code;
}

/* A reader that closed the pipe has seen enough; a full disk is a failure. */
static cli_exit close_stdout(cli_exit code)
{
    errno = 0;
    if (fflush(stdout) != 0 && errno != EPIPE)
        return cli_complain(CLI_FAILED, "cannot write to standard output: %s", strerror(errno));
    return code;
}

static cli_exit tell_version(int count, char **words)
{
    bool verbose = count > 0 && strcmp(words[0], "--verbose") == 0;
    if (count > verbose)
        return cli_complain(CLI_WRONG_USE, "expected --version or --version --verbose");
    printf("interfluve %s\n", fluv_version());
    fluv_dependency part;
    for (size_t i = 0; verbose && fluv_dependency_at(i, &part); i++)
        printf("%-14s %s\n", part.name, part.version);
    if (verbose && studio_server_version())
        printf("%-14s %s\n", "libmicrohttpd", studio_server_version());
    return CLI_DONE;
}

static cli_exit run_words(int count, char **words)
{
    if (count < 2)
        return cli_complain(CLI_WRONG_USE, "no command given, see `interfluve --help`");
    if (strcmp(words[1], "--help") == 0 || strcmp(words[1], "-h") == 0) {
        cli_print_help();
        return CLI_DONE;
    }
    if (strcmp(words[1], "--version") == 0)
        return tell_version(count - 2, words + 2);
    const cli_command *command = cli_command_find(words[1]);
    if (!command)
        return CLI_WRONG_USE;
    return run_command(command, count - 2, words + 2);
}

int main(int count, char **words)
{
    signal(SIGPIPE, SIG_IGN); /* a closed pipe must not end us halfway through a folder */
    return (int)close_stdout(run_words(count, words));
}
