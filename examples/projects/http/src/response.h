/* Responses, written into a buffer of fixed size. */
#ifndef HTTP_RESPONSE_H
#define HTTP_RESPONSE_H

#include <stdbool.h>
#include <stddef.h>

#include "span.h"
#include "writer.h"

struct response {
    int code;
    const char *content_type;   /* null if there is no body */
    struct span body;
    bool is_kept_alive;
    bool has_head_only;         /* the answer to HEAD: with the length of a body that is not sent */
};

/* The phrase behind a code; "Unknown" for codes that this server never sends. */
const char *response_reason(int code);

/* False if it does not fit; what was written then must not be sent. */
bool response_write(const struct response *response, struct writer *writer);

#endif
