// SPDX-License-Identifier: MIT
/* Random recipes within all documented ranges: random_recipes COUNT [FIRST] makes recipes FIRST to
 * FIRST + COUNT - 1 from the parameter tables, and runs them. Each is refused with a reason, or
 * ends in time and keeps all rules of water. A recipe depends on its number alone. Those that once
 * failed go with the first. */
#include "dice.h"
#include "recipe/recipe.h"
#include "recipe_land.h"
#include "stages/stage.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#if defined(__SANITIZE_ADDRESS__)
#define MOST_SECONDS 60 /* of processor time a recipe */
#else
#define MOST_SECONDS 10
#endif

typedef struct maker {
    dice from;
    char *text;
    FILE *out;
    double width; /* m */
    fluv_layer_set present;
} maker;

static double unit(maker *m)
{
    return (double)roll(&m->from, 1u << 20) / (double)(1u << 20);
}

/* Mostly near the middle of what is allowed, sometimes at its ends. */
static double number_of(maker *m, const fluv_param *row)
{
    double low = row->min, high = row->max, usual = row->standard;
    switch (roll(&m->from, 8)) {
    case 0:
        return low;
    case 1:
        return roll(&m->from, 4) ? usual : high;
    case 2:
        return low + (high - low) * unit(m);
    case 3:
        if (low >= 0.0 && high > 0.0) {
            double least = low > 0.0 ? low : high * 1e-6;
            return least * pow(high / least, unit(m));
        }
        return low + (high - low) * unit(m);
    default: /* about the usual */
        return fmin(fmax(usual * pow(4.0, 2.0 * unit(m) - 1.0), low), high);
    }
}

static void put_choice(maker *m, const char *choices)
{
    size_t count = 1;
    for (const char *c = choices; *c; c++)
        count += *c == '|';
    for (size_t skip = roll(&m->from, count); skip > 0; skip--)
        choices = strchr(choices, '|') + 1;
    fprintf(m->out, "%.*s", (int)strcspn(choices, "|"), choices);
}

static void put_field(maker *m, const fluv_param *row)
{
    if (roll(&m->from, 2)) {
        fprintf(m->out, "%.9g", number_of(m, row));
        return;
    }
    double a = number_of(m, row), b = number_of(m, row);
    fprintf(m->out, "{noise: {low: %.9g, high: %.9g, wavelength: %.9g, octaves: %d}}", fmin(a, b),
            fmax(a, b), 10.0 * pow(1e4, unit(m)), 1 + (int)roll(&m->from, 6));
}

/* Types of regions, colours, names: what is known, what is not, and what is too long. */
static void put_text(maker *m)
{
    static const char *const words[] = {"flatland",  "mountain", "desert",  "coast",    "all",
                                        "'#a0b0c0'", "A",        "B",       "'Lake A'", "''",
                                        "Größe",     "'7'",      "'a\\nb'", "~",        "new"};
    if (roll(&m->from, 30) == 0)
        fprintf(m->out, "'%0*d'", 1 + (int)roll(&m->from, 300), 0);
    else
        fputs(words[roll(&m->from, sizeof words / sizeof *words)], m->out);
}

static void put_value(maker *m, const fluv_param *row);

/* Places lie in the frame, mostly. */
static bool put_place(maker *m, const fluv_param *row)
{
    if ((strcmp(row->name, "x") != 0 && strcmp(row->name, "y") != 0) || roll(&m->from, 30) == 0)
        return false;
    fprintf(m->out, "%.9g", m->width * (1.2 * unit(m) - 0.1));
    return true;
}

static void put_rows(maker *m, const fluv_param *row)
{
    const fluv_list_columns *columns = row->columns;
    size_t count = (size_t)row->min + roll(&m->from, 5);
    fputs("[", m->out);
    for (size_t i = 0; i < count; i++) {
        const char *between = "";
        fputs(i ? ", {" : "{", m->out);
        for (size_t k = 0; k < columns->count; k++) {
            const fluv_param *column = &columns->params[k];
            bool needed = k < columns->required || strcmp(column->name, "x") == 0 ||
                          strcmp(column->name, "y") == 0;
            if (*column->unit == 'f' || (!needed && roll(&m->from, 3)))
                continue; /* of files there are none */
            fprintf(m->out, "%s%s: ", between, column->name);
            if (!put_place(m, column))
                put_value(m, column);
            between = ", ";
        }
        fputs("}", m->out);
    }
    fputs("]", m->out);
}

static void put_value(maker *m, const fluv_param *row)
{
    switch (row->type) {
    case FLUV_PARAM_REAL:
        fprintf(m->out, "%.9g", number_of(m, row));
        break;
    case FLUV_PARAM_INT:
        fprintf(m->out, "%.0f", floor(number_of(m, row)));
        break;
    case FLUV_PARAM_CHOICE:
        put_choice(m, row->choices);
        break;
    case FLUV_PARAM_FLAG:
        fputs(roll(&m->from, 2) ? "true" : "false", m->out);
        break;
    case FLUV_PARAM_TEXT:
        put_text(m);
        break;
    case FLUV_PARAM_LIST:
        put_rows(m, row);
        break;
    default:
        put_field(m, row);
        break;
    }
}

/* What makes a small frame dear is set small, mostly: meshes and lattices are as fine as a large
 * frame needs them, and steps and lines are what a mountain range takes. */
static bool put_quick(maker *m, const fluv_stage_info *info, const fluv_param *row,
                      const char **between)
{
    static const char *const meshes[] = {"mesh", "basins", "coast", "regions"};
    static const char *const counts[] = {"steps", "fine_steps", "lines", "passes"};
    bool mesh = false, steps = false;
    for (size_t i = 0; i < sizeof meshes / sizeof *meshes; i++)
        mesh = mesh || (strcmp(info->name, meshes[i]) == 0 && strcmp(row->name, "spacing") == 0);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        steps = steps || (row->type == FLUV_PARAM_INT && strcmp(row->name, counts[i]) == 0);
    if ((!mesh && !steps) || roll(&m->from, 40) == 0)
        return false;
    if (mesh)
        fprintf(m->out, "%sspacing: %.9g", *between, m->width * (0.01 + 0.1 * unit(m)));
    else
        fprintf(m->out, "%s%s: %d", *between, row->name, 1 + (int)roll(&m->from, 30));
    *between = ", ";
    return true;
}

static void put_params(maker *m, const fluv_stage_info *info)
{
    const char *between = "";
    for (size_t i = 0; i < info->param_count; i++) {
        const fluv_param *row = &info->params[i];
        bool file = row->type == FLUV_PARAM_TEXT && *row->unit; /* of these there are none */
        size_t chance = row->type == FLUV_PARAM_LIST ? 12 : 5;  /* lists refuse much */
        if (put_quick(m, info, row, &between) || file || roll(&m->from, chance))
            continue;
        fprintf(m->out, "%s%s: ", between, row->name);
        put_value(m, row);
        between = ", ";
    }
}

static bool needs_a_file(const fluv_stage *stage)
{
    static const char *const names[] = {"import", "load", "keep"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(stage->info.name, names[i]) == 0)
            return true;
    return false;
}

/* A stage that can stand here, if chance finds one. */
static void put_stage(maker *m, const fluv_stage *stage)
{
    for (int tries = 0; !stage && tries < 60; tries++) {
        const fluv_stage *any = fluv_stages[roll(&m->from, fluv_stages_count)];
        if (!needs_a_file(any) && !(any->needs & ~m->present))
            stage = any;
    }
    if (!stage)
        return;
    fprintf(m->out, "  - %s: {", stage->info.name);
    put_params(m, &stage->info);
    fputs("}\n", m->out);
    m->present |= stage->makes | stage->amends;
}

static void put_frame(maker *m)
{
    int cols = 1 + (int)floor(95.0 * unit(m) * unit(m)), rows = 1 + (int)roll(&m->from, 95);
    if (roll(&m->from, 3))
        rows = cols;
    double width = roll(&m->from, 2) ? 20e3 : 1.0 * pow(1e6, unit(m));
    double low = roll(&m->from, 2) ? 0.0 : -3000.0 * unit(m), high = 4000.0 * unit(m);
    if (roll(&m->from, 4) == 0)
        low = high = 0.0;
    m->width = width;
    fprintf(m->out, "frame: {size: [%d, %d], width: %.9g, height: [%.9g, %.9g]}\n", cols, rows,
            width, low, fmax(high, low));
}

/* The recipe that this number stands for; free it. */
static char *make_recipe(uint64_t number)
{
    static const char *const ways[][6] = {
        {"noise"},
        {"faults"},
        {"midpoint"},
        {"coast", "regions", "basins", "channels", "relief"},
        {"contour", "network", "watersheds", "courses", "tree", "sample"},
        {"mesh", "uplift", "erode"},
        {"coast", "mesh", "uplift", "erode"},
    };
    maker m = {.from = {fluv_key_make(number, "test", "recipes"), 0}};
    size_t size;
    m.out = open_memstream(&m.text, &size);
    if (!m.out)
        abort();
    fprintf(m.out, "interfluve: 1\nseed: %d\n", (int)roll(&m.from, 1000000));
    put_frame(&m);
    fputs("stages:\n", m.out);
    const char *const *way = ways[roll(&m.from, sizeof ways / sizeof *ways)];
    for (size_t i = 0; i < 6 && way[i]; i++)
        put_stage(&m, fluv_stage_named(way[i]));
    for (size_t more = 1 + roll(&m.from, 4); more > 0; more--)
        put_stage(&m, NULL);
    fclose(m.out);
    return m.text;
}

/* ---- running them ---- */

typedef enum outcome { RIGHT, REFUSED, LONG, BROKEN, SLOW, FAILED, OUTCOMES } outcome;
#define LONG_WORK 2.0 /* s: what is said to take longer is not run unless asked for */

static fluv_ctx *running;

static void stop(int signal)
{
    (void)signal;
    fluv_cancel(running);
}

static void watch(int seconds)
{
    const struct itimerval when = {.it_value = {.tv_sec = seconds}};
    signal(SIGPROF, stop);
    setitimer(ITIMER_PROF, &when, NULL);
}

/* How long the recipe says itself that it takes. */
static double seconds_said(fluv_ctx *ctx, const char *text)
{
    fluv_recipe *recipe = NULL;
    fluv_work work = {0};
    if (fluv_recipe_parse(ctx, text, strlen(text), "t.yaml", &recipe) == FLUV_OK)
        (void)!fluv_recipe_work(ctx, recipe, &work);
    fluv_recipe_delete(recipe);
    return work.seconds;
}

/* RECIPES_PATIENCE=60 runs what is said to take up to 60 s. */
static double patience(void)
{
    const char *asked = getenv("RECIPES_PATIENCE");
    return asked ? fmax(strtod(asked, NULL), LONG_WORK) : LONG_WORK;
}

static outcome judge(fluv_ctx *ctx, const char *text, char *why, size_t room)
{
    watch(MOST_SECONDS);
    double said = seconds_said(ctx, text);
    *why = '\0';
    if (said > patience())
        return LONG;
    fluv_landscape land;
    fluv_verdict verdicts[FLUV_RULES];
    watch((int)(MOST_SECONDS * fmax(said / LONG_WORK, 1.0)));
    fluv_status status = recipe_land(ctx, text, &land);
    outcome found = status == FLUV_OK          ? RIGHT
                    : status == FLUV_CANCELLED ? SLOW
                    : status == FLUV_BAD_RECIPE || status == FLUV_NO_MEMORY ||
                            status == FLUV_BAD_INPUT || status == FLUV_BAD_USE
                        ? REFUSED
                        : FAILED;
    snprintf(why, room, "%s", status == FLUV_OK ? "" : fluv_message(ctx));
    if (status == FLUV_OK && fluv_check(ctx, &land, verdicts) == FLUV_OK)
        for (int i = 0; i < FLUV_RULES; i++)
            if (verdicts[i].applies && !verdicts[i].holds) {
                snprintf(why, room, "%s", verdicts[i].text);
                found = BROKEN;
            }
    fluv_landscape_free(&land);
    return found;
}

/* Small ones that once broke a rule, did not end or took what no one would wait for. */
static const struct {
    const char *frame, *stages;
    outcome expected;
} known[] = {
    {"{size: 48, width: 20 km, height: [-400 m, 1200 m]}", "faults, drain, rivers", RIGHT},
    {"{size: 20, width: 20 km, height: [-2 km, 200 m]}",
     "midpoint: {low: -500 m, high: 300 m}, drain, rivers", RIGHT},
    {"{size: 33, width: 3 km}",
     "midpoint: {low: -500 m, high: 300 m}, drain: {depressions: carve}, lakes", RIGHT},
    {"{size: 48, width: 20 km}", "noise, lakes, drain, rivers", RIGHT},
    {"{size: 3, width: 20 km}", "mesh: {spacing: 1 km}, uplift, erode: {steps: 20}, lakes, rivers",
     RIGHT},
    {"{size: 5, width: 20 km, height: [-400 m, 900 m]}",
     "contour, network, watersheds, courses, tree, sample, rivers", RIGHT},
    {"{size: 26, width: 20 km, height: [0 m, 3500 m]}",
     "contour, network, watersheds: {flow: 0}, courses, tree, sample", RIGHT},
    {"{size: 17, width: 20 km, height: [-400 m, 900 m]}",
     "coast, contour, network, watersheds, courses, tree, sample, lakes", RIGHT},
    {"{size: 40, width: 20 km, height: [-400 m, 900 m]}",
     "contour, network, watersheds, courses, tree, sample, lakes", RIGHT},
    {"{size: 40, width: 20 km, height: [-400 m, 900 m]}",
     "contour, network, watersheds, courses, tree, sample, drain, lakes, rivers", RIGHT},
    {"{size: 48, width: 20 km}", "noise, drain: {depressions: fill-free}, rivers", RIGHT},
    {"{size: 48, width: 20 km}", "noise: {wavelength: 500}, drain, rivers: {area: 2 km2}", RIGHT},
    {"{size: 48, width: 20 km, height: [-400 m, 900 m]}",
     "coast, regions, basins, channels, relief, drain", RIGHT},
    {"{size: 9, width: 750 m, height: [-1500 m, 3800 m]}",
     "coast: {spacing: 9 m}, regions: {spacing: 75 m}, basins, channels: {deltas: 8}, relief",
     RIGHT},
    {"{size: 4, width: 2.7 m, height: [-400 m, 900 m]}", "coast: {spacing: 14 km}", REFUSED},
    {"{size: 4, width: 2.7 m, height: [-400 m, 900 m]}", "regions: {spacing: 14 km}", REFUSED},
    {"{size: 32, width: 20 km, height: [-400 m, 900 m]}", "contour: {spacing: 1 cm}", REFUSED},
    {"{size: 12, width: 8.35 m, height: [0 m, 441 m]}",
     "contour: {stray: 0}, network, watersheds, courses: {braid_flow: 0}, tree, sample", RIGHT},
    {"{size: 42, width: 594 m}",
     "contour: {outline: [{x: 336, y: 608}, {x: 357, y: 77}, {x: 30, y: -1e9}]}", REFUSED},
    {"{size: 32, width: 20 km}", "mesh, uplift, erode: {steps: 100000}", LONG},
    {"{size: 64, width: 20 km}", "noise, hydraulic: {steps: 100000}", LONG},
    {"{size: 42, width: 88 km, height: [-2 km, 700 m]}", "contour, network: {edge: 16 m}", LONG},
    {"{size: 10, width: 20 km}", "coast, regions, basins: {spacing: 6 m}", LONG},
    {"{size: 10, width: 20 km}", "coast: {spacing: 1 m}, regions: {spacing: 1 m}", LONG},
};

/* Each with a few seeds; how many were not as expected. */
static int judge_known(int seeds)
{
    int wrong = 0;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        for (int seed = 1; seed <= (known[i].expected == RIGHT ? seeds : 1); seed++) {
            char text[600], why[600];
            snprintf(text, sizeof text, "interfluve: 1\nseed: %d\nframe: %s\nstages: [%s]\n", seed,
                     known[i].frame, known[i].stages);
            running = fluv_ctx_new();
            if (running && judge(running, text, why, sizeof why) == known[i].expected) {
                fluv_ctx_delete(running);
                continue;
            }
            printf("%s%s\n", text, why);
            fluv_ctx_delete(running);
            wrong++;
        }
    watch(0);
    return wrong;
}

int main(int argc, char **argv)
{
    static const char *const words[OUTCOMES] = {"right",  "refused", "long",
                                                "broken", "slow",    "failed"};
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 200;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    bool tell = getenv("RECIPES_TELL") != NULL;
    uint64_t found[OUTCOMES] = {0};
    if (count == 0) { /* just shown */
        char *text = make_recipe(first);
        fputs(text, stdout);
        free(text);
        return 0;
    }
    for (uint64_t number = first; number < first + count; number++) {
        char *text = make_recipe(number), why[600];
        clock_t begun = clock();
        running = fluv_ctx_new();
        if (!running)
            return 1;
        fluv_set_threads(running, 1);
        outcome was = judge(running, text, why, sizeof why);
        watch(0);
        double took = (double)(clock() - begun) / CLOCKS_PER_SEC;
        found[was]++;
        if (tell || was >= BROKEN)
            printf("--- %llu: %s after %.1f s: %s\n%s", (unsigned long long)number, words[was],
                   took, why, tell && was < BROKEN ? "" : text);
        fflush(stdout);
        fluv_ctx_delete(running);
        free(text);
    }
    for (int i = 0; i < OUTCOMES; i++)
        printf("%llu %s%s", (unsigned long long)found[i], words[i], i + 1 < OUTCOMES ? ", " : "\n");
    if (first == 1 && judge_known(count < 100 ? 1 : 6) > 0)
        return 1;
    return found[BROKEN] + found[SLOW] + found[FAILED] > 0 || (count >= 50 && found[RIGHT] == 0);
}
