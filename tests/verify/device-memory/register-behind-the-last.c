//@ run: verify %s --property valid-memsafety --mmio 0x10000000:8
//@ truth: fails
//@ verdict: false(valid-deref)
// The device ends before its last register.
struct uart { volatile unsigned data, status, control; };
#define UART ((struct uart *)0x10000000)
int main(void)
{
    UART->data = 1;
    UART->control = 1; //~ violated valid-deref
    return 0;
}
