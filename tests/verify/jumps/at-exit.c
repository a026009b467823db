//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: unknown(unsupported)
// A jump out of a handler of `atexit` is undefined (C17 7.22.4.4p3).
#include <setjmp.h>
#include <stdlib.h>
extern void reach_error(void);
static jmp_buf start;
static void handler(void)
{
    longjmp(start, 1);
}
int main(void)
{
    if (setjmp(start))
        reach_error();
    atexit(handler);
    exit(0);
}
