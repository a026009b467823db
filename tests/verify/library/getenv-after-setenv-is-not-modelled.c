//@ run: verify %s --property unreach-call --cpu-time 5
//@ truth: holds
//@ verdict: unknown(unsupported)
// What was set is there.
#include <assert.h>
#include <stdlib.h>
int main(void)
{
    if (setenv("LEVEL", "1", 1) == 0)
        assert(getenv("LEVEL"));
    return 0;
}
