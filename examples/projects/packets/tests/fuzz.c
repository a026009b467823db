/* Throws damaged frames at the host, for some seconds. Build it with sanitizers. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bytes.h"
#include "checksum.h"
#include "hex.h"
#include "host.h"

static struct pool pool;
static struct host host;
static uint64_t state = 88172645463325252u;

static uint32_t random_below(uint32_t bound)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 32) % bound;
}

static void fill(struct packet *packet, size_t n_bytes)
{
    uint8_t *bytes = packet_put(packet, n_bytes);
    for (size_t i = 0; bytes != NULL && i < n_bytes; i++)
        bytes[i] = (uint8_t)random_below(256);
}

/* A frame as it should be, with random numbers in it. */
static void build(struct packet *packet)
{
    struct udp udp = { (uint16_t)random_below(65536), (uint16_t)(7 + random_below(4)) };
    struct ipv4 ipv4 = { 0xc0000202u, 0xc0000201u, (uint16_t)random_below(65536), 0, false,
                         true, 64, IPV4_PROTOCOL_UDP };
    struct ethernet ethernet = { { { 2, 0, 0, 0, 0, 1 } }, { { 2, 0, 0, 0, 0, 2 } },
                                 ETHERNET_IPV4, (uint16_t)random_below(3) };
    fill(packet, random_below(random_below(8) == 0 ? PACKET_MAX_LENGTH + 8 : 64));
    if (!udp_push(packet, &ipv4, &udp) || !ipv4_push(packet, &ipv4)
        || !ethernet_push(packet, &ethernet))
        abort();
}

/* Mends the checksum of IPv4, so that damage behind it is seen by somebody. */
static void mend(uint8_t *bytes, size_t length)
{
    size_t begin = length > 12 && bytes[12] == 0x81 ? 18 : 14;
    if (length < begin + 20)
        return;
    size_t n_bytes = (size_t)(bytes[begin] & 15) * 4;
    if (n_bytes < 20 || n_bytes > length - begin)
        return;
    bytes_write_u16(bytes + begin + 10, 0);
    bytes_write_u16(bytes + begin + 10, checksum_finish(checksum_add(0, bytes + begin, n_bytes)));
}

static void damage(struct packet *packet)
{
    uint8_t *bytes = packet->buffer->bytes + packet->begin;
    for (uint32_t n_edits = random_below(4); n_edits > 0 && packet->length > 0; n_edits--) {
        size_t range = random_below(2) == 0 && packet->length > 50 ? 50 : packet->length;
        bytes[random_below((uint32_t)range)] = (uint8_t)random_below(256);
    }
    if (random_below(8) == 0)
        packet_trim(packet, random_below((uint32_t)packet->length + 1));
    if (random_below(4) != 0)
        mend(bytes, packet->length);
}

static void run_once(void)
{
    struct packet packet;
    if (!packet_new(&pool, &packet))
        abort();
    if (random_below(16) == 0)
        fill(&packet, random_below(200));
    else
        build(&packet);
    damage(&packet);
    host_receive(&host, packet);
    while (host.outgoing.count > random_below(2 * RING_SLOTS)) {
        struct packet sent;
        struct packet copy;
        char text[2 * BUFFER_SIZE + 1];
        if (!ring_take(&host.outgoing, &sent) || !packet_new(&pool, &copy))
            abort();
        hex_write(&sent, text, sizeof text);
        if (sent.length <= PACKET_MAX_LENGTH
            && (hex_read(text, &copy) != HEX_OK || copy.length != sent.length
                || memcmp(packet_bytes(&copy), packet_bytes(&sent), sent.length) != 0))
            abort();
        packet_free(&pool, &sent);
        packet_free(&pool, &copy);
    }
    if (pool.n_free < POOL_BUFFERS - host.tap.count - host.outgoing.count)
        abort();
}

int main(int argc, char **argv)
{
    static const struct mac mac = { { 2, 0, 0, 0, 0, 1 } };
    long seconds = argc > 1 ? strtol(argv[1], NULL, 10) : 5;
    unsigned long n_runs = 0;
    time_t start = time(NULL);
    state ^= (uint64_t)start * 2654435761u;
    pool_init(&pool);
    host_init(&host, &pool, &mac, 0xc0000201u);
    while (difftime(time(NULL), start) < (double)seconds) {
        for (int i = 0; i < 1000; i++)
            run_once();
        n_runs += 1000;
    }
    for (int i = 0; i < N_FATES; i++)
        printf("%-14s%lu\n", fate_name((enum fate)i), host.n_packets[i]);
    host_drain(&host);
    printf("%lu frames\n", n_runs);
    return pool.n_free == POOL_BUFFERS ? 0 : 1;
}
