//@ run: verify %s --property valid-memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
//@ shows: --mmio 0x40001000:0x1000
// Nothing of the program lies at a fixed address; the message says how to declare a device there.
int main(void)
{
    volatile unsigned *control = (volatile unsigned *)0x40000000;
    *(volatile unsigned *)0x40001004 = 1; //~ violated valid-deref
    return *control != 0;
}
