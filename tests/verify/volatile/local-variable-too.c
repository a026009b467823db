//@ run: verify %s
//@ truth: fails
//@ verdict: false(unreach-call)
// A local volatile variable is read like any other.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void)
{
    volatile int v = 0;
    if (v == 4711)
        reach_error(); //~ violated unreach-call
    return 0;
}
