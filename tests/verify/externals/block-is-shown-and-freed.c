//@ run: verify %s --property valid-memsafety
//@ truth: holds
//@ verdict: true
// A function that is shown a block is taken not to free it.
#include <stdlib.h>
extern void log_it(const void *);
int main(void)
{
    char *p = malloc(16);
    log_it(p);
    free(p);
    return 0;
}
