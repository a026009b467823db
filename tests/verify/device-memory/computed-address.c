//@ run: verify %s --mmio 0x40000000:16 --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// An address that is computed in the run leads to the device too.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static unsigned read_register(unsigned long base, int number)
{
    return *(volatile unsigned *)(base + 4 * number);
}
int main(void)
{
    if (read_register(0x40000000, 2) == 7)
        reach_error(); //~ violated unreach-call
    return 0;
}
