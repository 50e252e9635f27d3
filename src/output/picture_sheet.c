// SPDX-License-Identifier: MIT
/* A sheet of pictures: rows of fields on paper, a line of text under each.
 *
 * in   pictures of about one size, or none where there is none to show       out   one picture
 *
 * Every field is as large as the largest picture; letters grow with the fields, and a line that is
 * wider than its field is set smaller. */
#include "output/picture_sheet.h"
#include "output/letters.h"
#include "output/picture_parts.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define LETTERS      0.036 /* of a field's width */
#define LEAST        9.0   /* pixels a digit is high, at least */
#define LARGEST_SIDE 30000 /* pixels */

static const fluv_colour nothing = {0.93f, 0.925f, 0.90f};

typedef struct layout {
    uint32_t columns, rows;
    uint32_t wide, high; /* of a field */
    uint32_t gap, line;  /* between fields; for the text under one */
    double letters;
} layout;

static layout lay_out(const fluv_panel *panels, size_t count, uint32_t columns)
{
    layout l = {.columns = columns < count ? columns : (uint32_t)count, .wide = 64, .high = 64};
    l.rows = (uint32_t)((count + l.columns - 1) / l.columns);
    for (size_t i = 0; i < count; i++) {
        l.wide = panels[i].rgba && panels[i].width > l.wide ? panels[i].width : l.wide;
        l.high = panels[i].rgba && panels[i].height > l.high ? panels[i].height : l.high;
    }
    l.letters = fmax(LEAST, LETTERS * l.wide);
    l.gap = (uint32_t)(1.2 * l.letters);
    l.line = (uint32_t)(2.2 * l.letters);
    return l;
}

static void fill(fluv_picture *picture, uint32_t x, uint32_t y, uint32_t wide, uint32_t high,
                 fluv_colour colour)
{
    uint8_t rgb[3];
    fluv_colour_store(colour, rgb);
    for (uint32_t row = y; row < y + high; row++)
        for (uint32_t col = x; col < x + wide; col++)
            memcpy(picture->rgb + 3 * ((size_t)row * picture->width + col), rgb, 3);
}

/* In the middle of its field. */
static void paste(const layout *l, const fluv_panel *panel, uint32_t x, uint32_t y,
                  fluv_picture *to)
{
    x += (l->wide - panel->width) / 2;
    y += (l->high - panel->height) / 2;
    for (uint32_t row = 0; row < panel->height; row++)
        for (uint32_t col = 0; col < panel->width; col++)
            memcpy(to->rgb + 3 * ((size_t)(y + row) * to->width + x + col),
                   panel->rgba + 4 * ((size_t)row * panel->width + col), 3);
}

static void write_line(const layout *l, const char *text, uint32_t x, uint32_t y, float *work,
                       const fluv_picture *to)
{
    double width = fluv_letters_width(text, l->letters);
    double size = width > l->wide ? l->letters * l->wide / width : l->letters;
    fluv_pen pen = {work, to->width, to->height, (float)(0.065 * size)};
    fluv_letters_draw(text, x, y + l->high + 1.45 * l->letters, size, fluv_pen_stroke, &pen);
}

fluv_status fluv_panels_draw(fluv_ctx *ctx, const fluv_panel *panels, size_t count,
                             uint32_t columns, fluv_picture *out)
{
    assert(count > 0 && columns > 0);
    layout l = lay_out(panels, count, columns);
    double wide = l.gap + (double)l.columns * (l.wide + l.gap);
    double high = l.gap + (double)l.rows * (l.high + l.line);
    if (wide > LARGEST_SIDE || high > LARGEST_SIDE)
        return fluv_fail(ctx, FLUV_BAD_USE, "a sheet of %.0f x %.0f pixels: expected at most %d",
                         wide, high, LARGEST_SIDE);
    *out = (fluv_picture){.width = (uint32_t)wide, .height = (uint32_t)high};
    size_t pixels = (size_t)out->width * out->height;
    float *work = fluv_scratch(ctx, pixels, sizeof *work);
    out->rgb = work ? fluv_alloc(ctx, pixels, 3) : NULL;
    if (!out->rgb)
        return FLUV_NO_MEMORY;
    memset(work, 0, pixels * sizeof *work);
    fill(out, 0, 0, out->width, out->height, fluv_paper);
    for (size_t i = 0; i < count; i++) {
        uint32_t x = l.gap + (uint32_t)(i % l.columns) * (l.wide + l.gap);
        uint32_t y = l.gap + (uint32_t)(i / l.columns) * (l.high + l.line);
        if (panels[i].rgba)
            paste(&l, &panels[i], x, y, out);
        else
            fill(out, x, y, l.wide, l.high, nothing);
        write_line(&l, panels[i].label, x, y, work, out);
    }
    fluv_opacity_paint(ctx->threads, work, fluv_ink, 0.95f, out);
    return FLUV_OK;
}
