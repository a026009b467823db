//@ run: verify %s tests/verify/units/input/old.c --property unreach-call
//@ truth: holds
//@ verdict: true
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern int sum();
int main(void)
{
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        ;
    if (sum(2, 3) != 5)
        reach_error();
    return 0;
}
