/* What was understood of a request, as text for people. */
#ifndef HTTP_DESCRIBE_H
#define HTTP_DESCRIBE_H

#include "request.h"
#include "writer.h"

void describe_request(const struct request *request, struct writer *writer);

#endif
