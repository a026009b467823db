/* Headers of Ethernet, with one VLAN tag or without. */
#ifndef PACKETS_ETHERNET_H
#define PACKETS_ETHERNET_H

#include <stdbool.h>
#include <stdint.h>

#include "packet.h"
#include "parse.h"

enum {
    MAC_LENGTH = 6,
    ETHERNET_LENGTH = 14,
    VLAN_TAG_LENGTH = 4,
    VLAN_MAX = 4095,
    ETHERNET_IPV4 = 0x0800,
    ETHERNET_VLAN = 0x8100
};

struct mac {
    uint8_t bytes[MAC_LENGTH];
};

struct ethernet {
    struct mac destination;
    struct mac source;
    uint16_t type;      /* of what is inside, behind the tag */
    uint16_t vlan;      /* 0 without a tag */
};

bool mac_equals(const struct mac *mac, const struct mac *other);
bool mac_is_broadcast(const struct mac *mac);

/* Takes the header off a packet; the packet is left as it was if there is something wrong. */
enum parse_status ethernet_pull(struct packet *packet, struct ethernet *header);

/* Puts a header in front of a packet; false if there is no room for it. */
bool ethernet_push(struct packet *packet, const struct ethernet *header);

#endif
