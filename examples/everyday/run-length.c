//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 2 -q
//@ truth: holds
//@ verdict: unknown(timeout)
// Run-length encoding of up to 16 bytes, in pairs of count and byte: decoding gives back the same bytes.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

#define MAX_BYTES 16

/* Both give the number of bytes that they wrote. */
static size_t encode(const uint8_t *bytes, size_t n, uint8_t *packed)
{
    size_t n_packed = 0;
    for (size_t i = 0; i < n;) {
        uint8_t count = 1;
        while (i + count < n && count < UINT8_MAX && bytes[i + count] == bytes[i])
            count++;
        packed[n_packed++] = count;
        packed[n_packed++] = bytes[i];
        i += count;
    }
    return n_packed;
}

static size_t decode(const uint8_t *packed, size_t n_packed, uint8_t *bytes)
{
    size_t n = 0;
    for (size_t i = 0; i < n_packed; i += 2)
        for (uint8_t count = packed[i]; count > 0; count--)
            bytes[n++] = packed[i + 1];
    return n;
}

int main(void)
{
    uint8_t bytes[MAX_BYTES], packed[2 * MAX_BYTES], again[MAX_BYTES];
    size_t n = __VERIFIER_nondet_uchar();
    if (n > MAX_BYTES)
        return 0;
    for (size_t i = 0; i < n; i++)
        bytes[i] = __VERIFIER_nondet_uchar();

    size_t n_packed = encode(bytes, n, packed);
    assert(n_packed <= 2 * n);
    size_t n_again = decode(packed, n_packed, again);
    assert(n_again == n);
    for (size_t i = 0; i < n; i++)
        assert(again[i] == bytes[i]);
    return 0;
}
