//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Runs that break an assumption do not count; the first that keeps it fails.
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 5);
    if (x <= 5)
        reach_error();
    __VERIFIER_assume(x < 2000);
    if (x > 0)
        reach_error(); //~ violated unreach-call
    return 0;
}
