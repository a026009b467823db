//@ run: verify %s --property unreach-call --property no-overflow --cpu-time 60
//@ truth: holds
//@ verdict: true
// What is called with 1 to 31 calls itself with 1 to 31, so that nothing is too large.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int moves(int discs)
{
    if (discs == 1)
        return 1;
    return 2 * moves(discs - 1) + 1;
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 31)
        return 0;
    assert(moves(n) >= n);
    return 0;
}
