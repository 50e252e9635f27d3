// SPDX-License-Identifier: MIT
/* Profiles: how one program takes a landscape. One row each in profiles.c. */
#ifndef FLUV_EXPORT_PROFILE_H
#define FLUV_EXPORT_PROFILE_H

#include "export/job.h"

/* What is written beside heights and maps, in this order. */
typedef struct fluv_profile_part {
    const char *name; /* for progress; NULL: the end */
    fluv_status (*write)(fluv_ctx *ctx, fluv_export_job *job);
} fluv_profile_part;

typedef struct fluv_profile {
    fluv_export_profile info; /* in words, for people */
    fluv_size_rule rule;
    uint32_t standard;   /* the most vertices along a side where no size is given; 0: the land's */
    const char *formats; /* of heights, "png|r16"; the first is the standard */
    const char *maps;    /* standard maps, with commas between */
    fluv_image_format map_format;
    const char *map_prefix; /* of a map's file; NULL: none */
    bool weights;           /* splat as a grey picture a material */
    bool uncarved;          /* heights with rivers filled, too */
    /* Decides offset and scale of 16 bit heights, and says what the engine must be told. */
    void (*settle)(fluv_export_job *job);
    fluv_profile_part parts[8];
} fluv_profile;

extern const fluv_profile fluv_profiles[];
extern const size_t fluv_profiles_count;

/* FLUV_BAD_USE with the near ones where there is none. */
FLUV_MUST_CHECK fluv_status fluv_profile_find(fluv_ctx *ctx, const char *name,
                                              const fluv_profile **out);

/* export.c. What the whole is made of; `folder` for files, which exists. */
typedef struct fluv_export_wish {
    const fluv_landscape *land;
    const fluv_profile *profile;
    const fluv_export_options *options;
    const fluv_splat_rules *rules; /* NULL: the standard ones */
    bool rebuilt;                  /* the land was made anew at the size wished for */
} fluv_export_wish;

/* The size that the wish comes to for so many cells, before there is land; format and maps are
 * looked at too. FLUV_BAD_USE: they are unknown, or the cells too few. */
FLUV_MUST_CHECK fluv_status fluv_export_check(fluv_ctx *ctx, const fluv_export_wish *wish,
                                              uint32_t cols, uint32_t rows, fluv_export_size *size);
/* Whether the folder could be written: asked before what takes long. */
FLUV_MUST_CHECK fluv_status fluv_export_may_write(fluv_ctx *ctx, const char *dir);
/* Writes the folder whole or not at all. `told` may be NULL. */
FLUV_MUST_CHECK fluv_status fluv_export_write(fluv_ctx *ctx, const fluv_export_wish *wish,
                                              const char *dir, char **told);

#endif
