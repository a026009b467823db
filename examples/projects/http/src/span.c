#include "span.h"

#include <string.h>

//@ ensures \result.length == 0;
//@ assigns \nothing;
struct span span_empty(void)
{
    struct span empty = { "", 0 };
    return empty;
}

//@ requires valid_string(string);
//@ ensures \valid_read(\result.data + (0 .. \result.length - 1));
//@ assigns \nothing;
struct span span_of_string(const char *string)
{
    struct span text = { string, strlen(string) };
    return text;
}

//@ requires \valid_read(text.data + (0 .. text.length - 1));
//@ ensures \result.length <= text.length;
//@ ensures \valid_read(\result.data + (0 .. \result.length - 1));
//@ assigns \nothing;
struct span span_part(struct span text, size_t begin, size_t end)
{
    if (end > text.length)
        end = text.length;
    if (begin > end)
        begin = end;
    struct span part = { text.data + begin, end - begin };
    return part;
}

//@ requires \valid_read(text.data + (0 .. text.length - 1));
//@ ensures \result <= text.length;
//@ assigns \nothing;
size_t span_find(struct span text, char wanted, size_t from)
{
    if (from >= text.length)
        return text.length;
    size_t i = from;
    //@ loop invariant from <= i <= text.length;
    while (i < text.length && text.data[i] != wanted)
        i++;
    return i;
}

static bool is_blank(char letter)
{
    return letter == ' ' || letter == '\t';
}

//@ requires \valid_read(text.data + (0 .. text.length - 1));
//@ ensures \result.length <= text.length;
//@ ensures \valid_read(\result.data + (0 .. \result.length - 1));
//@ assigns \nothing;
struct span span_trim(struct span text)
{
    size_t begin = 0;
    size_t end = text.length;
    //@ loop invariant begin <= end && end == text.length;
    while (begin < end && is_blank(text.data[begin]))
        begin++;
    //@ loop invariant begin <= end <= text.length;
    while (end > begin && is_blank(text.data[end - 1]))
        end--;
    return span_part(text, begin, end);
}

//@ requires \valid_read(text.data + (0 .. text.length - 1));
//@ requires \valid_read(other.data + (0 .. other.length - 1));
//@ assigns \nothing;
bool span_equals(struct span text, struct span other)
{
    if (text.length != other.length)
        return false;
    return text.length == 0 || memcmp(text.data, other.data, text.length) == 0;
}

//@ assigns \nothing;
char ascii_lower(char letter)
{
    /* Not tolower: what a request means must not depend on the locale of the server. */
    if (letter >= 'A' && letter <= 'Z')
        return (char)(letter - 'A' + 'a');
    return letter;
}

//@ requires \valid_read(text.data + (0 .. text.length - 1));
//@ requires \valid_read(other.data + (0 .. other.length - 1));
//@ assigns \nothing;
bool span_equals_ignoring_case(struct span text, struct span other)
{
    if (text.length != other.length)
        return false;
    for (size_t i = 0; i < text.length; i++) {
        if (ascii_lower(text.data[i]) != ascii_lower(other.data[i]))
            return false;
    }
    return true;
}

//@ requires \valid_read(text.data + (0 .. text.length - 1));
//@ requires \valid(value);
//@ ensures *value <= limit || *value == \old(*value);
//@ assigns *value;
bool span_to_size(struct span text, size_t limit, size_t *value)
{
    size_t number = 0;
    if (text.length == 0)
        return false;
    //@ loop invariant 0 <= i <= text.length && number <= limit;
    for (size_t i = 0; i < text.length; i++) {
        char letter = text.data[i];
        if (letter < '0' || letter > '9')
            return false;
        size_t digit = (size_t)(letter - '0');
        /* Written so that nothing is computed that could wrap. */
        if (digit > limit || number > (limit - digit) / 10)
            return false;
        number = number * 10 + digit;
    }
    *value = number;
    return true;
}

//@ requires \valid_read(list.data + (0 .. list.length - 1));
//@ requires \valid_read(text.data + (0 .. text.length - 1));
//@ assigns \nothing;
bool span_list_contains(struct span list, struct span text)
{
    size_t begin = 0;
    //@ loop invariant 0 <= begin <= list.length + 1;
    while (begin < list.length) {
        size_t end = span_find(list, ',', begin);
        struct span element = span_trim(span_part(list, begin, end));
        if (span_equals_ignoring_case(element, text))
            return true;
        /* Past the comma. A length is less than SIZE_MAX, as objects are. */
        begin = end + 1;
    }
    return false;
}

static bool is_token_letter(char letter)
{
    if (letter >= '0' && letter <= '9')
        return true;
    if ((letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z'))
        return true;
    switch (letter) {
    case '!': case '#': case '$': case '%': case '&': case '\'': case '*': case '+':
    case '-': case '.': case '^': case '_': case '`': case '|': case '~':
        return true;
    default:
        return false;
    }
}

//@ requires \valid_read(text.data + (0 .. text.length - 1));
//@ assigns \nothing;
bool span_is_token(struct span text)
{
    for (size_t i = 0; i < text.length; i++) {
        if (!is_token_letter(text.data[i]))
            return false;
    }
    return text.length > 0;
}

//@ requires \valid_read(text.data + (0 .. text.length - 1));
//@ assigns \nothing;
bool span_is_field_value(struct span text)
{
    for (size_t i = 0; i < text.length; i++) {
        unsigned char letter = (unsigned char)text.data[i];
        if ((letter < 0x20 && letter != '\t') || letter == 0x7f)
            return false;
    }
    return true;
}

//@ ensures \result >= -1 && \result <= 15;
//@ assigns \nothing;
int hex_digit_value(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    if (digit >= 'a' && digit <= 'f')
        return digit - 'a' + 10;
    if (digit >= 'A' && digit <= 'F')
        return digit - 'A' + 10;
    return -1;
}
