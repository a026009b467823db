/* Numbers as networks write them: the most significant byte first, at any address. */
#ifndef PACKETS_BYTES_H
#define PACKETS_BYTES_H

#include <stdint.h>

uint16_t bytes_read_u16(const uint8_t *bytes);
uint32_t bytes_read_u32(const uint8_t *bytes);
void bytes_write_u16(uint8_t *bytes, uint16_t number);
void bytes_write_u32(uint8_t *bytes, uint32_t number);

#endif
