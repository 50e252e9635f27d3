// SPDX-License-Identifier: MIT
/* Numbers by type of region. */
#include "stages/shared/counts.h"

#include "base/words.h"

#include <assert.h>

#define PARAMS fluv_type_count
static const fluv_param table[] = {
#include "base/param_rows.h"
#include "stages/shared/counts.def"
};

const fluv_list_columns fluv_type_count_columns = {.params = table,
                                                   .count = sizeof table / sizeof *table,
                                                   .required = 2,
                                                   .row_size = sizeof(fluv_type_count)};

static uint32_t type_named(const fluv_counts_job *job, const char *name)
{
    if (job->alias && strcmp(name, job->alias) == 0)
        return 0;
    uint32_t type = 0;
    while (type < job->regions->type_count && strcmp(name, job->regions->types[type].name) != 0)
        type++;
    return type;
}

fluv_status fluv_counts_read(fluv_ctx *ctx, const fluv_counts_job *job, uint32_t *counts)
{
    assert(job->regions && job->where && (job->row_count == 0 || job->rows));
    for (size_t i = 0; i < job->row_count; i++) {
        const fluv_type_count *row = &job->rows[i];
        uint32_t type = type_named(job, row->type);
        if (type == job->regions->type_count)
            return fluv_fail(ctx, FLUV_BAD_RECIPE,
                             "%s: there is no type of region `%s`: list it under regions.types",
                             job->where, fluv_show(row->type).text);
        counts[type] = (uint32_t)row->count;
    }
    return FLUV_OK;
}

double fluv_usual_area(const fluv_landscape *land, uint32_t type)
{
    const fluv_frame *frame = &land->frame;
    double all = frame->cell * frame->cell * frame->cols * frame->rows;
    return all *
           (type == FLUV_FLATLAND ? (double)fluv_shore_of(land)->usual_land * 2.0 / 3.0 : 0.1);
}
