//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: unknown(unsupported)
// What is computed then is another number.
#include <fenv.h>
extern void reach_error(void);
int main(void)
{
    volatile double one = 1.0, three = 3.0;
    fesetround(FE_UPWARD);
    if (one / three * three > 1.0)
        reach_error();
    return 0;
}
