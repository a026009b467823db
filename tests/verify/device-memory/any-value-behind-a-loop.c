//@ run: verify %s --mmio 0x40000000:16 --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// For the provers.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static volatile unsigned *const status = (unsigned *)0x40000000;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    if (status[n & 3] == 0xdead)
        reach_error(); //~ violated unreach-call
    return sum;
}
