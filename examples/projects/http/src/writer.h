/* Text that is put together in a buffer of fixed size. */
#ifndef HTTP_WRITER_H
#define HTTP_WRITER_H

#include <stdbool.h>
#include <stddef.h>

#include "span.h"

/* Once something did not fit, nothing is written any more: a response that lacks a part in the
   middle is worse than one that is cut off. Always terminated, and `used < size`. */
struct writer {
    char *buffer;
    size_t size;
    size_t used;
    bool is_full;
};

/* `size` is at least 1: the terminator needs a place. */
void writer_init(struct writer *writer, char *buffer, size_t size);
void writer_text(struct writer *writer, struct span text);
void writer_string(struct writer *writer, const char *string);
void writer_size(struct writer *writer, size_t number);

/* Letters as they are, and `\xNN` for whatever a terminal might take for a command. */
void writer_escaped(struct writer *writer, struct span text);

#endif
