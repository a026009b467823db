//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// The last element was not copied.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int from[5000], to[5000];

int main(void)
{
    for (int i = 0; i < 5000; i++)
        from[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < 4999; i++)
        to[i] = from[i];
    for (int i = 0; i < 5000; i++)
        assert(to[i] == from[i]); //~ violated assertion
    return 0;
}
