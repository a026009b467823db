//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// Somebody may set it.
#include <time.h>
extern void reach_error(void);
int main(void)
{
    struct timespec one, other;
    clock_gettime(CLOCK_REALTIME, &one);
    clock_gettime(CLOCK_REALTIME, &other);
    if (other.tv_sec < one.tv_sec)
        reach_error(); //~ violated unreach-call
    return 0;
}
