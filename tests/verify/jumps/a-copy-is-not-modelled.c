//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: unknown(unsupported)
// The standard knows no copies of a `jmp_buf`; libraries do well with them.
#include <setjmp.h>
#include <string.h>
extern void reach_error(void);
static jmp_buf start, copy;
int main(void)
{
    if (setjmp(start))
        reach_error();
    memcpy(copy, start, sizeof start);
    longjmp(copy, 1);
}
