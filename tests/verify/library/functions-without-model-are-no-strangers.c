//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// A function of the C library does not change what the program keeps to itself.
#include <wchar.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int g = 1;

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    while (n > 0)
        n--;
    wctob(L'a');
    if (g != 1)
        reach_error();
    return 0;
}
