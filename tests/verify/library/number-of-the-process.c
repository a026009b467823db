//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
#include <unistd.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    while (n > 0)
        n--;
    if (getpid() != getpid() || getuid() != getuid())
        reach_error();
    return 0;
}
