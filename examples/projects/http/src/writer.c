#include "writer.h"

#include <string.h>

//@ requires size >= 1 && \valid(buffer + (0 .. size - 1));
//@ ensures writer->buffer == buffer && writer->size == size && writer->used == 0;
//@ ensures !writer->is_full && valid_string(buffer);
//@ assigns *writer, buffer[0];
void writer_init(struct writer *writer, char *buffer, size_t size)
{
    writer->buffer = buffer;
    writer->size = size;
    writer->used = 0;
    writer->is_full = false;
    buffer[0] = '\0';
}

//@ requires \valid_read(text.data + (0 .. text.length - 1));
//@ requires \valid(writer) && writer->used < writer->size;
//@ requires \valid(writer->buffer + (0 .. writer->size - 1));
//@ ensures writer->used < writer->size && \old(writer->used) <= writer->used;
//@ assigns writer->used, writer->is_full, writer->buffer[0 .. writer->size - 1];
void writer_text(struct writer *writer, struct span text)
{
    size_t room = writer->size - writer->used - 1;
    if (writer->is_full || text.length > room) {
        writer->is_full = true;
        return;
    }
    if (text.length > 0)
        memcpy(writer->buffer + writer->used, text.data, text.length);
    writer->used += text.length;
    writer->buffer[writer->used] = '\0';
}

//@ requires valid_string(string);
//@ requires \valid(writer) && writer->used < writer->size;
//@ requires \valid(writer->buffer + (0 .. writer->size - 1));
//@ ensures writer->used < writer->size && \old(writer->used) <= writer->used;
//@ assigns writer->used, writer->is_full, writer->buffer[0 .. writer->size - 1];
void writer_string(struct writer *writer, const char *string)
{
    writer_text(writer, span_of_string(string));
}

/* Enough for 64 bits: three decimal digits for every byte are more than there can be. */
#define MAX_DIGITS (3 * sizeof(size_t))

//@ requires \valid(writer) && writer->used < writer->size;
//@ requires \valid(writer->buffer + (0 .. writer->size - 1));
//@ ensures writer->used < writer->size && \old(writer->used) <= writer->used;
//@ assigns writer->used, writer->is_full, writer->buffer[0 .. writer->size - 1];
void writer_size(struct writer *writer, size_t number)
{
    char digits[MAX_DIGITS];
    size_t begin = MAX_DIGITS;
    do {
        begin--;
        digits[begin] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0 && begin > 0);
    struct span text = { digits + begin, MAX_DIGITS - begin };
    writer_text(writer, text);
}

/* Two hexadecimal digits behind `\x`. */
//@ requires \valid(writer) && writer->used < writer->size;
//@ requires \valid(writer->buffer + (0 .. writer->size - 1));
//@ ensures writer->used < writer->size && \old(writer->used) <= writer->used;
//@ assigns writer->used, writer->is_full, writer->buffer[0 .. writer->size - 1];
static void write_escape(struct writer *writer, unsigned char byte)
{
    static const char digits[] = "0123456789abcdef";
    char escape[4] = { '\\', 'x', digits[byte >> 4], digits[byte & 15] };
    struct span text = { escape, sizeof escape };
    writer_text(writer, text);
}

//@ requires \valid_read(text.data + (0 .. text.length - 1));
//@ requires \valid(writer) && writer->used < writer->size;
//@ requires \valid(writer->buffer + (0 .. writer->size - 1));
//@ ensures writer->used < writer->size && \old(writer->used) <= writer->used;
//@ assigns writer->used, writer->is_full, writer->buffer[0 .. writer->size - 1];
void writer_escaped(struct writer *writer, struct span text)
{
    //@ loop invariant 0 <= i <= text.length && writer->used < writer->size;
    for (size_t i = 0; i < text.length; i++) {
        unsigned char byte = (unsigned char)text.data[i];
        /* The backslash too, so that what is printed can be read back. */
        if (byte < 0x20 || byte >= 0x7f || byte == '\\')
            write_escape(writer, byte);
        else
            writer_text(writer, span_part(text, i, i + 1));
    }
}
