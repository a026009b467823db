//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: unknown(inconclusive)
// C17 7.21.7.10p3: one character.
#include <stdio.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    while (n > 0)
        n--;
    int c = getchar();
    if (c == EOF)
        return 0;
    ungetc(c, stdin);
    if (getchar() != c)
        reach_error();
    return 0;
}
