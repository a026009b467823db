//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// What is stored is read back.
#include <errno.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    unsigned sum = 0;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        sum += i;
    errno = 7;
    if (errno != 7)
        reach_error();
    return 0;
}
