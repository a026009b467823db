//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 60
//@ truth: holds
//@ verdict: true
// Up to 24 bytes in base 64: four digits for every three bytes, padded at the end, and a zero behind them.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

#define MAX_BYTES 24
#define ENCODED(n) (((n) + 2) / 3 * 4)

static const char digits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void encode(const uint8_t *bytes, size_t n, char *text)
{
    for (size_t i = 0; i < n; i += 3) {
        uint32_t group = (uint32_t)bytes[i] << 16;
        if (i + 1 < n)
            group |= (uint32_t)bytes[i + 1] << 8;
        if (i + 2 < n)
            group |= bytes[i + 2];
        *text++ = digits[group >> 18 & 63];
        *text++ = digits[group >> 12 & 63];
        *text++ = i + 1 < n ? digits[group >> 6 & 63] : '=';
        *text++ = i + 2 < n ? digits[group & 63] : '=';
    }
    *text = '\0';
}

int main(void)
{
    uint8_t bytes[MAX_BYTES];
    char text[ENCODED(MAX_BYTES) + 1];
    size_t n = __VERIFIER_nondet_uchar();
    if (n > MAX_BYTES)
        return 0;
    for (size_t i = 0; i < n; i++)
        bytes[i] = __VERIFIER_nondet_uchar();

    encode(bytes, n, text);
    size_t length = strlen(text);
    assert(length == ENCODED(n));
    if (n % 3 == 0)
        assert(strchr(text, '=') == NULL);
    else
        assert(text[length - 1] == '=');
    return 0;
}
