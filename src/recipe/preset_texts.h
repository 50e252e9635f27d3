// SPDX-License-Identifier: MIT
/* The presets' texts, put into the library by the build. */
#ifndef FLUV_RECIPE_PRESET_TEXTS_H
#define FLUV_RECIPE_PRESET_TEXTS_H

#include <stddef.h>

typedef struct fluv_preset {
    const char *name;
    const char *summary; /* the text's first line, without its "# " */
    const char *text;    /* YAML */
} fluv_preset;

extern const fluv_preset fluv_presets[];
extern const size_t fluv_presets_count;

#endif
