//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int real = 1;
extern int other __attribute__((alias("real")));
int main(void)
{
    other = __VERIFIER_nondet_int();
    if (real == 1234)
        reach_error(); //~ violated unreach-call
    return 0;
}
