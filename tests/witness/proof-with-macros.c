//@ run: verify %s --witness %t.yml
//@ truth: holds
//@ verdict: true
//@ run: check %t.yml %s
//@ verdict: true
// Checks are told by the macros that they were written with, and found again where there is only what these
// stand for.
#include <assert.h>
#include <errno.h>
extern int __VERIFIER_nondet_int(void);
#define FULL 1000
#define NEXT(n) ((n) == FULL ? 0 : (n) + 1)
int main(void)
{
    int x = 0;
    errno = 7;
    while (__VERIFIER_nondet_int())
        x = NEXT(x);
    assert(x <= FULL && errno == 7);
    return 0;
}
