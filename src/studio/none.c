// SPDX-License-Identifier: MIT
/* In the place of the studio where libmicrohttpd is not there. */
#include "studio/studio.h"

#include <stdio.h>

const char *studio_server_version(void)
{
    return NULL;
}

studio_end studio_run(const studio_options *options, char why[512])
{
    (void)options;
    snprintf(why, 512,
             "this program was built without the studio: install libmicrohttpd (Debian: "
             "libmicrohttpd-dev) and build again");
    return STUDIO_NOT_BUILT;
}
