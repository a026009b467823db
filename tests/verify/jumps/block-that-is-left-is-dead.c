//@ run: verify %s --property valid-memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// The block of the branch ends by the jump, though its function goes on.
#include <setjmp.h>
static jmp_buf start;
static int *kept;
static void jump(void)
{
    longjmp(start, 1);
}
int main(void)
{
    if (setjmp(start) == 0) {
        int local = 3;
        kept = &local;
        jump();
    }
    return *kept; //~ violated valid-deref
}
