#include "ethernet.h"

#include <string.h>

#include "bytes.h"

//@ assigns \nothing;
bool mac_equals(const struct mac *mac, const struct mac *other)
{
    return memcmp(mac->bytes, other->bytes, MAC_LENGTH) == 0;
}

//@ assigns \nothing;
bool mac_is_broadcast(const struct mac *mac)
{
    for (int i = 0; i < MAC_LENGTH; i++) {
        if (mac->bytes[i] != 0xff)
            return false;
    }
    return true;
}

//@ requires \valid(packet->buffer) && \valid(header);
//@ requires packet->begin <= BUFFER_SIZE && packet->length <= BUFFER_SIZE - packet->begin;
//@ ensures packet->begin <= BUFFER_SIZE && packet->length <= BUFFER_SIZE - packet->begin;
//@ ensures \result != PARSE_OK || header->vlan <= VLAN_MAX;
//@ assigns packet->begin, packet->length, *header;
enum parse_status ethernet_pull(struct packet *packet, struct ethernet *header)
{
    if (packet->length < ETHERNET_LENGTH)
        return PARSE_TOO_SHORT;
    const uint8_t *bytes = packet_bytes(packet);
    size_t n_bytes = ETHERNET_LENGTH;
    memcpy(header->destination.bytes, bytes, MAC_LENGTH);
    memcpy(header->source.bytes, bytes + MAC_LENGTH, MAC_LENGTH);
    header->type = bytes_read_u16(bytes + 12);
    header->vlan = 0;
    if (header->type == ETHERNET_VLAN) {
        n_bytes += VLAN_TAG_LENGTH;
        if (packet->length < n_bytes)
            return PARSE_TOO_SHORT;
        /* The upper four bits are priority, which nobody asks for here. */
        header->vlan = bytes_read_u16(bytes + 14) & VLAN_MAX;
        header->type = bytes_read_u16(bytes + 16);
    }
    /* Smaller numbers are lengths of frames of an older standard. */
    if (header->type < 0x0600)
        return PARSE_BAD_HEADER;
    return packet_pull(packet, n_bytes) ? PARSE_OK : PARSE_TOO_SHORT;
}

//@ requires \valid(packet->buffer) && header->vlan <= VLAN_MAX;
//@ requires packet->begin <= BUFFER_SIZE && packet->length <= BUFFER_SIZE - packet->begin;
//@ ensures packet->begin <= BUFFER_SIZE && packet->length <= BUFFER_SIZE - packet->begin;
//@ assigns packet->begin, packet->length, packet->buffer->bytes[0 .. BUFFER_SIZE - 1];
bool ethernet_push(struct packet *packet, const struct ethernet *header)
{
    bool has_tag = header->vlan != 0;
    size_t n_bytes = has_tag ? ETHERNET_LENGTH + VLAN_TAG_LENGTH : ETHERNET_LENGTH;
    uint8_t *bytes = packet_push(packet, n_bytes);
    if (bytes == NULL)
        return false;
    memcpy(bytes, header->destination.bytes, MAC_LENGTH);
    memcpy(bytes + MAC_LENGTH, header->source.bytes, MAC_LENGTH);
    bytes += 2 * MAC_LENGTH;
    if (has_tag) {
        bytes_write_u16(bytes, ETHERNET_VLAN);
        bytes_write_u16(bytes + 2, header->vlan);
        bytes += VLAN_TAG_LENGTH;
    }
    bytes_write_u16(bytes, header->type);
    return true;
}
