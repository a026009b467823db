//@ run: verify %s --property unreach-call --cpu-time 60
//@ truth: holds
//@ verdict: true
// A recursive function that does not touch a global leaves it, whatever another one does to it.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int depth;
static int sum(int n)
{
    return n <= 0 ? 0 : 1 + sum(n - 1);
}
static void dive(int n)
{
    depth = n;
    if (n > 3)
        dive(n - 1);
}
int main(void)
{
    dive(__VERIFIER_nondet_int());
    depth = 5;
    int n = __VERIFIER_nondet_int();
    assert(n < 0 || sum(n) == n);
    assert(depth == 5);
    return 0;
}
