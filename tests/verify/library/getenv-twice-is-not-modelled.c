//@ run: verify %s --property unreach-call --cpu-time 5
//@ truth: holds
//@ verdict: unknown(unsupported)
// A name that was there once is there again.
#include <assert.h>
#include <stdlib.h>
int main(void)
{
    if (getenv("HOME"))
        assert(getenv("HOME"));
    return 0;
}
