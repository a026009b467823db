//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The same place is come back to again and again.
#include <setjmp.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static jmp_buf start;
static int tries;
static _Noreturn void again(void)
{
    longjmp(start, 1);
}
int main(void)
{
    if (setjmp(start) && tries > 3)
        return 1;
    tries++;
    if (__VERIFIER_nondet_int())
        again();
    if (tries < 1 || tries > 4)
        reach_error();
    return 0;
}
