//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// Nothing is known to be at a fixed address.
int main(void)
{
    *(volatile unsigned *)0x40001000u = 1; //~ violated valid-deref
    return 0;
}
