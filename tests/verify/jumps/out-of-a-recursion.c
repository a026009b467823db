//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Any number of activations are left at once.
#include <setjmp.h>
extern void reach_error(void);
static jmp_buf start;
static int depth;
static void down(int n)
{
    depth++;
    if (n == 0)
        longjmp(start, depth);
    down(n - 1);
    depth = 0;
}
int main(void)
{
    int code = setjmp(start);
    if (code == 0)
        down(4);
    else if (code == 5)
        reach_error(); //~ violated unreach-call
    return 0;
}
