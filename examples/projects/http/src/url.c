#include "url.h"

/* The byte behind the '%' at `at`, or -1. A zero byte would end the path for the file system
   and for nobody else, so that it is refused too. */
//@ requires \valid_read(text.data + (0 .. text.length - 1)) && at < text.length;
//@ ensures \result == -1 || (\result >= 1 && \result <= 255);
//@ assigns \nothing;
static int escaped_byte(struct span text, size_t at)
{
    if (text.length - at < 3)
        return -1;
    int high = hex_digit_value(text.data[at + 1]);
    int low = hex_digit_value(text.data[at + 2]);
    if (high < 0 || low < 0 || (high == 0 && low == 0))
        return -1;
    return high * 16 + low;
}

//@ requires \valid_read(text.data + (0 .. text.length - 1));
//@ requires \valid(buffer + (0 .. size - 1));
//@ requires \valid(length);
//@ ensures \result != URL_OK || *length < size;
//@ assigns *length, buffer[0 .. size - 1];
enum url_status url_decode(struct span text, enum url_plus plus, char *buffer, size_t size,
                           size_t *length)
{
    size_t written = 0;
    size_t i = 0;
    if (size == 0)
        return URL_TOO_LONG;
    //@ loop invariant 0 <= i <= text.length && written < size;
    while (i < text.length) {
        char letter = text.data[i];
        size_t step = 1;
        if (letter == '%') {
            int byte = escaped_byte(text, i);
            if (byte < 0)
                return URL_BAD_ESCAPE;
            letter = (char)(unsigned char)byte;
            step = 3;
        } else if (letter == '+' && plus == URL_PLUS_IS_BLANK) {
            letter = ' ';
        }
        /* One place is kept for the terminator. */
        if (written + 1 >= size)
            return URL_TOO_LONG;
        buffer[written] = letter;
        written++;
        i += step;
    }
    buffer[written] = '\0';
    *length = written;
    return URL_OK;
}

/* Where the segment before `end` begins: behind the slash before it. */
//@ requires \valid_read(path + (0 .. end - 1));
//@ ensures \result <= end;
//@ assigns \nothing;
static size_t previous_segment(const char *path, size_t end)
{
    size_t begin = end;
    //@ loop invariant 0 <= begin <= end;
    while (begin > 0 && path[begin - 1] != '/')
        begin--;
    return begin;
}

/* How the output goes on behind a segment. `kept` is its length so far, always with a slash at
   its end; 0 says that ".." led out. */
//@ requires \valid(path + (0 .. length - 1));
//@ requires 1 <= kept && kept <= begin && begin <= end && end <= length;
//@ ensures \result <= length && \result <= end + 1;
//@ assigns path[0 .. length - 1];
static size_t keep_segment(char *path, size_t length, size_t kept, size_t begin, size_t end)
{
    size_t n_letters = end - begin;
    if (n_letters == 0 || (n_letters == 1 && path[begin] == '.'))
        return kept;
    if (n_letters == 2 && path[begin] == '.' && path[begin + 1] == '.') {
        if (kept == 1)
            return 0;
        return previous_segment(path, kept - 1);
    }
    /* To the left or in place, so that nothing is overwritten that is still to be read. */
    for (size_t i = 0; i < n_letters; i++)
        path[kept + i] = path[begin + i];
    kept += n_letters;
    if (end < length) {
        path[kept] = '/';
        kept++;
    }
    return kept;
}

//@ requires \valid(length);
//@ requires \valid(path + (0 .. *length));
//@ ensures *length <= \old(*length);
//@ assigns *length, path[0 .. *length];
enum url_status url_normalise(char *path, size_t *length)
{
    size_t end_of_path = *length;
    if (end_of_path == 0 || path[0] != '/')
        return URL_NOT_ABSOLUTE;
    size_t kept = 1;
    size_t begin = 1;
    //@ loop invariant 1 <= kept <= begin && kept <= end_of_path && begin <= end_of_path + 1;
    while (begin < end_of_path) {
        size_t end = begin;
        //@ loop invariant begin <= end <= end_of_path;
        while (end < end_of_path && path[end] != '/')
            end++;
        kept = keep_segment(path, end_of_path, kept, begin, end);
        if (kept == 0)
            return URL_OUTSIDE;
        begin = end + 1;
    }
    path[kept] = '\0';
    *length = kept;
    return URL_OK;
}

//@ requires \valid_read(target.data + (0 .. target.length - 1));
//@ ensures \result.path.length <= target.length && \result.query.length <= target.length;
//@ ensures \valid_read(\result.path.data + (0 .. \result.path.length - 1));
//@ ensures \valid_read(\result.query.data + (0 .. \result.query.length - 1));
//@ assigns \nothing;
struct url_target url_split(struct span target)
{
    struct url_target parts;
    struct span text = span_part(target, 0, span_find(target, '#', 0));
    size_t mark = span_find(text, '?', 0);
    parts.path = span_part(text, 0, mark);
    parts.query = span_empty();
    if (mark < text.length)
        parts.query = span_part(text, mark + 1, text.length);
    return parts;
}

//@ requires \valid_read(query.data + (0 .. query.length - 1));
//@ requires \valid(position) && *position <= query.length;
//@ requires \valid(parameter);
//@ ensures *position <= query.length;
//@ ensures \result == 0 || \valid_read(parameter->name.data + (0 .. parameter->name.length - 1));
//@ ensures \result == 0 || \valid_read(parameter->value.data + (0 .. parameter->value.length - 1));
//@ assigns *position, *parameter;
bool url_next_parameter(struct span query, size_t *position, struct url_parameter *parameter)
{
    size_t begin = *position;
    /* "a=1&&b=2" has two parameters. */
    //@ loop invariant 0 <= begin <= query.length;
    while (begin < query.length && query.data[begin] == '&')
        begin++;
    if (begin == query.length) {
        *position = begin;
        return false;
    }
    size_t end = span_find(query, '&', begin);
    struct span text = span_part(query, begin, end);
    size_t sign = span_find(text, '=', 0);
    parameter->name = span_part(text, 0, sign);
    parameter->value = span_empty();
    if (sign < text.length)
        parameter->value = span_part(text, sign + 1, text.length);
    *position = end;
    return true;
}
