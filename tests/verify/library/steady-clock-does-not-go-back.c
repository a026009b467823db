//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// `CLOCK_MONOTONIC` and the time that the process has used only grow.
#include <time.h>
extern void reach_error(void);
int main(void)
{
    struct timespec one, other;
    if (clock_gettime(CLOCK_MONOTONIC, &one) || clock_gettime(CLOCK_MONOTONIC, &other))
        reach_error();
    if (other.tv_sec < one.tv_sec || (other.tv_sec == one.tv_sec && other.tv_nsec < one.tv_nsec))
        reach_error();
    clock_t begin = clock(), end = clock();
    if (begin >= 0 && end >= 0 && end < begin)
        reach_error();
    return 0;
}
