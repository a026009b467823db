#include "bytes.h"

//@ requires \valid_read(bytes + (0 .. 1));
//@ assigns \nothing;
uint16_t bytes_read_u16(const uint8_t *bytes)
{
    return (uint16_t)(((unsigned)bytes[0] << 8) | bytes[1]);
}

//@ requires \valid_read(bytes + (0 .. 3));
//@ assigns \nothing;
uint32_t bytes_read_u32(const uint8_t *bytes)
{
    /* Widened first: a byte is an int in arithmetic, and 24 places may reach its sign. */
    return ((uint32_t)bytes[0] << 24) | ((uint32_t)bytes[1] << 16) | ((uint32_t)bytes[2] << 8)
        | (uint32_t)bytes[3];
}

//@ requires \valid(bytes + (0 .. 1));
//@ assigns bytes[0 .. 1];
void bytes_write_u16(uint8_t *bytes, uint16_t number)
{
    bytes[0] = (uint8_t)(number >> 8);
    bytes[1] = (uint8_t)(number & 0xff);
}

//@ requires \valid(bytes + (0 .. 3));
//@ assigns bytes[0 .. 3];
void bytes_write_u32(uint8_t *bytes, uint32_t number)
{
    bytes[0] = (uint8_t)(number >> 24);
    bytes[1] = (uint8_t)((number >> 16) & 0xff);
    bytes[2] = (uint8_t)((number >> 8) & 0xff);
    bytes[3] = (uint8_t)(number & 0xff);
}
