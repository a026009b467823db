//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: unknown(unsupported)
// More than a size_t can count.
#include <errno.h>
#include <stdlib.h>

extern void reach_error(void);

int main(void)
{
    errno = 0;
    void *block = calloc((size_t)-1, 8);
    if (errno != 0)
        reach_error();
    free(block);
    return 0;
}
