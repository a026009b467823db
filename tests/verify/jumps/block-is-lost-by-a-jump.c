//@ run: verify %s --property valid-memsafety
//@ truth: fails
//@ verdict: false(valid-memtrack)
// Only the function that is left knew of the block.
#include <setjmp.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static jmp_buf start;
static void inside(void)
{
    char *text = malloc(8);
    if (__VERIFIER_nondet_int())
        longjmp(start, 1);
    free(text);
}
int main(void)
{
    if (setjmp(start) == 0) //~ violated valid-memtrack
        inside();
    return 0;
}
