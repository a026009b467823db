//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: unknown(unsupported)
// Nobody has filled the object that is jumped by.
#include <setjmp.h>
extern void reach_error(void);
static jmp_buf start, other;
int main(void)
{
    if (setjmp(start))
        reach_error();
    longjmp(other, 1);
}
