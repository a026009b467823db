//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Whatever the device says, the byte is masked.
#include <assert.h>
struct uart { volatile unsigned status; volatile unsigned data; };
static struct uart device;
static unsigned char receive(void)
{
    while (!(device.status & 1))
        ;
    return device.data & 0x7f;
}
int main(void)
{
    assert(receive() < 128);
    return 0;
}
