//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 10
//@ truth: fails
//@ verdict: false(unreach-call)
// Only one byte of the header is passed over: there may be a record for each byte.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

enum { FRAME_SIZE = 24 };

static int count(const uint8_t *frame, size_t n)
{
    int n_records = 0;
    size_t at = 0;
    while (at < n) {
        if (n - at < 2)
            return -1;
        uint8_t length = frame[at + 1];
        at += 1;
        if (length > n - at)
            return -1;
        at += length;
        n_records++;
    }
    return n_records;
}

int main(void)
{
    uint8_t frame[FRAME_SIZE];
    size_t n = __VERIFIER_nondet_uchar();
    if (n > FRAME_SIZE)
        return 0;
    for (size_t i = 0; i < n; i++)
        frame[i] = __VERIFIER_nondet_uchar();
    assert(count(frame, n) <= FRAME_SIZE / 2); //~ violated assertion
    return 0;
}
