//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: unknown(unsupported)
#include <stdlib.h>

extern void reach_error(void);

int main(void)
{
    unsigned a = 7, b = 7;
    if (rand_r(&a) != rand_r(&b))
        reach_error();
    return 0;
}
