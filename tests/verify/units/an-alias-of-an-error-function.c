//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
void problem(void) __attribute__((alias("reach_error")));
int main(void)
{
    if (__VERIFIER_nondet_int() == 5)
        problem(); //~ violated unreach-call
    return 0;
}
