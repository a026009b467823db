//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// To the linker it is the same function.
#include <setjmp.h>
extern void reach_error(void);
extern void away(jmp_buf, int) __asm__("longjmp");
static jmp_buf buffer;
int main(void)
{
    if (setjmp(buffer))
        reach_error(); //~ violated unreach-call
    away(buffer, 1);
    return 0;
}
