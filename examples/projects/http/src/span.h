/* Stretches of text inside of buffers that somebody else owns. */
#ifndef HTTP_SPAN_H
#define HTTP_SPAN_H

#include <stdbool.h>
#include <stddef.h>

/* Not terminated, and never null: an empty stretch points somewhere, if only to "". */
struct span {
    const char *data;
    size_t length;
};

struct span span_empty(void);
struct span span_of_string(const char *string);

/* The part from `begin` up to and without `end`; both are brought back into the text. */
struct span span_part(struct span text, size_t begin, size_t end);

/* Where `wanted` stands first, at or after `from`; the length of the text if it does not. */
size_t span_find(struct span text, char wanted, size_t from);

/* Without blanks and tabs at both ends. */
struct span span_trim(struct span text);

bool span_equals(struct span text, struct span other);

/* For names of headers and codings, which are ASCII by definition. */
bool span_equals_ignoring_case(struct span text, struct span other);

/* Reads all of the text as a decimal number of at most `limit`. */
bool span_to_size(struct span text, size_t limit, size_t *value);

/* Is `text` one of the elements of a list that is separated by commas? */
bool span_list_contains(struct span list, struct span text);

/* What the grammar calls a token: names of methods and headers. */
bool span_is_token(struct span text);

/* No control characters but the tab: what values of headers consist of. */
bool span_is_field_value(struct span text);

/* The value of a hexadecimal digit, or -1. */
int hex_digit_value(char digit);

char ascii_lower(char letter);

#endif
