//@ run: verify %s --property unreach-call --cpu-time 60
//@ truth: holds
//@ verdict: true
// What a global grows by is found for each number of discs, whatever the other arguments are.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static unsigned made;
static void move(int discs, int from, int to, int via)
{
    if (discs == 0)
        return;
    move(discs - 1, from, via, to);
    made++;
    move(discs - 1, via, to, from);
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 10)
        return 0;
    move(n, 1, 3, 2);
    assert(made == (1u << n) - 1);
    return 0;
}
