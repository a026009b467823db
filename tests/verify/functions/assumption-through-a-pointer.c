//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// An assumption through a pointer drops the runs that it does not hold on.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

extern void __VERIFIER_assume(int);

int main(void)
{
    void (*assume)(int) = __VERIFIER_assume;
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    assume(n == 3);
    if (n != 3)
        reach_error();
    return 0;
}
