//@ run: verify %s --property valid-memsafety --mmio 0x40000000:0x1000
//@ truth: holds
//@ verdict: true
// The same through pointers, for the provers.
extern int __VERIFIER_nondet_int(void);
static volatile unsigned *const control = (volatile unsigned *)0x40000000;
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    control[n & 7] = 1;
    return sum;
}
