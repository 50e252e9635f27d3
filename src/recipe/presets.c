// SPDX-License-Identifier: MIT
/* The presets: recipes that come inside the library. */
#include "interfluve.h"
#include "recipe/preset_texts.h"

#include <assert.h>
#include <string.h>

size_t fluv_preset_count(void)
{
    return fluv_presets_count;
}

const char *fluv_preset_name(size_t index)
{
    assert(index < fluv_presets_count);
    return fluv_presets[index].name;
}

const char *fluv_preset_summary(size_t index)
{
    assert(index < fluv_presets_count);
    return fluv_presets[index].summary;
}

const char *fluv_preset_text(const char *name)
{
    for (size_t i = 0; i < fluv_presets_count; i++)
        if (strcmp(fluv_presets[i].name, name) == 0)
            return fluv_presets[i].text;
    return NULL;
}
