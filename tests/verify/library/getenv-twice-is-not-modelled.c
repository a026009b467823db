//@ run: verify %s --property unreach-call --time 3
//@ truth: holds
//@ verdict: unknown(timeout)
// A name that was there once is there again.
#include <assert.h>
#include <stdlib.h>
int main(void)
{
    if (getenv("HOME"))
        assert(getenv("HOME"));
    return 0;
}
