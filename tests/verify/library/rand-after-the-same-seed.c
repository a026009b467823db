//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: unknown(unsupported)
// C17 7.22.2.2p2: the numbers are the same.
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    while (n > 0)
        n--;
    srand(1);
    int a = rand();
    srand(1);
    if (rand() != a)
        reach_error();
    return 0;
}
