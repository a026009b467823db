//@ run: verify %s --property valid-memsafety
//@ truth: fails
//@ verdict: false(valid-deref)
// What a left function had on its stack is gone, as after a return.
#include <setjmp.h>
static jmp_buf start;
static int *kept;
static void inside(void)
{
    int local = 3;
    kept = &local;
    longjmp(start, 1);
}
int main(void)
{
    if (setjmp(start) == 0)
        inside();
    return *kept; //~ violated valid-deref
}
