//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The common way to give up in a parser: from deep inside, back to where it began.
#include <setjmp.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static jmp_buf start;
static int errors;
static void fail(int code)
{
    errors++;
    longjmp(start, code);
}
static int digit(int c)
{
    if (c < '0' || c > '9')
        fail(2);
    return c - '0';
}
static int number(void)
{
    return 10 * digit(__VERIFIER_nondet_int()) + digit(__VERIFIER_nondet_int());
}
int main(void)
{
    int code = setjmp(start);
    if (code == 0) {
        int n = number();
        if (n < 0 || n > 99 || errors != 0)
            reach_error();
    } else if (code != 2 || errors != 1) {
        reach_error();
    }
    return 0;
}
