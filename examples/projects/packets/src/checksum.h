/* The checksum of the Internet protocols: the complement of a sum with end-around carry. */
#ifndef PACKETS_CHECKSUM_H
#define PACKETS_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* Sums are begun with 0 and go on from one stretch to the next; all but the last stretch have
   an even length. */
uint16_t checksum_add(uint16_t sum, const uint8_t *bytes, size_t length);
uint16_t checksum_add_u16(uint16_t sum, uint16_t word);
uint16_t checksum_add_u32(uint16_t sum, uint32_t words);

/* What is written to the packet; 0 if the sum went over a correct checksum too. */
uint16_t checksum_finish(uint16_t sum);

#endif
