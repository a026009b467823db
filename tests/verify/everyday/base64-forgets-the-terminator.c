//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// Seven bytes become twelve characters, and the zero behind them has no room.
#include <stddef.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static size_t encode(const unsigned char *in, size_t n, char *out)
{
    size_t o = 0;
    for (size_t i = 0; i < n; i += 3) {
        unsigned v = (unsigned)in[i] << 16;
        if (i + 1 < n)
            v |= (unsigned)in[i + 1] << 8;
        if (i + 2 < n)
            v |= in[i + 2];
        out[o++] = digits[v >> 18 & 63];
        out[o++] = digits[v >> 12 & 63];
        out[o++] = i + 1 < n ? digits[v >> 6 & 63] : '=';
        out[o++] = i + 2 < n ? digits[v & 63] : '=';
    }
    out[o] = 0; //~ violated valid-deref
    return o;
}
int main(void)
{
    unsigned char in[7];
    char out[12];
    for (int i = 0; i < 7; i++)
        in[i] = __VERIFIER_nondet_uchar();
    encode(in, sizeof in, out);
    return 0;
}
