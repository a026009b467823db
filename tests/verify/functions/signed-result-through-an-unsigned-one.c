//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The result too comes back as its bits.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int minus(int x)
{
    return -x;
}

int main(void)
{
    unsigned (*f)(unsigned) = (unsigned (*)(unsigned))minus;
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    if (f(1) != 0xffffffffu)
        reach_error();
    return 0;
}
