// SPDX-License-Identifier: MIT
/* Lists that grow by doubling, and by an eighth once they are large: large blocks grow in place,
 * and room that stays empty counts. Appending is O(1) on average. */
#include "base/list.h"

#include <assert.h>

#define LARGE ((size_t)1 << 22) /* bytes */

void *fluv_list_append(fluv_ctx *ctx, fluv_list *list, size_t count, size_t size)
{
    assert(!list->size || list->size == size);
    list->size = size;
    if (!count && !list->items)
        return list; /* room for nothing: there is no want of memory */
    if (list->count + count > list->room) {
        size_t room = list->room * size < LARGE ? list->room * 2 : list->room + list->room / 8;
        room = room > list->count + count ? room : list->count + count;
        room = room < 16 ? 16 : room;
        void *items = fluv_realloc(ctx, list->items, room, size);
        if (!items)
            return NULL;
        list->items = items;
        list->room = room;
    }
    void *at = (unsigned char *)list->items + list->count * size;
    list->count += count;
    return at;
}

void *fluv_list_renew(fluv_ctx *ctx, fluv_list *list, size_t count, size_t size)
{
    list->count = 0;
    return fluv_list_append(ctx, list, count, size);
}

fluv_status fluv_list_trim(fluv_ctx *ctx, fluv_list *list)
{
    if (list->count == list->room)
        return FLUV_OK;
    void *items = fluv_realloc(ctx, list->items, list->count, list->size);
    if (!items)
        return FLUV_NO_MEMORY;
    list->items = items;
    list->room = list->count;
    return FLUV_OK;
}

void fluv_list_free(fluv_list *list)
{
    fluv_free(list->items);
    *list = (fluv_list){0};
}
