//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: unknown(unsupported)
// `sigsetjmp` is a macro, and `siglongjmp` a function.
#include <setjmp.h>
extern void reach_error(void);
static sigjmp_buf buffer;
int main(void)
{
    if (sigsetjmp(buffer, 1))
        reach_error();
    siglongjmp(buffer, 1);
}
