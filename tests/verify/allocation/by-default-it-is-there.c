//@ run: verify %s --property memsafety
//@ truth: holds
//@ verdict: true
// Without the option there is a block for everybody.
#include <stdlib.h>
int main(void)
{
    int *p = malloc(sizeof *p);
    *p = 1;
    free(p);
    return 0;
}
