//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: unknown(unsupported)
// `n` has died with its block, and what lives there now may have taken its place.
#include <setjmp.h>
extern void reach_error(void);
static jmp_buf start;
static int times;
int main(void)
{
    {
        int n = 5;
        if (setjmp(start) && n == 5)
            reach_error();
    }
    if (times++ == 0)
        longjmp(start, 1);
    return 0;
}
