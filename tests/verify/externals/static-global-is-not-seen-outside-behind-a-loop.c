//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The same, for the provers.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void tick(void);
static int g = 0;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    tick();
    if (g != 0)
        reach_error();
    return sum;
}
