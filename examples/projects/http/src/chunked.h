/* Bodies that come in chunks (RFC 9112, section 7.1). */
#ifndef HTTP_CHUNKED_H
#define HTTP_CHUNKED_H

#include <stddef.h>

#include "span.h"

enum chunked_status {
    CHUNKED_OK,
    CHUNKED_INCOMPLETE,
    CHUNKED_BAD,
    CHUNKED_TOO_LARGE
};

struct chunked_body {
    size_t length;      /* of the body, as it was written to the buffer */
    size_t consumed;    /* of the input, to the end of the trailers */
    size_t n_chunks;    /* without the last, which is empty */
};

/* Puts the chunks together in `buffer`. Trailers are skipped. A body that says that it will be
   longer than `limit`, which is `size` or more, is refused before it has come. */
enum chunked_status chunked_decode(struct span input, size_t limit, char *buffer, size_t size,
                                   struct chunked_body *body);

#endif
