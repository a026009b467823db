//@ run: verify %s --property unreach-call --cpu-time 60
//@ truth: holds
//@ verdict: true
// What is returned is twice the argument, however large.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int twice(int n)
{
    return n <= 0 ? 0 : twice(n - 1) + 2;
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n >= 0 && n < 1000000)
        assert(twice(n) == 2 * n);
    return 0;
}
