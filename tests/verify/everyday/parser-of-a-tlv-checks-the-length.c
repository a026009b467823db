//@ run: verify %s --property memsafety --cpu-time 10
//@ truth: holds
//@ verdict: true
// The length byte is checked against what is left.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static int parse(const unsigned char *p, unsigned n)
{
    unsigned i = 0;
    int sum = 0;
    while (i + 2 <= n) {
        unsigned length = p[i + 1];
        if (length > n - i - 2)
            return -1;
        for (unsigned k = 0; k < length; k++)
            sum ^= p[i + 2 + k];
        i += 2 + length;
    }
    return sum;
}
int main(void)
{
    unsigned char message[6];
    for (int i = 0; i < 6; i++)
        message[i] = __VERIFIER_nondet_uchar();
    return parse(message, 6);
}
