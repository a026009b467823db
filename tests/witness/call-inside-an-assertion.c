//@ run: verify %s --witness %t.yml --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
//@ run: check %t.yml %s
//@ verdict: false(unreach-call)
// The assertion copies its argument, the second time to be evaluated; the witness names the column
// of what was written, and both copies are meant.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define  LIMIT   1000
int main(void)
{
    int sum  =  0, n  =  __VERIFIER_nondet_int();
    for (int i = 0;  i < n  &&  i < LIMIT;  i++)
        sum  +=  i;
    assert(sum  !=  LIMIT - 10  &&  __VERIFIER_nondet_int()  !=  -LIMIT); //~ violated assertion
    return 0;
}
