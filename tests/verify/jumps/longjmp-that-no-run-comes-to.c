//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// A place that nobody jumps back to is come to once.
#include <setjmp.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static jmp_buf buffer;
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), i = 0;
    if (setjmp(buffer))
        reach_error();
    while (i < n)
        i++;
    if (i != n)
        longjmp(buffer, 1);
    return 0;
}
