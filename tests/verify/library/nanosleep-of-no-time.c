//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// Two seconds in nanoseconds are no time; what is left of one is not longer than it.
#include <time.h>
extern void reach_error(void);
int main(void)
{
    struct timespec wrong = { 0, 2000000000 }, right = { 0, 500 }, left = { 0, 0 };
    if (nanosleep(&wrong, 0) == 0)
        reach_error();
    if (nanosleep(&right, &left) != 0 && left.tv_nsec > 500)
        reach_error();
    return 0;
}
