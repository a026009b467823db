//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Output changes nothing.
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int x = 3;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        printf("%d: %s\n", i, "line");
    if (x != 3)
        reach_error();
    return 0;
}
