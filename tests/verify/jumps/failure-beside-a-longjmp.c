//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Another way than the one with the jump fails.
#include <setjmp.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static jmp_buf buffer;
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (setjmp(buffer))
        return 0;
    if (x == 3)
        longjmp(buffer, 1);
    if (x == 4)
        reach_error(); //~ violated unreach-call
    return 0;
}
