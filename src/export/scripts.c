// SPDX-License-Identifier: MIT
/* Scripts into the export's folder. */
#include "export/scripts.h"

#include <assert.h>
#include <string.h>

const fluv_script *fluv_script_named(const char *name)
{
    const fluv_script *script = fluv_scripts;
    while (script->name && strcmp(script->name, name) != 0)
        script++;
    assert(script->name);
    return script;
}

fluv_status fluv_export_script(fluv_ctx *ctx, fluv_export_job *job, const char *name)
{
    const fluv_script *script = fluv_script_named(name);
    return fluv_export_text(ctx, job, name, "script", script->text, script->length);
}
