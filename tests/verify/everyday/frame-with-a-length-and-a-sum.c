//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 30
//@ truth: holds
//@ verdict: true
// A frame: start byte, length, payload, sum. A length that does not fit is refused.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
enum { FRAME_SIZE = 40, PAYLOAD_SIZE = 16, START = 0x7e };

static int parse(const uint8_t *frame, size_t n, uint8_t *payload)
{
    if (n < 3 || frame[0] != START)
        return -1;
    size_t length = frame[1];
    if (length > PAYLOAD_SIZE || length + 3 > n)
        return -1;
    uint8_t sum = 0;
    for (size_t i = 0; i < length; i++)
        sum = (uint8_t)(sum + frame[2 + i]);
    if (sum != frame[2 + length])
        return -1;
    memcpy(payload, frame + 2, length);
    return (int)length;
}

int main(void)
{
    uint8_t frame[FRAME_SIZE], payload[PAYLOAD_SIZE];
    size_t n = __VERIFIER_nondet_uchar();
    if (n > FRAME_SIZE)
        return 0;
    for (size_t i = 0; i < n; i++)
        frame[i] = __VERIFIER_nondet_uchar();
    int length = parse(frame, n, payload);
    assert(length <= PAYLOAD_SIZE);
    unsigned total = 0;
    for (int i = 0; i < length; i++)
        total += payload[i];
    assert(total <= 255 * PAYLOAD_SIZE);
    return 0;
}
