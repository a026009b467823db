//@ run: verify %s --property unreach-call --cpu-time 30
//@ truth: holds
//@ verdict: true
// Each level catches what it was armed for, and passes the rest on.
#include <setjmp.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static jmp_buf outer, inner;
static int trace;
static void work(int n)
{
    if (n == 1)
        longjmp(inner, 1);
    if (n == 2)
        longjmp(outer, 2);
}
static void guarded(int n)
{
    int code = setjmp(inner);
    if (code == 0) {
        work(n);
        trace = 10;
    } else {
        trace = 20;
        longjmp(outer, code + 5);
    }
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    switch (setjmp(outer)) {
    case 0:
        guarded(n);
        if (n == 1 || n == 2 || trace != 10)
            reach_error();
        break;
    case 2:
        if (n != 2 || trace != 0)
            reach_error();
        break;
    case 6:
        if (n != 1 || trace != 20)
            reach_error();
        break;
    default:
        reach_error();
    }
    return 0;
}
