/* Tests of the single parts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "checksum.h"
#include "hex.h"
#include "host.h"

static int n_checks;
static int n_failed;
static struct pool pool;

static void check(bool holds, const char *what, int line)
{
    n_checks++;
    if (!holds) {
        n_failed++;
        fprintf(stderr, "line %d: %s\n", line, what);
    }
}

#define CHECK(condition) check((condition), #condition, __LINE__)

static void test_bytes(void)
{
    uint8_t bytes[5] = { 0, 0xff, 0xfe, 0x80, 0x01 };
    CHECK(bytes_read_u16(bytes + 1) == 0xfffe);
    CHECK(bytes_read_u32(bytes + 1) == 0xfffe8001u);
    bytes_write_u32(bytes + 1, 0x80402010u);
    CHECK(bytes_read_u32(bytes + 1) == 0x80402010u && bytes[0] == 0);
    bytes_write_u16(bytes, 0xa55a);
    CHECK(bytes[0] == 0xa5 && bytes[1] == 0x5a && bytes[2] == 0x40);
}

static void test_checksums(void)
{
    /* The example of RFC 1071. */
    static const uint8_t example[] = { 0x00, 0x01, 0xf2, 0x03, 0xf4, 0xf5, 0xf6, 0xf7 };
    CHECK(checksum_add(0, example, sizeof example) == 0xddf2);
    CHECK(checksum_finish(0xddf2) == 0x220d);
    CHECK(checksum_add(0, example, 0) == 0);
    CHECK(checksum_add(0, example + 2, 1) == 0xf200);
    CHECK(checksum_add_u16(0xffff, 0xffff) == 0xffff);
    CHECK(checksum_add_u32(0, 0x00010002u) == 3);
    uint16_t half = checksum_add(0, example, 4);
    CHECK(checksum_add(half, example + 4, 4) == 0xddf2);
}

static void test_pool(void)
{
    struct buffer *buffers[POOL_BUFFERS];
    pool_init(&pool);
    for (int i = 0; i < POOL_BUFFERS; i++) {
        buffers[i] = pool_take(&pool);
        CHECK(buffers[i] == &pool.buffers[i] && buffers[i]->n_references == 1);
    }
    CHECK(pool.n_free == 0 && pool_take(&pool) == NULL);
    CHECK(buffer_share(buffers[3]));
    pool_release(&pool, buffers[3]);
    CHECK(pool.n_free == 0);
    pool_release(&pool, buffers[3]);
    CHECK(pool.n_free == 1 && pool_take(&pool) == buffers[3]);
    while (buffers[0]->n_references < BUFFER_MAX_REFERENCES)
        CHECK(buffer_share(buffers[0]));
    CHECK(!buffer_share(buffers[0]));
    while (buffers[0]->n_references > 1)
        pool_release(&pool, buffers[0]);
    for (int i = 0; i < POOL_BUFFERS; i++)
        pool_release(&pool, buffers[i]);
    CHECK(pool.n_free == POOL_BUFFERS);
}

static void test_packets(void)
{
    struct packet packet;
    pool_init(&pool);
    CHECK(packet_new(&pool, &packet));
    CHECK(packet_headroom(&packet) == PACKET_HEADROOM);
    CHECK(packet_tailroom(&packet) == PACKET_MAX_LENGTH);
    CHECK(packet_put(&packet, PACKET_MAX_LENGTH + 1) == NULL && packet.length == 0);
    uint8_t *bytes = packet_put(&packet, 4);
    CHECK(bytes != NULL && packet.length == 4);
    memcpy(bytes, "abcd", 4);
    CHECK(!packet_pull(&packet, 5));
    CHECK(packet_pull(&packet, 1) && packet_bytes(&packet)[0] == 'b');
    CHECK(packet_push(&packet, PACKET_HEADROOM + 2) == NULL);
    bytes = packet_push(&packet, PACKET_HEADROOM + 1);
    CHECK(bytes == packet.buffer->bytes && packet_headroom(&packet) == 0);
    CHECK(packet_pull(&packet, PACKET_HEADROOM + 1));
    CHECK(!packet_trim(&packet, 4));
    CHECK(packet_trim(&packet, 2) && memcmp(packet_bytes(&packet), "bc", 2) == 0);
    packet_free(&pool, &packet);
    CHECK(packet.buffer == NULL && pool.n_free == POOL_BUFFERS);
}

static void test_sharing(void)
{
    struct packet packet;
    struct packet clone;
    pool_init(&pool);
    CHECK(packet_new(&pool, &packet));
    uint8_t *bytes = packet_put(&packet, 3);
    CHECK(bytes != NULL);
    memcpy(bytes, "abc", 3);
    CHECK(packet_clone(&packet, &clone));
    CHECK(packet_push(&packet, 1) == NULL && packet_put(&clone, 1) == NULL);
    CHECK(packet_pull(&packet, 1) && clone.length == 3);
    CHECK(packet_make_writable(&pool, &packet) && packet.buffer != clone.buffer);
    CHECK(packet_make_writable(&pool, &clone) && pool.n_free == POOL_BUFFERS - 2);
    bytes = packet_push(&packet, 1);
    CHECK(bytes != NULL);
    *bytes = 'x';
    CHECK(memcmp(packet_bytes(&packet), "xbc", 3) == 0);
    CHECK(memcmp(packet_bytes(&clone), "abc", 3) == 0);
    packet_free(&pool, &packet);
    packet_free(&pool, &clone);
    CHECK(pool.n_free == POOL_BUFFERS);
}

static void test_ring(void)
{
    struct ring ring;
    struct packet packet = { NULL, 0, 0 };
    size_t next = 0;
    ring_init(&ring);
    CHECK(!ring_take(&ring, &packet));
    for (size_t i = 0; i < 3 * RING_SLOTS; i++) {
        packet.length = i;
        if (!ring_put(&ring, packet)) {
            CHECK(ring.count == RING_SLOTS);
            CHECK(ring_take(&ring, &packet) && packet.length == next);
            next++;
            packet.length = i;
            CHECK(ring_put(&ring, packet));
        }
    }
    while (ring_take(&ring, &packet)) {
        CHECK(packet.length == next);
        next++;
    }
    CHECK(next == 3 * RING_SLOTS);
}

static void test_hex(void)
{
    struct packet packet;
    char text[8];
    pool_init(&pool);
    CHECK(packet_new(&pool, &packet));
    CHECK(hex_read(" \t\n", &packet) == HEX_EMPTY);
    CHECK(hex_read("# 00", &packet) == HEX_EMPTY && packet.length == 0);
    CHECK(hex_read("0aFF:7f # end", &packet) == HEX_OK && packet.length == 3);
    CHECK(hex_read("0", &packet) == HEX_BAD_DIGIT);
    CHECK(hex_read("0 1", &packet) == HEX_BAD_DIGIT);
    CHECK(hex_read("zz", &packet) == HEX_BAD_DIGIT);
    hex_write(&packet, text, sizeof text);
    CHECK(strcmp(text, "0aff7f") == 0);
    hex_write(&packet, text, 4);
    CHECK(strcmp(text, "0a") == 0);
    hex_write(&packet, text, 1);
    CHECK(strcmp(text, "") == 0);
    CHECK(packet_put(&packet, packet_tailroom(&packet)) != NULL);
    CHECK(hex_read("00", &packet) == HEX_TOO_LONG);
    packet_free(&pool, &packet);
}

static void test_headers_there_and_back(void)
{
    struct packet packet;
    struct ethernet ethernet = { { { 1, 2, 3, 4, 5, 6 } }, { { 6, 5, 4, 3, 2, 1 } },
                                 ETHERNET_IPV4, 77 };
    struct ipv4 ipv4 = { 0xc0000201u, 0xffffffffu, 9, 0x1234, true, false, 3, IPV4_PROTOCOL_UDP };
    struct udp udp = { 65535, 7 };
    pool_init(&pool);
    CHECK(packet_new(&pool, &packet) && hex_read("616263", &packet) == HEX_OK);
    CHECK(udp_push(&packet, &ipv4, &udp) && ipv4_push(&packet, &ipv4));
    CHECK(ethernet_push(&packet, &ethernet));
    CHECK(packet.length == 18 + 20 + 8 + 3);

    struct ethernet ethernet_read;
    struct ipv4 ipv4_read;
    struct udp udp_read;
    CHECK(ethernet_pull(&packet, &ethernet_read) == PARSE_OK);
    CHECK(mac_equals(&ethernet_read.destination, &ethernet.destination));
    CHECK(mac_equals(&ethernet_read.source, &ethernet.source));
    CHECK(ethernet_read.type == ETHERNET_IPV4 && ethernet_read.vlan == 77);
    CHECK(ipv4_pull(&packet, &ipv4_read) == PARSE_OK);
    CHECK(ipv4_read.source == ipv4.source && ipv4_read.destination == ipv4.destination);
    CHECK(ipv4_read.identification == 9 && ipv4_read.fragment_offset == 0x1234);
    CHECK(ipv4_is_fragment(&ipv4_read) && !ipv4_read.may_not_be_fragmented);
    CHECK(udp_pull(&packet, &ipv4_read, &udp_read) == PARSE_OK);
    CHECK(udp_read.source_port == 65535 && udp_read.destination_port == 7);
    CHECK(packet.length == 3 && memcmp(packet_bytes(&packet), "abc", 3) == 0);
    packet_free(&pool, &packet);
}

static void test_host_when_buffers_run_out(void)
{
    static const char line[] = "020000000001 020000000002 0800 45000021000100004011f6c7c0000202"
                               "c0000201 04000007000d33f7 68656c6c6f";
    static const struct mac mac = { { 2, 0, 0, 0, 0, 1 } };
    static struct host host;
    pool_init(&pool);
    host_init(&host, &pool, &mac, 0xc0000201u);
    for (int i = 0; i < RING_SLOTS + 2; i++) {
        struct packet packet;
        CHECK(packet_new(&pool, &packet) && hex_read(line, &packet) == HEX_OK);
        CHECK(host_receive(&host, packet) == (i < RING_SLOTS ? FATE_ANSWERED : FATE_QUEUE_FULL));
    }
    CHECK(host.tap.count == RING_SLOTS && pool.n_free == POOL_BUFFERS - 2 * RING_SLOTS);

    struct packet last;
    struct packet taken;
    struct packet rest[POOL_BUFFERS];
    size_t n_rest = 0;
    CHECK(ring_take(&host.outgoing, &taken));
    packet_free(&pool, &taken);
    CHECK(packet_new(&pool, &last) && hex_read(line, &last) == HEX_OK);
    while (packet_new(&pool, &rest[n_rest]))
        n_rest++;
    /* The tap gives up its oldest view, whose buffer is the only one left for the answer. */
    CHECK(host_receive(&host, last) == FATE_ANSWERED);
    host_drain(&host);
    while (n_rest > 0) {
        n_rest--;
        packet_free(&pool, &rest[n_rest]);
    }
    CHECK(pool.n_free == POOL_BUFFERS);
}

int main(void)
{
    test_bytes();
    test_checksums();
    test_pool();
    test_packets();
    test_sharing();
    test_ring();
    test_hex();
    test_headers_there_and_back();
    test_host_when_buffers_run_out();
    printf("%d checks, %d failed\n", n_checks, n_failed);
    return n_failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
