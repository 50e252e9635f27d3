// SPDX-License-Identifier: MIT
/* The files of a result, in the order they are written. */
#ifndef FLUV_OUTPUT_FOLDER_FILES_H
#define FLUV_OUTPUT_FOLDER_FILES_H

#include "output/picture.h"

/* A grid of the landscape's frame that is no layer of it, as its file has it. */
typedef struct fluv_ready_grid {
    const char *name; /* of the file; NULL: the end of a list */
    const void *cells;
    const char *made; /* the folder where the file stands already, to be moved; NULL: nowhere */
} fluv_ready_grid;

typedef struct fluv_folder_content {
    const fluv_landscape *land;
    const fluv_ready_grid *ready; /* NULL: none */
    const char *recipe_text;      /* NULL: none */
    const fluv_verdict *verdicts; /* NULL: none */
    const char *without;          /* files to leave out, with commas between; NULL: none */
    fluv_picture *texture;        /* where the map leaves the model's; NULL: each draws its own */
} fluv_folder_content;

typedef struct fluv_folder_file {
    const char *name;
    bool needed; /* without it the rules of water could not be asked of the folder */
    bool (*wanted)(const fluv_folder_content *content, const char *name);
    fluv_status (*write)(fluv_ctx *ctx, const fluv_folder_content *content, const char *name,
                         const char *folder);
} fluv_folder_file;

extern const fluv_folder_file fluv_folder_files[];
extern const size_t fluv_folder_file_count;

/* Whether a result may hold a file of that name. */
bool fluv_folder_has_name(const char *name);

/* Whether every name in the list is that of a file that can be left out. */
FLUV_MUST_CHECK fluv_status fluv_folder_check_without(fluv_ctx *ctx, const char *without);

/* Writes the files the content has something for into an existing folder. Messages speak of `dir`.
 */
FLUV_MUST_CHECK fluv_status fluv_folder_fill(fluv_ctx *ctx, const fluv_folder_content *content,
                                             const char *folder, const char *dir);

/* One of them in memory, to be freed with free(). */
FLUV_MUST_CHECK fluv_status fluv_folder_file_bytes(fluv_ctx *ctx,
                                                   const fluv_folder_content *content,
                                                   const char *name, uint8_t **bytes, size_t *size);

#endif
