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
    {.info = {.name = "unity",
              .title = "Unity",
              .sizes =
                  "a square of 33, 65, 129, 257, 513, 1025, 2049 or 4097 vertices; more as tiles",
              .heights = "raw, 16 bit, Windows byte order, rows from south to north (no flip)",
              .axes = "left-handed, Y up: X east, Z north, from the south-western vertex; m",
              .scale = "0 is the lowest ground; terrain size and position are printed",
              .names = "height.raw, splat.png; tiles height_x0_y0.raw, y southwards",
              .water = "water.glb: ribbons of rivers with UV.v metres downstream and flow in the "
                       "vertex colour, planes of lakes and sea; rivers.json, lakes.json; "
                       "interfluve_import.cs sets it up in the editor"},
     .rule = FLUV_SIZE_POWER,
     .formats = "raw",
     .maps = "water,depth,shore,river,slope,flow,flowdir,wetness,wear,deposit,rock,snow,occlusion,"
             "normal_gl,splat",
     .map_format = FLUV_IMAGE_PNG,
     .settle = fluv_unity_settle,
     .parts = {{"water.glb", fluv_unity_water},
               {"rivers.json", fluv_unity_rivers},
               {"lakes.json", fluv_unity_lakes},
               {"interfluve_import.cs", fluv_unity_script},
               {0}}},
    {.info = {.name = "godot",
              .title = "Godot",
              .sizes = "any; the spacing of vertices is printed",
              .heights = "exr in metres, or r16 with its range, for Terrain3D",
              .axes = "right-handed, Y up: X east, Z south, from the north-western vertex; m",
              .scale = "exr: numbers are metres; r16: 0 is the lowest ground, 65535 the highest",
              .names = "height.exr, splat.png; tiles height_x0_y0.exr, y southwards",
              .water =
                  "landscape.tscn (Godot 4) and landscape_godot3.tscn: rivers as paths with width, "
                  "depth, velocity and discharge, and water.glb with ribbons of rivers, planes of "
                  "lakes and sea"},
     .rule = FLUV_SIZE_ANY,
     .formats = "exr|r16",
     .maps = "water,depth,shore,river,slope,flow,flowdir,wetness,wear,deposit,rock,snow,occlusion,"
             "normal_gl,splat",
     .map_format = FLUV_IMAGE_PNG,
     .settle = fluv_godot_settle,
     .parts = {{"water.glb", fluv_godot_water}, {"landscape.tscn", fluv_godot_scene}, {0}}},
    {.info = {.name = "blender",
              .title = "Blender",
              .sizes = "any; up to 1025 vertices if no size is given",
              .heights = "the ground of landscape.glb, and exr in metres for displacement",
              .axes = "right-handed, Z up: X east, Y north, from the north-western vertex; m",
              .scale = "numbers are metres",
              .names = "landscape.glb, height.exr, weight_grass.png",
              .water =
                  "in landscape.glb: ribbons of rivers, planes of lakes and sea, and rivers as "
                  "lines with width, depth, velocity, discharge and name as custom properties; "
                  "blender_setup.py makes curves and materials of them"},
     .rule = FLUV_SIZE_ANY,
     .standard = 1025,
     .formats = "exr",
     .maps = "water,depth,river,slope,wetness,rock,snow,occlusion,normal_gl,splat",
     .map_format = FLUV_IMAGE_PNG,
     .weights = true,
     .settle = fluv_blender_settle,
     .parts = {{"landscape.glb", fluv_blender_model},
               {"rivers.json", fluv_blender_rivers},
               {"blender_setup.py", fluv_blender_script},
               {0}}},
    {.info = {.name = "houdini",
              .title = "Houdini",
              .sizes = "any; the spacing of the grid is printed",
              .heights = "exr in metres",
              .axes = "right-handed, Y up: X east, Z south; m",
              .scale = "numbers are metres",
              .names =
                  "a file a layer: height, water, sediment, debris, bedrock, flow, flowdir; other "
                  "maps as map_slope.exr",
              .water =
                  "water is its depth, flow the drainage area, flowdir red east and green south"},
     .rule = FLUV_SIZE_ANY,
     .formats = "exr",
     .maps = "",
     .map_format = FLUV_IMAGE_EXR,
     .map_prefix = "map_",
     .settle = fluv_houdini_settle,
     .parts = {{"water", fluv_houdini_water}, {"ground", fluv_houdini_ground}, {0}}},
    {.info = {.name = "gis",
              .title = "GIS: QGIS, GRASS, ArcGIS and others",
              .sizes = "any",
              .heights = "GeoTIFF of floats, in metres; tiles with a VRT over them",
              .axes = "x east, y north, as the CRS has them; invented land lies about 0 N 0 E",
              .scale = "numbers are metres",
              .names =
                  "height.tif, slope.tif, height.vrt over tiles height_x0_y0.tif, item.json (STAC)",
              .water =
                  "water.gpkg with styles for QGIS, regions, and names as HydroRIVERS has them "
                  "(layer hydrorivers); rivers, lakes, coast and watersheds as GeoJSON and "
                  "FlatGeobuf"},
     .rule = FLUV_SIZE_ANY,
     .formats = "tif",
     .maps = "water,depth,slope,aspect,flow,wetness,wear,deposit,region,discharge",
     .map_format = FLUV_IMAGE_TIF,
     .settle = fluv_gis_settle,
     .parts = {{"water.gpkg", fluv_gis_vectors},
               {"mosaics", fluv_gis_mosaics},
               {"item.json", fluv_gis_item},
               {0}}},
    {.info = {.name = "web",
              .title = "web maps: MapLibre and others",
              .sizes = "any; zooms from the whole land to its own cells",
              .heights = "Terrain-RGB tiles of 256 pixels, in steps of 0.1 m",
              .axes = "web Mercator, tiles from the north-west; invented land lies about 0 N 0 E",
              .scale = "height = -10000 m + 0.1 m * (red * 65536 + green * 256 + blue)",
              .names = "terrain/{z}/{x}/{y}.png, water/{z}/{x}/{y}.pbf, or terrain.pmtiles and "
                       "water.pmtiles (--format pmtiles); style.json, index.html",
              .water = "vector tiles with the layers rivers, lakes and coast"},
     .rule = FLUV_SIZE_ANY,
     .formats = "tiles|pmtiles",
     .maps = "",
     .map_format = FLUV_IMAGE_PNG,
     .settle = fluv_web_settle,
     .parts = {{"terrain", fluv_web_terrain},
               {"water", fluv_web_water},
               {"style.json", fluv_web_style},
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

const char *fluv_export_profile_formats(size_t index)
{
    return index < fluv_profiles_count ? fluv_profiles[index].formats : NULL;
}

const char *fluv_export_profile_maps(size_t index)
{
    return index < fluv_profiles_count ? fluv_profiles[index].maps : NULL;
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
