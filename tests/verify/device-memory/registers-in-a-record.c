//@ run: verify %s --property valid-memsafety --mmio 0x10000000:12
//@ truth: holds
//@ verdict: true
// A record that is laid over the registers of a device.
struct uart { volatile unsigned data, status, control; };
#define UART ((struct uart *)0x10000000)
int main(void)
{
    for (int i = 0; i < 3; i++) {
        while (UART->status & 0x20)
            ;
        UART->data = 'a' + i;
    }
    return 0;
}
