//@ run: verify %s --property def-behavior
//@ truth: fails
//@ verdict: false(def-behavior)
// The function that called `setjmp` is gone (C17 7.13.2.1p2).
#include <setjmp.h>
static jmp_buf start;
static int prepare(void)
{
    return setjmp(start);
}
int main(void)
{
    if (prepare() == 0)
        longjmp(start, 1); //~ violated undefined
    return 0;
}
