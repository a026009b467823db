//@ run: verify %s --property unreach-call --property def-behavior
//@ truth: holds
//@ verdict: true
// The brightness of a pixel: weights of three bytes add up to one, so what is rounded fits a byte.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    unsigned char red = __VERIFIER_nondet_uchar(), green = __VERIFIER_nondet_uchar(), blue = __VERIFIER_nondet_uchar();
    double grey = 0.299 * red + 0.587 * green + 0.114 * blue;
    int whole = (int)(grey + 0.5);
    assert(whole >= 0 && whole <= 255);
    return 0;
}
