// SPDX-License-Identifier: MIT
/* The one table of commands and options: parsing, help and completion follow it. */
#include "cli/cli.h"

#include <string.h>

#define BIT(id) CLI_BIT(id)

const cli_option cli_options[CLI_OPTION_COUNT] = {
    [CLI_OUTPUT] = {"output", 'o', "PATH", "Where the result goes."},
    [CLI_SET] = {"set", '\0', "STAGE.PARAM=VALUE",
                 "Set a parameter, with a unit where it has one; may be given many times. "
                 "'interfluve explain' lists what there is to set."},
    [CLI_SEED] = {"seed", '\0', "N", "Another land from the same recipe."},
    [CLI_SIZE] = {"size", '\0', "N", "Cells along the longer side: more detail, the same land."},
    [CLI_UNTIL] = {"until", '\0', "STAGE", "Stop after this stage."},
    [CLI_SKIP] = {"skip", '\0', "STAGE", "Leave this stage out."},
    [CLI_TILE] = {"tile", '\0', "N",
                  "Work tile by tile, of N x N cells: for maps larger than memory; where the map "
                  "shows lakes as flats, with lakes.flats=land, --skip lakes or --until drain. The "
                  "result is the same for any number."},
    [CLI_MEMORY] =
        {"memory", '\0', "SIZE",
         "How much memory to take, such as 8G: what does not fit lies on disk beside the "
         "result, which is the same; with lakes.flats=land, --skip lakes or --until drain, the "
         "largest tiles for which it is enough."},
    [CLI_SEEDS] = {"seeds", '\0', "A..B",
                   "Many landscapes, one for each seed from A to B, or for a list of them."},
    [CLI_VARY] = {"vary", '\0', "STAGE.PARAM=A..B:N",
                  "Many landscapes, with N values of a parameter from A to B, or with those of a "
                  "list; may be given twice, or once with --seeds."},
    [CLI_SHEET] = {"sheet", '\0', "FILE", "Maps of all of them on one picture, a PNG."},
    [CLI_TABLE] = {"table", '\0', "FILE", "Figures of all of them, a line each, as CSV."},
    [CLI_WITHOUT] = {"without", '\0', "FILE,...",
                     "Files to leave out, such as terrain.glb,map.png, which take longest."},
    [CLI_THREADS] = {"threads", 'j', "N",
                     "Threads to work with; one per core if not given. The result is the same for "
                     "any number."},
    [CLI_PROGRESS] =
        {"progress", '\0', "bar|plain|json|none",
         "How progress is told on stderr; a bar on a terminal and plain lines elsewhere "
         "if not given."},
    [CLI_VIEW] = {"view", '\0', "VIEW", "Which picture; map if not given."},
    [CLI_WINDOW] = {"window", '\0', "X0,Y0,X1,Y1",
                    "Two opposite corners of the window, in metres of the map."},
    [CLI_RANGE] = {"range", '\0', "LOW,HIGH",
                   "Heights that black and white of a .png stand for; if not given, those of the "
                   "whole land, the same for all its windows."},
    [CLI_MARKDOWN] = {"markdown", '\0', NULL, "The whole table as Markdown."},
    [CLI_PORT] = {"port", '\0', "N",
                  "Where the studio listens; 7340 if not given, or the next that is free."},
    [CLI_NO_OPEN] = {"no-open", '\0', NULL, "Print the address and leave the browser alone."},
    [CLI_PROJECT] = {"project", '\0', "DIR",
                     "The project's folder; if not given, one by the name of what is opened."},
    [CLI_FOR] = {"for", '\0', "PROGRAM", "Which program takes it; --list explains them."},
    [CLI_TILES] = {"tiles", '\0', "N",
                   "Tiles along the longer side; neighbours share the vertices of their edge."},
    [CLI_FORMAT] = {"format", '\0', "FORMAT",
                    "Format of heights, where the program takes several; --list names them."},
    [CLI_MAPS] = {"maps", '\0', "MAP,...",
                  "Maps to write, all or none; if not given, those that the program has use for."},
    [CLI_SNOW_LINE] = {"snow-line", '\0', "METRES",
                       "Where snow begins; three quarters of the way up if not given."},
    [CLI_REBUILD] = {"rebuild", '\0', NULL,
                     "Make the land anew at the program's size, from its recipe, instead of "
                     "resampling it."},
    [CLI_LIST] = {"list", '\0', NULL,
                  "Explain what there is to choose or to know, and do nothing."},
    [CLI_AGAINST] = {"against", '\0', "real|PATH",
                     "What stands beside each figure: the range of real land, which it is if not "
                     "given, or the figures of another folder or height map."},
    [CLI_JSON_FILE] = {"json", '\0', "FILE", "The figures as JSON."},
    [CLI_PICTURE] = {"picture", '\0', "FILE",
                     "One page with the land, its figures and their curves, a PNG."},
    [CLI_AZIMUTH] = {"azimuth", '\0', "DEGREES",
                     "Of relief3d: the way one looks, clockwise from north; 335 if not given."},
    [CLI_TILT] = {"tilt", '\0', "DEGREES",
                  "Of relief3d: how far down one looks, 10 to 80; 34 if not given."},
    [CLI_EXAGGERATION] = {"exaggeration", '\0', "TIMES",
                          "Of relief3d: how much higher than true the land stands; if not given, "
                          "by its relief."},
    [CLI_CLIMATE] = {"climate", '\0', "auto|temperate|arid|arctic|tropical",
                     "Colours of heights; by the land's regions if not given."},
    [CLI_HELP] = {"help", 'h', NULL, "This text."},
};

#define BUILD_OPTIONS                                                                              \
    (BIT(CLI_OUTPUT) | BIT(CLI_SET) | BIT(CLI_SIZE) | BIT(CLI_WITHOUT) | BIT(CLI_THREADS) |        \
     BIT(CLI_PROGRESS))

const cli_command cli_commands[] = {
    {.name = "make",
     .operand = "RECIPE",
     .summary = "Make a landscape from a recipe.",
     .details =
         "RECIPE is a file or the name of a preset. The result is one folder with rasters, "
         "vectors, a model and pictures; without -o it has the recipe's name. The folder "
         "appears complete or not at all, and an older result there is replaced. With --seeds or "
         "--vary it makes many to choose from: a sheet of maps, a table, and no folder. A run "
         "that fails does not stop the others.",
     .examples = "interfluve make demo\n"
                 "interfluve make island.yaml -o island --size 2048 --seed 7\n"
                 "interfluve make demo --set 'lakes.min_area=2 ha' --until rivers\n"
                 "interfluve make demo --seeds 1..12 --sheet sheet.png\n"
                 "interfluve make demo --vary 'lakes.runoff=0.05..1 m/y:8' --sheet sheet.png "
                 "--table table.csv\n",
     .options = BUILD_OPTIONS | BIT(CLI_SEED) | BIT(CLI_UNTIL) | BIT(CLI_SKIP) | BIT(CLI_SEEDS) |
                BIT(CLI_VARY) | BIT(CLI_SHEET) | BIT(CLI_TABLE) | BIT(CLI_HELP),
     .run = cli_make},
    {.name = "water",
     .operand = "HEIGHTMAP",
     .summary = "Rivers and lakes on a height map of yours.",
     .details =
         "HEIGHTMAP is a GeoTIFF, PNG, ASC, XYZ, HGT, FLT, EXR, or classic NetCDF. The result "
         "is a folder as 'make' writes it; without -o it has the map's name. A map need not fit "
         "into memory: what is too much lies on disk. With --tile there are rasters and vectors, "
         "neither "
         "picture nor model, and a run that was ended goes on where it was. Started by "
         "mpirun, where it is built for that, processes share the tiles.",
     .examples = "interfluve water alps.tif -o alps\n"
                 "interfluve water alps.tif --set lakes.mode=full --size 1024\n"
                 "interfluve water alps.tif --without terrain.glb,map.png\n"
                 "interfluve water continent.tif --memory 8G\n"
                 "interfluve water planet.tif --skip lakes --tile 4096\n",
     .options = BUILD_OPTIONS | BIT(CLI_UNTIL) | BIT(CLI_SKIP) | BIT(CLI_TILE) | BIT(CLI_MEMORY) |
                BIT(CLI_HELP),
     .run = cli_water},
    {.name = "check",
     .operand = "DIR",
     .summary = "Test the rules of water, one line each; exit 1 if one is broken.",
     .details = "DIR is a folder that 'make' or 'water' wrote.",
     .examples = "interfluve check island\n",
     .options = BIT(CLI_THREADS) | BIT(CLI_HELP),
     .run = cli_check},
    {.name = "measure",
     .operand = "[DIR|HEIGHTMAP]",
     .summary = "Figures of a landscape beside those of real land.",
     .details =
         "DIR is a folder that 'make' or 'water' wrote; rivers and lakes of a HEIGHTMAP are found "
         "as 'water' does, and its ground is measured as it is. Figures of slopes, curvature, "
         "valleys, the network of channels and lakes stand beside the range that nine of ten real "
         "lands have; '-' and the reason where there is none. docs/measure.md says how each is "
         "measured, --list what it is. --set and --size are for a height map.",
     .examples = "interfluve measure island\n"
                 "interfluve measure alps.tif --json alps.json --picture alps.png\n"
                 "interfluve measure island --against alps.tif\n",
     .options = BIT(CLI_AGAINST) | BIT(CLI_JSON_FILE) | BIT(CLI_PICTURE) | BIT(CLI_SET) |
                BIT(CLI_SIZE) | BIT(CLI_LIST) | BIT(CLI_MARKDOWN) | BIT(CLI_THREADS) |
                BIT(CLI_PROGRESS) | BIT(CLI_HELP),
     .run = cli_measure},
    {.name = "render",
     .operand = "DIR",
     .summary = "Pictures again, other views.",
     .details =
         "DIR is a folder that 'make' or 'water' wrote. Without -o the picture stands beside "
         "it as DIR-VIEW.png. --size is in pixels of the longer side. The view relief3d is the "
         "land as a "
         "block that one looks down on.",
     .examples = "interfluve render island\n"
                 "interfluve render island --view area -o area.png\n"
                 "interfluve render island --view relief3d --azimuth 20 --tilt 30 --size 2400\n",
     .options = BIT(CLI_OUTPUT) | BIT(CLI_VIEW) | BIT(CLI_SIZE) | BIT(CLI_AZIMUTH) | BIT(CLI_TILT) |
                BIT(CLI_EXAGGERATION) | BIT(CLI_CLIMATE) | BIT(CLI_THREADS) | BIT(CLI_HELP),
     .run = cli_render},
    {.name = "sample",
     .operand = "DIR",
     .summary = "A window of a construction tree, at any scale.",
     .details = "DIR is a folder with a terrain.tree, as 'make' writes it for recipes with the "
                "stage tree, or such a file. The window may be the whole land or a few "
                "centimetres; -o names a .tif, beside which NAME-water.tif and NAME-cover.tif have "
                "its water, or a .png.",
     .examples = "interfluve sample island --window 30000,30000,31000,31000 -o valley.tif\n",
     .options = BIT(CLI_OUTPUT) | BIT(CLI_WINDOW) | BIT(CLI_SIZE) | BIT(CLI_RANGE) |
                BIT(CLI_THREADS) | BIT(CLI_HELP),
     .run = cli_sample},
    {.name = "export",
     .operand = "[DIR]",
     .summary = "Files for a game engine or another program.",
     .details = "DIR is a folder that 'make' or 'water' wrote. Heights, maps, rivers and lakes as "
                "the program takes them go to a folder of their own, DIR-PROGRAM without -o; what "
                "must be typed there is printed, and export.json says what every number means. A "
                "size that the program cannot take becomes the nearest that it can.",
     .examples = "interfluve export --list\n"
                 "interfluve export island --for unreal\n"
                 "interfluve export island --for unreal --size 4033 --tiles 2 --rebuild\n",
     .options = BIT(CLI_OUTPUT) | BIT(CLI_SIZE) | BIT(CLI_FOR) | BIT(CLI_TILES) | BIT(CLI_FORMAT) |
                BIT(CLI_MAPS) | BIT(CLI_SNOW_LINE) | BIT(CLI_REBUILD) | BIT(CLI_LIST) |
                BIT(CLI_THREADS) | BIT(CLI_PROGRESS) | BIT(CLI_HELP),
     .run = cli_export},
    {.name = "studio",
     .operand = "[RECIPE|PRESET|HEIGHTMAP|DIR]",
     .summary = "Make and change a landscape in the browser.",
     .details =
         "Starts the studio on this machine alone, prints its address and shows it in the "
         "browser where there is a screen. DIR is a project of an earlier time, or a folder "
         "that 'make' wrote; without an argument there is a gallery of presets. A project is "
         "a folder with a recipe.yaml that 'make' builds; what was opened is never changed. "
         "Every change is saved at once; Ctrl-C ends it.",
     .examples = "interfluve studio\n"
                 "interfluve studio demo\n"
                 "interfluve studio alps.tif --project alps\n"
                 "interfluve studio demo-studio\n",
     .options =
         BIT(CLI_PORT) | BIT(CLI_NO_OPEN) | BIT(CLI_PROJECT) | BIT(CLI_THREADS) | BIT(CLI_HELP),
     .run = cli_studio},
    {.name = "presets",
     .operand = "[NAME]",
     .summary = "List the presets; with NAME, print its recipe.",
     .details = "A printed recipe is a good start for one of your own.",
     .examples = "interfluve presets\n"
                 "interfluve presets demo > mine.yaml\n",
     .options = BIT(CLI_HELP),
     .run = cli_presets},
    {.name = "explain",
     .operand = "[STAGE[.PARAM]]",
     .summary = "What there is to set.",
     .details = "Without an argument the stages; with a stage its parameters; 'frame' explains the "
                "frame of a recipe.",
     .examples = "interfluve explain\n"
                 "interfluve explain lakes\n"
                 "interfluve explain lakes.min_area\n",
     .options = BIT(CLI_MARKDOWN) | BIT(CLI_HELP),
     .run = cli_explain},
    {.name = "help",
     .operand = "[COMMAND]",
     .summary = "Explain the command or one of its subcommands.",
     .details = "The same text as COMMAND --help.",
     .examples = "interfluve help make\n",
     .options = BIT(CLI_HELP),
     .run = cli_help},
};
const size_t cli_command_count = sizeof cli_commands / sizeof *cli_commands;

const char cli_best_examples[] = "interfluve make demo\n"
                                 "interfluve make demo -o dry --set 'lakes.evaporation=1.2 m/y'\n"
                                 "interfluve water alps.tif -o alps\n"
                                 "interfluve check alps\n"
                                 "interfluve presets demo > mine.yaml\n"
                                 "interfluve explain lakes\n";

const cli_command *cli_command_find(const char *name)
{
    const char *names[sizeof cli_commands / sizeof *cli_commands];
    for (size_t i = 0; i < cli_command_count; i++) {
        if (strcmp(name, cli_commands[i].name) == 0)
            return &cli_commands[i];
        names[i] = cli_commands[i].name;
    }
    cli_complain_unknown("command", name, names, cli_command_count);
    return NULL;
}
