//@ run: verify %s --property valid-memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
//@ shows: --mmio 0x50000000:0x1000
// A base and the number of a port.
extern int __VERIFIER_nondet_int(void);
static unsigned read_port(unsigned long base, unsigned port)
{
    return *(volatile unsigned *)(base + 4 * port); //~ violated valid-deref
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i & 1;
    return read_port(0x50000000UL, 3) + sum;
}
