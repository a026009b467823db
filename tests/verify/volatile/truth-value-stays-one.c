//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// A volatile _Bool is 0 or 1 all the same.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static volatile _Bool v;
int main(void)
{
    volatile _Bool w = 1, *p = &w;
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    if (v > 1 || *p > 1)
        reach_error();
    return sum;
}
