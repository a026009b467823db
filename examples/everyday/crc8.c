//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 30
//@ truth: holds
//@ verdict: true
// The CRC-8 of three bytes: whichever single bit is changed on the way, the checksum changes too.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);

#define POLYNOMIAL 0x07 /* x^8 + x^2 + x + 1 */
#define LENGTH 3

static uint8_t crc8(const uint8_t *bytes, size_t n)
{
    uint8_t crc = 0;
    for (size_t i = 0; i < n; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) {
            if (crc & 0x80)
                crc = (uint8_t)(crc << 1 ^ POLYNOMIAL);
            else
                crc = (uint8_t)(crc << 1);
        }
    }
    return crc;
}

int main(void)
{
    uint8_t message[LENGTH];
    for (size_t i = 0; i < LENGTH; i++)
        message[i] = __VERIFIER_nondet_uchar();
    uint8_t sent = crc8(message, LENGTH);

    unsigned damaged = __VERIFIER_nondet_uint();
    if (damaged >= 8 * LENGTH)
        return 0;
    message[damaged / 8] ^= (uint8_t)(1u << damaged % 8);
    uint8_t received = crc8(message, LENGTH);
    assert(received != sent);
    return 0;
}
