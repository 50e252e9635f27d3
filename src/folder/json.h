// SPDX-License-Identifier: MIT
/* landscape.json: what a folder's landscape is, in numbers.
 *
 *     generator, version   "interfluve" and its version
 *     built_with           versions of the compiler and of the libraries it uses
 *     seed                 a number, or a text where it is above 2^63 - 1
 *     frame                cols, rows, cell_m, west, north, low_m, high_m
 *     crs                  WKT, null for invented land
 *     layers               names of the layers there are
 *     surveyed             whether the ground is that of a map
 *     drained              how drain led water, descent and wander; given: as a file says; null if
 *                          neither did
 *     notes                what the user should know: {stage, text} each
 *     ranges               height_m, water_m, area_m2, discharge_cms: [lowest, highest]
 *     height_png           black_m and white_m of height.png
 *     statistics           shares of the land, counts and sums of rivers, lakes, watersheds
 *     ground_change        what was cut and filled
 *     budget               rain, evaporated, stored, left and their unit; null if none was kept
 *     erosion              m3 of ground and of water; null if no stage wore the land
 *     check                the rules of water: one entry each; null if nobody asked
 *     files                names of all files written with it, itself among them
 *     timing               seconds and bytes per stage: all that differs from run to run
 *
 * Keys are sorted and numbers have 17 digits, so equal landscapes give equal files but for timing.
 */
#ifndef FLUV_FOLDER_JSON_H
#define FLUV_FOLDER_JSON_H

#include "folder/files.h"

#include <jansson.h>

/* Words for fluv_descent, NULL at the end. */
extern const char *const fluv_descent_words[];

/* Sets frame, CRS, seed, what is known of the ground, and sums; takes no layers. */
FLUV_MUST_CHECK fluv_status fluv_json_read(fluv_ctx *ctx, const char *file, fluv_landscape *land);
/* The layers it lists, as far as this version knows them. */
FLUV_MUST_CHECK fluv_status fluv_json_layers(fluv_ctx *ctx, const char *file,
                                             fluv_layer_set *layers);
/* Whether the file is a landscape.json of ours. */
bool fluv_json_is_ours(const char *file);
/* What stands under `files`, an array; NULL if nothing does. The reference is yours. */
json_t *fluv_json_files(const char *file);
/* Whether jansson failed for want of memory, and not for what it read: it then has nothing to say.
 */
bool fluv_json_starved(const json_error_t *error);

#endif
