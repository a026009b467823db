//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// What the C library prints it does not change.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#include <stdio.h>
int g;
int main(void)
{
    int x = 3;
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    printf("%d\n", x);
    if (g != 0 || x != 3)
        reach_error();
    return sum;
}
