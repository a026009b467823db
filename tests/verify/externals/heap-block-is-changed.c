//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// A block of the heap is known outside once its address is.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#include <stdlib.h>
extern void fill(int *);
int main(void)
{
    int *p = malloc(sizeof *p);
    *p = 0;
    fill(p);
    if (*p == 9)
        reach_error(); //~ violated unreach-call
    free(p);
    return 0;
}
