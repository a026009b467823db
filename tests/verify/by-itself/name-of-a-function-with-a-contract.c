//@ run: verify %s --function f --time 30
//@ truth: holds
//@ verdict: true
// A function with a contract still has its own name.
#include <assert.h>
//@ requires x > 0;
int f(int x)
{
    assert(__func__[0] == 'f' && sizeof __func__ == 2);
    return x;
}
