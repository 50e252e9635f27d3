// SPDX-License-Identifier: MIT
/* What an export's files must show whatever the land: its heights within half a step of the format,
 * one scale for all tiles, rivers in their valleys. */
#ifndef FLUV_TESTS_EXPORT_HEIGHTS_H
#define FLUV_TESTS_EXPORT_HEIGHTS_H

#include "export_files.h"

#include "export/grid.h"

/* A tile's heights are the lattice's within half a step; voids lie lowest, or have no number. */
static inline void check_heights(const char *dir, const json_t *row, const fluv_export_grid *grid)
{
    numbers n = read_listed(dir, row);
    const json_t *tile = json_object_get(row, "tile");
    size_t cols = (size_t)n.cols, rows = (size_t)n.rows;
    size_t x0 = (size_t)json_integer_value(json_array_get(tile, 0)) * (cols - 1);
    size_t y0 = (size_t)json_integer_value(json_array_get(tile, 1)) * (rows - 1);
    double half = 0.5 * number_of(row, "scale");
    bool whole = strcmp(text_of(row, "type"), "float32") == 0;
    for (size_t y = 0; y < rows; y++)
        for (size_t x = 0; x < cols; x++) {
            double found = n.at[y * cols + x];
            float own = grid->height[(y0 + y) * grid->cols + x0 + x];
            if (isnan(own) && strcmp(text_of(row, "format"), "tif") == 0)
                assert_true(!(found > grid->low));
            else
                assert_near(found, isnan(own) ? grid->low : (double)own,
                            whole ? 0.0 : half * 1.0001 + 1e-4);
        }
    free(n.at);
}

/* All files of heights, which have one scale. */
static inline size_t check_all_heights(const char *dir, const json_t *export,
                                       const fluv_export_grid *grid)
{
    const json_t *files = json_object_get(export, "files"), *first = NULL;
    size_t seen = 0;
    for (size_t i = 0; i < json_array_size(files); i++) {
        const json_t *row = json_array_get(files, i);
        if (strcmp(text_of(row, "what"), "height") != 0 || !json_object_get(row, "scale"))
            continue;
        first = first ? first : row;
        assert_true(number_of(row, "scale") == number_of(first, "scale") &&
                    number_of(row, "offset") == number_of(first, "offset"));
        check_heights(dir, row, grid);
        seen++;
    }
    return seen;
}

/* How rivers.json of a program tells a place. */
typedef struct river_axes {
    double metre;     /* in its unit */
    size_t up, south; /* columns */
    double sign;      /* of what grows southwards */
    bool from_south;  /* counted from the southern edge */
} river_axes;

static const river_axes of_unreal = {100.0, 2, 1, 1.0, false};
static const river_axes of_unity = {1.0, 1, 2, -1.0, true};
static const river_axes of_blender = {1.0, 2, 1, -1.0, false};

/* The lowest ground in a vertex and those beside it. */
static inline double lowest_near(const numbers *height, int col, int row)
{
    double lowest = INFINITY;
    for (int b = row - 1; b <= row + 1; b++)
        for (int a = col - 1; a <= col + 1; a++)
            if (a >= 0 && a < height->cols && b >= 0 && b < height->rows)
                lowest = fmin(lowest, height->at[b * height->cols + a]);
    return lowest;
}

/* Every point of rivers.json lies in a bed of the heights beside it, to the cell, and no river runs
 * uphill; how many points there are. */
static inline size_t check_rivers(const char *dir, const river_axes *axes, size_t count)
{
    json_t *export = read_json(dir, "export.json"), *water = read_json(dir, "rivers.json");
    const json_t *lattice = json_object_get(export, "lattice"), *row_of = listed(export, "height");
    numbers height = read_listed(dir, row_of);
    const json_t *rivers = json_object_get(water, "rivers");
    assert_int_equal(json_array_size(rivers), count);
    size_t points = 0;
    double whole = axes->from_south ? (height.rows - 1) * number_of(lattice, "step_y") : 0.0;
    for (size_t r = 0; r < json_array_size(rivers); r++) {
        const json_t *line = json_object_get(json_array_get(rivers, r), "points");
        double above = INFINITY;
        for (size_t i = 0; i < json_array_size(line); i++, points++) {
            const json_t *point = json_array_get(line, i);
            double x = json_number_value(json_array_get(point, 0)) / axes->metre;
            double y = whole + json_number_value(json_array_get(point, axes->south)) / axes->metre *
                                   axes->sign;
            double z = json_number_value(json_array_get(point, axes->up)) / axes->metre;
            assert_true(z <= above + 1e-3);
            above = z;
            int col = (int)rint(x / number_of(lattice, "step_x"));
            int row = (int)rint(y / number_of(lattice, "step_y"));
            col = col < 0 ? 0 : col >= height.cols ? height.cols - 1 : col;
            row = row < 0 ? 0 : row >= height.rows ? height.rows - 1 : row;
            double lowest = lowest_near(&height, col, row);
            if (!(lowest <= z + 0.5 * number_of(row_of, "scale") + 0.01))
                fail_msg("%s: at %d, %d the ground is %g m, the river at %g m", dir, col, row,
                         lowest, z);
        }
    }
    free(height.at);
    json_decref(export);
    json_decref(water);
    return points;
}

#endif
