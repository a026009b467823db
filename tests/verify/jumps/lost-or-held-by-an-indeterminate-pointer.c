//@ run: verify %s --property memsafety
//@ truth: holds
//@ verdict: unknown(unsupported)
// The assignment stores the value that `p` has already. Whether that is a change or not, no run shows
// a block that nothing leads to: behind the jump `p` is indeterminate at worst, and may be that pointer.
#include <setjmp.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static jmp_buf back;
static void give_up(int reason)
{
    if (reason > 4711)
        longjmp(back, 2);
}
static char *skip(char *p, int n)
{
    return p + n;
}
int main(void)
{
    char *p = malloc(10);
    if (setjmp(back)) {
        free(p);
        return 0;
    }
    p = skip(p, 0);
    give_up(__VERIFIER_nondet_int());
    free(p);
    return 0;
}
