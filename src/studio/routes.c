// SPDX-License-Identifier: MIT
/* What can be asked: the table of docs/studio-protocol.md. */
#include "studio/server.h"

#include <string.h>

#define LITTLE ((size_t)64 << 10)
#define WORDS  ((size_t)8 << 20)
#define IMAGE  ((size_t)256 << 20)

static const studio_route routes[] = {
    {"GET", "about", answer_about, LANE_NONE, 0},
    {"GET", "project", answer_project, LANE_PROJECT, 0},
    {"GET", "places", answer_places, LANE_PROJECT, 0},
    {"GET", "recipe", answer_recipe, LANE_PROJECT, 0},
    {"GET", "events", answer_events, LANE_NONE, 0},
    {"GET", "fit", answer_fit, LANE_NONE, 0},
    {"GET", "field", answer_field, LANE_WORDS, 0},
    {"GET", "presets/*", answer_preset, LANE_NONE, 0},
    {"GET", "images/*", answer_get_image, LANE_NONE, 0},
    {"GET", "sheets/*/*", answer_sheet_picture, LANE_NONE, 0},
    {"GET", "results/*", answer_result, LANE_NONE, 0},
    {"GET", "results/*/layers/*", answer_layer, LANE_GRIDS, 0},
    {"GET", "results/*/grids", answer_grids, LANE_GRIDS, 0},
    {"GET", "results/*/rivers", answer_rivers, LANE_WORDS, 0},
    {"GET", "results/*/lakes", answer_lakes, LANE_WORDS, 0},
    {"GET", "results/*/coast", answer_coast, LANE_WORDS, 0},
    {"GET", "results/*/watersheds", answer_watersheds, LANE_WORDS, 0},
    {"GET", "results/*/at", answer_at, LANE_WORDS, 0},
    {"GET", "results/*/catchment", answer_catchment, LANE_WORDS, 0},
    {"GET", "results/*/picture", answer_picture, LANE_PICTURES, 0},
    {"GET", "results/*/files/*", answer_file, LANE_PICTURES, 0},
    {"GET", "results/*/stages/*", answer_thumb, LANE_NONE, 0},
    {"POST", "open", answer_open, LANE_PROJECT, WORDS},
    {"POST", "edit", answer_edit, LANE_PROJECT, WORDS},
    {"POST", "undo", answer_undo, LANE_PROJECT, LITTLE},
    {"POST", "redo", answer_redo, LANE_PROJECT, LITTLE},
    {"POST", "ui", answer_ui, LANE_PROJECT, LITTLE},
    {"POST", "view", answer_view, LANE_PROJECT, LITTLE},
    {"POST", "results/*/drawn", answer_drawn, LANE_NONE, LITTLE},
    {"POST", "cancel", answer_cancel, LANE_NONE, LITTLE},
    {"POST", "run", answer_run, LANE_PROJECT, LITTLE},
    {"POST", "images", answer_put_image, LANE_WORDS, IMAGE},
    {"POST", "maps", answer_put_map, LANE_WORDS, STUDIO_UPLOAD},
    {"POST", "build", answer_build, LANE_NONE, LITTLE},
    {"POST", "sheet", answer_sheet, LANE_NONE, LITTLE},
    {"POST", "jobs/*/cancel", answer_job_cancel, LANE_NONE, LITTLE},
};

/* Whether a path fits; what stands for the stars is noted as places in it. */
static bool fits(const char *pattern, const char *path, const char *starts[STUDIO_PARTS],
                 size_t lengths[STUDIO_PARTS])
{
    size_t stars = 0;
    while (*pattern) {
        size_t wanted = strcspn(pattern, "/"), given = strcspn(path, "/");
        if (*pattern == '*') {
            if (given == 0)
                return false;
            starts[stars] = path;
            lengths[stars++] = given;
        } else if (wanted != given || strncmp(pattern, path, wanted) != 0) {
            return false;
        }
        pattern += wanted;
        path += given;
        if (*pattern != *path)
            return false;
        pattern += *pattern == '/';
        path += *path == '/';
    }
    return *path == '\0';
}

const studio_route *route_find(const char *method, const char *path, studio_call *call)
{
    const char *starts[STUDIO_PARTS];
    size_t lengths[STUDIO_PARTS];
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
        if (strcmp(routes[i].method, method) != 0 || !fits(routes[i].path, path, starts, lengths))
            continue;
        const char *star = routes[i].path;
        for (size_t j = 0; (star = strchr(star, '*')); j++, star++) {
            call->part[j] = call->path + (starts[j] - path);
            call->part[j][lengths[j]] = '\0';
        }
        return &routes[i];
    }
    return NULL;
}
