//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Letters have upper case.
#include <ctype.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    unsigned sum = 0;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++)
        sum += i;
    if (toupper('a' + (sum & 1)) != 'A' + (int)(sum & 1))
        reach_error();
    return 0;
}
