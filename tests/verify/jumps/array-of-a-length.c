//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: unknown(unsupported)
// An array whose length is computed stands beside the jump.
#include <setjmp.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static jmp_buf start;
static void jump(void)
{
    longjmp(start, 1);
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 10)
        return 0;
    int numbers[n];
    numbers[0] = 4;
    if (setjmp(start) == 0)
        jump();
    else if (numbers[0] != 4)
        reach_error();
    return 0;
}
