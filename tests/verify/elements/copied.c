//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// What was copied is the same, element by element.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static int from[5000], to[5000];

int main(void)
{
    for (int i = 0; i < 5000; i++)
        from[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < 5000; i++)
        to[i] = from[i];
    for (int i = 0; i < 5000; i++)
        assert(to[i] == from[i]);
    return 0;
}
