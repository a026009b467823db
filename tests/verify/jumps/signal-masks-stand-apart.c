//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// `sigsetjmp` and `siglongjmp` jump as the plain ones do.
#include <setjmp.h>
extern void reach_error(void);
static sigjmp_buf start;
static void jump(void)
{
    siglongjmp(start, 3);
}
int main(void)
{
    if (sigsetjmp(start, 1) == 3)
        reach_error(); //~ violated unreach-call
    jump();
    return 0;
}
