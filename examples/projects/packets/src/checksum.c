#include "checksum.h"

#include "bytes.h"

//@ assigns \nothing;
uint16_t checksum_add_u16(uint16_t sum, uint16_t word)
{
    uint32_t wide = (uint32_t)sum + word;
    /* The carry goes round once; a second one cannot come of it. */
    return (uint16_t)((wide & 0xffff) + (wide >> 16));
}

//@ assigns \nothing;
uint16_t checksum_add_u32(uint16_t sum, uint32_t words)
{
    sum = checksum_add_u16(sum, (uint16_t)(words >> 16));
    return checksum_add_u16(sum, (uint16_t)(words & 0xffff));
}

//@ requires \valid_read(bytes + (0 .. length - 1));
//@ assigns \nothing;
uint16_t checksum_add(uint16_t sum, const uint8_t *bytes, size_t length)
{
    size_t i = 0;
    //@ loop invariant 0 <= i <= length;
    while (length - i >= 2) {
        sum = checksum_add_u16(sum, bytes_read_u16(bytes + i));
        i += 2;
    }
    /* A byte that is left over is the upper half of a word. */
    if (i < length)
        sum = checksum_add_u16(sum, (uint16_t)((unsigned)bytes[i] << 8));
    return sum;
}

//@ assigns \nothing;
uint16_t checksum_finish(uint16_t sum)
{
    return (uint16_t)(~sum & 0xffff);
}
