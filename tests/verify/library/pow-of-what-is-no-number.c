//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
#include <math.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    while (n > 0)
        n--;
    double x = pow(2.0, NAN);
    if (x != x)
        reach_error(); //~ violated unreach-call
    return 0;
}
