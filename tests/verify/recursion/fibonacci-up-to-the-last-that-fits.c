//@ run: verify %s --property unreach-call --cpu-time 60
//@ truth: holds
//@ verdict: true
// The calls are few in kind and billions in number: what each kind does is found from the bottom.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int fibonacci(int n)
{
    if (n < 2)
        return n;
    return fibonacci(n - 1) + fibonacci(n - 2);
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 46)
        return 0;
    assert(fibonacci(n) >= n - 1);
    return 0;
}
