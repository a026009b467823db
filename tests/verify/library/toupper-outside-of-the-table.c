//@ run: verify %s --property memsafety
//@ truth: holds
//@ verdict: true
// The GNU C library gives back what is outside of its table.
#include <ctype.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    while (n > 0)
        n--;
    return (toupper)(__VERIFIER_nondet_int()) == 'A';
}
