//@ run: verify %s --function f --time 30
//@ truth: holds
//@ verdict: true
// The caller has the block.
#include <stdlib.h>
int *f(void)
{
    return malloc(4);
}
