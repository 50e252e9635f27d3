// SPDX-License-Identifier: MIT
/* Parameter tables. A stage's .def file is read twice: as the fields of its parameter struct and
 * as the rows of its table.
 *
 *     typedef struct fluv_lakes_params {
 *     #include "base/param_fields.h"
 *     #include "stages/lakes.def"
 *     } fluv_lakes_params;
 *
 *     #define PARAMS fluv_lakes_params
 *     static const fluv_param table[] = {
 *     #include "base/param_rows.h"
 *     #include "stages/lakes.def"
 *     };
 *
 * Rows: REAL INT FIELD CHOICE FLAG TEXT PATH LIST, as in the .def files. A PATH is a TEXT that
 * names a "file" or a "folder".
 *
 * A row `LIST(line, fluv_point, 2, 1000, "…")` becomes the field
 *
 *     struct { size_t count; fluv_point *rows; } line;
 *
 * What a row of it holds stands in a .def file of its own, which is read twice as well: as the
 * struct fluv_point, and as the table of a `fluv_list_columns` called fluv_point_columns. */
#ifndef FLUV_BASE_PARAM_H
#define FLUV_BASE_PARAM_H

#include "base/ctx.h"

#include <string.h>

/* The value of a FIELD parameter: a number, a noise or an image, wherever a map makes sense.
 * Noise runs from `low` to `high`, and so does a grey picture from black to white; an image of
 * numbers (floats, signed integers) is taken as it is. */
typedef struct fluv_field {
    fluv_field_kind kind;
    double number;      /* NUMBER */
    double low, high;   /* NOISE, IMAGE: value at noise -1 / black, and at +1 / white */
    double wavelength;  /* NOISE: of the first octave, m */
    int64_t octaves;    /* NOISE: 1 .. 24 */
    double gain;        /* NOISE: amplitude of an octave against the one before */
    char *image;        /* IMAGE: file; owned by the parameter struct */
    bool ends;          /* IMAGE: low and high were given */
    bool stretch;       /* IMAGE: its own smallest value becomes low, its largest high */
    double least, most; /* IMAGE: what the parameter may be */
} fluv_field;

/* The value of a LIST parameter, whatever its rows are. */
typedef struct fluv_rows {
    size_t count;
    void *rows; /* NULL: none; owned by the parameter struct, with all that is in them */
} fluv_rows;

/* The most rows of a list that has no limit of its own: what a recipe with every column written
 * out can hold. */
#define FLUV_MANY_ROWS 100000

/* A place in the frame: a row for lists of points and lines. */
typedef struct fluv_point {
#include "base/param_fields.h"
#include "base/point.def"
} fluv_point;
extern const fluv_list_columns fluv_point_columns;

/* A parameter struct is a plain block of memory of `size` bytes described by its table; texts,
 * image names and rows in it are owned by it. */
FLUV_MUST_CHECK fluv_status fluv_params_init(fluv_ctx *ctx, const fluv_stage_info *info,
                                             void *params, size_t size);
void fluv_params_free(const fluv_stage_info *info, void *params);
FLUV_MUST_CHECK fluv_status fluv_params_copy(fluv_ctx *ctx, const fluv_stage_info *info,
                                             const void *from, void *to, size_t size);
bool fluv_params_equal(const fluv_stage_info *info, const void *a, const void *b);
/* Whether the value is its row's default. */
bool fluv_param_is_standard(const fluv_param *row, const void *params);
/* Rows with their defaults, to be put into a LIST or freed; freeing is legal after a failure. */
FLUV_MUST_CHECK fluv_status fluv_rows_init(fluv_ctx *ctx, const fluv_list_columns *columns,
                                           size_t count, fluv_rows *out);
void fluv_rows_free(const fluv_list_columns *columns, fluv_rows *rows);
/* What one row owns; the row itself stays. */
void fluv_row_free(const fluv_list_columns *columns, void *row);
/* The row at an index. */
void *fluv_rows_at(const fluv_list_columns *columns, const fluv_rows *rows, size_t index);

const fluv_param *fluv_param_find(const fluv_stage_info *info, const char *name);
const fluv_param *fluv_column_find(const fluv_list_columns *columns, const char *name);
/* Index of a word in "a|b|c", -1 if it is not there; letters' case does not matter. */
int fluv_choice_index(const char *choices, const char *word);
/* A number with an optional unit in the parameter's own unit: "60 km" for "m" gives 60000. The
 * message names what units fit. */
FLUV_MUST_CHECK fluv_status fluv_quantity_parse(fluv_ctx *ctx, const char *text, const char *unit,
                                                double *out);

static inline void *fluv_param_at(void *params, const fluv_param *row)
{
    return (unsigned char *)params + row->offset;
}
static inline const void *fluv_param_in(const void *params, const fluv_param *row)
{
    return (const unsigned char *)params + row->offset;
}

/* A LIST's field has a type of its own, with a typed pointer: bytes are the way in and out. */
static inline fluv_rows fluv_rows_get(const void *params, const fluv_param *row)
{
    fluv_rows rows;
    memcpy(&rows, fluv_param_in(params, row), sizeof rows);
    return rows;
}
static inline void fluv_rows_put(void *params, const fluv_param *row, const fluv_rows *rows)
{
    memcpy(fluv_param_at(params, row), rows, sizeof *rows);
}

#endif
