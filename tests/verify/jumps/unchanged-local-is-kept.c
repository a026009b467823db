//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// What changes behind the call that jumps has not changed when it does.
#include <setjmp.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static jmp_buf start;
static int perhaps(int x)
{
    if (x < 0)
        longjmp(start, 1);
    return x;
}
int main(void)
{
    int n = 5, result = -1;
    if (setjmp(start) == 0) {
        result = perhaps(__VERIFIER_nondet_int());
        n = 6;
    } else if (n != 5 || result != -1) {
        reach_error();
    }
    return 0;
}
