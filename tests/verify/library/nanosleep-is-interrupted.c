//@ run: verify %s --property unreach-call
//@ truth: fails
//@ verdict: false(unreach-call)
// What is left of an interrupted sleep may be less than a second.
#define _DEFAULT_SOURCE
#include <assert.h>
#include <time.h>
int main(void)
{
    struct timespec asked = { 1, 0 }, left = { 1, 0 };
    if (nanosleep(&asked, &left) != 0)
        assert(left.tv_sec == 1); //~ violated assertion
    return 0;
}
