#include "measure/measure.h"
fluv_status fluv_measures_picture(fluv_ctx *ctx, const fluv_landscape *land, const fluv_measures *measures, const char *title, const char *png_file)
{
    (void)land,(void)measures,(void)title,(void)png_file;
    return fluv_fail(ctx, FLUV_BAD_USE, "not yet");
}
