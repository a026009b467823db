/* Replays packets, one per line of a file or of the standard input, or some of its own. */
#include <stdio.h>
#include <string.h>

#include "hex.h"
#include "host.h"

enum { MAX_LINE = 4096, SHOWN_DIGITS = 161 };

/* To 192.0.2.1, whose MAC address is 02:00:00:00:00:01, from 192.0.2.2. */
static const char *const own_packets[] = {
    "# \"hello\" to the echo service, padded to the shortest frame that there is",
    ("020000000001 020000000002 0800 45000021000100004011f6c7c0000202c0000201"
     " 04000007000d33f7 68656c6c6f00000000000000000000000000"),
    "# the same in a VLAN, without a checksum of UDP",
    ("020000000001 020000000002 8100 0005 0800 45000021000200004011f6c6c0000202c0000201"
     " 04000007000d0000 68656c6c6f"),
    "# to the discard service",
    ("020000000001 020000000002 0800 4500001d000300004011f6c9c0000202c0000201"
     " 0400000900090000 00"),
    "# for somebody else",
    ("020000000003 020000000002 0800 4500001d000300004011f6c9c0000202c0000201"
     " 0400000900090000 00"),
    "# a length that goes beyond the end",
    ("020000000001 020000000002 0800 45000400000300004011f2e6c0000202c0000201"
     " 0400000900090000 00"),
    "# a checksum that is wrong by one",
    ("020000000001 020000000002 0800 4500001d000300004011f6cac0000202c0000201"
     " 0400000900090000 00"),
};

static struct pool pool;
static struct host host;

/* What the host has to send is printed, and that is all that becomes of it. */
static void show_outgoing(void)
{
    struct packet packet;
    char text[SHOWN_DIGITS];
    while (ring_take(&host.outgoing, &packet)) {
        hex_write(&packet, text, sizeof text);
        printf("  -> %s\n", text);
        packet_free(&pool, &packet);
    }
}

/* False if the line cannot be read. */
//@ requires valid_string(line);
static bool replay_line(const char *line)
{
    struct packet packet;
    if (!packet_new(&pool, &packet)) {
        fputs("no buffer is left\n", stderr);
        return false;
    }
    size_t length;
    enum hex_status status = hex_read(line, &packet);
    switch (status) {
    case HEX_OK:
        length = packet.length;
        printf("%zu bytes: %s\n", length, fate_name(host_receive(&host, packet)));
        show_outgoing();
        return true;
    case HEX_EMPTY:
        packet_free(&pool, &packet);
        return true;
    case HEX_BAD_DIGIT:
    case HEX_TOO_LONG:
        break;
    }
    packet_free(&pool, &packet);
    fputs(status == HEX_TOO_LONG ? "a packet is too long\n" : "not hexadecimal\n", stderr);
    return false;
}

static bool replay_own_packets(void)
{
    for (size_t i = 0; i < sizeof own_packets / sizeof own_packets[0]; i++) {
        if (!replay_line(own_packets[i]))
            return false;
    }
    return true;
}

static bool replay_file(FILE *file)
{
    static char line[MAX_LINE];
    while (fgets(line, sizeof line, file) != NULL) {
        if (strchr(line, '\n') == NULL && !feof(file)) {
            fputs("a line is too long\n", stderr);
            return false;
        }
        if (!replay_line(line))
            return false;
    }
    return !ferror(file);
}

static bool replay_path(const char *path)
{
    if (strcmp(path, "-") == 0)
        return replay_file(stdin);
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        perror(path);
        return false;
    }
    bool is_replayed = replay_file(file);
    fclose(file);
    return is_replayed;
}

static void show_counts(void)
{
    for (int i = 0; i < N_FATES; i++) {
        if (host.n_packets[i] > 0)
            printf("%-14s%lu\n", fate_name((enum fate)i), host.n_packets[i]);
    }
    printf("%-14s%zu\n", "in the tap", host.tap.count);
}

int main(int argc, char **argv)
{
    static const struct mac mac = { { 2, 0, 0, 0, 0, 1 } };
    if (argc > 2) {
        fputs("usage: replay [FILE]\n", stderr);
        return 2;
    }
    pool_init(&pool);
    host_init(&host, &pool, &mac, 0xc0000201u);
    bool is_replayed = argc == 2 ? replay_path(argv[1]) : replay_own_packets();
    show_counts();
    host_drain(&host);
    /* Whoever forgets to give a buffer back is found here. */
    if (pool.n_free != POOL_BUFFERS) {
        fputs("buffers are missing\n", stderr);
        return 2;
    }
    return is_replayed ? 0 : 1;
}
