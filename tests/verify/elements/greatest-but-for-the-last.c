//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// The last element was not looked at.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int a[3000];

int main(void)
{
    for (int i = 0; i < 3000; i++)
        a[i] = __VERIFIER_nondet_int();
    int greatest = a[0];
    for (int i = 1; i < 2999; i++)
        if (a[i] > greatest)
            greatest = a[i];
    for (int i = 0; i < 3000; i++)
        assert(a[i] <= greatest); //~ violated assertion
    return 0;
}
