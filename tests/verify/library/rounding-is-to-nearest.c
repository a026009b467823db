//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// As long as nobody asks for something else.
#include <fenv.h>
extern void reach_error(void);
int main(void)
{
    if (fegetround() != FE_TONEAREST || fesetround(FE_TONEAREST) != 0)
        reach_error();
    return 0;
}
