//@ run: verify %s --property memsafety
//@ truth: fails
//@ verdict: false(valid-memtrack)
//@ shows: valid-memtrack]: block allocated at line 9 is lost
// Which block it is matters more than where its last pointer went.
#include <stdlib.h>
int main(void)
{
    int *p = malloc(4);
    int *q = malloc(4);
    p = q;
    free(p);
    return 0; //~ violated valid-memtrack
}
