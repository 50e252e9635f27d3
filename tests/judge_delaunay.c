// SPDX-License-Identifier: MIT
#include "judge_delaunay.h"

#include <stdio.h>
#include <stdlib.h>

#include <libqhull_r/libqhull_r.h>

static int compare_edges(const void *a, const void *b)
{
    const judged_edge *p = a, *q = b;
    if (p->low != q->low)
        return p->low < q->low ? -1 : 1;
    return p->high < q->high ? -1 : p->high > q->high;
}

void judge_sort_edges(judged_edge *edges, size_t count)
{
    qsort(edges, count, sizeof *edges, compare_edges);
}

static size_t remove_twins(judged_edge *edges, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || compare_edges(&edges[kept - 1], &edges[i]) != 0)
            edges[kept++] = edges[i];
    return kept;
}

/* The three sides of every triangle. */
static size_t list_sides(qhT *qh, judged_edge *sides)
{
    size_t count = 0;
    facetT *facet;
    FORALLfacets
    {
        if (facet->upperdelaunay)
            continue;
        uint32_t corner[3];
        int corners = 0;
        vertexT *vertex, **vertexp;
        FOREACHvertex_(facet->vertices)
        {
            if (corners < 3)
                corner[corners++] = (uint32_t)qh_pointid(qh, vertex->point);
        }
        for (int i = 0; i < 3; i++) {
            uint32_t a = corner[i], b = corner[(i + 1) % 3];
            sides[count++] = a < b ? (judged_edge){a, b} : (judged_edge){b, a};
        }
    }
    return count;
}

size_t judge_delaunay(const fluv_points *points, judged_edge *edges)
{
    coordT *coordinates = malloc(2 * points->count * sizeof *coordinates);
    judged_edge *sides = malloc(6 * points->count * sizeof *sides);
    FILE *quiet = fopen("/dev/null", "w");
    size_t count = 0;
    if (!coordinates || !sides || !quiet)
        abort();
    for (uint32_t i = 0; i < points->count; i++) {
        coordinates[2 * i] = points->spot[i].x;
        coordinates[2 * i + 1] = points->spot[i].y;
    }
    qhT qhull, *qh = &qhull;
    char options[] = "qhull d Qbb Qc Qz";
    qh_zero(qh, quiet);
    if (qh_new_qhull(qh, 2, (int)points->count, coordinates, False, options, NULL, quiet) == 0) {
        count = list_sides(qh, sides);
        judge_sort_edges(sides, count);
        count = remove_twins(sides, count);
        for (size_t i = 0; i < count; i++)
            edges[i] = sides[i];
    }
    int left, blocks;
    qh_freeqhull(qh, !qh_ALL);
    qh_memfreeshort(qh, &left, &blocks);
    fclose(quiet);
    free(sides);
    free(coordinates);
    return count;
}
