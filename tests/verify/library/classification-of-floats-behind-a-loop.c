//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Asking changes nothing.
#include <math.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);

int g = 1;

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    while (n > 0)
        n--;
    double x = __VERIFIER_nondet_double();
    int kinds = isinf(x) + isnormal(x) + fpclassify(x) + isless(x, 1.0f);
    if (g != 1)
        reach_error();
    return kinds;
}
