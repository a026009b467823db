//@ run: verify %s --property valid-memsafety --mmio 0x1000:1 --mmio 0x20000:2
//@ truth: holds
//@ verdict: true
// Several devices are declared one by one.
int main(void)
{
    *(volatile unsigned char *)0x1000 = 1;
    *(volatile unsigned short *)0x20000 = 2;
    return 0;
}
