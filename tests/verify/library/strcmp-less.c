//@ run: verify %s --property unreach-call
//@ truth: holds
//@ verdict: true
// A prefix is less.
#include <string.h>

extern void reach_error(void);

int main(void)
{
    if (strcmp("ab", "abc") >= 0 || strcmp("abc", "ab") <= 0)
        reach_error();
    return 0;
}
