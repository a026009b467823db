/* Packets as lines of hexadecimal digits. */
#ifndef PACKETS_HEX_H
#define PACKETS_HEX_H

#include <stdbool.h>
#include <stddef.h>

#include "packet.h"

enum hex_status {
    HEX_OK,
    HEX_EMPTY,      /* a blank line or a comment, which begins with '#' */
    HEX_BAD_DIGIT,  /* or half of a byte */
    HEX_TOO_LONG
};

/* Appends the bytes of a line to a packet that nobody else looks at. */
enum hex_status hex_read(const char *line, struct packet *packet);

/* Writes the first bytes of a packet to a terminated text, as many as fit. */
void hex_write(const struct packet *packet, char *text, size_t size);

#endif
