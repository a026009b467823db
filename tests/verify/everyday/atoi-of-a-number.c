//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// What atoi reads is the number.
#include <assert.h>
#include <stdlib.h>
int main(void)
{
    assert(atoi("42") == 42);
    assert(atoi(" -7x") == -7);
    return 0;
}
