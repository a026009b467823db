/* Headers of IPv4. */
#ifndef PACKETS_IPV4_H
#define PACKETS_IPV4_H

#include <stdbool.h>
#include <stdint.h>

#include "packet.h"
#include "parse.h"

enum {
    IPV4_MIN_LENGTH = 20,
    IPV4_MAX_PACKET = 65535,
    IPV4_PROTOCOL_UDP = 17
};

struct ipv4 {
    uint32_t source;
    uint32_t destination;
    uint16_t identification;
    uint16_t fragment_offset;   /* in bytes, divided by eight */
    bool has_more_fragments;
    bool may_not_be_fragmented;
    uint8_t time_to_live;
    uint8_t protocol;
};

/* Takes the header and its options off a packet, and cuts off what does not belong to it. */
enum parse_status ipv4_pull(struct packet *packet, struct ipv4 *header);

/* Puts a header without options in front, with lengths and checksum as they have to be. */
bool ipv4_push(struct packet *packet, const struct ipv4 *header);

bool ipv4_is_fragment(const struct ipv4 *header);

/* The sum over the header that UDP and TCP pretend to have, to go on from. */
uint16_t ipv4_pseudo_header_sum(const struct ipv4 *header, uint16_t length);

#endif
