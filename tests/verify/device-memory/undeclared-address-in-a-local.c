//@ run: verify %s --property valid-memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
//@ shows: --mmio 0x40001000:0x1000
// A local pointer, behind a loop.
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    volatile unsigned *control = (void *)0x40001000;
    *control = 1; //~ violated valid-deref
    return sum;
}
