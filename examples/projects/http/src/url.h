/* The target of a request: decoding, the path, the parameters of the query. */
#ifndef HTTP_URL_H
#define HTTP_URL_H

#include <stdbool.h>
#include <stddef.h>

#include "span.h"

enum url_status {
    URL_OK,
    URL_BAD_ESCAPE,     /* '%' without two hexadecimal digits, or "%00" */
    URL_TOO_LONG,       /* the buffer is full */
    URL_OUTSIDE,        /* ".." leads above the root */
    URL_NOT_ABSOLUTE    /* a path that does not begin with '/' */
};

/* What '+' stands for: a blank in forms, itself elsewhere. */
enum url_plus { URL_PLUS_IS_PLUS, URL_PLUS_IS_BLANK };

/* Writes the decoded text and its terminator, `size` bytes at most, and sets `*length` to what
   stands before the terminator. Nothing is said about the buffer if decoding fails. */
enum url_status url_decode(struct span text, enum url_plus plus, char *buffer, size_t size,
                           size_t *length);

/* Takes "." and ".." and doubled slashes out of a decoded path, in its own place. */
enum url_status url_normalise(char *path, size_t *length);

struct url_target {
    struct span path;   /* still encoded */
    struct span query;  /* still encoded, empty if there is none */
};

/* Divides a target at its '?'; what follows '#' does not belong to requests and is cut off. */
struct url_target url_split(struct span target);

struct url_parameter {
    struct span name;
    struct span value;
};

/* The parameter of a query at `*position`, which is moved behind it; false at the end. */
bool url_next_parameter(struct span query, size_t *position, struct url_parameter *parameter);

#endif
