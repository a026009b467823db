#include "hex.h"

#include <stdint.h>

//@ ensures \result >= -1 && \result <= 15;
//@ assigns \nothing;
static int digit_value(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    if (digit >= 'a' && digit <= 'f')
        return digit - 'a' + 10;
    if (digit >= 'A' && digit <= 'F')
        return digit - 'A' + 10;
    return -1;
}

static bool is_between_bytes(char letter)
{
    return letter == ' ' || letter == '\t' || letter == ':' || letter == '\r' || letter == '\n';
}

/* The next byte of a text, or -1 if two digits are not what stands there. */
//@ requires valid_string(text);
//@ ensures \result >= -1 && \result <= 255;
//@ assigns \nothing;
static int byte_at(const char *text)
{
    int high = digit_value(text[0]);
    if (high < 0)
        return -1;
    /* The first was a digit, so that there is a second letter, if only the terminator. */
    int low = digit_value(text[1]);
    if (low < 0)
        return -1;
    return high * 16 + low;
}

//@ requires valid_string(line);
//@ requires \valid(packet->buffer);
//@ requires packet->begin <= BUFFER_SIZE && packet->length <= BUFFER_SIZE - packet->begin;
//@ ensures packet->begin <= BUFFER_SIZE && packet->length <= BUFFER_SIZE - packet->begin;
enum hex_status hex_read(const char *line, struct packet *packet)
{
    enum hex_status status = HEX_EMPTY;
    size_t i = 0;
    while (line[i] != '\0' && line[i] != '#') {
        if (is_between_bytes(line[i])) {
            i++;
            continue;
        }
        int value = byte_at(line + i);
        if (value < 0)
            return HEX_BAD_DIGIT;
        uint8_t *byte = packet_put(packet, 1);
        if (byte == NULL)
            return HEX_TOO_LONG;
        *byte = (uint8_t)value;
        status = HEX_OK;
        i += 2;
    }
    return status;
}

//@ requires \valid(packet->buffer) && size >= 1 && \valid(text + (0 .. size - 1));
//@ requires packet->begin <= BUFFER_SIZE && packet->length <= BUFFER_SIZE - packet->begin;
//@ assigns text[0 .. size - 1];
void hex_write(const struct packet *packet, char *text, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    const uint8_t *bytes = packet_bytes(packet);
    size_t n_bytes = (size - 1) / 2;
    if (n_bytes > packet->length)
        n_bytes = packet->length;
    //@ loop invariant 0 <= i <= n_bytes && 2 * n_bytes < size;
    for (size_t i = 0; i < n_bytes; i++) {
        text[2 * i] = digits[bytes[i] >> 4];
        text[2 * i + 1] = digits[bytes[i] & 15];
    }
    text[2 * n_bytes] = '\0';
}
