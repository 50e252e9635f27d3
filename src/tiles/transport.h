// SPDX-License-Identifier: MIT
/* What tiles tell each other: a parcel of bytes from every tile to the one rank that solves what is
 * left, and one back to every tile. One process alone has them all; with several, MPI carries them.
 * Tiles belong to ranks in rows, as evenly as can be. */
#ifndef FLUV_TILES_TRANSPORT_H
#define FLUV_TILES_TRANSPORT_H

#include "base/list.h"

typedef struct fluv_transport {
    int rank, ranks; /* rank 0 solves */
    /* Brings the parcels (of bytes, one a tile) of all tiles to rank 0; or from there to the ranks
     * of the tiles. NULL in one process: all are there. */
    fluv_status (*collect)(const struct fluv_transport *transport, fluv_ctx *ctx, uint32_t tiles,
                           fluv_list *parcels);
    fluv_status (*deal)(const struct fluv_transport *transport, fluv_ctx *ctx, uint32_t tiles,
                        fluv_list *parcels);
    /* Nobody goes on before all have come. NULL: there is nobody else. */
    void (*meet)(const struct fluv_transport *transport);
    /* What rank 0 says, on all ranks. NULL likewise. */
    bool (*hear)(const struct fluv_transport *transport, bool said);
    /* The first rank for which something failed, on all ranks; `ranks`: for none. NULL likewise. */
    int (*first_failed)(const struct fluv_transport *transport, bool failed);
} fluv_transport;

extern const fluv_transport fluv_transport_alone;

static inline int fluv_transport_owner(const fluv_transport *transport, uint32_t tiles,
                                       uint32_t tile)
{
    return (int)((uint64_t)tile * (uint64_t)transport->ranks / tiles);
}

static inline bool fluv_transport_owns(const fluv_transport *transport, uint32_t tiles,
                                       uint32_t tile)
{
    return fluv_transport_owner(transport, tiles, tile) == transport->rank;
}

/* The ranks that the program was started with: alone, where it was not started by mpirun or is
 * built without MPI. The first call begins MPI. */
const fluv_transport *fluv_transport_of_program(void);
/* Ends MPI, if it was begun; `failed`: here alone, and the other ranks must not wait. */
void fluv_transport_end(bool failed);

#endif
