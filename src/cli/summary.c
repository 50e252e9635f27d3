// SPDX-License-Identifier: MIT
/* A landscape in a few lines: size, rivers, lakes, verdicts. */
#include "cli/cli.h"

#include <math.h>

static void print_land(const fluv_landscape *land)
{
    const fluv_frame *frame = fluv_frame_of(land);
    const float *height = fluv_height_of(land);
    size_t cells = (size_t)frame->cols * frame->rows;
    float low = INFINITY, high = -INFINITY;
    for (size_t i = 0; height && i < cells; i++) {
        low = fminf(low, height[i]); /* fminf passes over NaN */
        high = fmaxf(high, height[i]);
    }
    printf("land    %u x %u cells of %s, %s x %s", frame->cols, frame->rows,
           cli_length_text(frame->cell).text, cli_length_text(frame->cols * frame->cell).text,
           cli_length_text(frame->rows * frame->cell).text);
    if (low <= high)
        printf(", height %.0f to %.0f m", (double)low, (double)high);
    putchar('\n');
}

static void print_rivers(const fluv_rivers *rivers)
{
    size_t systems = 0;
    double longest = 0;
    for (size_t i = 0; i < rivers->count; i++) {
        systems += rivers->reaches[i].next_down == 0;
        longest = fmax(longest, rivers->reaches[i].dist_up);
    }
    printf("rivers  %zu", systems);
    if (systems > 0)
        printf(" with %zu reaches, the longest %s", rivers->count, cli_length_text(longest).text);
    putchar('\n');
}

static void print_lakes(const fluv_lakes *lakes)
{
    size_t wet = 0, closed = 0;
    const fluv_lake *largest = NULL;
    for (size_t i = 0; i < lakes->count; i++) {
        const fluv_lake *lake = &lakes->lakes[i];
        if (lake->state == FLUV_EMPTY)
            continue;
        wet++;
        closed += lake->closed;
        if (!largest || lake->area > largest->area)
            largest = lake;
    }
    printf("lakes   %zu", wet);
    if (largest)
        printf(", %zu of them closed, the largest %s and %s deep", closed,
               cli_area_text(largest->area).text, cli_length_text((double)largest->depth_max).text);
    putchar('\n');
}

/* Which land drains to closed lakes, and to which of them most of it. */
static void print_endorheic(const fluv_landscape *land, const fluv_lakes *lakes)
{
    fluv_endorheic all = fluv_endorheic_of(land);
    const fluv_lake *most = NULL;
    for (size_t i = 0; i < lakes->count; i++)
        if (lakes->lakes[i].closed && (!most || lakes->lakes[i].catchment > most->catchment))
            most = &lakes->lakes[i];
    if (!most) {
        puts("closed  none of the land drains to a closed lake");
        return;
    }
    printf("closed  %.1f %% of the land drains to %zu closed lake%s, ", 100.0 * all.share,
           all.lakes, all.lakes == 1 ? "" : "s");
    printf("%s of it to lake %lld, which is %s\n", cli_area_text(most->catchment).text,
           (long long)most->id, most->state == FLUV_EMPTY ? "dry" : cli_area_text(most->area).text);
}

void cli_print_summary(const fluv_landscape *land)
{
    const fluv_rivers *rivers = fluv_rivers_of(land);
    const fluv_lakes *lakes = fluv_lakes_of(land);
    print_land(land);
    if (rivers)
        print_rivers(rivers);
    if (lakes) {
        print_lakes(lakes);
        print_endorheic(land, lakes);
    }
    for (size_t i = 0; i < fluv_note_count(land); i++)
        fprintf(stderr, "note: %s: %s\n", fluv_note_stage(land, i), fluv_note_text(land, i));
}

int cli_print_verdicts(const fluv_verdict verdicts[FLUV_RULES], bool broken_alone)
{
    int broken = 0;
    for (int i = 0; i < FLUV_RULES; i++) {
        const fluv_verdict *verdict = &verdicts[i];
        bool breaks = verdict->applies && !verdict->holds;
        broken += breaks;
        if (broken_alone && !breaks)
            continue;
        const char *word = !verdict->applies ? "-" : breaks ? "broken" : "holds";
        printf("rule %d  %-6s  %s\n", verdict->rule, word, verdict->text);
    }
    return broken;
}
