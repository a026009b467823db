#include "udp.h"

#include <stddef.h>

#include "bytes.h"
#include "checksum.h"

//@ requires \valid_read(bytes + (0 .. length - 1));
//@ assigns \nothing;
static uint16_t checksum_over(const struct ipv4 *outer, const uint8_t *bytes, uint16_t length)
{
    uint16_t sum = ipv4_pseudo_header_sum(outer, length);
    return checksum_finish(checksum_add(sum, bytes, length));
}

//@ requires \valid(packet->buffer) && \valid(header);
//@ requires packet->begin <= BUFFER_SIZE && packet->length <= BUFFER_SIZE - packet->begin;
//@ ensures packet->begin <= BUFFER_SIZE && packet->length <= BUFFER_SIZE - packet->begin;
//@ assigns packet->begin, packet->length, *header;
enum parse_status udp_pull(struct packet *packet, const struct ipv4 *outer, struct udp *header)
{
    if (packet->length < UDP_LENGTH)
        return PARSE_TOO_SHORT;
    const uint8_t *bytes = packet_bytes(packet);
    uint16_t length = bytes_read_u16(bytes + 4);
    if (length < UDP_LENGTH)
        return PARSE_BAD_HEADER;
    if (packet->length < length)
        return PARSE_TOO_SHORT;
    /* 0 says that the sender has not computed one. */
    if (bytes_read_u16(bytes + 6) != 0 && checksum_over(outer, bytes, length) != 0)
        return PARSE_BAD_CHECKSUM;
    header->source_port = bytes_read_u16(bytes);
    header->destination_port = bytes_read_u16(bytes + 2);
    if (!packet_trim(packet, length) || !packet_pull(packet, UDP_LENGTH))
        return PARSE_TOO_SHORT;
    return PARSE_OK;
}

//@ requires \valid(packet->buffer);
//@ requires packet->begin <= BUFFER_SIZE && packet->length <= BUFFER_SIZE - packet->begin;
//@ ensures packet->begin <= BUFFER_SIZE && packet->length <= BUFFER_SIZE - packet->begin;
//@ assigns packet->begin, packet->length, packet->buffer->bytes[0 .. BUFFER_SIZE - 1];
bool udp_push(struct packet *packet, const struct ipv4 *outer, const struct udp *header)
{
    if (packet->length > UDP_MAX_PACKET - UDP_LENGTH)
        return false;
    uint8_t *bytes = packet_push(packet, UDP_LENGTH);
    if (bytes == NULL)
        return false;
    uint16_t length = (uint16_t)packet->length;
    bytes_write_u16(bytes, header->source_port);
    bytes_write_u16(bytes + 2, header->destination_port);
    bytes_write_u16(bytes + 4, length);
    bytes_write_u16(bytes + 6, 0);
    uint16_t sum = checksum_over(outer, bytes, length);
    /* 0 would say that there is none; its other representation means the same. */
    bytes_write_u16(bytes + 6, sum == 0 ? 0xffff : sum);
    return true;
}
