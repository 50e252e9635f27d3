// SPDX-License-Identifier: MIT
/* Names of files as seen from a folder. What is returned is the caller's, to be given to free();
 * NULL: there is no memory, or no such name. */
#ifndef FLUV_RECIPE_RELATIVE_H
#define FLUV_RECIPE_RELATIVE_H

/* The whole path of a folder that need not be there yet, but in which a folder is. */
char *fluv_path_whole(const char *folder);
/* A file's name from a folder, "../maps/rain.png"; both are whole paths. NULL also where they have
 * no folder in common below the root: then they will hardly be moved together. */
char *fluv_path_from(const char *folder, const char *file);

#endif
