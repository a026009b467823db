//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// The copy writes to the table as a store would.
#include <string.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned short limits[4] = {3, 5, 7, 9};
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), m = 0;
    for (unsigned i = 0; i < n; i++)
        m++;
    unsigned short others[4] = {1, 2, 3, 40};
    if (m == 7)
        memcpy(limits, others, sizeof limits);
    if (limits[__VERIFIER_nondet_uint() & 3] > 9)
        reach_error(); //~ violated unreach-call
    return 0;
}
