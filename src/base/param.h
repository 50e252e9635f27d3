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
 * Rows: REAL INT FIELD CHOICE FLAG TEXT, as in the .def files. */
#ifndef FLUV_BASE_PARAM_H
#define FLUV_BASE_PARAM_H

#include "base/ctx.h"

/* The value of a FIELD parameter: a number, a noise or an image, wherever a map makes sense.
 * Noise and image run from `low` to `high`. */
typedef enum fluv_field_kind {
    FLUV_FIELD_NUMBER,
    FLUV_FIELD_NOISE,
    FLUV_FIELD_IMAGE
} fluv_field_kind;

typedef struct fluv_field {
    fluv_field_kind kind;
    double number;     /* NUMBER */
    double low, high;  /* NOISE, IMAGE: value at noise -1 / image minimum, and at +1 / maximum */
    double wavelength; /* NOISE: of the first octave, m */
    int octaves;       /* NOISE: 1 .. 24 */
    double gain;       /* NOISE: amplitude of an octave against the one before */
    char *image;       /* IMAGE: file; owned by the parameter struct */
} fluv_field;

/* A parameter struct is a plain block of memory of `size` bytes described by its table; TEXT and
 * image names in it are owned by it. */
FLUV_MUST_CHECK fluv_status fluv_params_init(fluv_ctx *ctx, const fluv_stage_info *info,
                                             void *params, size_t size);
void fluv_params_free(const fluv_stage_info *info, void *params);
FLUV_MUST_CHECK fluv_status fluv_params_copy(fluv_ctx *ctx, const fluv_stage_info *info,
                                             const void *from, void *to, size_t size);
bool fluv_params_equal(const fluv_stage_info *info, const void *a, const void *b);
const fluv_param *fluv_param_find(const fluv_stage_info *info, const char *name);
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

#endif
