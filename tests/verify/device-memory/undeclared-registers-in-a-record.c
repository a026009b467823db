//@ run: verify %s --property valid-memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
//@ shows: --mmio 0x40013000:0x1000
// The registers of a device as members of a record, by the usual macro.
struct uart {
    volatile unsigned data, status;
};
#define UART ((struct uart *)0x40013800UL)
static void send(struct uart *uart, char c)
{
    while (!(uart->status & 1)) //~ violated valid-deref
        ;
    uart->data = c;
}
int main(void)
{
    send(UART, 'x');
    return 0;
}
