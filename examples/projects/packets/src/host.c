#include "host.h"

enum { TIME_TO_LIVE = 64 };

/* All headers of a packet, from the outside to the inside. */
struct layers {
    struct ethernet ethernet;
    struct ipv4 ipv4;
    struct udp udp;
};

void host_init(struct host *host, struct pool *pool, const struct mac *mac, uint32_t address)
{
    host->pool = pool;
    host->mac = *mac;
    host->address = address;
    host->next_identification = 1;
    ring_init(&host->tap);
    ring_init(&host->outgoing);
    for (int i = 0; i < N_FATES; i++)
        host->n_packets[i] = 0;
}

//@ ensures \result < N_FATES;
//@ assigns \nothing;
static enum fate fate_of(enum parse_status status)
{
    switch (status) {
    case PARSE_TOO_SHORT:
        return FATE_TOO_SHORT;
    case PARSE_BAD_CHECKSUM:
        return FATE_BAD_CHECKSUM;
    case PARSE_OK:
    case PARSE_BAD_HEADER:
        break;
    }
    return FATE_BAD_HEADER;
}

/* The tap sees the packet as it came, whatever is pulled off its other view afterwards. The
   oldest one goes if there is no room. */
//@ requires \valid(host->pool) && host->pool->n_free < POOL_BUFFERS;
//@ requires host->tap.first < RING_SLOTS && host->tap.count <= RING_SLOTS;
//@ requires \valid(packet->buffer);
static void keep_for_tap(struct host *host, const struct packet *packet)
{
    struct packet clone;
    if (!packet_clone(packet, &clone))
        return;
    if (host->tap.count == RING_SLOTS) {
        struct packet oldest;
        if (ring_take(&host->tap, &oldest))
            packet_free(host->pool, &oldest);
    }
    if (!ring_put(&host->tap, clone))
        packet_free(host->pool, &clone);
}

/* Takes off Ethernet and looks whether the frame is meant for this host. */
//@ requires \valid(packet->buffer) && \valid(header) && \valid(fate);
//@ requires packet->begin <= BUFFER_SIZE && packet->length <= BUFFER_SIZE - packet->begin;
//@ ensures packet->begin <= BUFFER_SIZE && packet->length <= BUFFER_SIZE - packet->begin;
//@ ensures *fate < N_FATES && (\result == 0 || header->vlan <= VLAN_MAX);
static bool accept_ethernet(const struct host *host, struct packet *packet, struct ethernet *header,
                            enum fate *fate)
{
    enum parse_status status = ethernet_pull(packet, header);
    if (status != PARSE_OK) {
        *fate = fate_of(status);
        return false;
    }
    if (!mac_equals(&header->destination, &host->mac) && !mac_is_broadcast(&header->destination)) {
        *fate = FATE_NOT_FOR_US;
        return false;
    }
    *fate = FATE_UNKNOWN_TYPE;
    return header->type == ETHERNET_IPV4;
}

/* The same for IPv4. Fragments are not put together here. */
//@ requires \valid(packet->buffer) && \valid(header) && \valid(fate);
//@ requires packet->begin <= BUFFER_SIZE && packet->length <= BUFFER_SIZE - packet->begin;
//@ ensures packet->begin <= BUFFER_SIZE && packet->length <= BUFFER_SIZE - packet->begin;
//@ ensures *fate < N_FATES;
static bool accept_ipv4(const struct host *host, struct packet *packet, struct ipv4 *header,
                        enum fate *fate)
{
    enum parse_status status = ipv4_pull(packet, header);
    if (status != PARSE_OK) {
        *fate = fate_of(status);
        return false;
    }
    if (header->destination != host->address) {
        *fate = FATE_NOT_FOR_US;
        return false;
    }
    if (ipv4_is_fragment(header)) {
        *fate = FATE_FRAGMENT;
        return false;
    }
    *fate = FATE_UNKNOWN_TYPE;
    return header->protocol == IPV4_PROTOCOL_UDP;
}

/* The headers of an answer: the way back. */
static void turn_round(struct host *host, const struct layers *layers, struct layers *back)
{
    back->ethernet.destination = layers->ethernet.source;
    back->ethernet.source = host->mac;
    back->ethernet.type = ETHERNET_IPV4;
    back->ethernet.vlan = layers->ethernet.vlan;
    back->ipv4.source = host->address;
    back->ipv4.destination = layers->ipv4.source;
    back->ipv4.identification = host->next_identification;
    back->ipv4.fragment_offset = 0;
    back->ipv4.has_more_fragments = false;
    back->ipv4.may_not_be_fragmented = true;
    back->ipv4.time_to_live = TIME_TO_LIVE;
    back->ipv4.protocol = IPV4_PROTOCOL_UDP;
    back->udp.source_port = layers->udp.destination_port;
    back->udp.destination_port = layers->udp.source_port;
    /* Wraps, as identifications do. */
    host->next_identification = (uint16_t)(host->next_identification + 1u);
}

//@ requires \valid(packet->buffer) && layers->ethernet.vlan <= VLAN_MAX;
//@ requires packet->begin <= BUFFER_SIZE && packet->length <= BUFFER_SIZE - packet->begin;
//@ ensures packet->begin <= BUFFER_SIZE && packet->length <= BUFFER_SIZE - packet->begin;
static bool push_layers(struct packet *packet, const struct layers *layers)
{
    return udp_push(packet, &layers->ipv4, &layers->udp) && ipv4_push(packet, &layers->ipv4)
        && ethernet_push(packet, &layers->ethernet);
}

/* Sends back what came. The packet is the host's again if it was not queued. */
//@ requires \valid(host->pool) && host->pool->n_free < POOL_BUFFERS;
//@ requires host->pool->first_free == \null || \valid(host->pool->first_free);
//@ requires host->pool->first_free == \null || host->pool->n_free >= 1;
//@ requires host->pool->first_free != packet->buffer;
//@ requires host->outgoing.first < RING_SLOTS && host->outgoing.count <= RING_SLOTS;
//@ requires \valid(packet->buffer) && packet->buffer->n_references >= 1;
//@ requires packet->begin <= BUFFER_SIZE && packet->length <= BUFFER_SIZE - packet->begin;
//@ requires layers->ethernet.vlan <= VLAN_MAX;
//@ ensures \result < N_FATES;
static enum fate echo(struct host *host, struct packet *packet, const struct layers *layers)
{
    struct layers back;
    if (host->outgoing.count == RING_SLOTS)
        return FATE_QUEUE_FULL;
    /* The tap may still look at these bytes. */
    if (!packet_make_writable(host->pool, packet))
        return FATE_NO_BUFFER;
    turn_round(host, layers, &back);
    if (!push_layers(packet, &back))
        return FATE_NO_BUFFER;
    return ring_put(&host->outgoing, *packet) ? FATE_ANSWERED : FATE_QUEUE_FULL;
}

/* Goes through the layers. The packet is queued if and only if it was answered. */
//@ requires \valid(host->pool) && host->pool->n_free < POOL_BUFFERS;
//@ requires host->pool->first_free == \null || \valid(host->pool->first_free);
//@ requires host->pool->first_free == \null || host->pool->n_free >= 1;
//@ requires host->pool->first_free != packet->buffer;
//@ requires host->outgoing.first < RING_SLOTS && host->outgoing.count <= RING_SLOTS;
//@ requires \valid(packet->buffer) && packet->buffer->n_references >= 1;
//@ requires packet->begin <= BUFFER_SIZE && packet->length <= BUFFER_SIZE - packet->begin;
//@ ensures \result < N_FATES;
static enum fate process(struct host *host, struct packet *packet)
{
    struct layers layers;
    enum fate fate = FATE_BAD_HEADER;
    if (!accept_ethernet(host, packet, &layers.ethernet, &fate))
        return fate;
    if (!accept_ipv4(host, packet, &layers.ipv4, &fate))
        return fate;
    enum parse_status status = udp_pull(packet, &layers.ipv4, &layers.udp);
    if (status != PARSE_OK)
        return fate_of(status);
    switch (layers.udp.destination_port) {
    case PORT_ECHO:
        /* Two of these services would talk to each other for ever. */
        if (layers.udp.source_port == PORT_ECHO)
            return FATE_DISCARDED;
        return echo(host, packet, &layers);
    case PORT_DISCARD:
        return FATE_DISCARDED;
    default:
        return FATE_NO_SERVICE;
    }
}

//@ requires \valid(host->pool) && host->pool->n_free < POOL_BUFFERS;
//@ requires host->pool->first_free == \null || \valid(host->pool->first_free);
//@ requires host->pool->first_free == \null || host->pool->n_free >= 1;
//@ requires host->pool->first_free != packet.buffer;
//@ requires host->tap.first < RING_SLOTS && host->tap.count <= RING_SLOTS;
//@ requires host->outgoing.first < RING_SLOTS && host->outgoing.count <= RING_SLOTS;
//@ requires \valid(packet.buffer) && packet.buffer->n_references >= 1;
//@ requires packet.begin <= BUFFER_SIZE && packet.length <= BUFFER_SIZE - packet.begin;
//@ ensures \result < N_FATES;
enum fate host_receive(struct host *host, struct packet packet)
{
    keep_for_tap(host, &packet);
    enum fate fate = process(host, &packet);
    if (fate != FATE_ANSWERED)
        packet_free(host->pool, &packet);
    host->n_packets[fate]++;
    return fate;
}

//@ requires \valid(pool);
//@ requires ring->first < RING_SLOTS && ring->count <= RING_SLOTS;
//@ ensures ring->count == 0;
static void drain(struct pool *pool, struct ring *ring)
{
    struct packet packet;
    while (ring_take(ring, &packet))
        packet_free(pool, &packet);
}

//@ requires \valid(host->pool);
//@ requires host->tap.first < RING_SLOTS && host->tap.count <= RING_SLOTS;
//@ requires host->outgoing.first < RING_SLOTS && host->outgoing.count <= RING_SLOTS;
void host_drain(struct host *host)
{
    drain(host->pool, &host->tap);
    drain(host->pool, &host->outgoing);
}

//@ ensures valid_string(\result);
//@ assigns \nothing;
const char *fate_name(enum fate fate)
{
    switch (fate) {
    case FATE_ANSWERED:
        return "answered";
    case FATE_DISCARDED:
        return "discarded";
    case FATE_TOO_SHORT:
        return "too short";
    case FATE_BAD_HEADER:
        return "bad header";
    case FATE_BAD_CHECKSUM:
        return "bad checksum";
    case FATE_NOT_FOR_US:
        return "not for us";
    case FATE_UNKNOWN_TYPE:
        return "unknown type";
    case FATE_FRAGMENT:
        return "fragment";
    case FATE_NO_SERVICE:
        return "no service";
    case FATE_NO_BUFFER:
        return "no buffer";
    case FATE_QUEUE_FULL:
        return "queue full";
    case N_FATES:
        break;
    }
    return "?";
}
