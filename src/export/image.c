// SPDX-License-Identifier: MIT
/* Rasters of the lattice as files: whole, or as tiles that share a line of vertices with their
 * neighbours. Tiles are windows of the same numbers, so what they share is equal to the bit.
 *
 * A tile's name says where it stands: height_x0_y0.png is the north-western one, x grows eastwards
 * and y southwards. */
#include "export/job.h"

#include "output/memory_file.h"
#include "output/png.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

static const char *const endings[] = {[FLUV_IMAGE_PNG] = "png",
                                      [FLUV_IMAGE_R16] = "r16",
                                      [FLUV_IMAGE_RAW] = "raw",
                                      [FLUV_IMAGE_TIF] = "tif",
                                      [FLUV_IMAGE_EXR] = "exr"};
static const char *const type_names[] = {
    [FLUV_IMAGE_U8] = "uint8", [FLUV_IMAGE_U16] = "uint16", [FLUV_IMAGE_F32] = "float32"};
static const size_t type_bytes[] = {
    [FLUV_IMAGE_U8] = 1, [FLUV_IMAGE_U16] = 2, [FLUV_IMAGE_F32] = 4};

static fluv_status write_bare(fluv_ctx *ctx, const fluv_image_part *part)
{
    assert(part->image->type == FLUV_IMAGE_U16 && part->image->channels == 1);
    fluv_sink sink;
    bool good = fluv_sink_open(&sink, part->path);
    for (uint32_t i = 0; good && i < part->rows; i++) {
        uint32_t row = part->image->format == FLUV_IMAGE_RAW ? part->rows - 1 - i : i;
        good = fwrite(part->first + row * part->line, 2, part->cols, sink.stream) == part->cols;
    }
    return fluv_sink_end(ctx, &sink, good);
}

fluv_status fluv_image_png(fluv_ctx *ctx, const fluv_image_part *part)
{
    assert(part->image->type != FLUV_IMAGE_F32);
    fluv_png_image image = {.width = part->cols,
                            .height = part->rows,
                            .channels = part->image->channels,
                            .bytes = (int)type_bytes[part->image->type],
                            .values = part->first,
                            .stride = part->line,
                            .description = part->says};
    return fluv_png_save(ctx, &image, part->path);
}

static void say(const fluv_image *image, char *text, size_t room)
{
    if (image->type == FLUV_IMAGE_F32)
        snprintf(text, room, "%s%s%s", image->what, *image->unit ? ", " : "", image->unit);
    else
        snprintf(text, room, "%s: %s%.9g + %.9g * number%s%s", image->what,
                 image->is_log ? "10 to the power of " : "", image->offset, image->scale,
                 *image->unit ? " " : "", image->unit);
}

static void list_file(fluv_export_job *job, const fluv_image_part *part, const char *name,
                      uint32_t x, uint32_t y)
{
    const fluv_image *image = part->image;
    json_t *row = fluv_export_list(job, name, image->what);
    json_object_set_new(row, "format", json_string(endings[image->format]));
    json_object_set_new(row, "type", json_string(type_names[image->type]));
    json_object_set_new(row, "channels", json_integer(image->channels));
    json_object_set_new(row, "cols", json_integer(part->cols));
    json_object_set_new(row, "rows", json_integer(part->rows));
    json_object_set_new(row, "offset", json_real(image->offset));
    json_object_set_new(row, "scale", json_real(image->scale));
    json_object_set_new(row, "encoding", json_string(image->is_log ? "log10" : "linear"));
    json_object_set_new(row, "unit", json_string(image->unit));
    json_object_set_new(row, "first_row",
                        json_string(image->format == FLUV_IMAGE_RAW ? "south" : "north"));
    json_object_set_new(row, "west", json_real(part->west));
    json_object_set_new(row, "north", json_real(part->north));
    if (job->size.tiles_x * job->size.tiles_y > 1)
        json_object_set_new(row, "tile", json_pack("[i, i]", (int)x, (int)y));
}

static fluv_status write_part(fluv_ctx *ctx, fluv_export_job *job, const fluv_image *image,
                              uint32_t x, uint32_t y)
{
    assert(x < job->size.tiles_x && y < job->size.tiles_y);
    char name[96], path[PATH_MAX], says[240];
    const fluv_export_size *size = &job->size;
    uint32_t quads_x = (size->cols - 1) / size->tiles_x, quads_y = (size->rows - 1) / size->tiles_y;
    size_t vertex = type_bytes[image->type] * (size_t)image->channels;
    if (size->tiles_x * size->tiles_y > 1)
        snprintf(name, sizeof name, "%s_x%u_y%u.%s", image->stem, x, y, endings[image->format]);
    else
        snprintf(name, sizeof name, "%s.%s", image->stem, endings[image->format]);
    if (snprintf(path, sizeof path, "%s/%s", job->folder, name) >= (int)sizeof path)
        return fluv_fail(ctx, FLUV_IO, "%s: the folder's name is too long", name);
    say(image, says, sizeof says);
    fluv_image_part part = {.image = image,
                            .line = size->cols * vertex,
                            .cols = quads_x + 1,
                            .rows = quads_y + 1,
                            .west = job->grid.west + x * quads_x * job->grid.step_x,
                            .north = job->grid.north - y * quads_y * job->grid.step_y,
                            .path = path,
                            .says = says};
    part.first = (const unsigned char *)image->pixels + (size_t)y * quads_y * part.line +
                 (size_t)x * quads_x * vertex;
    list_file(job, &part, name, x, y);
    assert(image->format < FLUV_IMAGE_TILES);
    switch (image->format) {
    case FLUV_IMAGE_R16:
    case FLUV_IMAGE_RAW:
        return write_bare(ctx, &part);
    case FLUV_IMAGE_EXR:
        return fluv_exr_write(ctx, &part);
    case FLUV_IMAGE_PNG:
        return fluv_image_png(ctx, &part);
    case FLUV_IMAGE_TIF:
    case FLUV_IMAGE_TILES:
    case FLUV_IMAGE_PMTILES:
        break;
    }
    return fluv_image_tif(ctx, job, &part);
}

fluv_status fluv_image_write(fluv_ctx *ctx, fluv_export_job *job, const fluv_image *image)
{
    assert(image->pixels && image->channels >= 1 && image->channels <= 4);
    for (uint32_t y = 0; y < job->size.tiles_y; y++)
        for (uint32_t x = 0; x < job->size.tiles_x; x++) {
            FLUV_TRY(write_part(ctx, job, image, x, y));
            FLUV_TRY(fluv_look(ctx));
        }
    return FLUV_OK;
}
