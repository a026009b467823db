//@ run: verify %s --property unreach-call --cpu-time 10
//@ truth: fails
//@ verdict: false(unreach-call)
// Every call with 0 forgets what was counted.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static unsigned calls;
static void count(unsigned n)
{
    calls++;
    if (n > 0)
        count(n - 1);
    else
        calls = 1;
}
int main(void)
{
    unsigned n = __VERIFIER_nondet_int();
    count(n);
    assert(calls == n + 1); //~ violated assertion
    return 0;
}
