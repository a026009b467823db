//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// One value of many leads to the jump, behind a loop that is as long as somebody says.
#include <setjmp.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static jmp_buf buffer;
static void count(unsigned n)
{
    unsigned i = 0;
    while (i < n)
        i++;
    if (i == 7)
        longjmp(buffer, 1);
}
int main(void)
{
    if (setjmp(buffer))
        reach_error(); //~ violated unreach-call
    count(__VERIFIER_nondet_uint());
    return 0;
}
