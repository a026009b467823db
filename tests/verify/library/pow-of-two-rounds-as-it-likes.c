//@ run: verify %s --property unreach-call --cpu-time 20
//@ truth: fails
//@ verdict: unknown(unsupported)
// The library's square need not be the product: this one differs in its last digit with the GNU C library.
#include <math.h>
extern void reach_error(void);
int main(void)
{
    double x = 0x1.f0a63b79f28c7p-2;
    if (pow(x, 2.0) != x * x)
        reach_error();
    return 0;
}
