//@ run: verify %s --property valid-memtrack
//@ truth: holds
//@ verdict: true
// A string that is part of the environment is not lost.
#include <stdlib.h>
#include <string.h>
int main(void)
{
    putenv(strdup("LEVEL=1"));
    return 0;
}
