//@ run: verify %s --mmio 0x40000000:4 --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// What a device answers is any value.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define STATUS (*(volatile unsigned *)0x40000000)
int main(void)
{
    STATUS = 0;
    if (STATUS == 0xdead)
        reach_error(); //~ violated unreach-call
    return 0;
}
