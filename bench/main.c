// SPDX-License-Identifier: MIT
/* bench [--size N] [SECTION]...: how long generation takes and how much memory it holds, beside the
 * budgets. Only the section `files` writes any. A budget that is missed is said, and is no failure.
 */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const struct {
    const char *name;
    fluv_status (*run)(fluv_ctx *ctx, uint32_t size);
} sections[] = {
    // clang-format off
    {"water", bench_water},
    {"linear", bench_linear},
    {"threads", bench_threads},
    {"stages", bench_stages},
    {"basins", bench_basins},
    {"mesh", bench_mesh},
    {"uplift", bench_uplift},
    {"hydraulic", bench_hydraulic},
    {"amplify", bench_amplify},
    {"hydrology", bench_hydrology},
    {"networks", bench_networks},
    {"place", bench_place},
    {"parts", bench_parts},
    {"queues", bench_queues},
    {"files", bench_files},
    {"previews", bench_previews},
    {"stops", bench_stops},
    // clang-format on
};
#define SECTIONS (sizeof sections / sizeof *sections)

double bench_processor_time(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

fluv_status bench_recipe(fluv_ctx *ctx, const fluv_recipe *recipe, fluv_stage_record *best,
                         size_t *count)
{
    fluv_builder *builder = fluv_builder_new(ctx);
    if (!builder)
        return FLUV_NO_MEMORY;
    fluv_builder_keep(builder, false);
    const fluv_landscape *land = NULL;
    fluv_status status = fluv_builder_run(ctx, builder, recipe, NULL, &land);
    if (status == FLUV_OK) {
        for (size_t i = 0; i < land->record_count; i++)
            if (*count == 0 || land->records[i].seconds < best[i].seconds)
                best[i] = land->records[i];
        *count = land->record_count;
    }
    fluv_builder_delete(builder);
    return status;
}

bench_verdict bench_judge(double figure, double budget)
{
    bench_verdict verdict = {""};
    if (budget > 0.0)
        snprintf(verdict.text, sizeof verdict.text, "%.0f, %s", budget,
                 figure <= budget ? "met" : "missed");
    return verdict;
}

static fluv_status run_measured(fluv_ctx *ctx, const fluv_stage *stage, const void *params,
                                fluv_landscape *land, bench_figure *figure)
{
    atomic_store(&ctx->memory.peak, atomic_load(&ctx->memory.now));
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    double start = fluv_clock();
    fluv_status status = stage->run(ctx, params, land);
    fluv_scratch_release(ctx, mark);
    *figure = (bench_figure){fluv_clock() - start, atomic_load(&ctx->memory.peak)};
    return status;
}

fluv_status bench_stage(fluv_ctx *ctx, const fluv_stage *stage, const void *params,
                        fluv_landscape *land, bench_figure *figure)
{
    if (params)
        return run_measured(ctx, stage, params, land, figure);
    void *defaults = fluv_alloc_zero(ctx, 1, stage->params_size);
    if (!defaults)
        return FLUV_NO_MEMORY;
    fluv_status status = fluv_params_init(ctx, &stage->info, defaults, stage->params_size);
    if (status == FLUV_OK) {
        status = run_measured(ctx, stage, defaults, land, figure);
        fluv_params_free(&stage->info, defaults);
    }
    fluv_free(defaults);
    return status;
}

static size_t find_section(const char *name)
{
    size_t i = 0;
    while (i < SECTIONS && strcmp(sections[i].name, name) != 0)
        i++;
    return i;
}

static int complain_about(const char *name)
{
    fprintf(stderr, "bench: no section \"%s\"; there are", name);
    for (size_t i = 0; i < SECTIONS; i++)
        fprintf(stderr, " %s", sections[i].name);
    fputc('\n', stderr);
    return 2;
}

static fluv_status run_sections(fluv_ctx *ctx, uint32_t size, int count, char **names)
{
    for (int i = 0; i < count; i++)
        FLUV_TRY(sections[find_section(names[i])].run(ctx, size));
    for (size_t i = 0; count == 0 && i < SECTIONS; i++)
        FLUV_TRY(sections[i].run(ctx, size));
    return FLUV_OK;
}

/* Twice the most, squared, is still a cell's index. */
static bool read_size(const char *text, uint32_t *size)
{
    char *end;
    unsigned long value = strtoul(text, &end, 10);
    if (*end != '\0' || value < 16 || value > 30000)
        return false;
    *size = (uint32_t)value;
    return true;
}

int main(int argc, char **argv)
{
    uint32_t size = BENCH_SIZE;
    int first = 1;
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (argc > 2 && strcmp(argv[1], "--size") == 0) {
        if (!read_size(argv[2], &size)) {
            fprintf(stderr, "bench: --size %s: expected 16 to 30000\n", argv[2]);
            return 2;
        }
        first = 3;
    }
    for (int i = first; i < argc; i++)
        if (find_section(argv[i]) == SECTIONS)
            return complain_about(argv[i]);
    fluv_ctx *ctx = fluv_ctx_new();
    if (!ctx) {
        fputs("bench: out of memory\n", stderr);
        return 1;
    }
    printf("interfluve %s\n", fluv_version());
    fluv_status status = run_sections(ctx, size, argc - first, argv + first);
    if (status != FLUV_OK)
        fprintf(stderr, "bench: %s\n", fluv_message(ctx));
    fluv_ctx_delete(ctx);
    return status == FLUV_OK ? 0 : 1;
}
