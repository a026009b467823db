#include "describe.h"

#include "url.h"

/* How much of a body is shown. */
enum { SHOWN_OF_BODY = 64 };

/* How long names and values of parameters may be when they are decoded. */
enum { MAX_PARAMETER = 256 };

/* One line: a word, and what there is to say about it. */
//@ requires valid_string(label);
//@ requires \valid_read(value.data + (0 .. value.length - 1));
//@ requires \valid(writer) && writer->used < writer->size;
//@ requires \valid(writer->buffer + (0 .. writer->size - 1));
//@ ensures writer->used < writer->size;
static void describe_text(struct writer *writer, const char *label, struct span value)
{
    writer_string(writer, label);
    writer_string(writer, "\t");
    writer_escaped(writer, value);
    writer_string(writer, "\n");
}

/* Decoded if that is possible, and as it came otherwise. */
//@ requires \valid_read(text.data + (0 .. text.length - 1));
//@ requires \valid(writer) && writer->used < writer->size;
//@ requires \valid(writer->buffer + (0 .. writer->size - 1));
//@ ensures writer->used < writer->size;
static void write_decoded(struct writer *writer, struct span text)
{
    char decoded[MAX_PARAMETER];
    size_t length = 0;
    if (url_decode(text, URL_PLUS_IS_BLANK, decoded, sizeof decoded, &length) == URL_OK) {
        struct span plain = { decoded, length };
        writer_escaped(writer, plain);
    } else {
        writer_escaped(writer, text);
    }
}

//@ requires \valid_read(query.data + (0 .. query.length - 1));
//@ requires \valid(writer) && writer->used < writer->size;
//@ requires \valid(writer->buffer + (0 .. writer->size - 1));
//@ ensures writer->used < writer->size;
static void describe_query(struct writer *writer, struct span query)
{
    struct url_parameter parameter;
    size_t position = 0;
    //@ loop invariant position <= query.length && writer->used < writer->size;
    while (url_next_parameter(query, &position, &parameter)) {
        writer_string(writer, "query\t");
        write_decoded(writer, parameter.name);
        writer_string(writer, " = ");
        write_decoded(writer, parameter.value);
        writer_string(writer, "\n");
    }
}

//@ requires \valid(writer) && writer->used < writer->size;
//@ requires \valid(writer->buffer + (0 .. writer->size - 1));
//@ ensures writer->used < writer->size;
static void describe_headers(struct writer *writer, const struct headers *headers)
{
    const struct header *header = headers->first;
    while (header != NULL) {
        writer_string(writer, "header\t");
        writer_string(writer, header->name);
        writer_string(writer, ": ");
        writer_escaped(writer, span_of_string(header->value));
        writer_string(writer, "\n");
        header = header->next_in_order;
    }
}

//@ requires request->body != \null && \valid_read(request->body + (0 .. request->body_length - 1));
//@ requires \valid(writer) && writer->used < writer->size;
//@ requires \valid(writer->buffer + (0 .. writer->size - 1));
//@ ensures writer->used < writer->size;
static void describe_body(struct writer *writer, const struct request *request)
{
    struct span body = { request->body, request->body_length };
    writer_string(writer, "body\t");
    writer_size(writer, body.length);
    writer_string(writer, request->is_chunked ? " bytes in chunks: " : " bytes: ");
    writer_escaped(writer, span_part(body, 0, SHOWN_OF_BODY));
    writer_string(writer, body.length > SHOWN_OF_BODY ? "...\n" : "\n");
}

//@ requires request->path_length <= REQUEST_MAX_TARGET;
//@ requires \valid_read(request->method_name.data + (0 .. request->method_name.length - 1));
//@ requires \valid_read(request->query.data + (0 .. request->query.length - 1));
//@ requires request->body == \null || \valid_read(request->body + (0 .. request->body_length - 1));
//@ requires \valid(writer) && writer->used < writer->size;
//@ requires \valid(writer->buffer + (0 .. writer->size - 1));
//@ ensures writer->used < writer->size;
void describe_request(const struct request *request, struct writer *writer)
{
    struct span path = { request->path, request->path_length };
    describe_text(writer, "method", request->method_name);
    describe_text(writer, "path", path);
    describe_query(writer, request->query);
    writer_string(writer, request->minor_version == 0 ? "version\t1.0\n" : "version\t1.1\n");
    describe_headers(writer, &request->headers);
    if (request->body != NULL)
        describe_body(writer, request);
    writer_string(writer, request->is_kept_alive ? "then\tkeep alive\n" : "then\tclose\n");
}
