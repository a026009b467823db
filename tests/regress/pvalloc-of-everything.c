//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Whole pages for so many bytes are more than there are numbers for.
#include <malloc.h>
#include <stdint.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    char *block = pvalloc(SIZE_MAX - __VERIFIER_nondet_uchar());
    if (block)
        reach_error();
    return 0;
}
