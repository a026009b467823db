//@ run: verify %s --property unreach-call --cpu-time 20
//@ truth: fails
//@ verdict: unknown(unsupported)
// A zero has a sign: this is minus infinity.
#include <math.h>
extern void reach_error(void);
int main(void)
{
    if (pow(-0.0, -1.0) < 0)
        reach_error();
    return 0;
}
