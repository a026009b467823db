//@ run: verify %s --reproducer %t.c --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: reproducer: none, since the run that `cc` makes ends with exit status: 0
//@ shows: reproducer: the run needs ... in the model of `rand` ..., which the C library decides
// A function of the library is never replaced, so this run cannot be brought about.
#include <stdlib.h>
extern void reach_error(void);
int main(void)
{
    if (rand() == 5)
        reach_error(); //~ violated unreach-call
    return 0;
}
