//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// A status register can change between two reads.
#include <assert.h>
struct uart { volatile unsigned status; volatile unsigned data; };
static struct uart device;
int main(void)
{
    unsigned before = device.status;
    unsigned after = device.status;
    assert(before == after); //~ violated assertion
    return 0;
}
