//@ run: verify %s --property unreach-call --property valid-memsafety
//@ truth: holds
//@ verdict: true
// A null pointer, no letter, or an equals sign: the call fails, and says so.
#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);
int main(void)
{
    if (setenv("", "x", 1) == 0 || errno != EINVAL)
        reach_error();
    if (setenv("a=b", "x", 1) == 0 || unsetenv(NULL) == 0)
        reach_error();
    return 0;
}
