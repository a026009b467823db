//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Lengths of what is in a set and of what is not.
#include <string.h>

extern void reach_error(void);

int main(void)
{
    if (strspn("  x", " ") != 2 || strcspn("ab,c", ",;") != 2)
        reach_error();
    return 0;
}
