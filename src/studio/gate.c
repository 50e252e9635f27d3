// SPDX-License-Identifier: MIT
/* Who may come in. The address is the loopback's, which other users of the machine and, through the
 * browser, other pages can reach: so a token, compared in constant time; the Host, so that no name
 * of somebody else's that leads here is served; and the Origin, so that no other page's request
 * is. */
#include "studio/gate.h"

#include <stdio.h>
#include <string.h>
#include <sys/random.h>

bool gate_init(studio_gate *gate)
{
    unsigned char bytes[16];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return false;
    for (size_t i = 0; i < sizeof bytes; i++)
        snprintf(gate->token + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

static bool is_ours(const studio_gate *gate, const char *prefix, const char *text)
{
    static const char *const names[] = {"127.0.0.1", "localhost"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char ours[64];
        snprintf(ours, sizeof ours, "%s%s:%d", prefix, names[i], gate->port);
        if (strcmp(ours, text) == 0)
            return true;
    }
    return false;
}

static bool same_token(const char *a, const char *b)
{
    size_t length = strlen(a);
    volatile unsigned char differ = 0;
    if (strlen(b) != length) /* which is no secret */
        return false;
    for (size_t i = 0; i < length; i++)
        differ = (unsigned char)(differ | (a[i] ^ b[i]));
    return differ == 0;
}

const char *gate_refuses(const studio_gate *gate, struct MHD_Connection *connection, bool token)
{
    const char *host = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Host");
    const char *origin = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Origin");
    const char *given =
        MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "X-Interfluve-Token");
    if (!host || !is_ours(gate, "", host))
        return "this is not the address that the studio listens on";
    if (origin && !is_ours(gate, "http://", origin))
        return "this page is not the studio's";
    if (token && (!given || !same_token(gate->token, given)))
        return "the token is missing or wrong: use the address that `interfluve studio` printed";
    return NULL;
}

void gate_guard(struct MHD_Response *response, bool keep)
{
    static const char *const headers[][2] = {
        {"Content-Security-Policy",
         "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
         "connect-src 'self'; worker-src 'self'; font-src 'self'; base-uri 'none'; "
         "form-action 'none'; frame-ancestors 'none'"},
        {"X-Content-Type-Options", "nosniff"},
        {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Opener-Policy", "same-origin"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
    };
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        (void)MHD_add_response_header(response, headers[i][0], headers[i][1]);
    (void)MHD_add_response_header(response, "Cache-Control",
                                  keep ? "public, max-age=31536000, immutable" : "no-store");
}
