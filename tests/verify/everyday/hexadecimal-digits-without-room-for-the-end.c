//@ run: verify %s --property unreach-call --property memsafety --property no-overflow --cpu-time 30
//@ truth: fails
//@ verdict: false(valid-deref)
// There is no room for the zero behind sixteen bytes.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
#define MAX_BYTES 16

static void to_hex(const unsigned char *bytes, unsigned n, char *text)
{
    static const char digits[] = "0123456789abcdef";
    for (unsigned i = 0; i < n; i++) {
        text[2 * i] = digits[bytes[i] >> 4];
        text[2 * i + 1] = digits[bytes[i] & 15];
    }
    text[2 * n] = '\0'; //~ violated valid-deref
}

int main(void)
{
    unsigned char bytes[MAX_BYTES];
    char text[2 * MAX_BYTES];
    unsigned n = __VERIFIER_nondet_uchar();
    if (n > MAX_BYTES)
        return 0;
    for (unsigned i = 0; i < n; i++)
        bytes[i] = __VERIFIER_nondet_uchar();
    to_hex(bytes, n, text);
    assert(text[2 * n] == '\0');
    return 0;
}
