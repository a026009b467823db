//@ run: verify %s tests/verify/units/input/list.c --property unreach-call
//@ run: verify %s tests/verify/units/input/list.c --property valid-deref
//@ truth: holds
//@ verdict: true
// Both files have a `struct node` of their own, which is the same.
#include "input/list.h"
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    node first, second;
    int n = __VERIFIER_nondet_int() & 3;
    push(&first, n);
    push(&second, 2);
    if (value_of(head) != 4 || value_of(head->next) != 2 * n || head->next->next)
        reach_error();
    return 0;
}
