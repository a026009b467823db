//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 2 -q
//@ truth: fails
//@ verdict: unknown(timeout)
// The carry is added once; that this may carry again is not thought of.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

#define MAX_BYTES 31

static uint16_t checksum(const uint8_t *bytes, size_t n)
{
    uint32_t sum = 0;
    for (size_t i = 0; i + 1 < n; i += 2)
        sum += (uint32_t)bytes[i] << 8 | bytes[i + 1];
    if (n % 2 == 1)
        sum += (uint32_t)bytes[n - 1] << 8;
    sum = (sum & 0xffff) + (sum >> 16);
    return (uint16_t)~sum;
}

int main(void)
{
    uint8_t packet[MAX_BYTES] = { 0 };
    size_t n = __VERIFIER_nondet_uchar();
    if (n < 2 || n > MAX_BYTES)
        return 0;
    for (size_t i = 2; i < n; i++) /* the first two are for the sum */
        packet[i] = __VERIFIER_nondet_uchar();

    uint16_t sum = checksum(packet, n);
    packet[0] = (uint8_t)(sum >> 8);
    packet[1] = (uint8_t)(sum & 0xff);
    assert(checksum(packet, n) == 0);
    return 0;
}
