//@ run: verify %s --property unreach-call
//@ verdict: unknown(unsupported)
// Which number comes of one that does not fit is undefined.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int number = 0;
    sscanf("99999999999", "%d", &number);
    assert(number == 1215752191);
    return 0;
}
