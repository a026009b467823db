//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void hook(void) __attribute__((weak));
extern int setting __attribute__((weak));
int main(void)
{
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        ;
    if (hook) {
        hook();
        reach_error();
    }
    if (&setting)
        reach_error();
    return 0;
}
