//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The value of `({ ... })` is taken before its block is cleaned up.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int k;
static void reset(int *guard)
{
    k = *guard;
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    int x = ({
        int guard __attribute__((cleanup(reset))) = 9;
        k = 5;
        k + 1;
    });
    if (x != 6 || k != 9)
        reach_error();
    return 0;
}
