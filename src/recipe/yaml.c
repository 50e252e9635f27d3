// SPDX-License-Identifier: MIT
/* From libyaml's events to a tree of nodes.
 *
 * Aliases could make a short text mean a huge tree, so they are refused together with anchors; tags
 * because nothing in a recipe needs them. The depth is bounded, so the recursion is. Nodes and
 * texts are small and many, so they are cut from large blocks.  O(bytes), and O(keys log keys) in a
 * map for the search for repeated keys. */
#include "recipe/yaml.h"

#include "base/words.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#define BLOCK ((size_t)16 << 10) /* bytes */

typedef struct loader {
    const fluv_origin *source;
    const char *text; /* for the place of a bad byte */
    yaml_parser_t parser;
    size_t nodes;
    unsigned char *block; /* scratch, of which `left` bytes are free at the end */
    size_t left;
} loader;

/* Scratch memory for a node or a text, zeroed. */
static void *take(loader *in, size_t bytes)
{
    size_t whole = (bytes + 15) / 16 * 16;
    if (whole > BLOCK / 4)
        return fluv_scratch_zero(in->source->ctx, 1, whole);
    if (whole > in->left) {
        in->block = fluv_scratch_zero(in->source->ctx, 1, BLOCK);
        in->left = in->block ? BLOCK : 0;
    }
    if (!in->block)
        return NULL;
    in->left -= whole;
    return in->block + (BLOCK - in->left - whole);
}

fluv_status fluv_fail_at(const fluv_origin *source, fluv_place place, const char *format, ...)
{
    char text[400], where[160] = "";
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (source->name) {
        /* Of a long path the end says more than the beginning. */
        size_t length = strlen(source->name), most = 100;
        const char *tail = source->name + (length > most ? length - most : 0);
        int used = snprintf(where, sizeof where, "%s%s:", length > most ? "…" : "", tail);
        if (place.line > 0) /* a stage that was put in by a call stands nowhere */
            used += snprintf(where + used, sizeof where - (size_t)used, "%d:%d:", place.line,
                             place.column);
        snprintf(where + used, sizeof where - (size_t)used, " ");
    }
    fluv_status status = fluv_fail(source->ctx, source->mistake, "%s%s", where, text);
    if (source->name)
        fluv_error_at_text(source->ctx, source->name, place.line, place.column);
    return status;
}

static fluv_place place_of(yaml_mark_t mark)
{
    return (fluv_place){(int)mark.line + 1, (int)mark.column + 1};
}

static fluv_place place_of_byte(const char *text, size_t offset)
{
    fluv_place place = {1, 1};
    for (size_t i = 0; i < offset; i++) {
        place.column = text[i] == '\n' ? 1 : place.column + 1;
        place.line += text[i] == '\n';
    }
    return place;
}

static fluv_status fail_syntax(const loader *in)
{
    const yaml_parser_t *parser = &in->parser;
    if (parser->error == YAML_MEMORY_ERROR)
        return fluv_fail(in->source->ctx, FLUV_NO_MEMORY, "out of memory while reading the recipe");
    const char *problem = parser->problem ? parser->problem : "it is not YAML";
    if (parser->error == YAML_READER_ERROR)
        return fluv_fail_at(in->source, place_of_byte(in->text, parser->problem_offset),
                            "this is not a text file in UTF-8: %s", problem);
    return fluv_fail_at(in->source, place_of(parser->problem_mark), "cannot read this as YAML: %s",
                        problem);
}

static fluv_status next_event(loader *in, yaml_event_t *event)
{
    if (yaml_parser_parse(&in->parser, event))
        return FLUV_OK;
    return fail_syntax(in);
}

static fluv_status refuse_extras(const loader *in, const yaml_event_t *event)
{
    const yaml_char_t *anchor = NULL, *tag = NULL;
    if (event->type == YAML_SCALAR_EVENT) {
        anchor = event->data.scalar.anchor;
        tag = event->data.scalar.tag;
    } else if (event->type == YAML_SEQUENCE_START_EVENT) {
        anchor = event->data.sequence_start.anchor;
        tag = event->data.sequence_start.tag;
    } else if (event->type == YAML_MAPPING_START_EVENT) {
        anchor = event->data.mapping_start.anchor;
        tag = event->data.mapping_start.tag;
    }
    if (anchor || event->type == YAML_ALIAS_EVENT)
        return fluv_fail_at(in->source, place_of(event->start_mark),
                            "recipes use no anchors (&) and no aliases (*): write the value out");
    if (tag)
        return fluv_fail_at(in->source, place_of(event->start_mark),
                            "recipes use no tags (!): write the value alone");
    return FLUV_OK;
}

static fluv_status copy_scalar(loader *in, const yaml_event_t *event, const char **out)
{
    size_t length = event->data.scalar.length;
    if (memchr(event->data.scalar.value, '\0', length))
        return fluv_fail_at(in->source, place_of(event->start_mark),
                            "this text holds a zero byte: take it out");
    char *copy = take(in, length + 1);
    if (!copy)
        return FLUV_NO_MEMORY;
    memcpy(copy, event->data.scalar.value, length);
    *out = copy;
    return FLUV_OK;
}

static fluv_status new_node(loader *in, const yaml_event_t *event, fluv_node **out)
{
    FLUV_TRY(refuse_extras(in, event));
    fluv_place place = place_of(event->start_mark);
    if (++in->nodes > FLUV_YAML_NODES)
        return fluv_fail_at(in->source, place, "more than %d values are too many for a recipe",
                            FLUV_YAML_NODES);
    fluv_node *node = take(in, sizeof *node);
    if (!node)
        return FLUV_NO_MEMORY;
    node->place = place;
    *out = node;
    if (event->type == YAML_SEQUENCE_START_EVENT || event->type == YAML_MAPPING_START_EVENT) {
        node->kind = event->type == YAML_MAPPING_START_EVENT ? FLUV_NODE_MAP : FLUV_NODE_LIST;
        return FLUV_OK;
    }
    node->kind = FLUV_NODE_SCALAR;
    node->quoted = event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
    return copy_scalar(in, event, &node->text);
}

static fluv_status read_value(loader *in, const yaml_event_t *event, int depth, fluv_node **out);

/* Reads what follows a key; the key's event has been read. */
static fluv_status read_pair(loader *in, const yaml_event_t *key, int depth, fluv_node **out)
{
    fluv_place place = place_of(key->start_mark);
    const char *name;
    FLUV_TRY(refuse_extras(in, key));
    if (key->type != YAML_SCALAR_EVENT)
        return fluv_fail_at(in->source, place, "a name was expected before the colon, not a list");
    FLUV_TRY(copy_scalar(in, key, &name));
    yaml_event_t event;
    FLUV_TRY(next_event(in, &event));
    fluv_status status = read_value(in, &event, depth, out);
    yaml_event_delete(&event);
    if (status == FLUV_OK) {
        (*out)->key = name;
        (*out)->key_place = place;
    }
    return status;
}

static int compare_keys(const void *a, const void *b)
{
    const fluv_node *p = *(const fluv_node *const *)a, *q = *(const fluv_node *const *)b;
    int order = strcmp(p->key, q->key);
    if (order == 0)
        order = p->key_place.line - q->key_place.line;
    return order ? order : p->key_place.column - q->key_place.column;
}

/* Keys are sorted, so that equal ones stand side by side. */
static fluv_status refuse_repeated(const loader *in, const fluv_node *map)
{
    if (map->count < 2)
        return FLUV_OK;
    const fluv_node **nodes = fluv_alloc(in->source->ctx, map->count, sizeof *nodes);
    if (!nodes)
        return FLUV_NO_MEMORY;
    size_t count = 0;
    for (const fluv_node *node = map->first; node; node = node->next)
        nodes[count++] = node;
    qsort(nodes, count, sizeof *nodes, compare_keys);
    fluv_status status = FLUV_OK;
    for (size_t i = 1; i < count && status == FLUV_OK; i++)
        if (strcmp(nodes[i - 1]->key, nodes[i]->key) == 0)
            status = fluv_fail_at(in->source, nodes[i]->key_place,
                                  "`%s` stands here a second time: keep one of them",
                                  fluv_show(nodes[i]->key).text);
    fluv_free(nodes);
    return status;
}

static fluv_status read_children(loader *in, fluv_node *parent, int depth)
{
    fluv_node **end = &parent->first;
    for (;;) {
        yaml_event_t event;
        FLUV_TRY(next_event(in, &event));
        bool over = event.type == YAML_SEQUENCE_END_EVENT || event.type == YAML_MAPPING_END_EVENT;
        fluv_node *child = NULL;
        fluv_status status = FLUV_OK;
        if (!over)
            status = parent->kind == FLUV_NODE_MAP ? read_pair(in, &event, depth + 1, &child)
                                                   : read_value(in, &event, depth + 1, &child);
        yaml_event_delete(&event);
        if (over || status != FLUV_OK)
            return status;
        *end = child;
        end = &child->next;
        parent->count++;
    }
}

static fluv_status read_value(loader *in, const yaml_event_t *event, int depth, fluv_node **out)
{
    FLUV_TRY(new_node(in, event, out));
    if ((*out)->kind == FLUV_NODE_SCALAR)
        return FLUV_OK;
    if (depth >= FLUV_YAML_DEPTH)
        return fluv_fail_at(in->source, (*out)->place,
                            "nested deeper than %d: no recipe needs this", FLUV_YAML_DEPTH);
    FLUV_TRY(read_children(in, *out, depth));
    return (*out)->kind == FLUV_NODE_MAP ? refuse_repeated(in, *out) : FLUV_OK;
}

/* The events around the document: stream start, document start, value, document end, stream end. */
static fluv_status read_document(loader *in, fluv_node **out)
{
    for (;;) {
        yaml_event_t event;
        FLUV_TRY(next_event(in, &event));
        yaml_event_type_t type = event.type;
        fluv_place place = place_of(event.start_mark);
        bool around = type == YAML_STREAM_START_EVENT || type == YAML_DOCUMENT_START_EVENT ||
                      type == YAML_DOCUMENT_END_EVENT;
        fluv_status status = FLUV_OK;
        if (type == YAML_DOCUMENT_START_EVENT && *out)
            status =
                fluv_fail_at(in->source, place, "a second document starts here: one recipe a file");
        else if (!around && type != YAML_STREAM_END_EVENT)
            status = read_value(in, &event, 0, out);
        yaml_event_delete(&event);
        if (status != FLUV_OK || type == YAML_STREAM_END_EVENT)
            return status;
    }
}

fluv_status fluv_yaml_read(const fluv_origin *source, const char *text, size_t length,
                           const fluv_node **out)
{
    if (length > FLUV_YAML_BYTES)
        return fluv_fail_at(source, (fluv_place){1, 1},
                            "more than %zu bytes are too many for a recipe", FLUV_YAML_BYTES);
    loader in = {.source = source, .text = text};
    if (!yaml_parser_initialize(&in.parser))
        return fluv_fail(source->ctx, FLUV_NO_MEMORY, "out of memory while reading the recipe");
    yaml_parser_set_encoding(&in.parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&in.parser, (const unsigned char *)text, length);
    fluv_node *root = NULL;
    fluv_status status = read_document(&in, &root);
    yaml_parser_delete(&in.parser);
    if (status == FLUV_OK && !root)
        status = fluv_fail_at(source, (fluv_place){1, 1}, "there is nothing in it");
    *out = root;
    return status;
}

bool fluv_node_is_null(const fluv_node *node)
{
    if (node->kind != FLUV_NODE_SCALAR || node->quoted)
        return false;
    return strcmp(node->text, "") == 0 || strcmp(node->text, "~") == 0 ||
           strcmp(node->text, "null") == 0;
}

const fluv_node *fluv_node_value(const fluv_node *map, const char *key)
{
    for (const fluv_node *value = map->first; value; value = value->next)
        if (value->key && strcmp(value->key, key) == 0)
            return value;
    return NULL;
}
