//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// One of two ways to give up does not say so.
#include <setjmp.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static jmp_buf start;
static int digit(int c)
{
    if (c < '0')
        longjmp(start, 2);
    if (c > '9')
        longjmp(start, 3);
    return c - '0';
}
int main(void)
{
    int code = setjmp(start);
    if (code == 0)
        digit(__VERIFIER_nondet_int());
    else if (code != 2)
        reach_error(); //~ violated unreach-call
    return 0;
}
