//@ run: verify %s --property valid-memsafety --mmio 0x40000000:4k
//@ truth: holds
//@ verdict: true
// Device memory may be read and written.
#define CONTROL (*(volatile unsigned *)0x40000000)
#define STATUS (*(volatile unsigned *)(0x40000000 + 4))
int main(void)
{
    CONTROL = 1;
    while (!(STATUS & 1))
        ;
    CONTROL = 0;
    return 0;
}
