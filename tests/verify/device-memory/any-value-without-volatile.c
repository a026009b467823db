//@ run: verify %s --mmio 0x40000000:4 --volatile memory --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Also where the program forgot to say volatile, and with the field's reading of it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static unsigned *const status = (unsigned *)0x40000000;
int main(void)
{
    *status = 0;
    if (*status != 0)
        reach_error(); //~ violated unreach-call
    return 0;
}
