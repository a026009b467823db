/* Requests of HTTP/1.0 and HTTP/1.1, read from a buffer that holds all of what has come so far. */
#ifndef HTTP_REQUEST_H
#define HTTP_REQUEST_H

#include <stdbool.h>
#include <stddef.h>

#include "headers.h"
#include "span.h"

enum { REQUEST_MAX_TARGET = 1024, REQUEST_MAX_BODY = 1048576 };

enum method {
    METHOD_GET,
    METHOD_HEAD,
    METHOD_POST,
    METHOD_PUT,
    METHOD_DELETE,
    METHOD_OPTIONS,
    METHOD_OTHER
};

enum request_status {
    REQUEST_OK,
    REQUEST_INCOMPLETE,         /* so far so good, but there must be more */
    REQUEST_BAD_LINE,
    REQUEST_BAD_TARGET,
    REQUEST_TARGET_TOO_LONG,
    REQUEST_BAD_VERSION,
    REQUEST_BAD_HEADER,
    REQUEST_TOO_MANY_HEADERS,
    REQUEST_BAD_HOST,           /* HTTP/1.1 wants exactly one */
    REQUEST_BAD_LENGTH,
    REQUEST_BAD_CHUNKS,
    REQUEST_UNKNOWN_CODING,
    REQUEST_TOO_LARGE,
    REQUEST_NO_MEMORY
};

struct request {
    enum method method;
    struct span method_name;    /* this one, the target and the query lie in the input */
    struct span target;
    struct span query;
    char path[REQUEST_MAX_TARGET + 1];  /* decoded, without "..", terminated */
    size_t path_length;
    int minor_version;
    struct headers headers;
    bool is_chunked;
    bool is_kept_alive;
    char *body;                 /* null if there is none */
    size_t body_length;
    size_t consumed;            /* how much of the input the request was */
};

/* The request has to be given to `request_free` afterwards, whatever the answer is. */
enum request_status request_parse(struct request *request, struct span input);

void request_free(struct request *request);

/* The code of the response that a status deserves, 200 if all is well. */
int request_response_code(enum request_status status);

const char *request_status_name(enum request_status status);

#endif
