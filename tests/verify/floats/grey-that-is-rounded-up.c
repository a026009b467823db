//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Rounded up by one instead of a half, white no longer fits a byte.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    unsigned char red = __VERIFIER_nondet_uchar(), green = __VERIFIER_nondet_uchar(), blue = __VERIFIER_nondet_uchar();
    double grey = 0.299 * red + 0.587 * green + 0.114 * blue;
    int whole = (int)(grey + 1.0);
    assert(whole >= 0 && whole <= 255); //~ violated assertion
    return 0;
}
