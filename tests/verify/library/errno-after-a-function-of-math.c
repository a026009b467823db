//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: unknown(unsupported)
// Too large for a double.
#include <errno.h>
#include <math.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    while (n > 0)
        n--;
    errno = 0;
    double x = exp(1e6);
    if (errno != 0)
        reach_error();
    return 0;
}
