//@ run: verify %s --property memsafety
//@ truth: holds
//@ verdict: true
// C promises the value of a volatile local variable after `longjmp`.
#include <setjmp.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static jmp_buf env;
static void fail(int code)
{
    longjmp(env, code);
}
int main(void)
{
    char *volatile p = NULL;
    if (setjmp(env)) {
        free(p);
        return 1;
    }
    p = malloc(10);
    if (__VERIFIER_nondet_int())
        fail(2);
    free(p);
    return 0;
}
