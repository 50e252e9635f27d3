// SPDX-License-Identifier: MIT
/* Where a rule is first broken. */
#ifndef FLUV_CHECK_WHERE_H
#define FLUV_CHECK_WHERE_H

#include "check/check.h"

/* Gives the verdict the place that a finding's text names, where it names one. */
void fluv_check_where(const fluv_check_land *land, const char *text, fluv_verdict *verdict);

#endif
