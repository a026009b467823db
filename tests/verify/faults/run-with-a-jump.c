//@ run: verify %s --property valid-memtrack
//@ truth: fails
//@ verdict: false(valid-memtrack)
//@ hides: %frame
//@ hides: __jmpbuf
// What is kept in a `jmp_buf` is the library's. Headers that name one function twice are no mistake.
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
static jmp_buf back;
static void leave(void)
{
    longjmp(back, 1);
}
static int f(void) //~ violated valid-memtrack
{
    if (setjmp(back))
        return 1;
    leave();
    return 0;
}
int main(void)
{
    int *p = malloc(4);
    p = 0;
    return f() + (p != 0);
}
