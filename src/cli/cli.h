// SPDX-License-Identifier: MIT
/* The command: what its subcommands share. main.c finds the subcommand in the one table of
 * commands.c, args.c reads its options from the same table, and each subcommand is one file.
 *
 * Everything here stands on interfluve.h alone. */
#ifndef FLUV_CLI_CLI_H
#define FLUV_CLI_CLI_H

#include "cli/text.h"

/* ---- Commands and options: one table (commands.c) -------------------------------------------- */

typedef enum cli_option_id {
    CLI_OUTPUT,
    CLI_SET,
    CLI_SEED,
    CLI_SIZE,
    CLI_UNTIL,
    CLI_SKIP,
    CLI_TILE,
    CLI_MEMORY,
    CLI_SEEDS,
    CLI_VARY,
    CLI_SHEET,
    CLI_TABLE,
    CLI_WITHOUT,
    CLI_THREADS,
    CLI_PROGRESS,
    CLI_VIEW,
    CLI_WINDOW,
    CLI_RANGE,
    CLI_MARKDOWN,
    CLI_PORT,
    CLI_NO_OPEN,
    CLI_PROJECT,
    CLI_FOR,
    CLI_TILES,
    CLI_FORMAT,
    CLI_MAPS,
    CLI_SNOW_LINE,
    CLI_REBUILD,
    CLI_LIST,
    CLI_AGAINST,
    CLI_JSON_FILE,
    CLI_PICTURE,
    CLI_AZIMUTH,
    CLI_TILT,
    CLI_EXAGGERATION,
    CLI_CLIMATE,
    CLI_HELP,
    CLI_OPTION_COUNT
} cli_option_id;

typedef struct cli_option {
    const char *name;  /* without its dashes */
    char letter;       /* '\0': none */
    const char *value; /* what stands for its value in the help, NULL: takes none */
    const char *help;
} cli_option;

extern const cli_option cli_options[CLI_OPTION_COUNT];

#define CLI_BIT(id) (UINT64_C(1) << (id))

struct cli_args;

typedef struct cli_command {
    const char *name;
    const char *operand; /* "RECIPE", or "[NAME]" where it may be left out */
    const char *summary;
    const char *details;
    const char *examples;
    uint64_t options; /* set of CLI_BIT */
    cli_exit (*run)(fluv_ctx *ctx, const struct cli_args *args);
} cli_command;

extern const cli_command cli_commands[];
extern const size_t cli_command_count;
extern const char cli_best_examples[]; /* of the whole command, a line each */

const cli_command *cli_command_find(const char *name); /* NULL: none, and the reason is printed */

/* ---- Arguments ----------------------------------------------------------------------------------
 */

typedef struct cli_assignment {
    const char *name; /* NULL: `value` is the whole of "lakes.min_area=2 ha" */
    const char *value;
} cli_assignment;

typedef struct cli_args {
    const char *operand; /* NULL: not given */
    const char *output, *until, *skip, *without, *progress, *view, *window, *range, *project;
    const char *profile, *format, *maps, *snow_line;
    const char *against, *json, *picture, *climate;
    double azimuth, tilt, exaggeration; /* 0: not given */
    int threads;                        /* 0: one per core */
    int port;                           /* 0: not given */
    int tiles;                          /* 0: not given */
    uint32_t tile_cols, tile_rows;      /* 0: not given */
    uint64_t memory;                    /* bytes, 0: not given */
    bool markdown, no_open, rebuild, list, help;
    const char *seeds, *vary[2], *sheet, *table; /* of many landscapes at once */
    int vary_count;
    cli_assignment *assignments; /* --set, --seed and --size in the order they were given */
    size_t assignment_count;
} cli_args;

/* `words`: the arguments after the command's name, `count` of them. Says what is wrong. */
cli_exit cli_args_read(const cli_command *command, int count, char **words, cli_args *args);
/* --size of a command whose only assignment it is; without it `size` stays. */
cli_exit cli_read_size(const cli_args *args, unsigned long least, unsigned long most,
                       uint32_t *size);
void cli_args_free(cli_args *args);

/* ---- Running
 * ------------------------------------------------------------------------------------- */

typedef struct cli_progress {
    fluv_ctx *ctx;
    enum { CLI_SILENT, CLI_BAR, CLI_PLAIN, CLI_JSON } kind;
    int width;
    bool line_open;    /* a bar stands on the terminal's last line */
    double plain_next; /* seconds into the step at which the next plain line is due */
    const char *plain_stage;
    char first[120]; /* a line to be said when the work begins; "": none */
} cli_progress;

/* `word`: bar, plain, json, none, or NULL for what suits stderr. A signal stops what makes
 * progress, whatever is shown of it. */
void cli_progress_start(cli_progress *progress, fluv_ctx *ctx, const char *word);
void cli_progress_end(cli_progress *progress, fluv_ctx *ctx);

/* From here on SIGINT and SIGTERM cancel what runs in the context; NULL: no longer. */
void cli_stop_on_signals(fluv_ctx *ctx);
bool cli_stop_asked(void); /* by a signal */

/* Sets what the arguments ask for, runs the recipe, checks the water, writes the folder. */
cli_exit cli_build(fluv_ctx *ctx, const cli_args *args, fluv_recipe *recipe);

/* From now on what does not fit into memory lies on disk, beside the result. */
FLUV_MUST_CHECK fluv_status cli_use_disk(fluv_ctx *ctx, const cli_args *args);

/* The same in tiles. */
cli_exit cli_build_in_tiles(fluv_ctx *ctx, const cli_args *args, fluv_recipe *recipe);
/* The folder of the result: what -o says, or the operand's name without folder and ending. */
const char *cli_result_folder(const cli_args *args, char *name, size_t size);

/* What the arguments ask for beside the recipe: --set, --seed, --size, --skip, --until. */
FLUV_MUST_CHECK fluv_status cli_apply(fluv_ctx *ctx, const cli_args *args, fluv_recipe *recipe);

/* Whether --seeds, --vary, --sheet or --table ask for many landscapes; and makes those. */
bool cli_wants_many(const cli_args *args);
cli_exit cli_make_many(fluv_ctx *ctx, const cli_args *args, fluv_recipe *recipe);

/* What one axis of many landscapes runs through: the name of a parameter, or "seed". */
typedef struct cli_axis {
    char name[128];
    char (*values)[64]; /* as a recipe has them */
    size_t count;
} cli_axis;

#define CLI_MOST_RUNS 400

/* "1..12" or "3,7,8"; "lakes.runoff=0.05..1 m/y:8" or "lakes.mode=full,steady". Says what is wrong.
 * Free `values`. */
cli_exit cli_axis_of_seeds(const char *text, cli_axis *out);
cli_exit cli_axis_of_values(fluv_ctx *ctx, const fluv_recipe *recipe, const char *text,
                            cli_axis *out);

/* The columns of a table of landscapes, with a comma before each; and their values for one, NULL:
 * empty ones. */
void cli_table_head(FILE *to);
void cli_table_row(FILE *to, const fluv_landscape *land);

/* Size, rivers, lakes on stdout. */
void cli_print_summary(const fluv_landscape *land);
/* One line a rule; `broken_alone` leaves out the ones that hold. Returns how many are broken. */
int cli_print_verdicts(const fluv_verdict verdicts[FLUV_RULES], bool broken_alone);

void cli_print_help(void);
void cli_print_command_help(const cli_command *command);
void cli_print_reference(void);

/* ---- Subcommands, one file each
 * ------------------------------------------------------------------ */

cli_exit cli_make(fluv_ctx *ctx, const cli_args *args);
cli_exit cli_water(fluv_ctx *ctx, const cli_args *args);
cli_exit cli_check(fluv_ctx *ctx, const cli_args *args);
cli_exit cli_measure(fluv_ctx *ctx, const cli_args *args);
cli_exit cli_render(fluv_ctx *ctx, const cli_args *args);
cli_exit cli_sample(fluv_ctx *ctx, const cli_args *args);
cli_exit cli_export(fluv_ctx *ctx, const cli_args *args);
cli_exit cli_presets(fluv_ctx *ctx, const cli_args *args);
cli_exit cli_explain(fluv_ctx *ctx, const cli_args *args);
cli_exit cli_studio(fluv_ctx *ctx, const cli_args *args);
cli_exit cli_help(fluv_ctx *ctx, const cli_args *args);

#endif
