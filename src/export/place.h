// SPDX-License-Identifier: MIT
/* Where an export goes. */
#ifndef FLUV_EXPORT_PLACE_H
#define FLUV_EXPORT_PLACE_H

#include "output/workshop.h"

#define FLUV_EXPORT_NAME "export.json"

extern const fluv_workshop_kind fluv_export_place;

#endif
