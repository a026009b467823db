//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The same three bytes have the same checksum.
#include <assert.h>

static unsigned char crc8(const unsigned char *p, unsigned n)
{
    unsigned char crc = 0;
    for (unsigned i = 0; i < n; i++) {
        crc ^= p[i];
        for (int k = 0; k < 8; k++)
            crc = crc & 0x80 ? (crc << 1) ^ 7 : crc << 1;
    }
    return crc;
}
int main(void)
{
    unsigned char a[3] = { 1, 2, 3 }, b[3] = { 1, 2, 3 };
    assert(crc8(a, 3) == crc8(b, 3));
    return 0;
}
