//@ run: verify %s --property unreach-call --property no-overflow --cpu-time 60
//@ truth: holds
//@ verdict: true
// Each says something about the other, for every other number.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int is_even(int n);
static int is_odd(int n)
{
    return n == 0 ? 0 : is_even(n - 1);
}
static int is_even(int n)
{
    return n == 0 ? 1 : is_odd(n - 1);
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n >= 0)
        assert(is_odd(n) == n % 2);
    return 0;
}
