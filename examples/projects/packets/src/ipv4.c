#include "ipv4.h"

#include <stddef.h>

#include "bytes.h"
#include "checksum.h"

enum {
    FLAG_DO_NOT_FRAGMENT = 0x4000,
    FLAG_MORE_FRAGMENTS = 0x2000,
    OFFSET_MASK = 0x1fff
};

//@ requires \valid_read(bytes + (0 .. 19)) && \valid(header);
//@ assigns *header;
static void read_fields(const uint8_t *bytes, struct ipv4 *header)
{
    uint16_t flags = bytes_read_u16(bytes + 6);
    header->identification = bytes_read_u16(bytes + 4);
    header->fragment_offset = flags & OFFSET_MASK;
    header->has_more_fragments = (flags & FLAG_MORE_FRAGMENTS) != 0;
    header->may_not_be_fragmented = (flags & FLAG_DO_NOT_FRAGMENT) != 0;
    header->time_to_live = bytes[8];
    header->protocol = bytes[9];
    header->source = bytes_read_u32(bytes + 12);
    header->destination = bytes_read_u32(bytes + 16);
}

//@ requires \valid(packet->buffer) && \valid(header);
//@ requires packet->begin <= BUFFER_SIZE && packet->length <= BUFFER_SIZE - packet->begin;
//@ ensures packet->begin <= BUFFER_SIZE && packet->length <= BUFFER_SIZE - packet->begin;
//@ assigns packet->begin, packet->length, *header;
enum parse_status ipv4_pull(struct packet *packet, struct ipv4 *header)
{
    if (packet->length < IPV4_MIN_LENGTH)
        return PARSE_TOO_SHORT;
    const uint8_t *bytes = packet_bytes(packet);
    size_t header_length = (size_t)(bytes[0] & 0x0f) * 4;
    size_t total_length = bytes_read_u16(bytes + 2);
    if (bytes[0] >> 4 != 4 || header_length < IPV4_MIN_LENGTH || total_length < header_length)
        return PARSE_BAD_HEADER;
    if (packet->length < total_length)
        return PARSE_TOO_SHORT;
    /* The checksum is a part of what is summed up. */
    if (checksum_finish(checksum_add(0, bytes, header_length)) != 0)
        return PARSE_BAD_CHECKSUM;
    read_fields(bytes, header);
    if (!packet_trim(packet, total_length) || !packet_pull(packet, header_length))
        return PARSE_TOO_SHORT;
    return PARSE_OK;
}

//@ requires \valid(bytes + (0 .. 19));
//@ assigns bytes[0 .. 19];
static void write_fields(uint8_t *bytes, const struct ipv4 *header, uint16_t total_length)
{
    unsigned flags = header->fragment_offset & OFFSET_MASK;
    if (header->has_more_fragments)
        flags |= FLAG_MORE_FRAGMENTS;
    if (header->may_not_be_fragmented)
        flags |= FLAG_DO_NOT_FRAGMENT;
    bytes[0] = 0x45;
    bytes[1] = 0;
    bytes_write_u16(bytes + 2, total_length);
    bytes_write_u16(bytes + 4, header->identification);
    bytes_write_u16(bytes + 6, (uint16_t)flags);
    bytes[8] = header->time_to_live;
    bytes[9] = header->protocol;
    bytes_write_u16(bytes + 10, 0);
    bytes_write_u32(bytes + 12, header->source);
    bytes_write_u32(bytes + 16, header->destination);
    bytes_write_u16(bytes + 10, checksum_finish(checksum_add(0, bytes, IPV4_MIN_LENGTH)));
}

//@ requires \valid(packet->buffer);
//@ requires packet->begin <= BUFFER_SIZE && packet->length <= BUFFER_SIZE - packet->begin;
//@ ensures packet->begin <= BUFFER_SIZE && packet->length <= BUFFER_SIZE - packet->begin;
//@ assigns packet->begin, packet->length, packet->buffer->bytes[0 .. BUFFER_SIZE - 1];
bool ipv4_push(struct packet *packet, const struct ipv4 *header)
{
    if (packet->length > IPV4_MAX_PACKET - IPV4_MIN_LENGTH)
        return false;
    uint8_t *bytes = packet_push(packet, IPV4_MIN_LENGTH);
    if (bytes == NULL)
        return false;
    write_fields(bytes, header, (uint16_t)packet->length);
    return true;
}

//@ assigns \nothing;
bool ipv4_is_fragment(const struct ipv4 *header)
{
    return header->has_more_fragments || header->fragment_offset != 0;
}

//@ assigns \nothing;
uint16_t ipv4_pseudo_header_sum(const struct ipv4 *header, uint16_t length)
{
    uint16_t sum = checksum_add_u32(0, header->source);
    sum = checksum_add_u32(sum, header->destination);
    sum = checksum_add_u16(sum, header->protocol);
    return checksum_add_u16(sum, length);
}
