//@ run: verify %s tests/verify/units/input/strong.c --property unreach-call
//@ truth: holds
//@ verdict: true
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
__attribute__((weak)) int chosen(void) { return 1; }
int level __attribute__((weak)) = 4;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        ;
    if (chosen() != 2 || level != 9)
        reach_error();
    return 0;
}
