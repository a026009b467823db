//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Of several activations of one function the jump finds the one that called `setjmp`.
#include <setjmp.h>
extern void reach_error(void);
static jmp_buf start;
static void down(int n)
{
    if (n == 2) {
        if (setjmp(start)) {
            if (n == 2)
                reach_error(); //~ violated unreach-call
            return;
        }
    }
    if (n == 0)
        longjmp(start, 1);
    down(n - 1);
}
int main(void)
{
    down(4);
    return 0;
}
