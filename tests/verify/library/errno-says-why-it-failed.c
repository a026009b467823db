//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// A call that fails sets it.
#include <errno.h>
#include <unistd.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    while (n > 0)
        n--;
    errno = 0;
    if (!isatty(0) && errno == 0)
        reach_error();
    if (close(99) < 0 && errno <= 0)
        reach_error();
    return 0;
}
