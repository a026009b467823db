//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// The result and the argument are the same.
#include <time.h>

extern void reach_error(void);

int main(void)
{
    time_t now;
    if (time(&now) != now)
        reach_error();
    return 0;
}
