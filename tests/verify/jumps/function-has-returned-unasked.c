//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The run is undefined at the jump, and nothing behind it is looked at.
#include <setjmp.h>
extern void reach_error(void);
static jmp_buf start;
static int prepare(void)
{
    if (setjmp(start))
        reach_error();
    return 0;
}
int main(void)
{
    prepare();
    longjmp(start, 1);
}
