/* Headers of UDP over IPv4. */
#ifndef PACKETS_UDP_H
#define PACKETS_UDP_H

#include <stdbool.h>
#include <stdint.h>

#include "ipv4.h"
#include "packet.h"
#include "parse.h"

enum { UDP_LENGTH = 8, UDP_MAX_PACKET = 65535 };

struct udp {
    uint16_t source_port;
    uint16_t destination_port;
};

enum parse_status udp_pull(struct packet *packet, const struct ipv4 *outer, struct udp *header);
bool udp_push(struct packet *packet, const struct ipv4 *outer, const struct udp *header);

#endif
