//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// C17 7.5p3; looking whether the output is a terminal sets it to ENOTTY.
#include <errno.h>
#include <stdio.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    while (n > 0)
        n--;
    errno = 0;
    printf("x\n");
    if (errno != 0)
        reach_error(); //~ violated unreach-call
    return 0;
}
