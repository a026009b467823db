//@ run: verify %s --property unreach-call
//@ verdict: unknown(unsupported)
// The standard has a mismatch here, the GNU library the number 0.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    unsigned number = 7;
    int n = sscanf("0x", "%x", &number);
    assert(n == 0 && number == 7);
    return 0;
}
