//@ run: verify %s --property valid-memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
//@ shows: --mmio 0x40000000:0x1000
// The same through a pointer that is set beforehand.
static volatile unsigned *const control = (volatile unsigned *)0x40000000;
int main(void)
{
    *control = 1; //~ violated valid-deref
    return 0;
}
