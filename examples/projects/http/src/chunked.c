#include "chunked.h"

#include <string.h>

/* Where a line that begins at `from` ends, without its CR LF; false if there is no CR LF yet. */
//@ requires \valid_read(input.data + (0 .. input.length - 1)) && from <= input.length;
//@ requires \valid(end);
//@ ensures \result == 0 || (from <= *end && *end + 2 <= input.length);
//@ assigns *end;
static bool find_line_end(struct span input, size_t from, size_t *end)
{
    size_t i = from;
    //@ loop invariant from <= i <= input.length;
    while (input.length - i >= 2) {
        if (input.data[i] == '\r' && input.data[i + 1] == '\n') {
            *end = i;
            return true;
        }
        i++;
    }
    return false;
}

/* Reads the size of a chunk, up to an extension or the end of the line. */
//@ requires \valid_read(line.data + (0 .. line.length - 1));
//@ requires \valid(size);
//@ ensures \result != CHUNKED_OK || *size <= limit;
//@ assigns *size;
static enum chunked_status parse_chunk_size(struct span line, size_t limit, size_t *size)
{
    size_t number = 0;
    struct span digits = span_trim(span_part(line, 0, span_find(line, ';', 0)));
    if (digits.length == 0)
        return CHUNKED_BAD;
    //@ loop invariant 0 <= i <= digits.length && number <= limit;
    for (size_t i = 0; i < digits.length; i++) {
        int value = hex_digit_value(digits.data[i]);
        if (value < 0)
            return CHUNKED_BAD;
        size_t digit = (size_t)value;
        if (digit > limit || number > (limit - digit) / 16)
            return CHUNKED_TOO_LARGE;
        number = number * 16 + digit;
    }
    *size = number;
    return CHUNKED_OK;
}

/* Trailers end with an empty line. What they say is not needed by anybody here. */
//@ requires \valid_read(input.data + (0 .. input.length - 1));
//@ requires \valid(position) && *position <= input.length;
//@ ensures *position <= input.length;
//@ assigns *position;
static enum chunked_status skip_trailers(struct span input, size_t *position)
{
    size_t begin = *position;
    size_t end;
    //@ loop invariant begin <= input.length;
    while (find_line_end(input, begin, &end)) {
        if (end == begin) {
            *position = end + 2;
            return CHUNKED_OK;
        }
        begin = end + 2;
    }
    return CHUNKED_INCOMPLETE;
}

/* The data of one chunk and the CR LF behind it. What has not come yet is not too much yet. */
//@ requires \valid_read(input.data + (0 .. input.length - 1));
//@ requires \valid(position) && *position <= input.length;
//@ requires \valid(buffer + (0 .. room - 1)) && chunk >= 1;
//@ ensures *position <= input.length;
//@ ensures \result != CHUNKED_OK || chunk <= room;
//@ assigns *position, buffer[0 .. room - 1];
static enum chunked_status copy_chunk(struct span input, size_t *position, char *buffer,
                                      size_t room, size_t chunk)
{
    size_t available = input.length - *position;
    if (available < 2 || available - 2 < chunk)
        return CHUNKED_INCOMPLETE;
    if (chunk > room)
        return CHUNKED_TOO_LARGE;
    const char *behind = input.data + *position + chunk;
    if (behind[0] != '\r' || behind[1] != '\n')
        return CHUNKED_BAD;
    memcpy(buffer, input.data + *position, chunk);
    *position += chunk + 2;
    return CHUNKED_OK;
}

//@ requires \valid_read(input.data + (0 .. input.length - 1));
//@ requires \valid(buffer + (0 .. size - 1)) && size <= limit;
//@ requires \valid(body);
//@ ensures \result != CHUNKED_OK || (body->length <= size && body->consumed <= input.length);
//@ assigns *body, buffer[0 .. size - 1];
enum chunked_status chunked_decode(struct span input, size_t limit, char *buffer, size_t size,
                                   struct chunked_body *body)
{
    size_t position = 0;
    size_t end;
    body->length = 0;
    body->consumed = 0;
    body->n_chunks = 0;
    //@ loop invariant position <= input.length && body->length <= size;
    while (find_line_end(input, position, &end)) {
        struct span line = span_part(input, position, end);
        size_t chunk = 0;
        enum chunked_status status = parse_chunk_size(line, limit - body->length, &chunk);
        if (status != CHUNKED_OK)
            return status;
        position = end + 2;
        if (chunk == 0) {
            status = skip_trailers(input, &position);
            body->consumed = position;
            return status;
        }
        size_t room = size - body->length;
        status = copy_chunk(input, &position, buffer + body->length, room, chunk);
        if (status != CHUNKED_OK)
            return status;
        body->length += chunk;
        body->n_chunks++;
    }
    return CHUNKED_INCOMPLETE;
}
