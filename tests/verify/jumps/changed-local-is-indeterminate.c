//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: unknown(unsupported)
// C promises nothing of `n` behind the jump (7.13.2.1p3), and a compiler may keep it in a register
// that the jump restores.
#include <setjmp.h>
extern void reach_error(void);
static jmp_buf start;
static void jump(void)
{
    longjmp(start, 1);
}
int main(void)
{
    int n = 1;
    if (setjmp(start) == 0) {
        n = 2;
        jump();
    }
    if (n != 2)
        reach_error();
    return 0;
}
