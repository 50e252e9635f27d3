// SPDX-License-Identifier: MIT
/* Pictures of presets, kept in the user's cache folder for each version of the program. */
#ifndef FLUV_STUDIO_CACHE_H
#define FLUV_STUDIO_CACHE_H

#include <stdbool.h>
#include <stddef.h>

bool cache_has(const char *preset);
bool cache_put(const char *preset, const void *png, size_t size);
/* To be freed; NULL: there is none. */
char *cache_get(const char *preset, size_t *size);

#endif
