//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The place to come back to is armed before a loop that no run follows to its end.
#include <setjmp.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static jmp_buf start;
static unsigned seen;
static void take(unsigned n)
{
    if (n > 1000)
        longjmp(start, 2);
    seen = n;
}
int main(void)
{
    int code = setjmp(start);
    if (code == 0) {
        unsigned length = __VERIFIER_nondet_uint();
        for (unsigned i = 0; i < length; i++)
            take(i);
    } else if (code != 2) {
        reach_error();
    }
    if (seen > 1000)
        reach_error();
    return 0;
}
