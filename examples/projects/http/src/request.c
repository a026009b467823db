#include "request.h"

#include <stdlib.h>
#include <string.h>

#include "chunked.h"
#include "url.h"

/* What is being read, and how far. The position never passes the end. */
struct cursor {
    struct span input;
    size_t position;
};

enum line_status { LINE_OK, LINE_INCOMPLETE, LINE_BAD };

/* The next line without its end. A lone CR or LF is refused, since others in front of the
   server may have seen another message in it. */
//@ requires \valid(cursor) && cursor->position <= cursor->input.length;
//@ requires \valid_read(cursor->input.data + (0 .. cursor->input.length - 1));
//@ requires \valid(line);
//@ ensures cursor->position <= cursor->input.length;
//@ ensures \result != LINE_OK || \valid_read(line->data + (0 .. line->length - 1));
//@ assigns cursor->position, *line;
static enum line_status next_line(struct cursor *cursor, struct span *line)
{
    struct span input = cursor->input;
    size_t begin = cursor->position;
    size_t end = begin;
    //@ loop invariant begin <= end <= input.length;
    while (end < input.length && input.data[end] != '\r' && input.data[end] != '\n')
        end++;
    if (end == input.length)
        return LINE_INCOMPLETE;
    if (input.data[end] != '\r')
        return LINE_BAD;
    if (end + 1 == input.length)
        return LINE_INCOMPLETE;
    if (input.data[end + 1] != '\n')
        return LINE_BAD;
    *line = span_part(input, begin, end);
    cursor->position = end + 2;
    return LINE_OK;
}

//@ requires \valid_read(name.data + (0 .. name.length - 1));
//@ assigns \nothing;
static enum method method_of(struct span name)
{
    static const struct {
        const char *name;
        enum method method;
    } known[] = {
        { "GET", METHOD_GET },       { "HEAD", METHOD_HEAD },
        { "POST", METHOD_POST },     { "PUT", METHOD_PUT },
        { "DELETE", METHOD_DELETE }, { "OPTIONS", METHOD_OPTIONS },
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (span_equals(name, span_of_string(known[i].name)))
            return known[i].method;
    }
    return METHOD_OTHER;
}

//@ requires \valid_read(text.data + (0 .. text.length - 1));
//@ requires \valid(request);
//@ assigns request->minor_version;
static enum request_status parse_version(struct request *request, struct span text)
{
    if (span_equals(text, span_of_string("HTTP/1.1")))
        request->minor_version = 1;
    else if (span_equals(text, span_of_string("HTTP/1.0")))
        request->minor_version = 0;
    else
        return REQUEST_BAD_VERSION;
    return REQUEST_OK;
}

/* Letters that may stand in a target: printable, and no blank. */
//@ requires \valid_read(text.data + (0 .. text.length - 1));
//@ assigns \nothing;
static bool is_printable(struct span text)
{
    for (size_t i = 0; i < text.length; i++) {
        if (text.data[i] <= ' ' || text.data[i] > '~')
            return false;
    }
    return true;
}

//@ requires \valid_read(target.data + (0 .. target.length - 1));
//@ requires \valid(request);
static enum request_status parse_target(struct request *request, struct span target)
{
    if (target.length == 0 || !is_printable(target))
        return REQUEST_BAD_TARGET;
    request->target = target;
    if (request->method == METHOD_OPTIONS && span_equals(target, span_of_string("*"))) {
        request->path[0] = '*';
        request->path[1] = '\0';
        request->path_length = 1;
        return REQUEST_OK;
    }
    struct url_target parts = url_split(target);
    size_t length = 0;
    enum url_status status =
        url_decode(parts.path, URL_PLUS_IS_PLUS, request->path, sizeof request->path, &length);
    if (status == URL_OK)
        status = url_normalise(request->path, &length);
    if (status == URL_TOO_LONG)
        return REQUEST_TARGET_TOO_LONG;
    if (status != URL_OK)
        return REQUEST_BAD_TARGET;
    request->path_length = length;
    request->query = parts.query;
    return REQUEST_OK;
}

/* "GET /path HTTP/1.1": three parts with exactly one blank between them. */
//@ requires \valid_read(line.data + (0 .. line.length - 1));
//@ requires \valid(request);
static enum request_status parse_request_line(struct request *request, struct span line)
{
    size_t first = span_find(line, ' ', 0);
    if (first == line.length)
        return REQUEST_BAD_LINE;
    size_t second = span_find(line, ' ', first + 1);
    if (second == line.length)
        return REQUEST_BAD_LINE;
    struct span name = span_part(line, 0, first);
    if (!span_is_token(name))
        return REQUEST_BAD_LINE;
    request->method_name = name;
    request->method = method_of(name);
    enum request_status status =
        parse_version(request, span_part(line, second + 1, line.length));
    if (status != REQUEST_OK)
        return status;
    return parse_target(request, span_part(line, first + 1, second));
}

/* "Name: value". A blank before the colon makes the name no token, a folded line begins with
   one, and both are refused as the standard wants it. */
//@ requires \valid_read(line.data + (0 .. line.length - 1));
//@ requires \valid(headers);
static enum request_status parse_header(struct headers *headers, struct span line)
{
    size_t colon = span_find(line, ':', 0);
    if (colon == line.length)
        return REQUEST_BAD_HEADER;
    struct span name = span_part(line, 0, colon);
    struct span value = span_trim(span_part(line, colon + 1, line.length));
    if (!span_is_token(name) || !span_is_field_value(value))
        return REQUEST_BAD_HEADER;
    switch (headers_add(headers, name, value)) {
    case HEADERS_OK:
        return REQUEST_OK;
    case HEADERS_TOO_MANY:
        return REQUEST_TOO_MANY_HEADERS;
    case HEADERS_NO_MEMORY:
        break;
    }
    return REQUEST_NO_MEMORY;
}

//@ requires \valid(cursor) && cursor->position <= cursor->input.length;
//@ requires \valid_read(cursor->input.data + (0 .. cursor->input.length - 1));
//@ requires \valid(headers);
//@ ensures cursor->position <= cursor->input.length;
static enum request_status parse_headers(struct headers *headers, struct cursor *cursor)
{
    for (;;) {
        struct span line = span_empty();
        enum line_status is_read = next_line(cursor, &line);
        if (is_read == LINE_INCOMPLETE)
            return REQUEST_INCOMPLETE;
        if (is_read == LINE_BAD)
            return REQUEST_BAD_HEADER;
        if (line.length == 0)
            return REQUEST_OK;
        enum request_status status = parse_header(headers, line);
        if (status != REQUEST_OK)
            return status;
    }
}

/* Is there a list under this name that contains the word? */
//@ requires valid_string(name) && valid_string(word);
//@ assigns \nothing;
static bool has_word(const struct headers *headers, const char *name, const char *word)
{
    const char *value = headers_find(headers, name);
    return value != NULL && span_list_contains(span_of_string(value), span_of_string(word));
}

static bool wants_to_be_kept_alive(const struct request *request)
{
    if (has_word(&request->headers, "connection", "close"))
        return false;
    return request->minor_version >= 1
        || has_word(&request->headers, "connection", "keep-alive");
}

static enum request_status check_host(const struct request *request)
{
    size_t n_hosts = headers_count_of(&request->headers, "host");
    if (n_hosts > 1 || (n_hosts == 0 && request->minor_version >= 1))
        return REQUEST_BAD_HOST;
    return REQUEST_OK;
}

/* How long the body is, 0 without a header that says so. */
//@ requires \valid(length);
//@ ensures \result != REQUEST_OK || *length <= REQUEST_MAX_BODY;
//@ assigns *length;
static enum request_status declared_length(const struct headers *headers, size_t *length)
{
    size_t n_lengths = headers_count_of(headers, "content-length");
    *length = 0;
    if (n_lengths == 0)
        return REQUEST_OK;
    const char *value = headers_find(headers, "content-length");
    if (n_lengths > 1 || value == NULL)
        return REQUEST_BAD_LENGTH;
    size_t declared = 0;
    if (!span_to_size(span_of_string(value), SIZE_MAX, &declared))
        return REQUEST_BAD_LENGTH;
    if (declared > REQUEST_MAX_BODY)
        return REQUEST_TOO_LARGE;
    *length = declared;
    return REQUEST_OK;
}

//@ requires \valid(cursor) && cursor->position <= cursor->input.length;
//@ requires \valid_read(cursor->input.data + (0 .. cursor->input.length - 1));
//@ requires \valid(request);
//@ ensures cursor->position <= cursor->input.length;
static enum request_status read_plain_body(struct request *request, struct cursor *cursor)
{
    size_t length = 0;
    enum request_status status = declared_length(&request->headers, &length);
    if (status != REQUEST_OK || length == 0)
        return status;
    if (length > cursor->input.length - cursor->position)
        return REQUEST_INCOMPLETE;
    request->body = malloc(length);
    if (request->body == NULL)
        return REQUEST_NO_MEMORY;
    memcpy(request->body, cursor->input.data + cursor->position, length);
    request->body_length = length;
    cursor->position += length;
    return REQUEST_OK;
}

static enum request_status status_of_chunks(enum chunked_status status)
{
    switch (status) {
    case CHUNKED_OK:
        return REQUEST_OK;
    case CHUNKED_INCOMPLETE:
        return REQUEST_INCOMPLETE;
    case CHUNKED_TOO_LARGE:
        return REQUEST_TOO_LARGE;
    case CHUNKED_BAD:
        break;
    }
    return REQUEST_BAD_CHUNKS;
}

//@ requires \valid(cursor) && cursor->position <= cursor->input.length;
//@ requires \valid_read(cursor->input.data + (0 .. cursor->input.length - 1));
//@ requires \valid(request);
//@ ensures cursor->position <= cursor->input.length;
static enum request_status read_chunked_body(struct request *request, struct cursor *cursor)
{
    struct span rest = span_part(cursor->input, cursor->position, cursor->input.length);
    if (rest.length == 0)
        return REQUEST_INCOMPLETE;
    /* Chunks are never shorter than what is in them. */
    size_t size = rest.length < REQUEST_MAX_BODY ? rest.length : REQUEST_MAX_BODY;
    request->body = malloc(size);
    if (request->body == NULL)
        return REQUEST_NO_MEMORY;
    struct chunked_body body;
    enum chunked_status status =
        chunked_decode(rest, REQUEST_MAX_BODY, request->body, size, &body);
    if (status != CHUNKED_OK)
        return status_of_chunks(status);
    request->is_chunked = true;
    request->body_length = body.length;
    cursor->position += body.consumed;
    return REQUEST_OK;
}

//@ requires \valid(cursor) && cursor->position <= cursor->input.length;
//@ requires \valid_read(cursor->input.data + (0 .. cursor->input.length - 1));
//@ requires \valid(request);
//@ ensures cursor->position <= cursor->input.length;
static enum request_status read_body(struct request *request, struct cursor *cursor)
{
    const struct headers *headers = &request->headers;
    const char *coding = headers_find(headers, "transfer-encoding");
    if (coding == NULL)
        return read_plain_body(request, cursor);
    /* Two lengths of one body are how requests are smuggled past a proxy. */
    if (headers_count_of(headers, "content-length") > 0 || request->minor_version == 0)
        return REQUEST_BAD_LENGTH;
    if (headers_count_of(headers, "transfer-encoding") > 1
        || !span_equals_ignoring_case(span_of_string(coding), span_of_string("chunked")))
        return REQUEST_UNKNOWN_CODING;
    return read_chunked_body(request, cursor);
}

static void request_init(struct request *request)
{
    request->method = METHOD_OTHER;
    request->method_name = span_empty();
    request->target = span_empty();
    request->query = span_empty();
    request->path[0] = '\0';
    request->path_length = 0;
    request->minor_version = 0;
    headers_init(&request->headers);
    request->is_chunked = false;
    request->is_kept_alive = false;
    request->body = NULL;
    request->body_length = 0;
    request->consumed = 0;
}

/* Servers should be lenient about empty lines before a request. */
//@ requires \valid(cursor) && cursor->position <= cursor->input.length;
//@ requires \valid_read(cursor->input.data + (0 .. cursor->input.length - 1));
//@ requires \valid(line);
//@ ensures cursor->position <= cursor->input.length;
//@ ensures \result != LINE_OK || \valid_read(line->data + (0 .. line->length - 1));
//@ assigns cursor->position, *line;
static enum line_status first_line(struct cursor *cursor, struct span *line)
{
    enum line_status status;
    do {
        status = next_line(cursor, line);
    } while (status == LINE_OK && line->length == 0);
    return status;
}

//@ requires \valid_read(input.data + (0 .. input.length - 1));
//@ requires \valid(request);
//@ ensures \result != REQUEST_OK || request->consumed <= input.length;
enum request_status request_parse(struct request *request, struct span input)
{
    struct cursor cursor = { input, 0 };
    struct span line = span_empty();
    request_init(request);
    enum line_status is_read = first_line(&cursor, &line);
    if (is_read != LINE_OK)
        return is_read == LINE_BAD ? REQUEST_BAD_LINE : REQUEST_INCOMPLETE;
    enum request_status status = parse_request_line(request, line);
    if (status == REQUEST_OK)
        status = parse_headers(&request->headers, &cursor);
    if (status == REQUEST_OK)
        status = check_host(request);
    if (status == REQUEST_OK)
        status = read_body(request, &cursor);
    if (status != REQUEST_OK)
        return status;
    request->is_kept_alive = wants_to_be_kept_alive(request);
    request->consumed = cursor.position;
    return REQUEST_OK;
}

void request_free(struct request *request)
{
    headers_clear(&request->headers);
    free(request->body);
    request->body = NULL;
    request->body_length = 0;
}

//@ ensures \result >= 200 && \result <= 599;
//@ assigns \nothing;
int request_response_code(enum request_status status)
{
    switch (status) {
    case REQUEST_OK:
        return 200;
    case REQUEST_INCOMPLETE:
        return 408;
    case REQUEST_BAD_LINE:
    case REQUEST_BAD_TARGET:
    case REQUEST_BAD_HEADER:
    case REQUEST_BAD_HOST:
    case REQUEST_BAD_LENGTH:
    case REQUEST_BAD_CHUNKS:
        return 400;
    case REQUEST_TARGET_TOO_LONG:
        return 414;
    case REQUEST_TOO_MANY_HEADERS:
        return 431;
    case REQUEST_TOO_LARGE:
        return 413;
    case REQUEST_UNKNOWN_CODING:
        return 501;
    case REQUEST_BAD_VERSION:
        return 505;
    case REQUEST_NO_MEMORY:
        break;
    }
    return 500;
}

//@ ensures valid_string(\result);
//@ assigns \nothing;
const char *request_status_name(enum request_status status)
{
    switch (status) {
    case REQUEST_OK:
        return "ok";
    case REQUEST_INCOMPLETE:
        return "incomplete";
    case REQUEST_BAD_LINE:
        return "bad request line";
    case REQUEST_BAD_TARGET:
        return "bad target";
    case REQUEST_TARGET_TOO_LONG:
        return "target too long";
    case REQUEST_BAD_VERSION:
        return "unknown version";
    case REQUEST_BAD_HEADER:
        return "bad header";
    case REQUEST_TOO_MANY_HEADERS:
        return "too many headers";
    case REQUEST_BAD_HOST:
        return "no host, or several";
    case REQUEST_BAD_LENGTH:
        return "bad length";
    case REQUEST_BAD_CHUNKS:
        return "bad chunks";
    case REQUEST_UNKNOWN_CODING:
        return "unknown transfer coding";
    case REQUEST_TOO_LARGE:
        return "body too large";
    case REQUEST_NO_MEMORY:
        break;
    }
    return "out of memory";
}
