/* A host with two services of old, echo (port 7) and discard (port 9), and a tap that keeps
   what came in last. */
#ifndef PACKETS_HOST_H
#define PACKETS_HOST_H

#include <stdint.h>

#include "ethernet.h"
#include "ipv4.h"
#include "packet.h"
#include "pool.h"
#include "ring.h"
#include "udp.h"

enum { PORT_ECHO = 7, PORT_DISCARD = 9 };

/* What became of a packet. */
enum fate {
    FATE_ANSWERED,
    FATE_DISCARDED,
    FATE_TOO_SHORT,
    FATE_BAD_HEADER,
    FATE_BAD_CHECKSUM,
    FATE_NOT_FOR_US,
    FATE_UNKNOWN_TYPE,
    FATE_FRAGMENT,
    FATE_NO_SERVICE,
    FATE_NO_BUFFER,
    FATE_QUEUE_FULL,
    N_FATES
};

struct host {
    struct pool *pool;
    struct mac mac;
    uint32_t address;
    uint16_t next_identification;
    struct ring tap;
    struct ring outgoing;
    unsigned long n_packets[N_FATES];
};

void host_init(struct host *host, struct pool *pool, const struct mac *mac, uint32_t address);

/* Takes over the reference of a packet that came in. */
enum fate host_receive(struct host *host, struct packet packet);

/* Gives back all that waits. */
void host_drain(struct host *host);

const char *fate_name(enum fate fate);

#endif
