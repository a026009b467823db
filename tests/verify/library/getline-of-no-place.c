//@ run: verify %s --property unreach-call --property valid-memsafety
//@ truth: holds
//@ verdict: true
// Where the line should go is not said: the call fails, and reads nothing.
#define _GNU_SOURCE
#include <stdio.h>
extern void reach_error(void);
int main(void)
{
    size_t size = 0;
    if (getline(NULL, &size, stdin) != -1)
        reach_error();
    return 0;
}
