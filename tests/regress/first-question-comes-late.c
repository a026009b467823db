//@ run: verify %s --property unreach-call --engine slicing
//@ truth: fails
//@ verdict: false(unreach-call)
//@ hides: asks for no input
// Concrete runs are cut after some hundred thousand steps. A program that has asked for nothing by
// then was said to ask for no input at all, and not run any further.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < 500000; i++)
        sum += i;
    if (__VERIFIER_nondet_int() == 3)
        reach_error(); //~ violated unreach-call
    return (int)sum;
}
