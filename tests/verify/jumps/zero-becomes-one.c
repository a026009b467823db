//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The second return is never with 0 (C17 7.13.2.1p4).
#include <setjmp.h>
extern void reach_error(void);
static jmp_buf start;
int main(void)
{
    static int times;
    int code = setjmp(start);
    if (times++ == 0)
        longjmp(start, 0);
    if (code != 1 || times != 2)
        reach_error();
    return 0;
}
