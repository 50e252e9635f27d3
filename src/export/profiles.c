// SPDX-License-Identifier: MIT
/* The table of profiles: one row a program. What stands here is whole; a program that is not here
 * has no profile yet. */
#include "export/profile.h"

#include "base/words.h"
#include "export/writers.h"

#include <string.h>

const fluv_profile fluv_profiles[] = {
    {.info = {.name = "unreal",
              .title = "Unreal Engine",
              .sizes = "127, 253, 505, 1009, 2017, 4033 or 8129 vertices; more as tiles",
              .heights = "16 bit grey, png or r16; also with rivers filled (height_uncarved), for "
                         "the Water plugin, which carves itself",
              .axes = "left-handed, Z up: X east, Y south, from the north-western vertex; cm",
              .scale = "sea level is number 32768, Z scale for the dialog is printed",
              .names = "height.png, weight_grass.png; tiles height_x0_y0.png, y southwards",
              .water = "rivers.json, lakes.json as splines with width, depth and velocity; "
                       "unreal_water.py builds Water bodies from them in the editor"},
     .rule = FLUV_SIZE_UNREAL,
     .formats = "png|r16",
     .maps = "water,depth,shore,river,slope,flow,flowdir,wetness,wear,deposit,rock,snow,occlusion,"
             "normal_dx,splat",
     .map_format = FLUV_IMAGE_PNG,
     .weights = true,
     .uncarved = true,
     .settle = fluv_unreal_settle,
     .parts = {{"rivers.json", fluv_unreal_rivers},
               {"lakes.json", fluv_unreal_lakes},
               {"unreal_water.py", fluv_unreal_script},
               {0}}},
};
const size_t fluv_profiles_count = sizeof fluv_profiles / sizeof *fluv_profiles;

size_t fluv_export_profile_count(void)
{
    return fluv_profiles_count;
}

const fluv_export_profile *fluv_export_profile_at(size_t index)
{
    return index < fluv_profiles_count ? &fluv_profiles[index].info : NULL;
}

size_t fluv_export_map_count(void)
{
    return fluv_maps_count;
}

const char *fluv_export_map_name(size_t index)
{
    return index < fluv_maps_count ? fluv_maps[index].name : NULL;
}

const char *fluv_export_map_help(size_t index)
{
    return index < fluv_maps_count ? fluv_maps[index].help : NULL;
}

fluv_status fluv_profile_find(fluv_ctx *ctx, const char *name, const fluv_profile **out)
{
    const char *known[sizeof fluv_profiles / sizeof *fluv_profiles];
    fluv_joined all = {0};
    for (size_t i = 0; i < fluv_profiles_count; i++) {
        *out = &fluv_profiles[i];
        known[i] = fluv_profiles[i].info.name;
        if (name && strcmp(name, known[i]) == 0)
            return FLUV_OK;
        fluv_joined_add(&all, known[i]);
    }
    fluv_joined_end(&all, "or");
    const char *near = name ? fluv_did_you_mean(name, known, fluv_profiles_count) : NULL;
    if (near)
        return fluv_fail(ctx, FLUV_BAD_USE, "there is no profile `%s`: did you mean `%s`?",
                         fluv_show(name).text, near);
    return fluv_fail(ctx, FLUV_BAD_USE, "there is no profile `%s`, expected %s",
                     fluv_show(name ? name : "").text, all.text);
}
