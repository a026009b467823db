//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// A number that is not negative.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    unsigned sum = 0;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        sum += i;
    int r = rand();
    if (r < 0 || r % 6 + 1 > 6)
        reach_error();
    return 0;
}
