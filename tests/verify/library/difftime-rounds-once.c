//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The difference is exact before it becomes a double.
#include <assert.h>
#include <time.h>
int main(void)
{
    time_t start = (time_t)1 << 60;
    assert(difftime(start + 1, start) == 1.0);
    assert(difftime(start, start + 3) == -3.0);
    return 0;
}
