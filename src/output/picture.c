// SPDX-License-Identifier: MIT
/* The views of a landscape.
 *
 * in   a landscape and the name of a view     out   a picture in memory
 *
 * Each view is a row of one table: its name, the layers it needs and the function that gives a
 * pixel its colour. All views share the scene (layers at the picture's resolution), the light and
 * the rivers; they differ in what they lay under them.  O(cells + pixels). */
#include "output/picture_parts.h"

#include "output/picture_layout.h"
#include "output/picture_map.h"
#include "output/picture_plan.h"
#include "output/relief.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SMALLEST      16 /* longer sides that can be asked for */
#define LARGEST       16384
#define BAND          256 /* rows of pixels between looks at whether to go on */
#define TEXTURE_SHADE 0.35f

#define BLOCK_LONGEST 1600 /* pixels, and from where the block is seen, degrees */
#define BLOCK_AZIMUTH 335.0
#define BLOCK_TILT    34.0

static const fluv_picture_range usual = {1000, 2400};

/* How a view is drawn. */
typedef struct manner {
    fluv_picture_range range;
    bool texture;         /* to be laid over a model */
    fluv_picture *beside; /* the texture too, painted from the same scene; NULL: not wanted */
    bool bare;            /* without names, scale bar and legend */
    const char *climate;  /* colours of heights; NULL: by the land */
    fluv_relief_wish eye; /* of the view relief3d */
} manner;

typedef struct picture_view {
    const char *name;
    fluv_layer_set needs;   /* height besides */
    fluv_layer_set instead; /* a layer that serves in their place, before there is ground */
    fluv_pixel_fn *colour;
    bool (*legend)(const fluv_sheet *sheet, fluv_legend *legend); /* NULL: none */
    bool names;                                                   /* of rivers, lakes and peaks */
    enum { FLAT, OBLIQUE, PLAN } as; /* a map, a block that one looks down on, or without ground */
} picture_view;

static bool height_legend(const fluv_sheet *sheet, fluv_legend *legend)
{
    *legend = (fluv_legend){.title = "height, m",
                            .ramp = &fluv_ramp_grey,
                            .low = sheet->scene->low,
                            .high = sheet->scene->high};
    return legend->high > legend->low;
}

static bool depth_legend(const fluv_sheet *sheet, fluv_legend *legend)
{
    *legend = (fluv_legend){
        .title = "lake depth, m", .ramp = &fluv_ramp_depth, .high = sheet->scene->deepest_lake};
    return legend->high > 0;
}

static bool area_legend(const fluv_sheet *sheet, fluv_legend *legend)
{
    *legend = (fluv_legend){.title = "drainage area, km^2",
                            .ramp = &fluv_ramp_area,
                            .low = sheet->value_low * 1e-6,
                            .high = sheet->value_high * 1e-6,
                            .logarithmic = true};
    return legend->low > 0 && legend->high > legend->low;
}

static bool flow_legend(const fluv_sheet *sheet, fluv_legend *legend)
{
    *legend = (fluv_legend){.title = "flow, m^3/s",
                            .ramp = &fluv_ramp_area,
                            .low = sheet->value_low,
                            .high = sheet->value_high,
                            .logarithmic = true};
    return legend->low > 0 && legend->high > legend->low;
}

static bool wear_legend(const fluv_sheet *sheet, fluv_legend *legend)
{
    *legend =
        (fluv_legend){.title = "worn off, m", .ramp = &fluv_ramp_moved, .high = sheet->value_high};
    return true;
}

static bool deposit_legend(const fluv_sheet *sheet, fluv_legend *legend)
{
    *legend =
        (fluv_legend){.title = "laid down, m", .ramp = &fluv_ramp_moved, .high = sheet->value_high};
    return true;
}

static const picture_view views[] = {
    {"map", 0, 0, fluv_map_pixel, NULL, true, FLAT},
    {"height", 0, 0, fluv_height_pixel, height_legend, false, FLAT},
    {"coast", FLUV_HAS(FLUV_LAYER_cover), 0, fluv_coast_pixel, NULL, false, FLAT},
    {"region", FLUV_HAS(FLUV_LAYER_region), 0, fluv_region_pixel, NULL, false, FLAT},
    {"basin", FLUV_HAS(FLUV_LAYER_receiver) | FLUV_HAS(FLUV_LAYER_area),
     FLUV_HAS(FLUV_LAYER_basins), fluv_basin_pixel, NULL, false, FLAT},
    {"channel", FLUV_HAS(FLUV_LAYER_rivers), FLUV_HAS(FLUV_LAYER_channels), fluv_channel_pixel,
     NULL, true, FLAT},
    {"water", FLUV_HAS(FLUV_LAYER_water), 0, fluv_water_pixel, depth_legend, false, FLAT},
    {"area", FLUV_HAS(FLUV_LAYER_area), 0, fluv_area_pixel, area_legend, false, FLAT},
    {"shade", 0, 0, fluv_shade_pixel, NULL, false, FLAT},
    {"flow", FLUV_HAS(FLUV_LAYER_flow), 0, fluv_area_pixel, flow_legend, false, FLAT},
    {"wear", FLUV_HAS(FLUV_LAYER_wear), 0, fluv_moved_pixel, wear_legend, false, FLAT},
    {"deposit", FLUV_HAS(FLUV_LAYER_deposit), 0, fluv_moved_pixel, deposit_legend, false, FLAT},
    {"relief3d", 0, 0, fluv_map_pixel, NULL, false, OBLIQUE},
    {"plan", FLUV_HAS(FLUV_LAYER_contour), 0, NULL, NULL, false, PLAN},
};
#define VIEWS (sizeof views / sizeof *views)

size_t fluv_view_count(void)
{
    return VIEWS;
}

const char *fluv_view_name(size_t index)
{
    return index < VIEWS ? views[index].name : NULL;
}

void fluv_picture_free(fluv_picture *picture)
{
    fluv_free(picture->rgb);
    *picture = (fluv_picture){0};
}

static fluv_status find_view(fluv_ctx *ctx, const char *name, const picture_view **out)
{
    char known[256];
    size_t length = 0;
    for (size_t i = 0; i < VIEWS; i++) {
        if (strcmp(views[i].name, name) == 0) {
            *out = &views[i];
            return FLUV_OK;
        }
        length += (size_t)snprintf(known + length, sizeof known - length, "%s%s", i ? ", " : "",
                                   views[i].name);
    }
    return fluv_fail(ctx, FLUV_BAD_USE, "unknown view \"%s\", expected one of %s", name, known);
}

static fluv_status check_layers(fluv_ctx *ctx, const fluv_landscape *land,
                                const picture_view *wanted)
{
    fluv_layer_set present = fluv_layers_present(land);
    fluv_layer_set needs = wanted->instead & present ? 0 : wanted->needs;
    fluv_layer_set ground = wanted->as == PLAN ? 0 : FLUV_HAS(FLUV_LAYER_height);
    fluv_layer_set missing = (needs | ground) & ~present;
    if (!land->frame.cols || !land->frame.rows)
        return fluv_fail(ctx, FLUV_BAD_USE, "view \"%s\" needs a landscape with at least one cell",
                         wanted->name);
    for (int layer = 0; layer < FLUV_LAYER_COUNT; layer++)
        if (missing & FLUV_HAS(layer))
            return fluv_fail(ctx, FLUV_BAD_USE,
                             "view \"%s\" needs the layer %s, which this landscape does not have",
                             wanted->name, fluv_layer_name((fluv_layer)layer));
    return FLUV_OK;
}

static fluv_status paint(fluv_ctx *ctx, const fluv_sheet *sheet, fluv_pixel_fn *colour,
                         fluv_picture *picture)
{
    picture->width = sheet->scene->width;
    picture->height = sheet->scene->height;
    picture->rgb = fluv_alloc(ctx, sheet->scene->pixels, 3);
    if (!picture->rgb)
        return FLUV_NO_MEMORY;
    for (uint32_t first = 0; first < picture->height; first += BAND) {
        uint32_t end = picture->height - first > BAND ? first + BAND : picture->height;
#pragma omp parallel for schedule(static) num_threads(ctx->threads)
        for (uint32_t y = first; y < end; y++)
            for (uint32_t x = 0; x < picture->width; x++) {
                size_t at = (size_t)y * picture->width + x;
                fluv_colour_store(colour(sheet, x, y), picture->rgb + 3 * at);
            }
        FLUV_TRY(fluv_advance(ctx, 0.9 + 0.1 * end / picture->height));
    }
    return FLUV_OK;
}

/* A block in light of its own; what lies on it is painted in even light. */
static fluv_status paint_block(fluv_ctx *ctx, const fluv_sheet *sheet, fluv_pixel_fn *colour,
                               const fluv_relief_wish *eye, fluv_picture *out)
{
    fluv_picture flat = {0};
    fluv_status status = paint(ctx, sheet, colour, &flat);
    if (status == FLUV_OK)
        status = fluv_relief_draw(ctx, sheet, &flat, eye, out);
    fluv_picture_free(&flat);
    return status;
}

static fluv_status draw(fluv_ctx *ctx, const fluv_landscape *land, const picture_view *wanted,
                        manner how, fluv_picture *out)
{
    fluv_scene scene;
    fluv_light light;
    fluv_sheet sheet = {.scene = &scene,
                        .light = &light,
                        .shade = wanted->as == OBLIQUE ? 0
                                 : how.texture         ? TEXTURE_SHADE
                                                       : 1,
                        .bare_paper = how.texture || wanted->as == OBLIQUE};
    FLUV_TRY(fluv_scene_make(ctx, land, how.range, &scene));
    fluv_layout_lakes_paint(&scene);
    FLUV_TRY(fluv_light_make(ctx, &scene, &light));
    FLUV_TRY(fluv_rivers_paint(ctx, &scene));
    FLUV_TRY(fluv_look(ctx));
    FLUV_TRY(fluv_sheet_make(ctx, &sheet, wanted->needs & fluv_layers_present(land)));
    FLUV_TRY(fluv_climate_find(ctx, &scene, how.climate, &sheet.heights));
    if (wanted->colour == fluv_basin_pixel)
        FLUV_TRY(fluv_sheet_basins(ctx, &sheet));
    FLUV_TRY(fluv_advance(ctx, 0.9));
    if (wanted->as == OBLIQUE)
        return paint_block(ctx, &sheet, wanted->colour, &how.eye, out);
    FLUV_TRY(paint(ctx, &sheet, wanted->colour, out));
    if (how.beside) {
        fluv_sheet faint = sheet;
        faint.shade = TEXTURE_SHADE;
        faint.bare_paper = true;
        FLUV_TRY(paint(ctx, &faint, wanted->colour, how.beside));
    }
    fluv_legend legend;
    if (!how.bare && wanted->names)
        FLUV_TRY(fluv_names_draw(ctx, &scene, scene.dry_river, out));
    if (!how.bare)
        fluv_scale_bar_draw(ctx->threads, &scene, scene.dry_river, out);
    if (!how.bare && wanted->legend && wanted->legend(&sheet, &legend))
        fluv_legend_draw(ctx->threads, &legend, scene.dry_river, out);
    return FLUV_OK;
}

static double radians(double degrees)
{
    return degrees * 3.14159265358979323846 / 180;
}

/* The block is seen once and from afar: its scene is about as fine as the picture. */
static void look_down(manner *how)
{
    uint32_t longest = how->eye.longest ? how->eye.longest : BLOCK_LONGEST;
    how->eye.longest = longest;
    how->eye.azimuth = radians(how->eye.azimuth != 0 ? how->eye.azimuth : BLOCK_AZIMUTH);
    how->eye.tilt = radians(how->eye.tilt != 0 ? how->eye.tilt : BLOCK_TILT);
    how->range = (fluv_picture_range){longest - longest / 4, longest + longest / 4};
}

static fluv_status draw_view(fluv_ctx *ctx, const fluv_landscape *land, const char *name,
                             manner how, fluv_picture *out)
{
    const picture_view *wanted = NULL;
    *out = (fluv_picture){0};
    FLUV_TRY(find_view(ctx, name, &wanted));
    FLUV_TRY(check_layers(ctx, land, wanted));
    if (wanted->as == OBLIQUE)
        look_down(&how);
    struct fluv_scratch_block *mark = fluv_scratch_mark(ctx);
    fluv_status status = wanted->as == PLAN ? fluv_plan_draw(ctx, land, how.range, how.bare, out)
                                            : draw(ctx, land, wanted, how, out);
    fluv_scratch_release(ctx, mark);
    if (status != FLUV_OK)
        fluv_picture_free(out);
    return status;
}

fluv_status fluv_picture_draw(fluv_ctx *ctx, const fluv_landscape *land, const char *view,
                              fluv_picture *out)
{
    return draw_view(ctx, land, view, (manner){.range = usual}, out);
}

static fluv_status check_eye(fluv_ctx *ctx, const fluv_render_options *wish)
{
    if (!(wish->azimuth >= 0 && wish->azimuth <= 360))
        return fluv_fail(ctx, FLUV_BAD_USE, "azimuth is %g, expected 0 to 360 degrees",
                         wish->azimuth);
    if (wish->tilt != 0 && !(wish->tilt >= 10 && wish->tilt <= 80))
        return fluv_fail(ctx, FLUV_BAD_USE, "tilt is %g, expected 10 to 80 degrees", wish->tilt);
    if (wish->exaggeration != 0 && !(wish->exaggeration >= 0.1 && wish->exaggeration <= 100))
        return fluv_fail(ctx, FLUV_BAD_USE, "exaggeration is %g, expected 0.1 to 100",
                         wish->exaggeration);
    return FLUV_OK;
}

fluv_status fluv_picture_draw_as(fluv_ctx *ctx, const fluv_landscape *land, const char *view,
                                 const fluv_render_options *options, fluv_picture *out)
{
    fluv_render_options wish = {0};
    *out = (fluv_picture){0};
    FLUV_TRY(fluv_options_read(ctx, options, &wish, sizeof wish));
    manner how = {.range = usual, .bare = wish.bare};
    if (wish.longest)
        how.range = (fluv_picture_range){wish.longest, wish.longest};
    if (wish.longest && (wish.longest < SMALLEST || wish.longest > LARGEST))
        return fluv_fail(ctx, FLUV_BAD_USE, "a picture of %u pixels: expected %d to %d",
                         wish.longest, SMALLEST, LARGEST);
    FLUV_TRY(check_eye(ctx, &wish));
    how.climate = wish.climate;
    how.eye = (fluv_relief_wish){wish.longest, wish.azimuth, wish.tilt, wish.exaggeration};
    return draw_view(ctx, land, view, how, out);
}

static fluv_status draw_pixels(fluv_ctx *ctx, const fluv_landscape *land, const char *view,
                               const fluv_render_options *options, fluv_picture *picture,
                               uint8_t **rgba)
{
    fluv_begin_step(ctx, "draw", view, 1, 1);
    FLUV_TRY(fluv_advance(ctx, 0.0));
    FLUV_TRY(fluv_picture_draw_as(ctx, land, view, options, picture));
    size_t pixels = (size_t)picture->width * picture->height;
    uint8_t *to = malloc(4 * pixels);
    if (!to)
        return fluv_fail(ctx, FLUV_NO_MEMORY, "out of memory: %zu more bytes were needed",
                         4 * pixels);
    for (size_t i = 0; i < pixels; i++) {
        memcpy(to + 4 * i, picture->rgb + 3 * i, 3);
        to[4 * i + 3] = 255;
    }
    *rgba = to;
    return fluv_end_step(ctx);
}

fluv_status fluv_render_rgba(fluv_ctx *ctx, const fluv_landscape *land, const char *view,
                             const fluv_render_options *options, uint8_t **rgba, uint32_t *width,
                             uint32_t *height)
{
    fluv_picture picture = {0};
    struct fluv_scratch_block *mark = fluv_call_begin(ctx);
    *rgba = NULL;
    fluv_status status = draw_pixels(ctx, land, view, options, &picture, rgba);
    *width = status == FLUV_OK ? picture.width : 0;
    *height = status == FLUV_OK ? picture.height : 0;
    fluv_picture_free(&picture);
    if (status != FLUV_OK) {
        free(*rgba);
        *rgba = NULL;
    }
    return fluv_call_end(ctx, mark, status);
}

fluv_status fluv_picture_texture(fluv_ctx *ctx, const fluv_landscape *land, fluv_picture *out)
{
    return draw_view(ctx, land, "map", (manner){.range = usual, .texture = true, .bare = true},
                     out);
}

fluv_status fluv_picture_map_and_texture(fluv_ctx *ctx, const fluv_landscape *land,
                                         fluv_picture *map, fluv_picture *texture)
{
    *texture = (fluv_picture){0};
    fluv_status status =
        draw_view(ctx, land, "map", (manner){.range = usual, .beside = texture}, map);
    if (status != FLUV_OK)
        fluv_picture_free(texture);
    return status;
}
