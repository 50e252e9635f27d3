// SPDX-License-Identifier: MIT
/* Parcels by MPI: a number of bytes and the bytes themselves, tile after tile in their order, so
 * that nothing needs a tag. Large parcels go in pieces, since MPI counts with an int. */
#include "tiles/transport.h"

#include <mpi.h>
#include <stdlib.h>

#define PIECE ((size_t)1 << 30)

static void send_parcel(int to, const fluv_list *parcel)
{
    uint64_t size = parcel->count;
    MPI_Send(&size, 1, MPI_UINT64_T, to, 0, MPI_COMM_WORLD);
    for (size_t at = 0; at < size; at += PIECE)
        MPI_Send((const char *)parcel->items + at, (int)(size - at < PIECE ? size - at : PIECE),
                 MPI_BYTE, to, 0, MPI_COMM_WORLD);
}

static fluv_status receive_parcel(fluv_ctx *ctx, int from, fluv_list *parcel)
{
    uint64_t size;
    MPI_Recv(&size, 1, MPI_UINT64_T, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    char *bytes = fluv_list_renew(ctx, parcel, size, 1);
    if (!bytes && size)
        return FLUV_NO_MEMORY;
    for (size_t at = 0; at < size; at += PIECE)
        MPI_Recv(bytes + at, (int)(size - at < PIECE ? size - at : PIECE), MPI_BYTE, from, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return FLUV_OK;
}

/* Every parcel that is not where it belongs, from its rank to rank 0 or back. */
static fluv_status carry(const fluv_transport *transport, fluv_ctx *ctx, uint32_t tiles,
                         fluv_list *parcels, bool to_first)
{
    for (uint32_t tile = 0; tile < tiles; tile++) {
        int owner = fluv_transport_owner(transport, tiles, tile);
        int from = to_first ? owner : 0, to = to_first ? 0 : owner;
        if (owner == 0)
            continue;
        if (transport->rank == from)
            send_parcel(to, &parcels[tile]);
        else if (transport->rank == to)
            FLUV_TRY(receive_parcel(ctx, from, &parcels[tile]));
    }
    return FLUV_OK;
}

static fluv_status collect(const fluv_transport *transport, fluv_ctx *ctx, uint32_t tiles,
                           fluv_list *parcels)
{
    return carry(transport, ctx, tiles, parcels, true);
}

static fluv_status deal(const fluv_transport *transport, fluv_ctx *ctx, uint32_t tiles,
                        fluv_list *parcels)
{
    return carry(transport, ctx, tiles, parcels, false);
}

static void meet(const fluv_transport *transport)
{
    (void)transport;
    MPI_Barrier(MPI_COMM_WORLD);
}

static bool hear(const fluv_transport *transport, bool said)
{
    uint8_t word = said;
    (void)transport;
    MPI_Bcast(&word, 1, MPI_BYTE, 0, MPI_COMM_WORLD);
    return word;
}

static int first_failed(const fluv_transport *transport, bool failed)
{
    int own = failed ? transport->rank : transport->ranks, first = own;
    MPI_Allreduce(&own, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    return first;
}

/* What launchers of MPI programs tell them, Open MPI and those that speak PMI. */
static bool was_launched(void)
{
    return getenv("OMPI_COMM_WORLD_SIZE") || getenv("PMI_RANK") || getenv("PMIX_RANK");
}

const fluv_transport *fluv_transport_of_program(void)
{
    static fluv_transport by_mpi; /* MPI itself is one of its kind in a program */
    int begun = 0;
    if (!was_launched())
        return &fluv_transport_alone;
    MPI_Initialized(&begun);
    if (!begun) {
        MPI_Init(NULL, NULL);
        by_mpi = (fluv_transport){.collect = collect,
                                  .deal = deal,
                                  .meet = meet,
                                  .hear = hear,
                                  .first_failed = first_failed};
        MPI_Comm_rank(MPI_COMM_WORLD, &by_mpi.rank);
        MPI_Comm_size(MPI_COMM_WORLD, &by_mpi.ranks);
    }
    return &by_mpi;
}

void fluv_transport_end(bool failed)
{
    int begun = 0, ended = 0;
    MPI_Initialized(&begun);
    MPI_Finalized(&ended);
    if (!begun || ended)
        return;
    if (failed)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
}
