//@ run: verify %s --reproducer %t.c --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
//@ shows: reproducer: confirmed by cc
// What the library's own function returns is another number, which does as well.
#include <stdlib.h>
extern void reach_error(void);
int main(void)
{
    if (rand() >= 0)
        reach_error(); //~ violated unreach-call
    return 0;
}
