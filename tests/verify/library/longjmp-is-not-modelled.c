//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: unknown(unsupported)
// A jump out of a function comes back where it was set.
#include <setjmp.h>
extern void reach_error(void);
static jmp_buf buffer;
int main(void)
{
    if (setjmp(buffer))
        reach_error();
    longjmp(buffer, 1);
}
