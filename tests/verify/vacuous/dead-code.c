//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
//@ shows: Nothing was asked: no run can come to anything that the property speaks of.
//@ hides: Proved
// The assertion stands behind a `return`.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    return x;
    if (x == 7)
        reach_error();
}
