//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
#include <errno.h>

extern void elsewhere(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    while (n > 0)
        n--;
    errno = 0;
    elsewhere();
    if (errno != 0)
        reach_error(); //~ violated unreach-call
    return 0;
}
