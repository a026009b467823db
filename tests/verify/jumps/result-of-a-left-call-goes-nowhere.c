//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// A call that is left gives no value, so that the static keeps what it has.
#include <setjmp.h>
extern void reach_error(void);
static jmp_buf start;
static int found = 9;
static int look(void)
{
    longjmp(start, 1);
    return 3;
}
int main(void)
{
    if (setjmp(start) == 0)
        found = look();
    if (found != 9)
        reach_error();
    return 0;
}
